//! Surplus pieces (駒余り): among equally long lines the defender prefers one after which nothing is left in the
//! attacker's hand. The tradition takes no line that leaves something for the main line: its length is that of the
//! longest defence after which nothing is left, though the attacker keeps something where he can without giving a ply
//! away.
//!
//! The search goes through the shortest checks and the longest replies; for the tradition through replies, too, that
//! give away some plies. Whether a move keeps the length is searched
//! with few nodes first. A reply that is still undecided is followed all the same, and searched again only if a line
//! behind it leaves nothing; most leave something. The whole is repeated with more nodes as long as an undecided move
//! matters.

use super::replies::{is_within, lasts};
use crate::movegen::{checks, legal_moves};
use crate::solve::tsume::bounded::MateWithin;
use crate::solve::tsume::task::MateSearch;
use crate::solve::tsume::workers::ParallelSearch;
use crate::types::Move;
use hashbrown::{HashMap, HashSet};

/// What the longest defences leave in the attacker's hand.
pub enum Surplus {
    /// Nothing, by this line.
    Avoided(Vec<Move>),
    /// Something, in every line of the proved length.
    Unavoidable,
    /// Not decided with the nodes given.
    Undecided,
}

/// Nodes for each question in the first round.
const FEW: u64 = 16;
/// The factor of the nodes from round to round.
const GROWTH: u64 = 8;
/// The factor of the nodes for a question that decides whether a line found is accepted.
const STAKE: u64 = 16;

/// What the attacker is after among the checks that keep the value of a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Attacker {
    /// To leave nothing.
    LeavesNothing,
    /// To leave something, or else to mate as soon as he can.
    LeavesSomething,
}

/// The search through the lines of the proved length, or of one that falls short of it.
struct SurplusSearch<'w> {
    search: &'w mut ParallelSearch,
    attacker: Attacker,
    /// Nodes for each question in this round.
    nodes: u64,
    /// Whether checks that are not known to keep the length are searched too.
    searches_unknown_checks: bool,
    /// Positions after which nothing is left.
    found: HashMap<Question, Found>,
    /// Positions after which something is left.
    failed: HashSet<Question>,
    /// Positions that are undecided in this round.
    open: HashSet<Question>,
}

/// The key of a position, its value in plies, and how many of them the defender may still give away.
type Question = (u128, u16, u16);

/// The next move of a line that leaves nothing.
#[derive(Clone, Copy)]
struct Found {
    mv: Move,
    /// The value of the position after the move, and the plies that may be given away there.
    next: (u16, u16),
    /// The length of the line.
    plies: u16,
}

/// The same for the moves of one position.
enum Tried {
    Found(Found),
    Failed,
    Open,
}

/// Whether nothing is left in the end.
#[derive(Clone, Copy)]
enum SurplusResult {
    /// Nothing, by a line of so many plies.
    Found(u16),
    Failed,
    Open,
}

/// What the longest defences leave in the attacker's hand, searched with at most `nodes` nodes. `plies`: the value of
/// the present position.
pub fn surplus_after(search: &mut ParallelSearch, plies: u16, nodes: u64) -> Surplus {
    search.with_nodes(nodes, |search| SurplusSearch::new(search, Attacker::LeavesNothing).decide(plies, 0))
}

/// The line of the traditional length, where that is less than the value of the present position, `plies`: the longest
/// defence after which nothing is left, against an attacker who plays checks that keep the value of each position and
/// leaves something where he can. Searched with at most `nodes` nodes; `None` when there is none, or none was found.
pub fn traditional_line(search: &mut ParallelSearch, plies: u16, nodes: u64) -> Option<Vec<Move>> {
    search.with_nodes(nodes, |search| {
        let mut lines = SurplusSearch::new(search, Attacker::LeavesSomething);
        for given_away in (0..plies).step_by(2) {
            match lines.decide(plies, given_away) {
                Surplus::Avoided(line) => return (given_away > 0).then_some(line),
                Surplus::Unavoidable => {}
                // A longer one is not excluded.
                Surplus::Undecided => return None,
            }
        }
        None
    })
}

