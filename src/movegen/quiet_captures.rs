//! Captures of the checking piece after which the attacker has no check: most of them.
//!
//! They are told apart for all pieces that may capture at a time, with all of those off the board: then the attacker's
//! lines are at least as open, and his moves at least as many, as after any one of the captures. Only what hides lines
//! to his own king is different.

use super::checks::for_each_check_by_step;
use super::flights::front_of;
use super::own_king::OwnKing;
use super::slides::Slides;
use crate::board::Bitboard;
use crate::position::{Group, View};
use crate::types::{Color, Hand, PieceKind, Square};
use core::ops::ControlFlow;

/// Those of `captors`, pieces of the defender, after whose capture of the only checking piece of `us` there is no check
/// on the king in answer. Never too many. The view is that before the capture; `slides` are those of `us` with the king
/// off the board; `own_king`: that of `us`.
#[inline(never)]
pub(super) fn quiet_captors(
    view: &View,
    us: Color,
    (king, checker): (Square, Square),
    captors: Bitboard,
    hand: Hand,
    (own_king, slides): (&OwnKing, &Slides),
) -> Bitboard {
    let taken = Bitboard::square(checker);
    let guards = own_king.lines() | own_king.sliders();
    if hand.has_more_than_pawns() || guards.intersects(taken | Bitboard::square(king)) {
        return Bitboard::EMPTY;
    }
    let view = view.move_other(!us, captors, checker);
    if may_check(&view, us, (king, captors | taken), hand, (own_king, slides)) {
        return Bitboard::EMPTY;
    }
    captors.without(guards)
}

/// Whether `us` may have a check in a view that differs from that of the slides by what stands on `changed` squares.
#[inline(always)]
fn may_check(
    view: &View,
    us: Color,
    (king, changed): (Square, Bitboard),
    hand: Hand,
    (own_king, slides): (&OwnKing, &Slides),
) -> bool {
    let pawns = view.group(us, Group::Pawn);
    if hand.has(PieceKind::Pawn)
        && !(front_of(king, !us) & pawns.empty_files()).without(view.occupied).is_empty()
    {
        return true;
    }
    if view.lines_to(king, us).blockers.intersects(view.pieces(us)) {
        return true;
    }
    let legal_mask = own_king.lifted();
    let found = &mut |_| ControlFlow::Break(());
    for_each_check_by_step(view, us, legal_mask, (king, Bitboard::EMPTY), found).is_break()
        || slides
            .for_each_check_after(view, us, legal_mask, (king, Bitboard::EMPTY), changed, found)
            .is_break()
}
