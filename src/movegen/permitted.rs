//! The moves permitted by a problem's conditions on captures (強欲, 禁欲, 取禁), and mate under them.
//!
//! This is a plain filter over the other generators: it always lists the moves, and without conditions it
//! delegates to those generators.

use super::checks::checks;
use super::evasions::evasions;
use super::legal_moves::legal_moves;
use super::mate::{in_check, is_mate};
use crate::position::{CaptureRule, Conditions, Position};
use crate::types::{Color, Move, PieceKind};

/// The moves that the sides of a problem may play.
///
/// The attacker chooses among the legal moves that give check, the defender among all legal moves, which are
/// evasions when in check. The condition on a side then permits some of these. A side is mated when it is in
/// check and has no permitted evasion; under 取禁, also when it could only capture. A pawn drop that mates in
/// this way is illegal (打歩詰).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PermittedMoves {
    attacker: Color,
    conditions: Conditions,
}

impl PermittedMoves {
    /// The permitted moves under the conditions of a problem.
    pub const fn new(attacker: Color, conditions: Conditions) -> PermittedMoves {
        PermittedMoves { attacker, conditions }
    }

    /// The conditions.
    pub const fn conditions(&self) -> Conditions {
        self.conditions
    }

    /// The attacker.
    pub const fn attacker(&self) -> Color {
        self.attacker
    }

    /// Whether there are no conditions, so that every legal move is permitted.
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

    /// The moves permitted among those that the side to move could play without conditions.
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

    /// Whether a move of the side to move, legal without conditions, is a pawn drop that mates because of the
    /// conditions. Only 取禁 for the other side can turn a non-mate into a mate.
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

    /// The condition on a side.
    pub(super) fn rule_of(&self, side: Color) -> Option<CaptureRule> {
        match side == self.attacker {
            true => self.conditions.attacker,
            false => self.conditions.defender,
        }
    }
}
