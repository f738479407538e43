//! Checks on a king who may step to one of several squares: what the squares share is gathered once.
//!
//! A hunt knows the attacker's pieces that may check the king on one of the squares, so that a square on which nothing
//! checks him costs little. Discovered checks are left to the general generator: a hunt tells where they are possible.

use super::checks::{Duties, Source, slide_and_drop_checks};
use super::flights::front_of;
use super::moveset::{MoveSet, emit, promotion_targets};
use super::slides::Slides;
use crate::board::{Bitboard, between, reach, steps};
use crate::position::{Group, View};
use crate::types::{Color, Hand, Piece, PieceKind, Square};
use core::ops::ControlFlow;

/// A stepping piece of the attacker.
pub(super) struct Hunter {
    from: Square,
    piece: Piece,
    /// Where its own king and its side's pieces let it go.
    to: Bitboard,
    /// The squares on which it may be able to check a king.
    prey: Bitboard,
}

/// The attacker's pieces around a king and what they may do.
pub(super) struct Hunt<'a> {
    us: Color,
    duties: Duties,
    hand: Hand,
    slides: &'a Slides,
    hunters: &'a [Hunter],
    /// Where pawns that are not pinned arrive.
    pawns: Bitboard,
}

impl<'a> Hunt<'a> {
    /// Prepares for a king who stands on `king`, or beside it, on a square of `prey`. The view has him lifted; `buffer`
    /// is room to work in.
    #[inline(always)]
    pub fn new(
        view: &View,
        us: Color,
        (king, prey): (Square, Bitboard),
        duties: Duties,
        hand: Hand,
        slides: &'a Slides,
        buffer: &'a mut Vec<Hunter>,
    ) -> Hunt<'a> {
        buffer.clear();
        let takeable = !(view.pieces(us) | view.stones());
        let near = |source: Source, group| source.around(us, king) & view.group(us, group);
        let all_pawns = view.group(us, Group::Pawn);
        let mut steppers = near(Source::Knight, Group::Knight)
            | near(Source::Silver, Group::Silver)
            | near(Source::Gold, Group::Gold);
        if !duties.pinned.is_empty() {
            steppers |= all_pawns & duties.pinned;
        }
        for from in steppers {
            let Some(piece) = view.piece_at(from) else { continue };
            let prey = Source::of(piece.kind()).prey(us, from) & prey;
            if !prey.is_empty() {
                let to = steps(piece, from) & takeable & duties.allow(from);
                buffer.push(Hunter { from, piece, to, prey });
            }
        }
        let pawns = all_pawns.without(duties.pinned).forward(us) & takeable & duties.answers;
        Hunt { us, duties, hand, slides, hunters: buffer, pawns }
    }

    /// Those of `squares` on which a discovered check on the king is possible, or a check by the attacker's king.
    #[inline(always)]
    pub fn discoveries(&self, view: &View, squares: Bitboard) -> Bitboard {
        let own = view.pieces(self.us);
        let mut found = Bitboard::EMPTY;
        for slider in self.slides.sliders() {
            for sq in reach(Piece::new(self.us, slider.kind), slider.from) & squares {
                let obstacles = between(slider.from, sq) & view.occupied;
                if !obstacles.has_many() && obstacles.intersects(own) {
                    found |= Bitboard::square(sq);
                }
            }
        }
        found
    }

    /// Hands out the checks on the king as he stands in `view`: on the square for which the hunt was made or on one of
    /// its prey, where no check can be discovered, having taken nothing or what stood there.
    #[inline(always)]
    pub fn for_each_check(
        &self,
        view: &View,
        target: Square,
        listener: &mut impl FnMut(MoveSet) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let us = self.us;
        let golds = steps(Piece::new(!us, PieceKind::Gold), target);
        let stay = self.pawns & front_of(target, !us);
        let promote = self.pawns & golds & Bitboard::promotion_zone(us);
        if !(stay | promote).is_empty() {
            for to in stay | promote {
                let to = Bitboard::square(to);
                if let Some(from) = to.forward(!us).first().filter(|&from| from != target) {
                    emit(from, stay & to, promote & to, listener)?;
                }
            }
        }
        for hunter in self.hunters {
            let &Hunter { from, piece, to, prey } = hunter;
            if prey.contains(target) && from != target {
                let kind = piece.kind();
                let stay = to & steps(Piece::new(!us, kind), target);
                let promote = if kind.promoted().is_some() {
                    to & golds & promotion_targets(us, from)
                } else {
                    Bitboard::EMPTY
                };
                emit(from, stay, promote, listener)?;
            }
        }
        slide_and_drop_checks(view, us, &self.duties, self.hand, self.slides, Bitboard::EMPTY, listener)
    }
}
