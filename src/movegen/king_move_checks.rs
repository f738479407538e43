//! The attacker's checks after each move of the defender's king, generated together.
//!
//! What is common to all target squares of the king is computed once, above all which of the attacker's
//! pieces can check on which of them, so that a square without checks costs little. Discovered checks are
//! left to the general generator.

use super::checks::checking_drops;
use super::drops::is_pawn_drop_mate;
use super::flights::{front_of, stepped_by_golds};
use super::legal_mask::LegalMask;
use super::moveset::{MoveSet, emit, promotion_targets};
use super::slides::Slides;
use super::sources::Source;
use crate::board::{Bitboard, king_attacks, reach, steps};
use crate::position::{Group, View};
use crate::types::{Color, Hand, Piece, PieceKind, Square};
use core::ops::ControlFlow;

/// A piece of the attacker that moves by steps.
pub(super) struct Stepper {
    from: Square,
    piece: Piece,
    /// The squares that it may move to.
    to: Bitboard,
    /// The squares on which it may be able to check the king.
    checkable: Bitboard,
}

/// The attacker's pieces near a king, and the squares on which they may be able to check him.
pub(super) struct KingMoveChecks<'a> {
    us: Color,
    hand: Hand,
    steppers: &'a [Stepper],
    /// The squares on which one of the steppers may be able to check the king.
    checkable: Bitboard,
    /// The target squares of pawns that are not pinned, and the squares on which they check the king from there.
    pawns: Bitboard,
    pawn_checkable: Bitboard,
    /// The squares on which pieces may be dropped.
    free: Bitboard,
    /// The squares of the king for which a pawn can be dropped in front of it, including those on which it
    /// captures a pawn of that file.
    before_drops: Bitboard,
    /// The squares to which the king cannot move, wherever it stands.
    barred: Bitboard,
}

impl<'a> KingMoveChecks<'a> {
    /// For a king that stands on `king`, or next to it on a square of `checkable`. The view does not contain
    /// the king; `attacked` are the squares that the attacker attacks in it; `buffer` is memory to be reused.
    #[inline(always)]
    pub fn new(
        view: &View,
        us: Color,
        (king, checkable): (Square, Bitboard),
        legal_mask: &LegalMask,
        hand: Hand,
        attacked: Bitboard,
        buffer: &'a mut Vec<Stepper>,
    ) -> KingMoveChecks<'a> {
        buffer.clear();
        let takeable = !(view.pieces(us) | view.stones());
        let near = |source: Source, group| source.around(us, king) & view.group(us, group);
        let all_pawns = view.group(us, Group::Pawn);
        let mut steppers = near(Source::Knight, Group::Knight)
            | near(Source::Silver, Group::Silver)
            | near(Source::Gold, Group::Gold);
        if !legal_mask.pinned.is_empty() {
            steppers |= all_pawns & legal_mask.pinned;
        }
        let mut all_checkable = Bitboard::EMPTY;
        for from in steppers {
            let Some(piece) = view.piece_at(from) else { continue };
            let checkable = Source::of(piece.kind()).checkable(us, from) & checkable;
            if !checkable.is_empty() {
                let to = steps(piece, from) & takeable & legal_mask.targets(from);
                all_checkable |= checkable;
                buffer.push(Stepper { from, piece, to, checkable });
            }
        }
        let pawns = all_pawns.without(legal_mask.pinned).forward(us) & takeable & legal_mask.check_mask;
        let mut pawn_checkable = pawns.forward(us);
        let promoting = pawns & Bitboard::promotion_zone(us);
        if !promoting.is_empty() {
            pawn_checkable |= stepped_by_golds(promoting, us);
        }
        let free = legal_mask.check_mask.without(view.occupied);
        let before_drops = if hand.has(PieceKind::Pawn) {
            (free & all_pawns.empty_files()).forward(us) | all_pawns
        } else {
            Bitboard::EMPTY
        };
        let barred = attacked | view.pieces(!us) | view.stones();
        KingMoveChecks {
            us,
            hand,
            steppers: buffer,
            checkable: all_checkable,
            pawns,
            pawn_checkable,
            free,
            before_drops,
            barred,
        }
    }

    /// The squares on which a piece other than a slider may be able to check the king. The set is never too
    /// small.
    #[inline(always)]
    pub fn by_others_than_sliders(&self) -> Bitboard {
        if self.hand.has_more_than_pawns() {
            return Bitboard::ALL;
        }
        self.checkable | self.pawn_checkable | self.before_drops
    }

    /// Generates the checks on the king on one of the squares, on which no discovered check must be possible;
    /// the king has captured the piece there. `view` is the one given to [`new`](KingMoveChecks::new), and
    /// `slides` are those in it; `drops` is a buffer.
    #[inline(always)]
    pub fn for_each_check(
        &self,
        view: &View,
        slides: &Slides,
        target: Square,
        drops: &mut Vec<MoveSet>,
        listener: &mut impl FnMut(MoveSet) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let us = self.us;
        if self.pawn_checkable.contains(target) {
            let stay = self.pawns & front_of(target, !us);
            let promote = self.pawns & golds_around(target, us) & Bitboard::promotion_zone(us);
            for to in stay | promote {
                let from = to.behind(us);
                if from != target {
                    let to = Bitboard::square(to);
                    emit(from, stay & to, promote & to, listener)?;
                }
            }
        }
        if self.checkable.contains(target) {
            self.checks_by_steppers(target, listener)?;
        }
        slides.for_each_check(view, us, target, listener)?;
        if self.before_drops.contains(target) {
            self.check_by_dropped_pawn(view, target, listener)?;
        }
        if self.hand.has_more_than_pawns() {
            collect_checking_drops(us, target, self.hand, (view.occupied, self.free), drops);
            for &set in &*drops {
                listener(set)?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn checks_by_steppers(
        &self,
        target: Square,
        listener: &mut impl FnMut(MoveSet) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let us = self.us;
        for &Stepper { from, piece, to, checkable } in self.steppers {
            if checkable.contains(target) && from != target {
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
        // Nifu: there is another pawn on the file. A pawn captured on the target is not on any square of
        // `file`.
        let file = reach(Piece::new(us, PieceKind::Lance), target)
            | reach(Piece::new(!us, PieceKind::Lance), target);
        if view.group(us, Group::Pawn).intersects(file) {
            return ControlFlow::Continue(());
        }
        let to = front_of(target, !us) & self.free;
        let Some(sq) = to.first() else { return ControlFlow::Continue(()) };
        // A captured piece no longer attacks, so the king may have flight squares that are barred here.
        let has_flight = !king_attacks(target).without(self.barred).is_empty();
        if has_flight || !is_pawn_drop_mate(&view.set_king(!us, target), us, sq) {
            listener(MoveSet::Drops { kind: PieceKind::Pawn, to })?;
        }
        ControlFlow::Continue(())
    }
}

/// Replaces the contents of `drops` by the checks by drops of pieces other than pawns. Not inlined, because
/// the caller would then prepare the tests of the hand even when it is empty.
#[inline(never)]
fn collect_checking_drops(
    us: Color,
    target: Square,
    hand: Hand,
    (occupied, empty): (Bitboard, Bitboard),
    drops: &mut Vec<MoveSet>,
) {
    drops.clear();
    let _ = checking_drops(us, target, hand, (occupied, empty), &mut |set| {
        drops.push(set);
        ControlFlow::Continue(())
    });
}

/// The squares from which a gold of `us` checks a king.
#[inline(always)]
fn golds_around(king: Square, us: Color) -> Bitboard {
    steps(Piece::new(!us, PieceKind::Gold), king)
}
