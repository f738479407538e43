//! Whether a line is a mate.

use super::legality::illegality;
use super::mate::in_check;
use super::permitted::PermittedMoves;
use crate::position::{CaptureRule, Conditions, Illegality, NamedMove, Position, Rule};
use crate::types::{Color, Move};

/// The reason why a line is not a mate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineFlaw {
    /// A move cannot be played.
    Illegal {
        /// Its number, 1 for the first move.
        ply: usize,
        /// The move.
        mv: NamedMove,
        /// The reason why it is illegal.
        reason: Illegality,
    },
    /// A move of the attacker's does not give check.
    NoCheck {
        /// Its number, 1 for the first move.
        ply: usize,
        /// The move.
        mv: NamedMove,
    },
    /// A condition does not permit a move.
    Forbidden {
        /// Its number, 1 for the first move.
        ply: usize,
        /// The move.
        mv: NamedMove,
        /// The condition on the captures of its side.
        by: CaptureRule,
    },
    /// The side to be mated is not mated at the end.
    NoMate,
}

/// The first flaw of a line under a rule without conditions, if there is one.
pub fn line_flaw(root: &Position, rule: Rule, attacker: Color, line: &[Move]) -> Option<LineFlaw> {
    PermittedMoves::new(attacker, Conditions::NONE).line_flaw(root, rule, line)
}

impl PermittedMoves {
    /// The first flaw of a line under a rule, if there is one.
    pub fn line_flaw(&self, root: &Position, rule: Rule, line: &[Move]) -> Option<LineFlaw> {
        let mut position = root.clone();
        for (ply, &mv) in (1..).zip(line) {
            let named = NamedMove::new(&position, mv);
            let of_condition = || self.is_pawn_drop_mate(&position, mv).then_some(Illegality::PawnDropMate);
            if let Some(reason) = illegality(&position, mv).or_else(of_condition) {
                return Some(LineFlaw::Illegal { ply, mv: named, reason });
            }
            let mover = position.side_to_move();
            let forbidden = self.rule_of(mover).filter(|_| !self.of(&position).contains(&mv));
            position.do_move(mv);
            if mover == self.attacker() && !in_check(&position) {
                return Some(LineFlaw::NoCheck { ply, mv: named });
            }
            if let Some(by) = forbidden {
                return Some(LineFlaw::Forbidden { ply, mv: named, by });
            }
        }
        let is_mated = position.side_to_move() == rule.mated(self.attacker()) && self.is_mate(&position);
        if is_mated { None } else { Some(LineFlaw::NoMate) }
    }
}
