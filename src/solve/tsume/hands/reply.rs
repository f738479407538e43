//! The replies of a node, and what answers several of them together.

use super::value::{HandFact, HandValue};
use crate::board::Bitboard;
use crate::types::{Move, Square};

/// A reply and what is known of the position after it.
#[derive(Clone, Copy)]
pub struct Reply {
    pub mv: Move,
    pub board: u128,
    pub value: HandValue,
    /// Whether it was looked at.
    pub is_listed: bool,
    /// Whether it is a drop onto a line of check, which waits for those before it.
    pub waits: bool,
}

/// The squares of a line of check on which all drops are answered at once.
#[derive(Default)]
pub struct LineOfCheck {
    /// The piece that gives check from a distance, when it can take what is put between.
    pub checker: Option<Square>,
    /// The squares that are answered, and what answers them together.
    pub answered: Bitboard,
    pub answer: Option<HandFact>,
}
