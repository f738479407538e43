//! What the text of a position says.

use crate::position::Position;
use crate::types::Move;
use core::fmt;

/// What the text of a position says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SfenText {
    /// The position.
    pub root: Position,
    /// The moves behind the word `moves`.
    pub moves: Vec<Move>,
    /// What was missing, and what was read in its place.
    pub warning: Option<SfenWarning>,
}

/// Something in a text that may not mean what was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SfenWarning {
    /// Nothing says what is in the hands.
    NoHands,
}

impl SfenWarning {
    /// The name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            SfenWarning::NoHands => "no-hands",
        }
    }
}

impl fmt::Display for SfenWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SfenWarning::NoHands => {
                f.write_str("the SFEN has no field for the hands and was read as if both were empty")
            }
        }
    }
}
