//! A move with the name of its piece.

use super::Position;
use crate::types::{Move, PieceKind};
use std::fmt;

/// A move, and the piece that it moves: enough to name the move without its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NamedMove {
    /// The move.
    pub mv: Move,
    /// What stands where it comes from, or is dropped. Illegal moves may come from empty squares.
    pub piece: Option<PieceKind>,
}

impl NamedMove {
    /// A move in a position, which may be illegal.
    pub fn new(position: &Position, mv: Move) -> NamedMove {
        let piece = match mv.from() {
            Some(from) => position.piece_at(from).map(|piece| piece.kind()),
            None => mv.dropped(),
        };
        NamedMove { mv, piece }
    }
}

/// A move whose position is not known: a drop names its piece, any other move none.
impl From<Move> for NamedMove {
    fn from(mv: Move) -> NamedMove {
        NamedMove { mv, piece: mv.dropped() }
    }
}

/// As USI writes the move.
impl fmt::Display for NamedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.mv.fmt(f)
    }
}
