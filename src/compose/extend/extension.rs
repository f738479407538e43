//! A result: a problem made by putting moves before another problem, and the changes that these moves make.

use crate::position::Position;
use crate::types::{Move, Piece, Square};

/// A sound problem that was made by putting moves before another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extension {
    /// Its number among all results, from 1.
    pub number: usize,
    /// The step in which it was made, from 1.
    pub step: u32,
    /// The number of the result that it extends; `None` when it extends the original problem.
    pub from: Option<usize>,
    /// The position.
    pub position: Position,
    /// Its solution.
    pub line: Vec<Move>,
    /// The moves that were put before in this step, with the changes made by taking them back.
    pub changes: Vec<Change>,
}

/// A move that was put before a problem, with the pieces involved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The move.
    pub mv: Move,
    /// The piece that makes the move, as it is before the move.
    pub piece: Piece,
    /// The piece that the move captures; it came back from the mover's hand.
    pub taken: Option<Piece>,
}

impl Change {
    /// The change by a move in the position before it; `None` when there is no piece to make the move.
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

    /// The changes by successive moves from a position on.
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
