//! The main line (本手順): each of its moves keeps the proved length.

use crate::movegen::{checks, evasions, in_check, legal_moves};
use crate::problem::Futile;
use crate::solve::tsume::bounded::MateWithin;
use crate::solve::tsume::dfpn::longer;
use crate::solve::tsume::task::MateSearch;
use crate::solve::tsume::workers::ParallelSearch;
use crate::store::Fact;
use crate::types::Move;

/// The result of deriving a main line.
pub enum MainLine {
    /// A line of the length given.
    Found(Vec<Move>),
    /// The line ended early: a defence does not last as long as was assumed, or there is a shorter mate.
    Shorter,
    /// The search ended.
    Halted,
}

/// The reason why deriving a line stops.
enum LineStop {
    /// The search ended.
    Over,
    /// No defence seems to last long enough, but that could not be proved with the given number of nodes.
    Stuck,
}

/// The largest number of steps forward or back per ply of the line.
const STEPS: u64 = 64;
/// The largest number of nodes to find a lost mate again after a reply; after a futile reply there may be no
/// mate.
const MOST_AFTER_REPLY: u64 = 1 << 20;
/// The number of nodes with which the search can combine results that are in the table.
const LITTLE: u64 = 1_000;

/// Derives a line of a mate within `plies` plies; such a mate must be proved. For each defence, a mate two plies
/// shorter is searched for with `nodes` nodes; if none is found, the defence is assumed to be a longest one. If
/// there is one after every defence, the line backtracks.
pub fn line(search: &mut ParallelSearch, plies: u16, nodes: u64) -> MainLine {
    let mut played = Vec::new();
    let mut left = plies;
    // The table may forget entries, which could lead the line in circles, so the number of steps is limited.
    let mut steps = STEPS + u64::from(plies) * STEPS;
    let ended = loop {
        let step = if search.board().attacks() {
            checking_move(search, left)
        } else if left == 0 {
            break MainLine::Found(Vec::new());
        } else {
            longest_defence(search, left, nodes)
        };
        steps -= 1;
        match step {
            Ok(Some(mv)) => {
                played.push((mv, search.do_move(mv)));
                left -= 1;
            }
            Ok(None) => match played.pop() {
                Some((mv, undo)) if steps > 0 => {
                    search.undo_move(mv, undo);
                    left += 1;
                }
                last => {
                    played.extend(last);
                    break MainLine::Shorter;
                }
            },
            Err(LineStop::Over) => break MainLine::Halted,
            Err(LineStop::Stuck) => break MainLine::Shorter,
        }
    };
    let moves = played.iter().map(|&(mv, _)| mv).collect();
    for (mv, undo) in played.into_iter().rev() {
        search.undo_move(mv, undo);
    }
    if matches!(ended, MainLine::Found(_)) { MainLine::Found(moves) } else { ended }
}

/// Reads a line to a mate within `plies` plies, which must be proved, from the table; the line may be shorter.
/// Lost entries of the table are searched for again; `None` when they are not found.
pub fn probe_line(search: &mut ParallelSearch, plies: u16) -> Option<Vec<Move>> {
    let mut played = Vec::new();
    let is_whole = loop {
        let attacks = search.board().attacks();
        let moves =
            if attacks { checks(&search.board().position) } else { legal_moves(&search.board().position) };
        if moves.is_empty() {
            break !attacks && in_check(&search.board().position);
        }
        let left = plies.saturating_sub(played.len() as u16 + 1);
        let mut next: Option<(u16, Move)> = None;
        for &mv in &moves {
            let undo = search.do_move(mv);
            let upper = if attacks { known_upper(search, left) } else { known_after_checks(search, left) };
            search.undo_move(mv, undo);
            let is_better = |(best, _)| if attacks { upper < best } else { upper > best };
            if upper <= left && next.is_none_or(is_better) {
                next = Some((upper, mv));
            }
        }
        if next.is_none() {
            if !attacks && search.state_mut().board.futile_drops_only().is_some() {
                break true;
            }
            next = search_again(search, &moves, left).unwrap_or(None);
        }
        match next {
            Some((_, mv)) => played.push((mv, search.do_move(mv))),
            None => break false,
        }
    };
    let moves = played.iter().map(|&(mv, _)| mv).collect();
    for (mv, undo) in played.into_iter().rev() {
        search.undo_move(mv, undo);
    }
    is_whole.then_some(moves)
}

