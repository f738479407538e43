//! What taking a move back changed.

use crate::position::Position;
use crate::types::{Move, Piece, Square};

/// A move that was put before a problem, and what that changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The move.
    pub mv: Move,
    /// The piece that makes it, as it is before.
    pub piece: Piece,
    /// What it takes: it came back from the mover's hand.
    pub taken: Option<Piece>,
}

impl Change {
    /// What a move does in the position before it; `None` when no piece makes it.
    pub fn new(position: &Position, mv: Move) -> Option<Change> {
        let piece = match mv.from() {
            Some(from) => position.piece_at(from)?,
            None => Piece::new(position.side_to_move(), mv.dropped()?),
        };
        Some(Change { mv, piece, taken: position.piece_at(mv.to()) })
    }

    /// The square that the piece came from; `None` when it went back to the hand.
    pub fn from(&self) -> Option<Square> {
        self.mv.from()
    }

    /// Those of some moves from a position on.
    pub fn all(position: &Position, moves: &[Move]) -> Vec<Change> {
        let mut position = position.clone();
        let change = |&mv: &Move| {
            let change = Change::new(&position, mv);
            position.do_move(mv);
            change
        };
        moves.iter().filter_map(change).collect()
    }
}
