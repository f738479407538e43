//! Who attacks a square of a position.

use super::{Position, View};
use crate::board::Bitboard;
use crate::types::{Color, Square};

impl Position {
    /// The pieces of `by` that attack a square, when `occupied` are the obstacles.
    pub fn attackers_to(&self, sq: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let mut view = View::new(self);
        view.occupied = occupied;
        view.attackers_to(sq, by)
    }
}
