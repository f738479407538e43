//! The common interface of the readers of records.

use super::cursor::Parsed;
use super::record_builder::IllegalMoves;
use crate::problem::Problem;

/// The record to which a line of a text belongs.
pub(super) enum Belongs {
    /// To the current record, as do the lines held back before it.
    Current,
    /// To the current record or to the next one, which a later line decides: until then it is held back.
    Either,
    /// To the next record. Of the lines held back before it, the first `kept` belong to the current one.
    Next {
        /// How many.
        kept: usize,
    },
}

/// Detects where one record of a text ends and the next one begins. The first line that is examined begins the
/// current record.
pub(super) trait Divider: Default {
    /// Examines the next line.
    fn examine(&mut self, text: &str) -> Belongs;
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
