//! A position from which a problem is reached.

use crate::position::Position;
use crate::types::Move;

/// A position, and the moves from it to the problem: one or two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// The position.
    pub position: Position,
    /// The moves.
    pub way: Vec<Move>,
}
