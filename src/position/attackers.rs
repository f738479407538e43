//! Who attacks a square, and what stands between a king and the sliders that aim at it.

use super::{Group, Position};
use crate::board::{Bitboard, between, king_attacks, reach, steps};
use crate::types::{Color, Piece, PieceKind, Square};

/// The sliders of one side that aim at a square, told apart by what stands between.
#[derive(Clone, Copy, Debug)]
pub struct Lines {
    /// Sliders with nothing between: they attack the square.
    pub open: Bitboard,
    /// Single pieces (of either side, or stones) that alone stand between a slider and the square.
    pub blockers: Bitboard,
}

impl Position {
    /// The pieces of `by` that attack a square, when `occupied` are the obstacles.
    #[inline]
    pub fn attackers_to(&self, sq: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let mut attackers = self.step_attackers_to(sq, by);
        for slider in self.sliders_aimed_at(sq, by) {
            if !between(sq, slider).intersects(occupied) {
                attackers |= Bitboard::square(slider);
            }
        }
        attackers
    }

    /// The pieces of `by` that attack a square by a step: everything but the slides of lance, bishop, rook, horse
    /// and dragon.
    #[inline(always)]
    pub(crate) fn step_attackers_to(&self, sq: Square, by: Color) -> Bitboard {
        // Looking from the square with the eyes of the other side finds the squares it is attacked from.
        let from = |kind, group| steps(Piece::new(!by, kind), sq) & self.group(by, group);
        from(PieceKind::Pawn, Group::Pawn)
            | from(PieceKind::Knight, Group::Knight)
            | from(PieceKind::Silver, Group::Silver)
            | from(PieceKind::Gold, Group::Gold)
            | king_attacks(sq) & self.group(by, Group::King)
    }

    /// The sliders of `by` that would attack the square on an empty board.
    #[inline(always)]
    pub(crate) fn sliders_aimed_at(&self, sq: Square, by: Color) -> Bitboard {
        reach(Piece::new(!by, PieceKind::Lance), sq) & self.group(by, Group::Lance)
            | reach(Piece::new(by, PieceKind::Bishop), sq) & self.group(by, Group::Bishop)
            | reach(Piece::new(by, PieceKind::Rook), sq) & self.group(by, Group::Rook)
    }

    /// The sliders of `by` aimed at a square and their lone blockers.
    #[inline(always)]
    pub(crate) fn lines_to(&self, sq: Square, by: Color, occupied: Bitboard) -> Lines {
        let mut lines = Lines { open: Bitboard::EMPTY, blockers: Bitboard::EMPTY };
        for slider in self.sliders_aimed_at(sq, by) {
            let obstacles = between(sq, slider) & occupied;
            if obstacles.is_empty() {
                lines.open |= Bitboard::square(slider);
            } else if !obstacles.has_many() {
                lines.blockers |= obstacles;
            }
        }
        lines
    }
}
