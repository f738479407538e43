//! The moves that a problem's conditions on captures permit (強欲, 禁欲, 取禁), and mate by them.
//!
//! This is a plain filter over the other generators. Nothing is decided faster than by listing moves; without
//! conditions it hands the questions on to them.

use super::checks::checks;
use super::evasions::evasions;
use super::legal_moves::legal_moves;
use super::mate::{in_check, is_mate};
use crate::position::{CaptureRule, Conditions, Position};
use crate::types::{Color, Move, PieceKind};

/// Which moves the sides of a problem may play.
///
/// The attacker chooses among the legal moves that give check, the defender among all legal moves, which are evasions
/// when he is in check. The condition of a side then permits some of these. A side is mated when it is in check and has
/// no evasion that is permitted: under 取禁 also when it could only take. A pawn drop that mates so is illegal (打歩詰).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PermittedMoves {
    attacker: Color,
    conditions: Conditions,
}

impl PermittedMoves {
    /// Under the conditions of a problem.
    pub const fn new(attacker: Color, conditions: Conditions) -> PermittedMoves {
        PermittedMoves { attacker, conditions }
    }

    /// The conditions.
    pub const fn conditions(&self) -> Conditions {
        self.conditions
    }

    /// Who attacks.
    pub const fn attacker(&self) -> Color {
        self.attacker
    }

    /// Whether there are no conditions: then every legal move is permitted.
    #[inline]
    pub const fn are_all(&self) -> bool {
        self.conditions.is_empty()
    }

    /// The moves that the side to move may play, in the order of the generator.
    pub fn of(&self, position: &Position) -> Vec<Move> {
        let attacks = position.side_to_move() == self.attacker;
        let moves = if attacks { checks(position) } else { legal_moves(position) };
        self.permitted(position, &moves)
    }

    /// Whether the side to move is mated.
    pub fn is_mate(&self, position: &Position) -> bool {
        match self.are_all() {
            true => is_mate(position),
            false => in_check(position) && self.permitted(position, &evasions(position)).is_empty(),
        }
    }

    /// What is permitted of the moves that the side to move could play without conditions.
    fn permitted(&self, position: &Position, moves: &[Move]) -> Vec<Move> {
        let captures = |mv: &Move| position.piece_at(mv.to()).is_some();
        let mut legal = moves.to_vec();
        legal.retain(|&mv| !self.is_pawn_drop_mate(position, mv));
        match self.rule_of(position.side_to_move()) {
            Some(CaptureRule::MustCapture) if legal.iter().any(captures) => legal.retain(captures),
            Some(CaptureRule::AvoidCapture) if !legal.iter().all(captures) => {
                legal.retain(|mv| !captures(mv));
            }
            Some(CaptureRule::NoCapture) => legal.retain(|mv| !captures(mv)),
            Some(_) | None => {}
        }
        legal
    }

    /// Whether a move of the side to move, legal without conditions, drops a pawn for a mate. Only the other side's
    /// 取禁 makes a mate of what is none without it.
    pub(super) fn is_pawn_drop_mate(&self, position: &Position, mv: Move) -> bool {
        if mv.dropped() != Some(PieceKind::Pawn)
            || self.rule_of(!position.side_to_move()) != Some(CaptureRule::NoCapture)
        {
            return false;
        }
        let mut after = position.clone();
        after.do_move(mv);
        self.is_mate(&after)
    }

    /// The condition of a side.
    pub(super) fn rule_of(&self, side: Color) -> Option<CaptureRule> {
        match side == self.attacker {
            true => self.conditions.attacker,
            false => self.conditions.defender,
        }
    }
}
