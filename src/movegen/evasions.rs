//! Answers to a check: king moves, captures of the checking piece, interpositions.

use super::drops::for_each_drop;
use super::flights::king_targets;
use super::moveset::{MoveList, MoveSet, emit, split};
use crate::board::{Bitboard, between};
use crate::position::{Position, Threats, View};
use crate::types::Square;
use core::ops::ControlFlow;

/// Generates the legal moves of a side to move whose king is in check, until the listener breaks. Nothing when
/// there is no king or no check.
#[inline]
pub fn for_each_evasion(
    position: &Position,
    mut listener: impl FnMut(MoveSet) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let us = position.side_to_move();
    let Some(king) = position.king(us) else { return ControlFlow::Continue(()) };
    let view = View::new(position);
    let threats = view.threats(king, !us);
    if threats.checkers.is_empty() {
        return ControlFlow::Continue(());
    }
    evade(position, king, threats, &mut listener)
}

/// The evasions, when the threats to the king are known.
#[inline(always)]
pub(super) fn evade(
    position: &Position,
    king: Square,
    threats: Threats,
    listener: &mut impl FnMut(MoveSet) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let us = position.side_to_move();
    emit(king, king_targets(&View::new(position), king, us), Bitboard::EMPTY, listener)?;
    answer(position, king, threats, listener)
}

/// The evasions other than the king's moves.
#[inline(always)]
pub(super) fn answer(
    position: &Position,
    king: Square,
    threats: Threats,
    listener: &mut impl FnMut(MoveSet) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let us = position.side_to_move();
    let Threats { checkers, blockers } = threats;
    let Some(checker) = checkers.first().filter(|_| !checkers.has_many()) else {
        return ControlFlow::Continue(());
    };
    let gap = between(king, checker);
    let view = View::new(position);
    // A pinned piece never helps: its line and the checker's meet only on the king's square.
    let unable = blockers | Bitboard::square(king);
    for to in gap | checkers {
        let target = Bitboard::square(to);
        for from in view.attackers_in_groups_to(to, us).without(unable) {
            if let Some(piece) = position.piece_at(from) {
                let (stay, promote) = split(us, piece.kind(), from, target);
                emit(from, stay, promote, listener)?;
            }
        }
    }
    for_each_drop(position, gap, listener)
}

/// The legal moves of a side to move whose king is in check.
pub fn evasions(position: &Position) -> MoveList {
    MoveList::collect(|listener| {
        let _ = for_each_evasion(position, listener);
    })
}
