//! Surplus pieces (駒余り): among equally long lines the defender prefers one after which nothing is left in the
//! attacker's hand.
//!
//! The search goes through the shortest checks and the longest replies. Whether a move keeps the length is searched
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

/// The search through the lines of the proved length.
struct SurplusSearch<'w> {
    search: &'w mut ParallelSearch,
    moves: Vec<Move>,
    /// Nodes for each question in this round.
    nodes: u64,
    /// Whether checks that are not known to keep the length are searched too.
    searches_unknown_checks: bool,
    /// Positions, with the plies left, after which every line leaves something.
    failed: HashSet<(u128, u16)>,
    /// Positions, with the plies left, that are undecided in this round.
    open: HashSet<(u128, u16)>,
}

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
    search.with_nodes(nodes, |search| {
        let (failed, open) = (HashSet::new(), HashSet::new());
        let mut lines = SurplusSearch {
            search,
            moves: Vec::new(),
            nodes: FEW,
            searches_unknown_checks: false,
            failed,
            open,
        };
        loop {
            match lines.leaves_nothing(plies) {
                SurplusResult::Found => return Surplus::Avoided(lines.moves),
                SurplusResult::Failed => return Surplus::Unavoidable,
                SurplusResult::Open if lines.search.is_over() => return Surplus::Undecided,
                SurplusResult::Open if lines.searches_unknown_checks => {
                    (lines.searches_unknown_checks, lines.nodes) =
                        (false, lines.nodes.saturating_mul(GROWTH));
                }
                SurplusResult::Open => lines.searches_unknown_checks = true,
            }
            lines.open.clear();
        }
    })
}

impl SurplusSearch<'_> {
    fn leaves_nothing(&mut self, left: u16) -> SurplusResult {
        let hand = self.search.board().here().hand;
        if left == 0 && hand.is_empty() {
            return SurplusResult::Found;
        }
        // Each of the attacker's moves drops one at most.
        if hand.total() > u32::from(left.div_ceil(2)) {
            return SurplusResult::Failed;
        }
        let question = (self.search.board().position.key(), left);
        if self.failed.contains(&question) {
            return SurplusResult::Failed;
        }
        if self.search.state_mut().control.count_node() || self.open.contains(&question) {
            return SurplusResult::Open;
        }
        let attacks = self.search.board().attacks();
        let tried = if attacks { self.try_checks(left) } else { self.try_replies(left) };
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
    fn try_checks(&mut self, left: u16) -> SurplusResult {
        let (mut result, mut others) = (SurplusResult::Failed, Vec::new());
        for check in checks(&self.search.board().position) {
            match self.is_within(check, left - 1, 0) {
                MateWithin::Yes => match self.leaves_nothing_after(check, left) {
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
                MateWithin::Yes => match self.leaves_nothing_after(check, left) {
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

    /// Tries the replies that last longest and count.
    fn try_replies(&mut self, left: u16) -> SurplusResult {
        let mut result = SurplusResult::Failed;
        let replies = legal_moves(&self.search.board().position);
        for &reply in &replies {
            let is_longest = self.is_longest(reply, &replies, left, self.nodes);
            if is_longest == MateWithin::No {
                continue;
            }
            match self.leaves_nothing_after(reply, left) {
                SurplusResult::Failed => {}
                SurplusResult::Open => result = SurplusResult::Open,
                SurplusResult::Found => {
                    let nodes = self.nodes.saturating_mul(STAKE);
                    match is_longest {
                        MateWithin::Unknown => match self.is_longest(reply, &replies, left, nodes) {
                            MateWithin::Yes => return SurplusResult::Found,
                            MateWithin::No => {}
                            MateWithin::Unknown => result = SurplusResult::Open,
                        },
                        _ => return SurplusResult::Found,
                    }
                    self.moves.truncate(self.moves.len() - usize::from(left));
                }
            }
        }
        result
    }

    fn leaves_nothing_after(&mut self, mv: Move, left: u16) -> SurplusResult {
        self.moves.push(mv);
        let undo = self.search.do_move(mv);
        let tried = self.leaves_nothing(left - 1);
        self.search.undo_move(mv, undo);
        if tried != SurplusResult::Found {
            self.moves.pop();
        }
        tried
    }

    /// Whether a reply is a longest defence and no futile interposition.
    fn is_longest(&mut self, reply: Move, replies: &[Move], left: u16, nodes: u64) -> MateWithin {
        let is_shorter = if left > 2 { self.is_within(reply, left - 3, nodes) } else { MateWithin::No };
        if is_shorter == MateWithin::Yes {
            return MateWithin::No;
        }
        let is_judged = self.search.board().futile == Futile::Official
            && reply.from().is_none()
            && in_check(&self.search.board().position);
        let is_left_out =
            if is_judged { self.is_left_out(reply, replies, left, nodes) } else { MateWithin::No };
        match (is_shorter, is_left_out) {
            (_, MateWithin::Yes) => MateWithin::No,
            (MateWithin::No, MateWithin::No) => MateWithin::Yes,
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
