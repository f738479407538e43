//! The definition word for word: every move, every reply, and tsume by collecting all positions that checks and replies
//! lead to.

use crate::mailbox::board::{Board, Mv, Side};
use crate::mailbox::reached;
use crate::mailbox::rules::judged_moves;
use crate::mailbox::search::{Whole, whole};
use std::collections::HashMap;

/// What is said of a position, as the solver would say it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    Tsume,
    /// The length, and every first move.
    Hisshi(u16, Vec<String>),
    None,
}

/// A search for one attacker.
pub struct Plain {
    attacker: Side,
    /// Whether positions with the attacker to move are tsume.
    tsume: HashMap<Whole, bool>,
    /// Positions that one question about a tsume may lead to.
    most: usize,
    /// Positions that may still be looked at.
    left: usize,
}

impl Plain {
    pub fn new(attacker: Side, most: usize, in_all: usize) -> Plain {
        Plain { attacker, tsume: HashMap::new(), most, left: in_all }
    }

    /// The answer up to a length; `None` where the position is too large.
    pub fn answer(&mut self, board: &Board, longest: u16) -> Option<Answer> {
        if self.is_tsume(board)? {
            return Some(Answer::Tsume);
        }
        for plies in (1..=longest).step_by(2) {
            let mut moves = Vec::new();
            for (mv, _) in judged_moves(board) {
                if self.is_attack(board, mv, plies)? {
                    moves.push(mv.to_string());
                }
            }
            if !moves.is_empty() {
                moves.sort();
                return Some(Answer::Hisshi(plies, moves));
            }
        }
        Some(Answer::None)
    }

    /// Whether after a move every reply, of which there is one, leaves a tsume or a shorter brinkmate.
    fn is_attack(&mut self, board: &Board, mv: Mv, plies: u16) -> Option<bool> {
        let after = board.after(mv);
        let replies = judged_moves(&after);
        if replies.is_empty() {
            return Some(false);
        }
        for (reply, _) in replies {
            let met = after.after(reply);
            let is_met = self.is_tsume(&met)? || plies > 1 && self.has_attack(&met, plies - 2)?;
            if !is_met {
                return Some(false);
            }
        }
        Some(true)
    }

    fn has_attack(&mut self, board: &Board, plies: u16) -> Option<bool> {
        for (mv, _) in judged_moves(board) {
            if self.is_attack(board, mv, plies)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Whether checks alone mate.
    fn is_tsume(&mut self, root: &Board) -> Option<bool> {
        if let Some(&known) = self.tsume.get(&whole(root)) {
            return Some(known);
        }
        let reached = reached(root, self.attacker, self.most.min(self.left))?;
        self.left -= reached.len();
        let is_won = reached[0].1;
        for (board, is_won) in reached.iter().filter(|(board, _)| board.turn == self.attacker) {
            self.tsume.insert(whole(board), *is_won);
        }
        Some(is_won)
    }
}
