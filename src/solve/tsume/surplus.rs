//! Surplus pieces (駒余り): among equally long lines the defender prefers one after which nothing is left in the attacker's hand.

use super::Futile;
use super::search::{Answer, Search};
use crate::movegen::{checks, in_check, legal_moves};
use crate::types::Move;
use hashbrown::HashSet;

/// The search among the lines of the right length.
struct Lines {
    moves: Vec<Move>,
    /// Positions after which every line leaves something. (Their value says how many plies are left.)
    failed: HashSet<u128>,
}

/// The nodes are used up.
struct Over;

impl Search {
    /// A line of the longest defence that leaves nothing in the attacker's hand, `plies` being the value of the present position.
    /// `None` when there is none, or none was found with so many nodes.
    pub(super) fn line_without_surplus(&mut self, plies: u16, nodes: u64) -> Option<Vec<Move>> {
        let mut lines = Lines { moves: Vec::new(), failed: HashSet::new() };
        let found = self.with_nodes(nodes, |search| search.leaves_nothing(plies, &mut lines));
        matches!(found, Ok(true)).then_some(lines.moves)
    }

    fn leaves_nothing(&mut self, left: u16, lines: &mut Lines) -> Result<bool, Over> {
        if left == 0 {
            return Ok(self.position.hand(self.attacker).is_empty());
        }
        let key = self.position.key();
        if lines.failed.contains(&key) {
            return Ok(false);
        }
        let attacks = self.position.side_to_move() == self.attacker;
        let moves = if attacks { checks(&self.position) } else { legal_moves(&self.position) };
        for &mv in moves.iter() {
            let keeps = if attacks {
                self.is_within(mv, left - 1)?
            } else {
                self.lasts_and_counts(mv, &moves, left)?
            };
            if keeps {
                lines.moves.push(mv);
                let undo = self.position.do_move(mv);
                let found = self.leaves_nothing(left - 1, lines);
                self.position.undo_move(mv, undo);
                if found? {
                    return Ok(true);
                }
                lines.moves.pop();
            }
        }
        lines.failed.insert(key);
        Ok(false)
    }

    fn lasts_and_counts(&mut self, reply: Move, replies: &[Move], left: u16) -> Result<bool, Over> {
        if !self.is_within(reply, left - 1)? || left > 2 && self.is_within(reply, left - 3)? {
            return Ok(false);
        }
        let is_judged = self.futile == Futile::Official && reply.from().is_none() && in_check(&self.position);
        if !is_judged {
            return Ok(true);
        }
        let others: Vec<Move> = replies.iter().copied().filter(|reply| reply.from().is_some()).collect();
        let is_futile = self.length_of(&others, left).and_then(|length| self.is_futile(reply, length));
        is_futile.map(|is_futile| !is_futile).ok_or(Over)
    }

    fn is_within(&mut self, mv: Move, bound: u16) -> Result<bool, Over> {
        if self.pulse.is_over() {
            return Err(Over);
        }
        match self.ask_after(mv, bound) {
            Answer::Yes => Ok(true),
            Answer::No => Ok(false),
            Answer::Halted => Err(Over),
        }
    }
}
