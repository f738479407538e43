//! A result.

use super::change::Change;
use crate::position::Position;
use crate::types::Move;

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
