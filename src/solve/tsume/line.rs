//! The main line (本手順), derived by value: every ply keeps the length that was proved.

use super::policy::Futile;
use super::search::{Answer, Search};
use crate::movegen::{checks, evasions, in_check, legal_moves};
use crate::types::Move;

/// A line of the longest defence.
pub(super) enum Line {
    /// A line of the length asked for.
    Found(Vec<Move>),
    /// It ended sooner: a defence was taken for longer than it is, or there is a shorter mate.
    Shorter,
    /// The search is over.
    Halted,
}

/// The search is over.
struct Over;

impl Search {
    /// A line of a mate within `plies`, which are known to suffice. Each defence is tried to be answered two plies sooner
    /// with so many nodes; one that is not is taken to last.
    pub(super) fn line(&mut self, plies: u16, nodes: u64) -> Line {
        let mut played = Vec::new();
        let mut left = plies;
        let ended = loop {
            let step = if self.position.side_to_move() == self.attacker {
                self.checking_move(left)
            } else if left == 0 {
                break Line::Found(Vec::new());
            } else {
                self.longest_defence(left, nodes)
            };
            match step {
                Ok(Some(mv)) => {
                    played.push((mv, self.position.do_move(mv)));
                    left -= 1;
                }
                Ok(None) => break Line::Shorter,
                Err(Over) => break Line::Halted,
            }
        };
        let moves = played.iter().map(|&(mv, _)| mv).collect();
        for (mv, undo) in played.into_iter().rev() {
            self.position.undo_move(mv, undo);
        }
        if matches!(ended, Line::Found(_)) { Line::Found(moves) } else { ended }
    }

    /// A check after which the mate is within the plies left.
    fn checking_move(&mut self, left: u16) -> Result<Option<Move>, Over> {
        let checks = checks(&self.position);
        // One is known to do; the table mostly tells which.
        let mut nodes = 0;
        loop {
            for &check in &checks {
                self.pulse.allow(nodes);
                let answer = self.ask_after(check, left - 1);
                self.pulse.allow(u64::MAX);
                match answer {
                    Answer::Yes => return Ok(Some(check)),
                    Answer::Halted if self.pulse.is_over() => return Err(Over),
                    Answer::No | Answer::Halted => {}
                }
            }
            if nodes == u64::MAX {
                return Ok(None);
            }
            nodes = (nodes + 16).saturating_mul(16);
        }
    }

    /// A reply that counts and is not answered two plies sooner.
    fn longest_defence(&mut self, left: u16, nodes: u64) -> Result<Option<Move>, Over> {
        let checked = in_check(&self.position);
        let replies = if checked { evasions(&self.position) } else { legal_moves(&self.position) };
        let judges = checked && self.futile == Futile::Official;
        // Moves first: with their value it is known which drops are futile.
        let (drops, moves): (Vec<Move>, Vec<Move>) =
            replies.into_iter().partition(|reply| judges && reply.from().is_none());
        for &reply in &moves {
            if self.lasts(reply, left, nodes)? {
                return Ok(Some(reply));
            }
        }
        let mut others = None;
        for drop in drops {
            if !self.lasts(drop, left, nodes)? {
                continue;
            }
            let length = match others {
                Some(length) => length,
                None => *others.insert(self.length_of(&moves, left).ok_or(Over)?),
            };
            if !self.is_futile(drop, length).ok_or(Over)? {
                return Ok(Some(drop));
            }
        }
        Ok(None)
    }

    fn lasts(&mut self, reply: Move, left: u16, nodes: u64) -> Result<bool, Over> {
        if left < 3 {
            return Ok(true);
        }
        self.pulse.allow(nodes);
        let answer = self.ask_after(reply, left - 3);
        self.pulse.allow(u64::MAX);
        match answer {
            Answer::Halted if self.pulse.is_over() => Err(Over),
            answer => Ok(answer != Answer::Yes),
        }
    }
}