/// An upper bound, from a probe, of the length of the mate within `left` plies; [`Fact::NO_UPPER`] if there is
/// none.
fn known_upper(search: &mut ParallelSearch, left: u16) -> u16 {
    let value = search.probe(left);
    if value.is_proved() { value.fact.upper } else { Fact::NO_UPPER }
}

/// The same, with the attacker to move. If the position has no bound of its own, such as one after a captured
/// drop, it gets the smallest bound after its checks.
fn known_after_checks(search: &mut ParallelSearch, left: u16) -> u16 {
    let known = known_upper(search, left);
    if known != Fact::NO_UPPER || left == 0 {
        return known;
    }
    let all = checks(&search.board().position);
    let after = |check| {
        let undo = search.do_move(check);
        let upper = known_upper(search, left - 1);
        search.undo_move(check, undo);
        longer(upper)
    };
    all.into_iter().map(after).min().unwrap_or(Fact::NO_UPPER)
}

/// The check with the shortest known mate; `None` when that mate is shorter than the plies left.
fn checking_move(search: &mut ParallelSearch, left: u16) -> Result<Option<Move>, LineStop> {
    let checks = checks(&search.board().position);
    let best = search_again(search, &checks, left - 1)?;
    Ok(best.and_then(|(upper, check)| (upper + 1 == left).then_some(check)))
}

/// The move with the shortest known mate within `left` plies. Lost entries of the table are searched for again
/// with growing numbers of nodes.
fn search_again(
    search: &mut ParallelSearch,
    moves: &[Move],
    left: u16,
) -> Result<Option<(u16, Move)>, LineStop> {
    let attacks = search.board().attacks();
    let most = if attacks { u64::MAX } else { MOST_AFTER_REPLY };
    let mut nodes = 0;
    loop {
        let mut best = None;
        for &mv in moves {
            let undo = search.do_move(mv);
            let value = search.mate_within_nodes(nodes, left);
            search.undo_move(mv, undo);
            if value.is_proved() && best.is_none_or(|(least, _)| value.fact.upper < least) {
                best = Some((value.fact.upper, mv));
            }
            if search.is_over() {
                return Err(LineStop::Over);
            }
        }
        if best.is_some() || nodes >= most {
            return Ok(best);
        }
        nodes = (nodes + 16).saturating_mul(16);
    }
}

/// A reply that counts, and after which no mate two plies shorter is found.
fn longest_defence(search: &mut ParallelSearch, left: u16, nodes: u64) -> Result<Option<Move>, LineStop> {
    let checked = in_check(&search.board().position);
    let replies =
        if checked { evasions(&search.board().position) } else { legal_moves(&search.board().position) };
    let judges = checked && search.board().futile == Futile::Official;
    // Try moves first: the length after them determines which drops are futile.
    let (drops, moves): (Vec<Move>, Vec<Move>) =
        replies.into_iter().partition(|reply| judges && reply.from().is_none());
    for &reply in &moves {
        if lasts(search, reply, left, nodes)? {
            return Ok(Some(reply));
        }
    }
    for drop in drops {
        if lasts(search, drop, left, nodes)? && !seems_futile(search, drop, &moves, left, nodes)? {
            return Ok(Some(drop));
        }
    }
    if left >= 2 {
        // No reply lasts, so the mate is shorter; this search enters it into the table.
        let value = search.mate_within_nodes(nodes.max(LITTLE), left - 2);
        if !value.is_proved() && !search.is_over() {
            return Err(LineStop::Stuck);
        }
    }
    if search.is_over() { Err(LineStop::Over) } else { Ok(None) }
}

/// Whether an interposition is found to be futile with at most `nodes` nodes.
fn seems_futile(
    search: &mut ParallelSearch,
    drop: Move,
    moves: &[Move],
    left: u16,
    nodes: u64,
) -> Result<bool, LineStop> {
    match search.is_futile(drop, moves, left, nodes) {
        None if search.is_over() => Err(LineStop::Over),
        futile => Ok(futile == Some(true)),
    }
}

fn lasts(search: &mut ParallelSearch, reply: Move, left: u16, nodes: u64) -> Result<bool, LineStop> {
    if left < 3 {
        return Ok(true);
    }
    match search.with_nodes(nodes, |it| it.mate_after(reply, left - 3)) {
        MateWithin::Unknown if search.is_over() => Err(LineStop::Over),
        answer => Ok(answer != MateWithin::Yes),
    }
}
