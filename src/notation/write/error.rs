//! Errors in writing a problem.

use super::RecordFormat;
use crate::movegen::IllegalMove;
use thiserror::Error;

/// The reason why a problem cannot be written in a format.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The format cannot represent stones.
    #[error("{0} cannot contain stones (石)")]
    Stones(RecordFormat),
    /// A line of the record is illegal.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// Side lines are nested more deeply than the readers of JSON accept.
    #[error("side lines are nested {depth} deep, but jkf is read only {most} deep")]
    TooDeep {
        /// Their nesting depth.
        depth: usize,
        /// The largest nesting depth that is read.
        most: usize,
    },
    /// The text would not be read back as the same problem.
    #[error("the text in {0} would be read back as something else")]
    NotReadBack(RecordFormat),
    /// Shift_JIS has no such character.
    #[error("`{0}` (U+{code:04X}) is not in Shift_JIS", code = u32::from(*.0))]
    NotInShiftJis(char),
}
