//! The attacker's king: the restrictions that it puts on the attacker's moves after a reply that is not made on the
//! board.

use super::legal_mask::LegalMask;
use crate::board::{Bitboard, between, line, reach};
use crate::position::View;
use crate::types::{Color, Piece, Square};

/// The attacker's king, if he has one on the board, and the defender's sliders that aim at it.
pub(super) struct OwnKing {
    king: Option<Square>,
    sliders: Bitboard,
    /// The squares between them and the king.
    lines: Bitboard,
}

impl OwnKing {
    /// The king of `us`, who is not in check, and the restrictions when the other king, who is not in the view, may have
    /// gone anywhere but between him and a slider.
    #[inline(always)]
    pub fn new(lifted: &View, us: Color) -> (OwnKing, LegalMask) {
        let mut own = OwnKing { king: lifted.king(us), sliders: Bitboard::EMPTY, lines: Bitboard::EMPTY };
        let mut legal_mask = LegalMask::none(own.king);
        if let Some(king) = own.king {
            own.sliders = lifted.sliders_aimed_at(king, !us);
            for slider in own.sliders {
                let line = between(king, slider);
                own.lines |= line;
                legal_mask.meet(lifted, us, line, slider);
            }
        }
        (own, legal_mask)
    }

    /// Whether another move of the defender than his king's, of a piece that arrives on `to`, leaves the restrictions
    /// as they were without his king: neither of these squares nor what left or was taken matters to the lines.
    #[inline(always)]
    pub fn is_unmoved_by(&self, squares: Bitboard, arrived: Piece, to: Square) -> bool {
        !squares.intersects(self.lines | self.sliders) && !self.is_aimed_at_by(arrived, to)
    }

    /// The squares between the king and the sliders.
    #[inline(always)]
    pub fn lines(&self) -> Bitboard {
        self.lines
    }

    /// The restrictions after the defender's king moved, in `view`.
    #[inline(always)]
    pub fn legal_mask(&self, view: &View, us: Color) -> LegalMask {
        self.legal_mask_against(view, us, self.sliders)
    }

    /// The restrictions after another piece of the defender left `from` (empty for a drop) and arrived on `to`, in
    /// `view`.
    #[inline(always)]
    pub fn legal_mask_after(
        &self,
        view: &View,
        us: Color,
        from: Bitboard,
        arrived: Piece,
        to: Square,
    ) -> LegalMask {
        let mut enemies = self.sliders.without(from);
        // A piece that steps is like a slider with nothing in between.
        if self.is_aimed_at_by(arrived, to) {
            enemies |= Bitboard::square(to);
        }
        self.legal_mask_against(view, us, enemies)
    }

    /// Whether the king stands between a slider of `us` and the square, so that its own move may open a line to it.
    #[inline(always)]
    pub fn may_discover(&self, view: &View, us: Color, target: Square) -> bool {
        self.king.is_some_and(|king| {
            let line = line(target, king);
            let mut sliders =
                if line.is_empty() { line } else { line & view.sliders_aimed_at(target, us) }.into_iter();
            sliders.any(|slider| between(target, slider).contains(king))
        })
    }

    /// Whether a piece would attack the king from a square on an empty board.
    #[inline(always)]
    pub fn is_aimed_at_by(&self, piece: Piece, from: Square) -> bool {
        self.king.is_some_and(|king| reach(piece, from).contains(king))
    }

    /// The restrictions when only `enemies`, which aim at the king, can check it.
    #[inline(always)]
    fn legal_mask_against(&self, view: &View, us: Color, enemies: Bitboard) -> LegalMask {
        let mut legal_mask = LegalMask::none(self.king);
        if let Some(king) = self.king {
            for enemy in enemies {
                legal_mask.meet(view, us, between(king, enemy), enemy);
            }
        }
        legal_mask
    }
}
