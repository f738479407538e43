//! Whether an intended line (作意) is a mate by the rules: legal, every attacker's move a check, mate at its end.

use crate::movegen::{in_check, is_legal, is_mate};
use crate::position::{Position, Rule};
use crate::types::{Color, Move};

/// What is wrong with an intended line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineFlaw {
    /// A move cannot be played.
    Illegal {
        /// Its place, 1 for the first move.
        ply: usize,
        /// The move.
        mv: Move,
    },
    /// A move of the attacker's does not give check.
    NoCheck {
        /// Its place, 1 for the first move.
        ply: usize,
        /// The move.
        mv: Move,
    },
    /// The side to be mated is not mated at the end.
    NoMate,
}

/// The first flaw of a line under a rule, if there is one.
pub fn line_flaw(root: &Position, rule: Rule, attacker: Color, line: &[Move]) -> Option<LineFlaw> {
    let mut position = root.clone();
    for (ply, &mv) in (1..).zip(line) {
        if !is_legal(&position, mv) {
            return Some(LineFlaw::Illegal { ply, mv });
        }
        let attacks = position.side_to_move() == attacker;
        position.do_move(mv);
        if attacks && !in_check(&position) {
            return Some(LineFlaw::NoCheck { ply, mv });
        }
    }
    let is_mated = position.side_to_move() == rule.mated(attacker) && is_mate(&position);
    if is_mated { None } else { Some(LineFlaw::NoMate) }
}
