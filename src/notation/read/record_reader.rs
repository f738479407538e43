//! The common interface of the readers of records.

use super::cursor::Parsed;
use super::record_builder::IllegalMoves;
use crate::problem::Problem;

/// Detects where one record of a text ends and the next one begins.
pub(super) trait Divider: Default {
    /// Examines the next line. Returns whether a new record begins with it.
    fn begins(&mut self, text: &str) -> bool;
}

/// A reader that reads a record line by line.
pub(super) trait RecordReader {
    /// The divider of records in this format.
    type Divider: Divider;

    /// Begins a record.
    fn new(illegal_moves: IllegalMoves) -> Self;

    /// Reads a line.
    ///
    /// # Errors
    /// The fault in the line; the rest of the record is then not read.
    fn line(&mut self, number: u64, text: &str) -> Parsed<()>;

    /// The problem of a record that began and ended on these lines.
    ///
    /// # Errors
    /// The part that is missing.
    fn finish(self, first: u64, last: u64) -> Parsed<Problem>;
}
