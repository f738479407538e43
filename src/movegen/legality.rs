//! Whether a move is legal and, if not, the reason.

use super::legal_moves::for_each_legal;
use super::mate::opponent_in_check;
use super::moveset::{dead_end, promotion_targets};
use crate::board::attacks;
use crate::position::{Group, Illegality, Position};
use crate::types::{Move, PieceKind, Square};
use core::ops::ControlFlow;

/// Whether a move is legal in a position; it may be any move. Capturing a king is never legal, even in a
/// diagram where the side not to move is in check.
pub fn is_legal(position: &Position, mv: Move) -> bool {
    if position.piece_at(mv.to()).is_some_and(|piece| piece.kind() == PieceKind::King) {
        return false;
    }
    for_each_legal(position, |set| {
        set.try_for_each(|legal| if legal == mv { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })
    .is_break()
}

/// The reason why a move is illegal in a position; it may be any move. `None` for a legal move.
pub fn illegality(position: &Position, mv: Move) -> Option<Illegality> {
    if is_legal(position, mv) {
        return None;
    }
    let of_piece = match (mv.dropped(), mv.from()) {
        (None, Some(from)) => of_board_move(position, mv, from),
        (dropped, _) => dropped.and_then(|kind| of_drop(position, kind, mv.to())),
    };
    Some(of_piece.unwrap_or_else(|| {
        let mut after = position.clone();
        after.do_move(mv);
        if opponent_in_check(&after) { Illegality::KingInCheck } else { Illegality::PawnDropMate }
    }))
}

/// The reasons that do not depend on checks, for a move on the board.
fn of_board_move(position: &Position, mv: Move, from: Square) -> Option<Illegality> {
    let (us, to) = (position.side_to_move(), mv.to());
    let Some(piece) = position.piece_at(from).filter(|piece| piece.color() == us) else {
        return Some(Illegality::NotOwn(from));
    };
    let kind = piece.kind();
    if (position.pieces(us) | position.stones()).contains(to) {
        Some(Illegality::Occupied(to))
    } else if !attacks(piece, from, position.occupied()).contains(to) {
        Some(Illegality::Unreachable { from, to })
    } else if position.piece_at(to).is_some_and(|taken| taken.kind() == PieceKind::King) {
        Some(Illegality::TakesKing)
    } else if mv.promotes() {
        let may_promote = kind.promoted().is_some() && promotion_targets(us, from).contains(to);
        (!may_promote).then_some(Illegality::NoPromotion)
    } else {
        dead_end(us, kind).contains(to).then_some(Illegality::DeadEnd)
    }
}

/// The same for a drop.
fn of_drop(position: &Position, kind: PieceKind, to: Square) -> Option<Illegality> {
    let us = position.side_to_move();
    if !position.hand(us).has(kind) {
        Some(Illegality::NotHeld(kind))
    } else if position.occupied().contains(to) {
        Some(Illegality::Occupied(to))
    } else if dead_end(us, kind).contains(to) {
        Some(Illegality::DeadEnd)
    } else {
        let is_nifu = kind == PieceKind::Pawn && !position.group(us, Group::Pawn).empty_files().contains(to);
        is_nifu.then_some(Illegality::Nifu)
    }
}
