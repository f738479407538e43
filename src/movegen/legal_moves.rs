//! All legal moves.

use super::drops::for_each_drop;
use super::evasions::evade;
use super::flights::king_targets;
use super::moveset::{MoveList, MoveSet, dead_end, emit, promotion_targets, split};
use crate::board::{
    Bitboard, attacks, bishop_attacks, king_attacks, lance_attacks, line, rook_attacks, steps,
};
use crate::position::{Group, Position, View};
use crate::types::{Piece, PieceKind, Square};
use core::ops::ControlFlow;

/// Generates all legal moves of the side to move until the listener breaks.
#[inline]
pub fn for_each_legal(
    position: &Position,
    mut listener: impl FnMut(MoveSet) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let us = position.side_to_move();
    let mut pinned = Bitboard::EMPTY;
    let king = position.king(us);
    if let Some(king) = king {
        let view = View::new(position);
        let threats = view.threats(king, !us);
        if !threats.checkers.is_empty() {
            return evade(position, king, threats, &mut listener);
        }
        pinned = threats.blockers & position.pieces(us);
        emit(king, king_targets(&view, king, us), Bitboard::EMPTY, &mut listener)?;
    }

    let targets = !(position.pieces(us) | position.stones());
    let pawns = (position.group(us, Group::Pawn).without(pinned)).forward(us) & targets;
    if !pawns.is_empty() {
        let stay = pawns.without(dead_end(us, PieceKind::Pawn));
        listener(MoveSet::Pawns { color: us, stay, promote: pawns & Bitboard::promotion_zone(us) })?;
    }
    let occupied = position.occupied();
    let group = |group| position.group(us, group).without(pinned);
    let horses_and_dragons = position.group(us, Group::King);
    for from in group(Group::Gold) {
        let to = steps(Piece::new(us, PieceKind::Gold), from) & targets;
        emit(from, to, Bitboard::EMPTY, &mut listener)?;
    }
    for from in group(Group::Silver) {
        let to = steps(Piece::new(us, PieceKind::Silver), from) & targets;
        emit(from, to, to & promotion_targets(us, from), &mut listener)?;
    }
    for from in group(Group::Knight) {
        let to = steps(Piece::new(us, PieceKind::Knight), from) & targets;
        let stay = to.without(dead_end(us, PieceKind::Knight));
        emit(from, stay, to & promotion_targets(us, from), &mut listener)?;
    }
    for from in group(Group::Lance) {
        let to = lance_attacks(us, from, occupied) & targets;
        let stay = to.without(dead_end(us, PieceKind::Lance));
        emit(from, stay, to & promotion_targets(us, from), &mut listener)?;
    }
    for from in group(Group::Bishop) {
        let to = bishop_attacks(from, occupied);
        if horses_and_dragons.contains(from) {
            emit(from, (to | king_attacks(from)) & targets, Bitboard::EMPTY, &mut listener)?;
        } else {
            emit(from, to & targets, to & targets & promotion_targets(us, from), &mut listener)?;
        }
    }
    for from in group(Group::Rook) {
        let to = rook_attacks(from, occupied);
        if horses_and_dragons.contains(from) {
            emit(from, (to | king_attacks(from)) & targets, Bitboard::EMPTY, &mut listener)?;
        } else {
            emit(from, to & targets, to & targets & promotion_targets(us, from), &mut listener)?;
        }
    }
    if let Some(king) = king {
        for from in pinned {
            pinned_moves(position, from, targets & line(king, from), occupied, &mut listener)?;
        }
    }
    for_each_drop(position, !occupied, &mut listener)
}

/// One pinned piece's moves to squares of `targets`.
#[cold]
fn pinned_moves(
    position: &Position,
    from: Square,
    targets: Bitboard,
    occupied: Bitboard,
    listener: &mut impl FnMut(MoveSet) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Some(piece) = position.piece_at(from) else { return ControlFlow::Continue(()) };
    let to = attacks(piece, from, occupied) & targets;
    let (stay, promote) = split(piece.color(), piece.kind(), from, to);
    emit(from, stay, promote, listener)
}

/// All legal moves of the side to move.
pub fn legal_moves(position: &Position) -> MoveList {
    MoveList::collect(|listener| {
        let _ = for_each_legal(position, listener);
    })
}
