//! The attacker's king: its restrictions on the attacker's moves after a reply that is not made on the board.

use super::legal_mask::LegalMask;
use crate::board::{Bitboard, between, line, reach};
use crate::position::View;
use crate::types::{Color, Piece, Square};

/// The attacker's king, if there is one on the board, and the defender's sliders aimed at it.
pub(super) struct OwnKing {
    sliders: Bitboard,
    /// The squares between them and the king.
    lines: Bitboard,
    /// The restrictions when the other king is off the board.
    lifted: LegalMask,
}

impl OwnKing {
    /// The king of `us`, which must not be in check, in a view without the other king.
    #[inline(always)]
    pub fn new(lifted: &View, us: Color) -> OwnKing {
        let king = lifted.king(us);
        let mut own =
            OwnKing { sliders: Bitboard::EMPTY, lines: Bitboard::EMPTY, lifted: LegalMask::none(king) };
        if let Some(king) = king {
            own.sliders = lifted.sliders_aimed_at(king, !us);
            for slider in own.sliders {
                let line = between(king, slider);
                own.lines |= line;
                own.lifted.meet(lifted, us, line, slider);
            }
        }
        own
    }

    /// The restrictions when the other king is off the board, or anywhere except between this king and a
    /// slider.
    #[inline(always)]
    pub fn lifted(&self) -> &LegalMask {
        &self.lifted
    }

    /// The defender's sliders that aim at the king.
    #[inline(always)]
    pub fn sliders(&self) -> Bitboard {
        self.sliders
    }

    /// The squares between the king and the sliders.
    #[inline(always)]
    pub fn lines(&self) -> Bitboard {
        self.lines
    }

    /// The restrictions after a move of the defender, in `view`. `changed` are the squares that differ from
    /// when the defender's king was off the board; `aimed` is the square of a piece that arrived and is
    /// [aimed](Self::aimed_at_by) at the king.
    #[inline(always)]
    pub fn legal_mask_after(&self, view: &View, us: Color, changed: Bitboard, aimed: Bitboard) -> LegalMask {
        if aimed.is_empty() && !changed.intersects(self.lines | self.sliders) {
            return self.lifted;
        }
        let mut legal_mask = LegalMask::none(self.lifted.king);
        if let Some(king) = self.lifted.king {
            // A stepping piece is treated like a slider with nothing in between.
            for enemy in self.sliders.without(changed) | aimed {
                legal_mask.meet(view, us, between(king, enemy), enemy);
            }
        }
        legal_mask
    }

    /// Whether the king stands between a slider of `us` and the square, so that its own move may open that
    /// line.
    #[inline(always)]
    pub fn may_discover(&self, view: &View, us: Color, target: Square) -> bool {
        self.lifted.king.is_some_and(|king| {
            let line = line(target, king);
            let mut sliders =
                if line.is_empty() { line } else { line & view.sliders_aimed_at(target, us) }.into_iter();
            sliders.any(|slider| between(target, slider).contains(king))
        })
    }

    /// The square of a piece if it would attack the king from there on an empty board.
    #[inline(always)]
    pub fn aimed_at_by(&self, piece: Piece, from: Square) -> Bitboard {
        match self.lifted.king {
            Some(king) if reach(piece, from).contains(king) => Bitboard::square(from),
            _ => Bitboard::EMPTY,
        }
    }
}
