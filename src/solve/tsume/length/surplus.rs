//! Surplus pieces (駒余り): among equally long lines the defender prefers one after which nothing is left in the attacker's hand.
//!
//! Such a line is looked for among the shortest checks and the longest replies. Whether a move keeps the length is asked with few
//! nodes first; a reply of which that is not known yet is followed all the same, and asked about again only when nothing is left at
//! the end of a line behind it: behind most replies something is left, however long they last. The whole is done again with more
//! nodes for each question as long as one is open that matters.

use crate::movegen::{checks, in_check, legal_moves};
use crate::problem::Futile;
use crate::solve::tsume::bounded::Answer;
use crate::solve::tsume::task::MateSearch;
use crate::solve::tsume::workers::Workers;
use crate::types::Move;
use hashbrown::HashSet;

/// What is left in the attacker's hand after the longest defence.
pub enum Surplus {
    /// Nothing, if the defender plays this line.
    Avoided(Vec<Move>),
    /// Something, whatever the longest defence.
    Unavoidable,
    /// That was not found out with so many nodes.
    Undecided,
}

/// Nodes for each question the first time.
const FEW: u64 = 16;
/// How many times more each time after.
const GROWTH: u64 = 8;
/// How many times more for a question on which the line that was found rests.
const STAKE: u64 = 16;

/// The search among the lines of the right length.
struct Lines<'w> {
    workers: &'w mut Workers,
    moves: Vec<Move>,
    /// Nodes for each question.
    nodes: u64,
    /// Whether checks are asked about of which it is not known whether they keep the length.
    is_wide: bool,
    /// Positions, with the plies left, after which every line leaves something.
    failed: HashSet<(u128, u16)>,
    /// Those of which that is not found out with so many nodes.
    open: HashSet<(u128, u16)>,
}

/// Whether a line leaves nothing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tried {
    Found,
    Failed,
    Open,
}

/// What the longest defence leaves in the attacker's hand, `plies` being the value of the present position, as far as that is found
/// with so many nodes.
pub fn surplus_after(workers: &mut Workers, plies: u16, nodes: u64) -> Surplus {
    workers.with_nodes(nodes, |workers| {
        let (failed, open) = (HashSet::new(), HashSet::new());
        let mut lines = Lines { workers, moves: Vec::new(), nodes: FEW, is_wide: false, failed, open };
        loop {
            match lines.leaves_nothing(plies) {
                Tried::Found => return Surplus::Avoided(lines.moves),
                Tried::Failed => return Surplus::Unavoidable,
                Tried::Open if lines.workers.is_over() => return Surplus::Undecided,
                Tried::Open if lines.is_wide => {
                    (lines.is_wide, lines.nodes) = (false, lines.nodes.saturating_mul(GROWTH));
                }
                Tried::Open => lines.is_wide = true,
            }
            lines.open.clear();
        }
    })
}

