//! Decides whether an interposition is futile (無駄合), following the definition in
//! `docs/futile-interpositions.md` literally.

use crate::movegen::{checks, evasions, in_check};
use crate::position::Position;
use crate::solve::Verdict;
use crate::solve::tsume::{Options, Prove, Solver};
use crate::types::{Color, Move};

/// Whether a drop that answers a check in `node` is futile; `None` when the limits do not suffice to decide.
/// The number of positions expanded is added to `nodes`.
pub(super) fn is_futile(
    node: &Position,
    drop: Move,
    attacker: Color,
    options: &Options,
    nodes: &mut u64,
) -> Option<bool> {
    let kind = drop.dropped()?;
    let mut dropped = node.clone();
    dropped.do_move(drop);
    if in_check(&dropped) {
        return Some(false);
    }
    let others = others(node, attacker, options, nodes)?;
    let mut is_open = false;
    for capture in checks(&dropped).into_iter().filter(|capture| capture.to() == drop.to()) {
        let mut pair = dropped.clone();
        pair.do_move(capture);
        let mut taken = pair.hand(attacker);
        taken.remove(kind);
        pair.set_hand(attacker, taken);
        let mut given = pair.hand(!attacker);
        given.add(kind);
        pair.set_hand(!attacker, given);
        let mut within = Options { prove: Prove::None, ..options.clone() };
        within.limits.plies = Some(others);
        let outcome = Solver::new(&pair, attacker, within).ok().map(Solver::run);
        *nodes += outcome.as_ref().map_or(0, |outcome| outcome.stats.nodes);
        match outcome.as_ref().map(|outcome| outcome.verdict) {
            Some(Verdict::Mate { plies, .. }) if plies <= others => return Some(true),
            Some(Verdict::NoMate) => {}
            _ if outcome.is_some_and(|outcome| outcome.bounds.lower > others) => {}
            _ => is_open = true,
        }
    }
    if is_open { None } else { Some(false) }
}

/// One more than the greatest value after a reply that is not a drop; 0 without such a reply.
fn others(node: &Position, attacker: Color, options: &Options, nodes: &mut u64) -> Option<u64> {
    let mut most = 0;
    for reply in evasions(node).into_iter().filter(|reply| reply.dropped().is_none()) {
        let mut after = node.clone();
        after.do_move(reply);
        let outcome = Solver::new(&after, attacker, options.clone()).ok()?.run();
        *nodes += outcome.stats.nodes;
        match outcome.verdict {
            Verdict::Mate { plies, exact: true } => most = most.max(plies + 1),
            _ => return None,
        }
    }
    Some(most)
}
