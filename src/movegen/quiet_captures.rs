//! Captures of the checking piece after which the attacker has no check; most captures are of this kind.
//!
//! They are found for all capturing pieces at once, with all of these pieces removed from the board: then the
//! attacker's lines are at least as open, and the attacker's moves at least as many, as after any single
//! capture. The exception is what shields the attacker's own king, which is treated separately.

use super::checks::for_each_check_by_step;
use super::flights::front_of;
use super::own_king::OwnKing;
use super::slides::Slides;
use crate::board::Bitboard;
use crate::position::{Group, Position, View};
use crate::types::{Color, Hand, PieceKind, Square};
use core::ops::ControlFlow;

/// The pieces among `captors`, pieces of the defender, after whose capture of the only checking piece of `us`
/// there is no check in answer. The result may be too small, but never too large. The position is that before
/// the capture; `slides` are those of `us` with the king off the board; `own_king` is that of `us`.
#[inline(never)]
pub(super) fn quiet_captors(
    position: &Position,
    us: Color,
    (king, checker): (Square, Square),
    captors: Bitboard,
    (own_king, slides): (&OwnKing, &Slides),
) -> Bitboard {
    let (view, hand) = (View::new(position), position.hand(us));
    if hand.has_more_than_pawns() {
        return Bitboard::EMPTY;
    }
    let changed = captors | Bitboard::square(checker);
    let guards = own_king.lines() | own_king.sliders();
    let is_guarded_as_before = !guards.intersects(changed | Bitboard::square(king));
    let legal_mask = {
        let view = view.move_other(!us, Bitboard::EMPTY, checker);
        own_king.legal_mask_after(&view, us, changed | Bitboard::square(king), Bitboard::EMPTY)
    };
    let slide_as_before = is_guarded_as_before && !slides.union().intersects(changed);
    let may_slide = !slide_as_before || slides.may_check(us, king);
    let view = view.move_other(!us, captors, checker);
    let found = &mut |_| ControlFlow::Break(());
    let may_check = may_drop_pawn(&view, us, king, hand)
        || view.lines_to(king, us).blockers.intersects(view.pieces(us))
        || for_each_check_by_step(&view, us, &legal_mask, (king, Bitboard::EMPTY), found).is_break()
        || may_slide
            && slides
                .for_each_check_after(&view, us, &legal_mask, (king, Bitboard::EMPTY), changed, found)
                .is_break();
    if may_check { Bitboard::EMPTY } else { captors }
}

/// Whether `us` can drop a pawn in front of the king, whether or not that mates.
#[inline(always)]
fn may_drop_pawn(view: &View, us: Color, king: Square, hand: Hand) -> bool {
    let free = view.group(us, Group::Pawn).empty_files().without(view.occupied);
    hand.has(PieceKind::Pawn) && front_of(king, !us).intersects(free)
}
