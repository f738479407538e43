//! The attacker's checks: all legal moves that attack the other king, and no others.
//!
//! They are built from the king: the squares from which each kind would check it, the few pieces that can get
//! there, the pieces that open a line by leaving it (discovered check), and drops onto those squares.

use super::drops::{has_flight, is_pawn_drop_mate};
use super::flights::{front_of, king_targets};
use super::legal_mask::LegalMask;
use super::moveset::{MoveList, MoveSet, emit, split};
use super::slides::Slides;
use super::sources::Source;
use crate::board::{Bitboard, bishop_attacks, king_attacks, lance_attacks, line, rook_attacks, steps};
use crate::position::{Group, Position, View};
use crate::types::{Color, Hand, Piece, PieceKind, Square};
use core::ops::ControlFlow;

/// Generates the legal moves of the side to move that give check, until the listener breaks.
#[inline]
pub fn for_each_check(
    position: &Position,
    mut listener: impl FnMut(MoveSet) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let us = position.side_to_move();
    let view = View::new(position);
    let legal_mask = LegalMask::new(&view, us);
    let mut slides = Slides::none();
    slides.find(&view, us, &legal_mask);
    for_each_check_in(&view, us, &legal_mask, position.hand(us), (&slides, Bitboard::EMPTY), &mut listener)
}

/// Generates the checks of `us` in a view. `slides` are those of all sliders of `us` before the contents of
/// the `changed` squares changed; they may include sliders that are no longer in the view.
#[inline]
pub(super) fn for_each_check_in(
    view: &View,
    us: Color,
    legal_mask: &LegalMask,
    hand: Hand,
    (slides, changed): (&Slides, Bitboard),
    listener: &mut impl FnMut(MoveSet) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Some(target) = view.king(!us) else { return ControlFlow::Continue(()) };
    let discoverers = view.lines_to(target, us).blockers & view.pieces(us);
    if let Some(king) = legal_mask.king
        && discoverers.contains(king)
    {
        // The other king's own steps are excluded explicitly, because the view may not contain that king as a
        // piece.
        let to = king_targets(view, king, us).without(line(target, king) | king_attacks(target));
        emit(king, to, Bitboard::EMPTY, listener)?;
    }
    if legal_mask.double_check {
        return ControlFlow::Continue(());
    }
    for_each_check_by_step(view, us, legal_mask, (target, discoverers), listener)?;
    slides.for_each_check_after(view, us, legal_mask, (target, discoverers), changed, listener)?;
    if hand.is_empty() {
        return ControlFlow::Continue(());
    }
    let empty = legal_mask.check_mask.without(view.occupied);
    if hand.has(PieceKind::Pawn) {
        let to = front_of(target, !us) & empty & view.group(us, Group::Pawn).empty_files();
        if let Some(sq) = to.first()
            && (has_flight(view, target, us, (slides, changed)) || !is_pawn_drop_mate(view, us, sq))
        {
            listener(MoveSet::Drops { kind: PieceKind::Pawn, to })?;
        }
    }
    if hand.has_more_than_pawns() {
        checking_drops(us, target, hand, (view.occupied, empty), listener)?;
    }
    ControlFlow::Continue(())
}

/// Generates the checks of pieces that move by steps, except the king; `discoverers` are the pieces that open
/// a line.
#[inline(always)]
pub(super) fn for_each_check_by_step(
    view: &View,
    us: Color,
    legal_mask: &LegalMask,
    (target, discoverers): (Square, Bitboard),
    listener: &mut impl FnMut(MoveSet) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let takeable = !(view.pieces(us) | view.stones());
    let own_king = legal_mask.king.map_or(Bitboard::EMPTY, Bitboard::square);
    let sliders = view.sliders(us);
    for from in near_steppers(view, us, target) | discoverers.without(sliders | own_king) {
        let Some(piece) = view.piece_at(from) else { continue };
        let to = steps(piece, from) & takeable & legal_mask.targets(from);
        let kind = piece.kind();
        let opened = opened_by(discoverers, target, from);
        let (stay, promote) = split(us, kind, from, to);
        let stay = stay & (steps(Piece::new(!us, kind), target) | opened);
        let promote = promote & (steps(Piece::new(!us, PieceKind::Gold), target) | opened);
        emit(from, stay, promote, listener)?;
    }
    ControlFlow::Continue(())
}

/// The squares on which a piece gives check because it has left its line; empty unless it is a discoverer.
#[inline(always)]
fn opened_by(discoverers: Bitboard, target: Square, from: Square) -> Bitboard {
    if discoverers.is_empty() || !discoverers.contains(from) {
        return Bitboard::EMPTY;
    }
    !line(target, from)
}

/// The pieces that may be able to check by a step.
#[inline(always)]
fn near_steppers(view: &View, us: Color, target: Square) -> Bitboard {
    let near = |source: Source, group| source.of_checks(us, target) & view.group(us, group);
    near(Source::Pawn, Group::Pawn)
        | near(Source::Knight, Group::Knight)
        | near(Source::Silver, Group::Silver)
        | near(Source::Gold, Group::Gold)
}

/// Generates the drops that give check, except those of pawns. A square from which a piece gives check is
/// never a dead end for it.
#[inline(always)]
pub(super) fn checking_drops(
    us: Color,
    target: Square,
    hand: Hand,
    (occupied, empty): (Bitboard, Bitboard),
    listener: &mut impl FnMut(MoveSet) -> ControlFlow<()>,
) -> ControlFlow<()> {
    use PieceKind::*;
    let mut drop = |kind, squares: Bitboard| {
        let to = squares & empty;
        if to.is_empty() { ControlFlow::Continue(()) } else { listener(MoveSet::Drops { kind, to }) }
    };
    for kind in [Knight, Silver, Gold] {
        if hand.has(kind) {
            drop(kind, steps(Piece::new(!us, kind), target))?;
        }
    }
    if hand.has(Lance) {
        drop(Lance, lance_attacks(!us, target, occupied))?;
    }
    if hand.has(Bishop) {
        drop(Bishop, bishop_attacks(target, occupied))?;
    }
    if hand.has(Rook) {
        drop(Rook, rook_attacks(target, occupied))?;
    }
    ControlFlow::Continue(())
}

/// The legal moves of the side to move that give check.
pub fn checks(position: &Position) -> MoveList {
    MoveList::collect(|listener| {
        let _ = for_each_check(position, listener);
    })
}
