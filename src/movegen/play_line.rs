//! The legality of single moves and of lines.

use super::legal_moves::for_each_legal;
use crate::position::Position;
use crate::types::{Move, PieceKind};
use core::ops::ControlFlow;
use thiserror::Error;

/// A move of a line that cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("move {ply} of the line, {mv}, is illegal in {sfen}")]
pub struct IllegalMove {
    /// Its place in the line, 1 for the first move.
    pub ply: usize,
    /// The move.
    pub mv: Move,
    /// The position in which it was to be played.
    pub sfen: String,
}

/// Whether a move is legal in a position; it may be any move. A king is never taken, not even where a diagram leaves it
/// in check with the other side to move.
pub fn is_legal(position: &Position, mv: Move) -> bool {
    if position.piece_at(mv.to()).is_some_and(|piece| piece.kind() == PieceKind::King) {
        return false;
    }
    for_each_legal(position, |set| {
        set.try_for_each(|legal| if legal == mv { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })
    .is_break()
}

/// Plays a line of moves, each tested for legality.
///
/// # Errors
/// The first illegal move; the position is then the one before it.
pub fn play_line(position: &mut Position, line: &[Move]) -> Result<(), IllegalMove> {
    for (index, &mv) in line.iter().enumerate() {
        if !is_legal(position, mv) {
            return Err(IllegalMove { ply: index + 1, mv, sfen: position.sfen() });
        }
        position.do_move(mv);
    }
    Ok(())
}
