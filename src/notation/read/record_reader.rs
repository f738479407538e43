//! What the readers of records have in common.

use super::cursor::Parsed;
use super::record_builder::IllegalMoves;
use crate::problem::Problem;

/// What tells where one record of a text ends and the next one begins.
pub(super) trait Divider: Default {
    /// Looks at the next line. Returns whether a new record begins with it.
    fn begins(&mut self, text: &str) -> bool;
}

/// A record that is read line by line.
pub(super) trait RecordReader {
    /// What divides records of this form.
    type Divider: Divider;

    /// Begins a record.
    fn new(illegal_moves: IllegalMoves) -> Self;

    /// Reads a line.
    ///
    /// # Errors
    /// What is wrong with it; then nothing more of the record is read.
    fn line(&mut self, number: u64, text: &str) -> Parsed<()>;

    /// The problem of a record that began and ended on these lines.
    ///
    /// # Errors
    /// What is missing.
    fn finish(self, first: u64, last: u64) -> Parsed<Problem>;
}