impl Lines<'_> {
    fn leaves_nothing(&mut self, left: u16) -> Tried {
        let hand = self.workers.board().here().hand;
        if left == 0 && hand.is_empty() {
            return Tried::Found;
        }
        // Each of the attacker's moves drops one at most.
        if hand.total() > u32::from(left.div_ceil(2)) {
            return Tried::Failed;
        }
        let question = (self.workers.board().position.key(), left);
        if self.failed.contains(&question) {
            return Tried::Failed;
        }
        if self.workers.base_mut().control.tick() || self.open.contains(&question) {
            return Tried::Open;
        }
        let attacks = self.workers.board().attacks();
        let tried = if attacks { self.try_checks(left) } else { self.try_replies(left) };
        match tried {
            Tried::Found => {}
            Tried::Failed => {
                self.failed.insert(question);
            }
            Tried::Open => {
                self.open.insert(question);
            }
        }
        tried
    }

    /// Tries the checks that keep the length, those first of which that is known.
    fn try_checks(&mut self, left: u16) -> Tried {
        let (mut result, mut others) = (Tried::Failed, Vec::new());
        for check in checks(&self.workers.board().position) {
            match self.is_within(check, left - 1, 0) {
                Answer::Yes => match self.leaves_nothing_after(check, left) {
                    Tried::Found => return Tried::Found,
                    Tried::Failed => {}
                    Tried::Open => result = Tried::Open,
                },
                Answer::No => {}
                Answer::Halted => others.push(check),
            }
        }
        if !self.is_wide && !others.is_empty() {
            return Tried::Open;
        }
        for check in others {
            match self.is_within(check, left - 1, self.nodes) {
                Answer::Yes => match self.leaves_nothing_after(check, left) {
                    Tried::Found => return Tried::Found,
                    Tried::Failed => {}
                    Tried::Open => result = Tried::Open,
                },
                Answer::No => {}
                Answer::Halted => result = Tried::Open,
            }
        }
        result
    }

    /// Tries the replies that last and count.
    fn try_replies(&mut self, left: u16) -> Tried {
        let mut result = Tried::Failed;
        let replies = legal_moves(&self.workers.board().position);
        for &reply in &replies {
            let is_longest = self.is_longest(reply, &replies, left, self.nodes);
            if is_longest == Answer::No {
                continue;
            }
            match self.leaves_nothing_after(reply, left) {
                Tried::Failed => {}
                Tried::Open => result = Tried::Open,
                Tried::Found => {
                    let nodes = self.nodes.saturating_mul(STAKE);
                    match is_longest {
                        Answer::Halted => match self.is_longest(reply, &replies, left, nodes) {
                            Answer::Yes => return Tried::Found,
                            Answer::No => {}
                            Answer::Halted => result = Tried::Open,
                        },
                        _ => return Tried::Found,
                    }
                    self.moves.truncate(self.moves.len() - usize::from(left));
                }
            }
        }
        result
    }

    fn leaves_nothing_after(&mut self, mv: Move, left: u16) -> Tried {
        self.moves.push(mv);
        let undo = self.workers.do_move(mv);
        let tried = self.leaves_nothing(left - 1);
        self.workers.undo_move(mv, undo);
        if tried != Tried::Found {
            self.moves.pop();
        }
        tried
    }

    /// Whether a reply lasts as long as any, and is not left out as a futile interposition.
    fn is_longest(&mut self, reply: Move, replies: &[Move], left: u16, nodes: u64) -> Answer {
        let is_shorter = if left > 2 { self.is_within(reply, left - 3, nodes) } else { Answer::No };
        if is_shorter == Answer::Yes {
            return Answer::No;
        }
        let is_judged = self.workers.board().futile == Futile::Official
            && reply.from().is_none()
            && in_check(&self.workers.board().position);
        let is_left_out = if is_judged { self.is_left_out(reply, replies, left, nodes) } else { Answer::No };
        match (is_shorter, is_left_out) {
            (_, Answer::Yes) => Answer::No,
            (Answer::No, Answer::No) => Answer::Yes,
            _ => Answer::Halted,
        }
    }

    /// Whether a drop onto the line of check is futile.
    fn is_left_out(&mut self, drop: Move, replies: &[Move], left: u16, nodes: u64) -> Answer {
        if self.is_within(drop, left - 1, nodes) == Answer::No {
            return Answer::Yes;
        }
        let others: Vec<Move> = replies.iter().copied().filter(|reply| reply.from().is_some()).collect();
        match self.workers.is_futile(drop, &others, left, nodes) {
            Some(true) => Answer::Yes,
            Some(false) => Answer::No,
            None => Answer::Halted,
        }
    }

    /// Whether there is a mate within a bound after a move, as far as that is found with so many nodes.
    fn is_within(&mut self, mv: Move, bound: u16, nodes: u64) -> Answer {
        self.workers.with_nodes(nodes, |it| it.answer_after(mv, bound))
    }
}
