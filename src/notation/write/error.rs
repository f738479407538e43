//! Why a problem cannot be written in a format.

use super::RecordFormat;
use crate::movegen::IllegalMove;
use thiserror::Error;

/// Why a problem cannot be written in a format.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The format has no word for stones.
    #[error("{0} has no stones (石)")]
    Stones(RecordFormat),
    /// A line of the record is illegal.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// Side lines branch off each other more deeply than readers of JSON go.
    #[error("side lines branch off each other {depth} deep, and jkf is read {most} deep")]
    TooDeep {
        /// How deep they are.
        depth: usize,
        /// How deep they are read.
        most: usize,
    },
    /// The text would not be read back as it was meant.
    #[error("what {0} would say is read back as something else")]
    NotReadBack(RecordFormat),
    /// Shift_JIS has no such character.
    #[error("`{0}` (U+{code:04X}) is not in Shift_JIS", code = u32::from(*.0))]
    NotInShiftJis(char),
}
