//! A move together with the kind of its piece.

use super::Position;
use crate::types::{Move, PieceKind};
use std::fmt;

/// A move, and the kind of the piece that it moves: enough to name the move without its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NamedMove {
    /// The move.
    pub mv: Move,
    /// The piece on the origin square, or the dropped piece. `None` if an illegal move starts from an empty
    /// square.
    pub piece: Option<PieceKind>,
}

impl NamedMove {
    /// A move in a position; it may be illegal.
    pub fn new(position: &Position, mv: Move) -> NamedMove {
        let piece = match mv.from() {
            Some(from) => position.piece_at(from).map(|piece| piece.kind()),
            None => mv.dropped(),
        };
        NamedMove { mv, piece }
    }
}

/// A move whose position is not known: the piece is known only for a drop.
impl From<Move> for NamedMove {
    fn from(mv: Move) -> NamedMove {
        NamedMove { mv, piece: mv.dropped() }
    }
}

/// The move in USI notation.
impl fmt::Display for NamedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.mv.fmt(f)
    }
}
