//! A result: a problem made by putting moves before another one, and what these moves change.

use crate::position::Position;
use crate::types::{Move, Piece, Square};

/// A sound problem that was made by putting moves before another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extension {
    /// Its number among all results, from 1.
    pub number: usize,
    /// The step in which it was made, from 1.
    pub step: u32,
    /// The number of the result that it was made of; `None` for the problem itself.
    pub from: Option<usize>,
    /// The position.
    pub position: Position,
    /// Its solution.
    pub line: Vec<Move>,
    /// The moves that were put before in this step, and what taking them back changed.
    pub changes: Vec<Change>,
}

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
