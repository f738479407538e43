//! Checks on a king who may step to one of several squares: what the squares share is gathered once.
//!
//! A hunt knows the attacker's pieces that may check the king on one of the squares, so that a square on which nothing
//! checks him costs little. Discovered checks are left to the general generator.

use super::checks::checking_drops;
use super::drops::is_pawn_drop_mate;
use super::flights::{front_of, stepped_by_golds};
use super::legal_mask::Duties;
use super::moveset::{MoveSet, emit, promotion_targets};
use super::slides::Slides;
use super::sources::Source;
use crate::board::{Bitboard, king_attacks, steps};
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
    hand: Hand,
    hunters: &'a [Hunter],
    /// The squares on which one of the hunters may be able to check.
    prey: Bitboard,
    /// Where pawns that are not pinned arrive, and the squares on which they check a king from there.
    pawns: Bitboard,
    pawn_prey: Bitboard,
    /// Where pieces may be dropped.
    free: Bitboard,
    /// The squares on which a pawn may be dropped in front of the king, and those on which it may because he took one.
    before_drops: Bitboard,
    /// Where the king cannot go, wherever he is.
    barred: Bitboard,
}

impl<'a> Hunt<'a> {
    /// Prepares for a king who stands on `king`, or beside it, on a square of `prey`. The view has him lifted; `attacked`
    /// is what the attacker's pieces attack in it; `buffer` is room to work in.
    #[inline(always)]
    pub fn new(
        view: &View,
        us: Color,
        (king, prey): (Square, Bitboard),
        duties: &Duties,
        hand: Hand,
        attacked: Bitboard,
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
        let mut all_prey = Bitboard::EMPTY;
        for from in steppers {
            let Some(piece) = view.piece_at(from) else { continue };
            let prey = Source::of(piece.kind()).prey(us, from) & prey;
            if !prey.is_empty() {
                let to = steps(piece, from) & takeable & duties.allow(from);
                all_prey |= prey;
                buffer.push(Hunter { from, piece, to, prey });
            }
        }
        let pawns = all_pawns.without(duties.pinned).forward(us) & takeable & duties.answers;
        let mut pawn_prey = pawns.forward(us);
        let promoting = pawns & Bitboard::promotion_zone(us);
        if !promoting.is_empty() {
            pawn_prey |= stepped_by_golds(promoting, us);
        }
        let free = duties.answers.without(view.occupied);
        let before_drops = if hand.has(PieceKind::Pawn) {
            (free & all_pawns.empty_files()).forward(us) | all_pawns
        } else {
            Bitboard::EMPTY
        };
        let barred = attacked | view.pieces(!us) | view.stones();
        Hunt { us, hand, hunters: buffer, prey: all_prey, pawns, pawn_prey, free, before_drops, barred }
    }

    /// Hands out the checks on the king on the square for which the hunt was made or on one of its prey, where no check can
    /// be discovered, having taken nothing or what stood there. The view is that of the hunt, and the slides are in it.
    #[inline(always)]
    pub fn for_each_check(
        &self,
        view: &View,
        slides: &Slides,
        target: Square,
        listener: &mut impl FnMut(MoveSet) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let us = self.us;
        if self.pawn_prey.contains(target) {
            let stay = self.pawns & front_of(target, !us);
            let promote = self.pawns & golds_around(target, us) & Bitboard::promotion_zone(us);
            for to in stay | promote {
                let to = Bitboard::square(to);
                if let Some(from) = to.forward(!us).first().filter(|&from| from != target) {
                    emit(from, stay & to, promote & to, listener)?;
                }
            }
        }
        if self.prey.contains(target) {
            self.checks_by_hunters(target, listener)?;
        }
        slides.for_each_check(view, us, target, listener)?;
        if self.before_drops.contains(target) {
            self.check_by_dropped_pawn(view, target, listener)?;
        }
        if self.hand.has_more_than_pawns() {
            checking_drops(view, us, target, self.hand, self.free, listener)?;
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn checks_by_hunters(
        &self,
        target: Square,
        listener: &mut impl FnMut(MoveSet) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let us = self.us;
        for &Hunter { from, piece, to, prey } in self.hunters {
            if prey.contains(target) && from != target {
                let kind = piece.kind();
                let stay = to & steps(Piece::new(!us, kind), target);
                let promote = if kind.promoted().is_some() {
                    to & golds_around(target, us) & promotion_targets(us, from)
                } else {
                    Bitboard::EMPTY
                };
                emit(from, stay, promote, listener)?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn check_by_dropped_pawn(
        &self,
        view: &View,
        target: Square,
        listener: &mut impl FnMut(MoveSet) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let us = self.us;
        let left = view.group(us, Group::Pawn).without(Bitboard::square(target));
        let to = front_of(target, !us) & self.free & left.empty_files();
        let Some(sq) = to.first() else { return ControlFlow::Continue(()) };
        // What he took attacks no more, so he may have flights that are barred here.
        let has_flight = !king_attacks(target).without(self.barred).is_empty();
        if has_flight || !is_pawn_drop_mate(&view.set_king(!us, target), us, sq) {
            listener(MoveSet::Drops { kind: PieceKind::Pawn, to })?;
        }
        ControlFlow::Continue(())
    }
}

/// The squares from which a gold of `us` checks a king.
#[inline(always)]
fn golds_around(king: Square, us: Color) -> Bitboard {
    steps(Piece::new(!us, PieceKind::Gold), king)
}
