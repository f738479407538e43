//! The double moves that begin with a given reply of the defender: the checks in answer to a king move, to
//! another move on the board, and to a drop.

use super::checks::{for_each_check, for_each_check_in};
use super::double_move::{DoubleMove, KingReplies, UnmadeReply};
use super::drops::pawn_drop_needs_takers;
use super::king_move_checks::{KingMoveChecks, Stepper};
use super::legal_mask::LegalMask;
use super::moveset::MoveSet;
use super::own_king::OwnKing;
use super::slides::Slides;
use crate::board::Bitboard;
use crate::position::{Position, View, arrived};
use crate::types::{Color, Hand, Move, Piece, PieceKind, Square};
use core::ops::ControlFlow;

/// The data shared by the attacker's checks after all moves of the defender.
pub(super) struct ReplyContext {
    pub us: Color,
    /// The defender's king.
    pub king: Square,
    pub own_king: OwnKing,
}

// In these functions `slides` are the attacker's with that king off the board; `checks` is a buffer for the
// answers to one move.
impl ReplyContext {
    /// The double moves that begin with a king move to one of `flights`.
    #[inline(always)]
    pub fn after_king_moves(
        &self,
        position: &Position,
        lifted: &View,
        (flights, attacked): (Bitboard, Bitboard),
        (steppers, slides, checks): (&mut Vec<Stepper>, &Slides, &mut Vec<MoveSet>),
        listener: &mut impl FnMut(DoubleMove),
    ) {
        let ReplyContext { us, king, ref own_king } = *self;
        let hand = position.hand(us);
        let general = match own_king.lifted().double_check {
            true => flights,
            false => slides.discoveries(lifted, us, flights) | flights & own_king.lines(),
        };
        let king_checks =
            KingMoveChecks::new(lifted, us, (king, flights), own_king.lifted(), hand, attacked, steppers);
        let replies = KingReplies::new(position, us, king);
        let likely = general | king_checks.by_others_than_sliders();
        for to in flights {
            if !likely.contains(to) && !slides.may_check(us, to) {
                continue;
            }
            let mut emit = |set| {
                replies.emit_checks(to, set, listener);
                ControlFlow::Continue(())
            };
            // The listener never breaks.
            let _ = if general.contains(to) {
                let moved = lifted.set_king(!us, to);
                let legal_mask = own_king.legal_mask_after(&moved, us, Bitboard::square(to), Bitboard::EMPTY);
                checks.clear();
                collect_checks(&moved, us, &legal_mask, hand, (slides, Bitboard::EMPTY), checks);
                checks.iter().copied().try_for_each(emit)
            } else {
                king_checks.for_each_check(lifted, slides, to, checks, &mut emit)
            };
        }
    }

    /// The double moves that begin with a given move of a piece on the board other than the king.
    #[inline(always)]
    pub fn after_board_move(
        &self,
        position: &Position,
        mv: Move,
        (slides, checks): (&Slides, &mut Vec<MoveSet>),
        listener: &mut impl FnMut(DoubleMove),
    ) {
        let (us, to) = (self.us, mv.to());
        let from = mv.from().map_or(Bitboard::EMPTY, Bitboard::square);
        let moved = position.pieces_of(mv);
        let arrived = arrived(moved.piece(), mv.promotes());
        let view = View::new(position).move_other(!us, from, to).arrive(arrived, to);
        let changed = from | Bitboard::square(to) | Bitboard::square(self.king);
        let aimed = self.own_king.aimed_at_by(arrived, to);
        let legal_mask = self.own_king.legal_mask_after(&view, us, changed, aimed);
        checks.clear();
        collect_checks(&view, us, &legal_mask, position.hand(us), (slides, changed), checks);
        if !checks.is_empty() {
            let reply =
                UnmadeReply::new(position, mv, mv.from().unwrap_or(self.king)).with_arrived(to, arrived);
            reply.emit_checks(position, us, checks, listener);
        }
    }

    /// The double moves that begin with a drop of one of `kinds` on a square. In most cases the attacker's
    /// answers to all of these drops are the same.
    #[inline(never)]
    pub fn after_drops(
        &self,
        position: &Position,
        to: Square,
        kinds: impl Iterator<Item = PieceKind>,
        (slides, checks): (&Slides, &mut Vec<MoveSet>),
        listener: &mut impl FnMut(DoubleMove),
    ) {
        let us = self.us;
        let hand = position.hand(us);
        let changed = Bitboard::square(to) | Bitboard::square(self.king);
        let slides = (slides, changed);
        let view = View::new(position).move_other(!us, Bitboard::EMPTY, to);
        let plain_duties = self.own_king.legal_mask_after(&view, us, changed, Bitboard::EMPTY);
        // The kind of the dropped piece matters where it attacks: the attacker's king, or a square in front
        // of its own king on which a pawn could be dropped for mate.
        let needs_takers = hand.has(PieceKind::Pawn) && pawn_drop_needs_takers(&view, self.king, us, slides);
        let mut are_known = false;
        for kind in kinds {
            let piece = Piece::new(!us, kind);
            let aimed = self.own_king.aimed_at_by(piece, to);
            let is_aimed = !aimed.is_empty();
            if needs_takers || is_aimed || !are_known {
                let view = view.arrive(piece, to);
                let mut legal_mask = plain_duties;
                if is_aimed {
                    legal_mask = self.own_king.legal_mask_after(&view, us, changed, aimed);
                }
                checks.clear();
                collect_checks(&view, us, &legal_mask, hand, slides, checks);
                are_known = !is_aimed;
            }
            if !checks.is_empty() {
                let reply =
                    UnmadeReply::new(position, Move::drop(kind, to), self.king).with_arrived(to, piece);
                reply.emit_checks(position, us, checks, listener);
            }
        }
    }
}

/// Appends the checks of `us` in a view to `checks`; `slides` as for [`for_each_check_in`].
// Not inlined, since in all its callers it would take too much of the processor's instruction cache.
#[inline(never)]
fn collect_checks(
    view: &View,
    us: Color,
    legal_mask: &LegalMask,
    hand: Hand,
    slides: (&Slides, Bitboard),
    checks: &mut Vec<MoveSet>,
) {
    let _ = for_each_check_in(view, us, legal_mask, hand, slides, &mut into(checks));
}

/// A listener that appends every set of checks.
fn into(checks: &mut Vec<MoveSet>) -> impl FnMut(MoveSet) -> ControlFlow<()> {
    |set| {
        checks.push(set);
        ControlFlow::Continue(())
    }
}

/// The double moves that begin with a given move, which is played and taken back.
#[cold]
pub(super) fn after_move_made(
    position: &mut Position,
    mv: Move,
    checks: &mut Vec<MoveSet>,
    listener: &mut impl FnMut(DoubleMove),
) {
    // A drop leaves no square. The king's square can stand for the vacated one, because no move of the
    // attacker ends there.
    let Some(king) = position.king(position.side_to_move()) else { return };
    let reply = UnmadeReply::new(position, mv, mv.from().unwrap_or(king));
    let undo = position.do_move(mv);
    let us = position.side_to_move();
    checks.clear();
    let _ = for_each_check(position, into(checks));
    reply.emit_checks(position, us, checks, listener);
    position.undo_move(mv, undo);
}
