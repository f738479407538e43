//! The restrictions on moves by the mover's own king: the check mask and pins.

use crate::board::{Bitboard, between, line};
use crate::position::{Threats, View};
use crate::types::{Color, Square};

/// The moves that the mover's own king permits.
#[derive(Clone, Copy)]
pub(super) struct LegalMask {
    /// The squares to which pieces other than the king may move: all squares or, in check, those that answer
    /// it.
    pub check_mask: Bitboard,
    pub pinned: Bitboard,
    pub king: Option<Square>,
    /// Only the king may move.
    pub double_check: bool,
}

impl LegalMask {
    /// No restrictions: the king is not in check and no piece is pinned, or there is no king.
    #[inline(always)]
    pub fn none(king: Option<Square>) -> LegalMask {
        LegalMask { check_mask: Bitboard::ALL, pinned: Bitboard::EMPTY, king, double_check: false }
    }

    #[inline(always)]
    pub fn new(view: &View, us: Color) -> LegalMask {
        let mut mask = LegalMask::none(view.king(us));
        if let Some(king) = mask.king {
            let Threats { checkers, blockers } = view.threats(king, !us);
            mask.pinned = blockers & view.pieces(us);
            if let Some(checker) = checkers.first() {
                mask.check_mask = checkers | between(king, checker);
                mask.double_check = checkers.has_many();
            }
        }
        mask
    }

    /// Adds the restriction by an enemy piece that would attack the king of `us` on an empty board; `line` is
    /// the set of squares between the two.
    #[inline(always)]
    pub fn meet(&mut self, view: &View, us: Color, line: Bitboard, enemy: Square) {
        let obstacles = line & view.occupied;
        if obstacles.is_empty() {
            self.restrict(line | Bitboard::square(enemy));
        } else if !obstacles.has_many() {
            self.pinned |= obstacles & view.pieces(us);
        }
    }

    /// Adds a check that can be answered on the given squares.
    #[inline(always)]
    fn restrict(&mut self, squares: Bitboard) {
        self.double_check |= self.check_mask != Bitboard::ALL;
        self.check_mask &= squares;
    }

    /// The squares that a piece on `from` may move to with regard to its own king.
    #[inline(always)]
    pub fn targets(&self, from: Square) -> Bitboard {
        if !self.pinned.contains(from) {
            return self.check_mask;
        }
        // Without a king no piece is pinned.
        self.check_mask & line(self.king.unwrap_or(from), from)
    }
}
