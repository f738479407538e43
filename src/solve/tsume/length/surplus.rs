//! Surplus pieces (駒余り): among equally long lines the defender prefers one after which nothing is left in the
//! attacker's hand. By tradition a line that leaves something is not accepted as the main line. The traditional
//! length is that of the longest defence after which nothing is left, against an attacker who leaves something
//! whenever he can do so without taking longer.
//!
//! The search goes through the checks of shortest mates and the longest replies; for the traditional length also
//! through replies that give away some plies. Whether a move keeps the length is searched with few nodes first. A
//! reply for which that is undecided is followed anyway, and searched again only if a line after it leaves
//! nothing; most leave something. The whole search is repeated with more nodes as long as an undecided move
//! matters.

use super::replies::{is_within, lasts};
use crate::movegen::{checks, legal_moves};
use crate::solve::outcome::Reason;
use crate::solve::tsume::bounded::MateWithin;
use crate::solve::tsume::task::MateSearch;
use crate::solve::tsume::workers::ParallelSearch;
use crate::types::Move;
use hashbrown::{HashMap, HashSet};

/// The answer to the question what the longest defences leave in the attacker's hand.
pub enum Surplus {
    /// Nothing, by this line.
    Avoided(Vec<Move>),
    /// Something, in every line of the proved length.
    Unavoidable,
    /// Not decided with the nodes given.
    Undecided,
}

/// The answer to the question of the traditional length.
pub enum Traditional {
    /// It is shorter than the proved length, with this line.
    Shorter(Vec<Move>),
    /// It is the proved length, or there is none.
    None,
    /// Not decided with the nodes given.
    Undecided,
}

/// The number of nodes for each question in the first round.
const FEW: u64 = 16;
/// The factor by which the number of nodes grows from round to round.
const GROWTH: u64 = 8;
/// The factor by which the number of nodes is larger for a question that decides whether a line found is
/// accepted.
const STAKE: u64 = 16;
/// The bytes that a question takes at most: up to 49 in a hash table that is seven eighths full, and twice as many in the
/// next table, into which that one is being copied.
const QUESTION_BYTES: u64 = 168;

/// The attacker's aim in choosing among the checks that keep the value of a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Attacker {
    /// To leave nothing.
    LeavesNothing,
    /// To leave something, or otherwise to mate as soon as possible.
    LeavesSomething,
}

/// The search through lines of the proved length, or of a length that falls short of it.
struct SurplusSearch<'w> {
    search: &'w mut ParallelSearch,
    attacker: Attacker,
    /// The number of nodes for each question in this round.
    nodes: u64,
    /// Whether to search checks for which the table does not already say that they keep the length.
    searches_unknown_checks: bool,
    /// Questions for which a line leaves nothing, with the next move of that line.
    found: HashMap<Question, Found>,
    /// Questions for which every line leaves something.
    failed: HashSet<Question>,
    /// Questions that are undecided in this round.
    open: HashSet<Question>,
    /// How many questions may be kept. When there are as many, the search is halted for lack of memory.
    room: usize,
}

/// The key of a position, its value in plies, and how many plies the defender may still give away.
type Question = (u128, u16, u16);

/// The next move of a line that leaves nothing.
#[derive(Clone, Copy)]
struct Found {
    mv: Move,
    /// The value of the position after the move, and how many plies may be given away from there on.
    next: (u16, u16),
    /// The length of the line.
    plies: u16,
}

/// The result of trying the moves of one position.
enum Tried {
    Found(Found),
    Failed,
    Open,
}

/// The result for one position: whether nothing is left at the end.
#[derive(Clone, Copy)]
enum SurplusResult {
    /// Nothing is left, by a line of this many plies.
    Found(u16),
    Failed,
    Open,
}

/// Determines what the longest defences leave in the attacker's hand, with at most `nodes` nodes and
/// `bytes` bytes of memory. `plies`: the value of the present position.
pub fn surplus_after(search: &mut ParallelSearch, plies: u16, nodes: u64, bytes: u64) -> Surplus {
    search.with_nodes(nodes, |search| {
        SurplusSearch::new(search, Attacker::LeavesNothing, bytes).decide(plies, 0)
    })
}

