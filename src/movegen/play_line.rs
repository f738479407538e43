//! Lines of moves.

use super::legality::illegality;
use crate::position::{Illegality, NamedMove, Position};
use crate::types::Move;
use thiserror::Error;

/// A move of a line that cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("move {ply} of the line, {mv}, is illegal ({reason}) in {sfen}")]
pub struct IllegalMove {
    /// Its number in the line, 1 for the first move.
    pub ply: usize,
    /// The move.
    pub mv: NamedMove,
    /// The reason why it is illegal.
    pub reason: Illegality,
    /// The position before the move.
    pub sfen: String,
}

/// Plays a line of moves, each tested for legality.
///
/// # Errors
/// The first illegal move; the position is then the one before it.
pub fn play_line(position: &mut Position, line: &[Move]) -> Result<(), IllegalMove> {
    for (index, &mv) in line.iter().enumerate() {
        if let Some(reason) = illegality(position, mv) {
            let mv = NamedMove::new(position, mv);
            return Err(IllegalMove { ply: index + 1, mv, reason, sfen: position.sfen() });
        }
        position.do_move(mv);
    }
    Ok(())
}
