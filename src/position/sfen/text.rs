//! The contents of the text of a position.

use crate::position::Position;
use crate::types::Move;
use core::fmt;

/// The contents of the text of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SfenText {
    /// The position.
    pub root: Position,
    /// The moves after the word `moves`.
    pub moves: Vec<Move>,
    /// A warning about a missing part for which a default was used.
    pub warning: Option<SfenWarning>,
}

/// A part of a text that may not have been meant as it was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SfenWarning {
    /// The hands are missing, and were read as empty.
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