/// The line of the traditional length, if that is less than `plies`, the value of the present position. It is the
/// longest defence after which nothing is left, against an attacker who plays checks that keep the value of each
/// position and leaves something where he can. Searches with at most `nodes` nodes and `bytes`
/// bytes of memory.
pub fn traditional_line(search: &mut ParallelSearch, plies: u16, nodes: u64, bytes: u64) -> Traditional {
    search.with_nodes(nodes, |search| {
        let mut lines = SurplusSearch::new(search, Attacker::LeavesSomething, bytes);
        for given_away in (0..plies).step_by(2) {
            match lines.decide(plies, given_away) {
                Surplus::Avoided(line) if given_away > 0 => return Traditional::Shorter(line),
                Surplus::Avoided(_) => return Traditional::None,
                Surplus::Unavoidable => {}
                // A longer line cannot be ruled out.
                Surplus::Undecided => return Traditional::Undecided,
            }
        }
        Traditional::None
    })
}

impl<'w> SurplusSearch<'w> {
    fn new(search: &'w mut ParallelSearch, attacker: Attacker, bytes: u64) -> SurplusSearch<'w> {
        let (found, failed, open) = (HashMap::new(), HashSet::new(), HashSet::new());
        let room = (bytes / QUESTION_BYTES) as usize;
        let (nodes, searches_unknown_checks) = (FEW, false);
        SurplusSearch { search, attacker, nodes, searches_unknown_checks, found, failed, open, room }
    }

    /// Whether no more questions may be kept.
    fn is_full(&self) -> bool {
        self.found.len() + self.failed.len() + self.open.len() >= self.room
    }

    /// Determines whether nothing is left after some defence that gives away at most `given_away` plies, from the
    /// present position of value `plies`.
    fn decide(&mut self, plies: u16, given_away: u16) -> Surplus {
        (self.searches_unknown_checks, self.nodes) = (false, FEW);
        loop {
            // A set that is only cleared would keep its memory, which is not counted.
            self.open = HashSet::new();
            match self.leaves_nothing(plies, given_away) {
                SurplusResult::Found(_) => return Surplus::Avoided(self.line(plies, given_away)),
                SurplusResult::Failed => return Surplus::Unavoidable,
                SurplusResult::Open if self.search.is_over() => return Surplus::Undecided,
                SurplusResult::Open if self.is_full() => {
                    self.search.state_mut().control.halt(Reason::Memory);
                    return Surplus::Undecided;
                }
                SurplusResult::Open if self.searches_unknown_checks => {
                    (self.searches_unknown_checks, self.nodes) = (false, self.nodes.saturating_mul(GROWTH));
                }
                SurplusResult::Open => self.searches_unknown_checks = true,
            }
        }
    }

    /// The line that was found for the present position.
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

    /// Whether nothing is left after some defence that gives away at most `to_give` plies. `left`: the value of
    /// the present position.
    fn leaves_nothing(&mut self, left: u16, to_give: u16) -> SurplusResult {
        let hand = self.search.board().here().hand;
        if left == 0 {
            return if hand.is_empty() { SurplusResult::Found(0) } else { SurplusResult::Failed };
        }
        // Each of the attacker's moves drops at most one piece.
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
        let is_over = self.search.state_mut().control.count_node();
        if is_over || self.open.contains(&question) || self.is_full() {
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

    /// Tries the checks that keep the length; those first for which the table says so.
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
            // If `left` is the value of the position, some check keeps the length; but that value may be
            // unproved.
            None => Tried::Open,
        }
    }

    /// Tries the replies that count; for each, first lengths that give away fewer plies.
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

    /// Tries a reply, if the mate after it takes `next.0` plies and the reply counts.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;
    use crate::problem::Futile;
    use crate::solve::tsume::test_support::searching_with;

    #[test]
    fn the_bytes_of_a_question_are_those_of_the_largest_table() {
        let most = 1 + size_of::<(Question, Found)>().max(size_of::<Question>()) as u64;
        assert_eq!(QUESTION_BYTES, most * 3 * 8 / 7);
    }

    #[test]
    fn a_search_without_room_is_halted_for_lack_of_memory() {
        // 5 plies that leave a pawn; 3 of them leave nothing.
        let root = Position::from_sfen("7k1/9/5R3/9/9/9/9/9/9 b Gr2b3g4s4n4l18p 1").expect("a position");
        for (room, expected, reason) in [(1, None, Some(Reason::Memory)), (usize::MAX, Some(3), None)] {
            searching_with(&root, Futile::Official, |state| {
                let mut search = ParallelSearch::new(state, 0, u64::MAX);
                let lines = SurplusSearch::new(&mut search, Attacker::LeavesSomething, 0);
                let mut lines = SurplusSearch { room, ..lines };
                let length = match lines.decide(5, 2) {
                    Surplus::Avoided(line) => Some(line.len()),
                    Surplus::Unavoidable => panic!("a line leaves nothing"),
                    Surplus::Undecided => None,
                };
                assert_eq!((length, search.state().control.halted()), (expected, reason));
            });
        }
    }
}
