//! The attacker's own king while the defender moves: what his sliders make of it.

use super::legal_mask::LegalMask;
use crate::board::{Bitboard, between, line, reach};
use crate::position::View;
use crate::types::{Color, Piece, Square};

/// The attacker's king, if he has one on the board, and the defender's sliders that aim at him.
pub(super) struct OwnKing {
    king: Option<Square>,
    sliders: Bitboard,
    /// The squares between them and him.
    lines: Bitboard,
}

impl OwnKing {
    /// The king of `us`, who is not in check.
    #[inline(always)]
    pub fn new(view: &View, us: Color) -> OwnKing {
        let mut own = OwnKing { king: view.king(us), sliders: Bitboard::EMPTY, lines: Bitboard::EMPTY };
        if let Some(king) = own.king {
            own.sliders = view.sliders_aimed_at(king, !us);
            for slider in own.sliders {
                own.lines |= between(king, slider);
            }
        }
        own
    }

    /// The squares between him and the sliders.
    #[inline(always)]
    pub fn lines(&self) -> Bitboard {
        self.lines
    }

    /// What he demands in a view after the defender's king moved or may move.
    #[inline(always)]
    pub fn legal_mask(&self, view: &View, us: Color) -> LegalMask {
        self.duties_before(view, us, self.sliders)
    }

    /// What he demands in a view after another piece of the defender left `from` (empty for a drop) and arrived on `to`.
    #[inline(always)]
    pub fn duties_after(
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
        self.duties_before(view, us, enemies)
    }

    /// Whether he stands between one of his sliders and the square, so that his own move may open a line to it.
    #[inline(always)]
    pub fn may_discover(&self, view: &View, us: Color, target: Square) -> bool {
        self.king.is_some_and(|king| {
            let line = line(target, king);
            let mut sliders =
                if line.is_empty() { line } else { line & view.sliders_aimed_at(target, us) }.into_iter();
            sliders.any(|slider| between(target, slider).contains(king))
        })
    }

    /// Whether a piece would attack him from a square on an empty board.
    #[inline(always)]
    pub fn is_aimed_at_by(&self, piece: Piece, from: Square) -> bool {
        self.king.is_some_and(|king| reach(piece, from).contains(king))
    }

    /// What he demands when nothing but `enemies`, which aim at him, can check him.
    #[inline(always)]
    fn duties_before(&self, view: &View, us: Color, enemies: Bitboard) -> LegalMask {
        let mut legal_mask = LegalMask::none(self.king);
        if let Some(king) = self.king {
            for enemy in enemies {
                let line = between(king, enemy);
                let obstacles = line & view.occupied;
                if obstacles.is_empty() {
                    legal_mask.restrict(line | Bitboard::square(enemy));
                } else if !obstacles.has_many() {
                    legal_mask.pinned |= obstacles & view.pieces(us);
                }
            }
        }
        legal_mask
    }
}
