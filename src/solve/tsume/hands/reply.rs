//! The replies of a node, and the squares on which one capture answers all drops.

use super::value::{HandFact, HandValue};
use crate::board::Bitboard;
use crate::types::{Move, Square};

/// A reply and the value of the position after it.
#[derive(Clone, Copy)]
pub struct Reply {
    pub mv: Move,
    pub board: u128,
    pub value: HandValue,
    /// Whether its position was probed.
    pub is_listed: bool,
    /// Whether it is an interposition by a drop, which is searched only after those before it.
    pub waits: bool,
}

/// The squares of the line of check on which all drops are answered by the same capture.
#[derive(Default)]
pub struct LineOfCheck {
    /// The checking slider, if it can capture interposed pieces without exposing its own king.
    pub checker: Option<Square>,
    /// The answered squares, and the combined fact of their answers.
    pub answered: Bitboard,
    pub answer: Option<HandFact>,
}
