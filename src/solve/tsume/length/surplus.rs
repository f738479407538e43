//! Surplus pieces (駒余り): among equally long lines the defender prefers one after which nothing is left in the
//! attacker's hand. Where there is none, the tradition takes the longest of the shorter lines that leave nothing
//! (駒余り変化長手数).
//!
//! The search goes through the shortest checks and the longest replies; for a shorter line through replies, too, that
//! give away some plies. Whether a move keeps the length is searched
//! with few nodes first. A reply that is still undecided is followed all the same, and searched again only if a line
//! behind it leaves nothing; most leave something. The whole is repeated with more nodes as long as an undecided move
//! matters.

use crate::movegen::{checks, in_check, legal_moves};
use crate::problem::Futile;
use crate::solve::tsume::bounded::MateWithin;
use crate::solve::tsume::task::MateSearch;
use crate::solve::tsume::workers::ParallelSearch;
use crate::types::Move;
use hashbrown::HashSet;

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

/// The search through the lines of the proved length, or of one that falls short of it.
struct SurplusSearch<'w> {
    search: &'w mut ParallelSearch,
    moves: Vec<Move>,
    /// Nodes for each question in this round.
    nodes: u64,
    /// Whether checks that are not known to keep the length are searched too.
    searches_unknown_checks: bool,
    /// Positions after which every line leaves something.
    failed: HashSet<Question>,
    /// Positions that are undecided in this round.
    open: HashSet<Question>,
}

/// The key of a position, its value in plies, and how many of them the defender still gives away.
type Question = (u128, u16, u16);

/// Whether some line leaves nothing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SurplusResult {
    Found,
    Failed,
    Open,
}

/// What the longest defences leave in the attacker's hand, searched with at most `nodes` nodes. `plies`: the value of
/// the present position.
pub fn surplus_after(search: &mut ParallelSearch, plies: u16, nodes: u64) -> Surplus {
    search.with_nodes(nodes, |search| SurplusSearch::new(search).decide(plies, 0))
}

/// The longest line that leaves nothing in the attacker's hand and is shorter than the value of the present position,
/// `plies`, where every line of that length leaves something: the attacker plays checks that keep the value of each
/// position, the defender any reply. Searched with at most `nodes` nodes; `None` when there is none, or none was found.
pub fn shorter_line(search: &mut ParallelSearch, plies: u16, nodes: u64) -> Option<Vec<Move>> {
    search.with_nodes(nodes, |search| {
        let mut lines = SurplusSearch::new(search);
        for given_away in (2..plies).step_by(2) {
            match lines.decide(plies, given_away) {
                Surplus::Avoided(line) => return Some(line),
                Surplus::Unavoidable => {}
                // A longer one is not excluded.
                Surplus::Undecided => return None,
            }
        }
        None
    })
}

