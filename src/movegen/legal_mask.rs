//! What the mover's own king demands of his moves: pins, and checks to be answered.

use crate::board::{Bitboard, between, line};
use crate::position::{Threats, View};
use crate::types::{Color, Square};

/// What the mover's own king allows.
#[derive(Clone, Copy)]
pub(super) struct Duties {
    /// Where other pieces than the king may go: everywhere, or where a check is answered.
    pub answers: Bitboard,
    pub pinned: Bitboard,
    pub king: Option<Square>,
    /// Only the king may move.
    pub double_check: bool,
}

impl Duties {
    /// What a king demands who is neither in check nor shields himself behind a piece; or no king at all.
    #[inline(always)]
    pub fn none(king: Option<Square>) -> Duties {
        Duties { answers: Bitboard::ALL, pinned: Bitboard::EMPTY, king, double_check: false }
    }

    #[inline(always)]
    pub fn new(view: &View, us: Color) -> Duties {
        let mut duties = Duties::none(view.king(us));
        if let Some(king) = duties.king {
            let Threats { checkers, blockers } = view.threats(king, !us);
            duties.pinned = blockers & view.pieces(us);
            if let Some(checker) = checkers.first() {
                duties.answers = checkers | between(king, checker);
                duties.double_check = checkers.has_many();
            }
        }
        duties
    }

    /// A check that is answered on the given squares.
    #[inline(always)]
    pub fn answer(&mut self, squares: Bitboard) {
        self.double_check |= self.answers != Bitboard::ALL;
        self.answers &= squares;
    }

    /// Where a piece on `from` may go as far as the own king is concerned.
    #[inline(always)]
    pub fn allow(&self, from: Square) -> Bitboard {
        if self.pinned.is_empty() || !self.pinned.contains(from) {
            return self.answers;
        }
        self.king.map_or(self.answers, |king| self.answers & line(king, from))
    }
}
