//! Drops: nifu (二歩), dead-end squares (行き所のない駒) and the exact uchifuzume (打歩詰) test.

use super::flights::{front_of, king_targets, stepped};
use super::moveset::{MoveSet, dead_end};
use super::slides::Slides;
use crate::board::{Bitboard, king_attacks};
use crate::position::{Group, Position, View};
use crate::types::{Color, PieceKind, Square};
use core::ops::ControlFlow;

/// Generates all drops of the side to move onto squares of `targets`, which must be empty squares.
#[inline(always)]
pub(super) fn for_each_drop(
    position: &Position,
    targets: Bitboard,
    listener: &mut impl FnMut(MoveSet) -> ControlFlow<()>,
) -> ControlFlow<()> {
    use PieceKind::*;
    let us = position.side_to_move();
    let hand = position.hand(us);
    if hand.is_empty() || targets.is_empty() {
        return ControlFlow::Continue(());
    }
    if hand.has(Pawn) {
        let to = pawn_drops(position, targets);
        if !to.is_empty() {
            listener(MoveSet::Drops { kind: Pawn, to })?;
        }
    }
    for kind in [Lance, Knight] {
        if hand.has(kind) {
            let to = targets.without(dead_end(us, kind));
            if !to.is_empty() {
                listener(MoveSet::Drops { kind, to })?;
            }
        }
    }
    for kind in [Silver, Gold, Bishop, Rook] {
        if hand.has(kind) {
            listener(MoveSet::Drops { kind, to: targets })?;
        }
    }
    ControlFlow::Continue(())
}

/// The squares of `targets` on which the side to move may drop a pawn.
#[inline(always)]
pub(super) fn pawn_drops(position: &Position, targets: Bitboard) -> Bitboard {
    let us = position.side_to_move();
    let to = targets & position.group(us, Group::Pawn).empty_files().without(dead_end(us, PieceKind::Pawn));
    let Some(king) = position.king(!us) else { return to };
    let checking = front_of(king, !us);
    match checking.first() {
        Some(sq) if to.contains(sq) && is_pawn_drop_mate(&View::new(position), us, sq) => {
            to.without(checking)
        }
        _ => to,
    }
}

/// Whether a pawn dropped by `us` on the empty square in front of the other king would mate; the drop is then
/// illegal.
///
/// The check is by contact, so the only answers are king moves and the capture of the pawn. Nothing can be
/// interposed, so the test need not consider further drops.
#[inline]
pub(super) fn is_pawn_drop_mate(view: &View, us: Color, sq: Square) -> bool {
    let mut view = *view;
    let them = !us;
    let Some(king) = view.king(them) else { return false };
    view.occupied |= Bitboard::square(sq);
    if !king_targets(&view, king, them).is_empty() {
        return false;
    }
    let takers = view.attackers_to(sq, them).without(Bitboard::square(king));
    if takers.is_empty() {
        return true;
    }
    let pinned = view.lines_to(king, us).blockers;
    // The pawn itself blocks the line on which a pinned piece could capture it, so no pinned piece can.
    takers.without(pinned).is_empty()
}

/// Whether a pawn of `us` can be dropped in front of the king, and the king has no flight square: whether the
/// drop is legal then depends on the pieces that can capture the pawn.
#[inline(always)]
pub(super) fn pawn_drop_needs_takers(
    view: &View,
    king: Square,
    us: Color,
    slides: (&Slides, Bitboard),
) -> bool {
    let to = front_of(king, !us).without(view.occupied) & view.group(us, Group::Pawn).empty_files();
    !to.is_empty() && !has_flight(view, king, us, slides)
}

/// Whether the king of the other side, which is not in check, can step to a square that `us` does not attack.
/// All slides of `us` are given, as they were before the contents of the `changed` squares changed. If it
/// can, no pawn dropped in front of it mates, since an additional piece on the board opens no slide.
#[inline(always)]
pub(super) fn has_flight(
    view: &View,
    king: Square,
    us: Color,
    (slides, changed): (&Slides, Bitboard),
) -> bool {
    let steps = king_attacks(king).without(view.pieces(!us) | view.stones());
    !steps.without(slides.union_after(view, us, changed) | stepped(view, us)).is_empty()
}

/// Whether a pawn of the given side dropped on `sq` would check the other king.
#[inline(always)]
pub(super) fn pawn_checks(position: &Position, us: Color, sq: Square) -> bool {
    position.king(!us).is_some_and(|king| front_of(king, !us).contains(sq))
}