impl<'w> SurplusSearch<'w> {
    fn new(search: &'w mut ParallelSearch) -> SurplusSearch<'w> {
        let (failed, open) = (HashSet::new(), HashSet::new());
        SurplusSearch { search, moves: Vec::new(), nodes: FEW, searches_unknown_checks: false, failed, open }
    }

    /// Whether a line from the present position, whose value is `plies`, leaves nothing and is `given_away` plies
    /// shorter than that.
    fn decide(&mut self, plies: u16, given_away: u16) -> Surplus {
        (self.searches_unknown_checks, self.nodes) = (false, FEW);
        loop {
            self.open.clear();
            match self.leaves_nothing(plies, given_away) {
                SurplusResult::Found => return Surplus::Avoided(std::mem::take(&mut self.moves)),
                SurplusResult::Failed => return Surplus::Unavoidable,
                SurplusResult::Open if self.search.is_over() => return Surplus::Undecided,
                SurplusResult::Open if self.searches_unknown_checks => {
                    (self.searches_unknown_checks, self.nodes) = (false, self.nodes.saturating_mul(GROWTH));
                }
                SurplusResult::Open => self.searches_unknown_checks = true,
            }
        }
    }

    /// Whether a line leaves nothing that is as long as `left`, the value of the present position, less what the
    /// defender still gives away.
    fn leaves_nothing(&mut self, left: u16, to_give: u16) -> SurplusResult {
        let hand = self.search.board().here().hand;
        if left == 0 && to_give == 0 && hand.is_empty() {
            return SurplusResult::Found;
        }
        if to_give >= left && to_give > 0 {
            return SurplusResult::Failed;
        }
        // Each of the attacker's moves drops one at most.
        if hand.total() > u32::from((left - to_give).div_ceil(2)) {
            return SurplusResult::Failed;
        }
        let question = (self.search.board().position.key(), left, to_give);
        if self.failed.contains(&question) {
            return SurplusResult::Failed;
        }
        if self.search.state_mut().control.count_node() || self.open.contains(&question) {
            return SurplusResult::Open;
        }
        let attacks = self.search.board().attacks();
        let tried = if attacks { self.try_checks(left, to_give) } else { self.try_replies(left, to_give) };
        match tried {
            SurplusResult::Found => {}
            SurplusResult::Failed => {
                self.failed.insert(question);
            }
            SurplusResult::Open => {
                self.open.insert(question);
            }
        }
        tried
    }

    /// Tries the checks that keep the length, first those for which the table knows that.
    fn try_checks(&mut self, left: u16, to_give: u16) -> SurplusResult {
        let (mut result, mut others) = (SurplusResult::Failed, Vec::new());
        for check in checks(&self.search.board().position) {
            match self.is_within(check, left - 1, 0) {
                MateWithin::Yes => match self.leaves_nothing_after(check, left - 1, to_give) {
                    SurplusResult::Found => return SurplusResult::Found,
                    SurplusResult::Failed => {}
                    SurplusResult::Open => result = SurplusResult::Open,
                },
                MateWithin::No => {}
                MateWithin::Unknown => others.push(check),
            }
        }
        if !self.searches_unknown_checks && !others.is_empty() {
            return SurplusResult::Open;
        }
        for check in others {
            match self.is_within(check, left - 1, self.nodes) {
                MateWithin::Yes => match self.leaves_nothing_after(check, left - 1, to_give) {
                    SurplusResult::Found => return SurplusResult::Found,
                    SurplusResult::Failed => {}
                    SurplusResult::Open => result = SurplusResult::Open,
                },
                MateWithin::No => {}
                MateWithin::Unknown => result = SurplusResult::Open,
            }
        }
        result
    }

    /// Tries the replies that count, those that last longest first.
    fn try_replies(&mut self, left: u16, to_give: u16) -> SurplusResult {
        let mut result = SurplusResult::Failed;
        let replies = legal_moves(&self.search.board().position);
        for &reply in &replies {
            for gives in (0..=to_give.min(left - 2)).step_by(2) {
                match self.try_reply(reply, &replies, (left, left - 1 - gives), to_give - gives) {
                    SurplusResult::Found => return SurplusResult::Found,
                    SurplusResult::Failed => {}
                    SurplusResult::Open => result = SurplusResult::Open,
                }
            }
        }
        result
    }

    /// Tries a reply, if the mate after it takes `lasts` plies and it counts.
    fn try_reply(
        &mut self,
        reply: Move,
        replies: &[Move],
        (left, lasts): (u16, u16),
        to_give: u16,
    ) -> SurplusResult {
        let is_so = self.lasts(reply, replies, (left, lasts), self.nodes);
        if is_so == MateWithin::No {
            return SurplusResult::Failed;
        }
        let before = self.moves.len();
        match self.leaves_nothing_after(reply, lasts, to_give) {
            SurplusResult::Found if is_so == MateWithin::Unknown => {
                let nodes = self.nodes.saturating_mul(STAKE);
                let result = match self.lasts(reply, replies, (left, lasts), nodes) {
                    MateWithin::Yes => return SurplusResult::Found,
                    MateWithin::No => SurplusResult::Failed,
                    MateWithin::Unknown => SurplusResult::Open,
                };
                self.moves.truncate(before);
                result
            }
            other => other,
        }
    }

    fn leaves_nothing_after(&mut self, mv: Move, left: u16, to_give: u16) -> SurplusResult {
        self.moves.push(mv);
        let undo = self.search.do_move(mv);
        let tried = self.leaves_nothing(left, to_give);
        self.search.undo_move(mv, undo);
        if tried != SurplusResult::Found {
            self.moves.pop();
        }
        tried
    }

    /// Whether the mate after a reply, in a position of the value `left`, takes `lasts` plies, and the reply is no
    /// futile interposition.
    fn lasts(&mut self, reply: Move, replies: &[Move], (left, lasts): (u16, u16), nodes: u64) -> MateWithin {
        let is_shorter = if lasts > 1 { self.is_within(reply, lasts - 2, nodes) } else { MateWithin::No };
        if is_shorter == MateWithin::Yes {
            return MateWithin::No;
        }
        let is_longest = lasts + 1 == left;
        let is_no_longer = if is_longest { MateWithin::Yes } else { self.is_within(reply, lasts, nodes) };
        if is_no_longer == MateWithin::No {
            return MateWithin::No;
        }
        let is_judged = self.search.board().futile == Futile::Official
            && reply.from().is_none()
            && in_check(&self.search.board().position);
        let is_left_out =
            if is_judged { self.is_left_out(reply, replies, left, nodes) } else { MateWithin::No };
        match (is_shorter, is_no_longer, is_left_out) {
            (_, _, MateWithin::Yes) => MateWithin::No,
            (MateWithin::No, MateWithin::Yes, MateWithin::No) => MateWithin::Yes,
            _ => MateWithin::Unknown,
        }
    }

    /// Whether a drop onto the line of check is futile.
    fn is_left_out(&mut self, drop: Move, replies: &[Move], left: u16, nodes: u64) -> MateWithin {
        if self.is_within(drop, left - 1, nodes) == MateWithin::No {
            return MateWithin::Yes;
        }
        let others: Vec<Move> = replies.iter().copied().filter(|reply| reply.from().is_some()).collect();
        match self.search.is_futile(drop, &others, left, nodes) {
            Some(true) => MateWithin::Yes,
            Some(false) => MateWithin::No,
            None => MateWithin::Unknown,
        }
    }

    /// Whether there is a mate within a bound after a move, searched with at most `nodes` nodes.
    fn is_within(&mut self, mv: Move, bound: u16, nodes: u64) -> MateWithin {
        self.search.with_nodes(nodes, |it| it.mate_after(mv, bound))
    }
}
