//! The main line (本手順), derived by value: every ply keeps the length that was proved.

use super::policy::Futile;
use super::search::{Answer, Search};
use crate::movegen::{checks, evasions, in_check, legal_moves};
use crate::types::Move;

/// A line and whether each of its moves keeps the length.
pub(super) enum Line {
    /// A line of the length asked for.
    Found(Vec<Move>),
    /// The bound was not reached by any defence: there is a shorter mate.
    Shorter,
    /// The search had to end.
    Halted,
}

impl Search {
    /// A line of mate in exactly `plies`, which are known to suffice.
    pub(super) fn line(&mut self, plies: u32) -> Line {
        let mut played = Vec::new();
        let mut left = plies;
        let result = loop {
            let step = if self.position.side_to_move() == self.attacker {
                self.checking_move(left)
            } else if left == 0 {
                break Line::Found(Vec::new());
            } else {
                self.longest_defence(left)
            };
            match step {
                Ok(Some(mv)) => {
                    played.push((mv, self.position.do_move(mv)));
                    left -= 1;
                }
                Ok(None) => break Line::Shorter,
                Err(()) => break Line::Halted,
            }
        };
        let moves = played.iter().map(|&(mv, _)| mv).collect();
        for (mv, undo) in played.into_iter().rev() {
            self.position.undo_move(mv, undo);
        }
        if matches!(result, Line::Found(_)) { Line::Found(moves) } else { result }
    }

    /// A check after which the mate is within the plies left.
    fn checking_move(&mut self, left: u32) -> Result<Option<Move>, ()> {
        for check in checks(&self.position) {
            match self.ask_after(check, left - 1) {
                Answer::Yes => return Ok(Some(check)),
                Answer::No { .. } => {}
                Answer::Halted => return Err(()),
            }
        }
        Ok(None)
    }

    /// A reply that counts and is not answered two plies sooner.
    fn longest_defence(&mut self, left: u32) -> Result<Option<Move>, ()> {
        let checked = in_check(&self.position);
        let replies = if checked { evasions(&self.position) } else { legal_moves(&self.position) };
        let judges = checked && self.futile == Futile::Official;
        // Moves first: with their value it is known which drops are futile.
        for &reply in replies.iter().filter(|reply| !judges || reply.from().is_some()) {
            if self.lasts(reply, left)? {
                return Ok(Some(reply));
            }
        }
        if !judges {
            return Ok(None);
        }
        let others = self.length_of_others(&replies, left).ok_or(())?;
        for &drop in replies.iter().filter(|reply| reply.from().is_none()) {
            if self.lasts(drop, left)? && !self.is_futile(drop, others).ok_or(())? {
                return Ok(Some(drop));
            }
        }
        Ok(None)
    }

    fn lasts(&mut self, reply: Move, left: u32) -> Result<bool, ()> {
        match if left >= 3 { self.ask_after(reply, left - 3) } else { Answer::No { forever: false } } {
            Answer::Yes => Ok(false),
            Answer::No { .. } => Ok(true),
            Answer::Halted => Err(()),
        }
    }
}