impl<'w> SurplusSearch<'w> {
    fn new(search: &'w mut ParallelSearch, attacker: Attacker) -> SurplusSearch<'w> {
        let (found, failed, open) = (HashMap::new(), HashSet::new(), HashSet::new());
        SurplusSearch { search, attacker, nodes: FEW, searches_unknown_checks: false, found, failed, open }
    }

    /// Whether nothing is left after a defence from the present position, whose value is `plies`, that gives away at
    /// most `given_away` plies.
    fn decide(&mut self, plies: u16, given_away: u16) -> Surplus {
        (self.searches_unknown_checks, self.nodes) = (false, FEW);
        loop {
            self.open.clear();
            match self.leaves_nothing(plies, given_away) {
                SurplusResult::Found(_) => return Surplus::Avoided(self.line(plies, given_away)),
                SurplusResult::Failed => return Surplus::Unavoidable,
                SurplusResult::Open if self.search.is_over() => return Surplus::Undecided,
                SurplusResult::Open if self.searches_unknown_checks => {
                    (self.searches_unknown_checks, self.nodes) = (false, self.nodes.saturating_mul(GROWTH));
                }
                SurplusResult::Open => self.searches_unknown_checks = true,
            }
        }
    }

    /// The line that was found from the present position.
    fn line(&mut self, plies: u16, given_away: u16) -> Vec<Move> {
        let (mut played, mut next) = (Vec::new(), (plies, given_away));
        while let Some(found) = self.found.get(&self.question(next.0, next.1)) {
            next = found.next;
            played.push((found.mv, self.search.do_move(found.mv)));
        }
        let line = played.iter().map(|&(mv, _)| mv).collect();
        for (mv, undo) in played.into_iter().rev() {
            self.search.undo_move(mv, undo);
        }
        line
    }

    fn question(&self, left: u16, to_give: u16) -> Question {
        (self.search.board().position.key(), left, to_give)
    }

    /// Whether nothing is left after a defence that takes at least `left` plies, the value of the present position, less
    /// `to_give`.
    fn leaves_nothing(&mut self, left: u16, to_give: u16) -> SurplusResult {
        let hand = self.search.board().here().hand;
        if left == 0 {
            return if hand.is_empty() { SurplusResult::Found(0) } else { SurplusResult::Failed };
        }
        // Each of the attacker's moves drops one at most.
        if hand.total() > u32::from(left.div_ceil(2)) {
            return SurplusResult::Failed;
        }
        let question = self.question(left, to_give);
        if let Some(found) = self.found.get(&question) {
            return SurplusResult::Found(found.plies);
        }
        if self.failed.contains(&question) {
            return SurplusResult::Failed;
        }
        if self.search.state_mut().control.count_node() || self.open.contains(&question) {
            return SurplusResult::Open;
        }
        let attacks = self.search.board().attacks();
        match if attacks { self.try_checks(left, to_give) } else { self.try_replies(left, to_give) } {
            Tried::Found(found) => {
                self.found.insert(question, found);
                SurplusResult::Found(found.plies)
            }
            Tried::Failed => {
                self.failed.insert(question);
                SurplusResult::Failed
            }
            Tried::Open => {
                self.open.insert(question);
                SurplusResult::Open
            }
        }
    }

    /// Tries the checks that keep the length, first those for which the table knows that.
    fn try_checks(&mut self, left: u16, to_give: u16) -> Tried {
        let (mut best, mut is_open, mut others) = (None, false, Vec::new());
        let mut unknown = checks(&self.search.board().position).into_iter().collect::<Vec<Move>>();
        for nodes in [0, self.nodes] {
            for check in std::mem::take(&mut unknown) {
                match is_within(self.search, check, left - 1, nodes) {
                    MateWithin::Yes => {}
                    MateWithin::No => continue,
                    MateWithin::Unknown => {
                        others.push(check);
                        continue;
                    }
                }
                let next = (left - 1, to_give);
                match (self.leaves_nothing_after(check, next), self.attacker) {
                    (SurplusResult::Found(plies), attacker) => {
                        let found = Found { mv: check, next, plies: plies + 1 };
                        if attacker == Attacker::LeavesNothing {
                            return Tried::Found(found);
                        }
                        best = best.filter(|best: &Found| best.plies <= found.plies).or(Some(found));
                    }
                    (SurplusResult::Failed, Attacker::LeavesSomething) => return Tried::Failed,
                    (SurplusResult::Failed, Attacker::LeavesNothing) => {}
                    (SurplusResult::Open, _) => is_open = true,
                }
            }
            unknown = std::mem::take(&mut others);
            if !self.searches_unknown_checks {
                break;
            }
        }
        match best {
            _ if is_open || !unknown.is_empty() => Tried::Open,
            Some(found) => Tried::Found(found),
            None if self.attacker == Attacker::LeavesNothing => Tried::Failed,
            // Some check keeps the length if that is the value of the position; whether it is may be unknown.
            None => Tried::Open,
        }
    }

    /// Tries the replies that count, those that last longest first.
    fn try_replies(&mut self, left: u16, to_give: u16) -> Tried {
        let mut result = Tried::Failed;
        let replies = legal_moves(&self.search.board().position);
        for &reply in &replies {
            for gives in (0..=to_give.min(left - 2)).step_by(2) {
                let next = (left - 1 - gives, to_give - gives);
                match self.try_reply(reply, &replies, left, next) {
                    SurplusResult::Found(plies) => {
                        return Tried::Found(Found { mv: reply, next, plies: plies + 1 });
                    }
                    SurplusResult::Failed => {}
                    SurplusResult::Open => result = Tried::Open,
                }
            }
        }
        result
    }

    /// Tries a reply, if the mate after it takes `next.0` plies and it counts.
    fn try_reply(&mut self, reply: Move, replies: &[Move], left: u16, next: (u16, u16)) -> SurplusResult {
        let is_so = lasts(self.search, reply, replies, (left, next.0), self.nodes);
        if is_so == MateWithin::No {
            return SurplusResult::Failed;
        }
        let result = self.leaves_nothing_after(reply, next);
        if matches!(result, SurplusResult::Found(_)) && is_so == MateWithin::Unknown {
            let nodes = self.nodes.saturating_mul(STAKE);
            return match lasts(self.search, reply, replies, (left, next.0), nodes) {
                MateWithin::Yes => result,
                MateWithin::No => SurplusResult::Failed,
                MateWithin::Unknown => SurplusResult::Open,
            };
        }
        result
    }

    fn leaves_nothing_after(&mut self, mv: Move, (left, to_give): (u16, u16)) -> SurplusResult {
        let undo = self.search.do_move(mv);
        let tried = self.leaves_nothing(left, to_give);
        self.search.undo_move(mv, undo);
        tried
    }
}
