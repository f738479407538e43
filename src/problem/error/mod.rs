//! Errors in the text of a problem set.

mod expected;
mod record;

pub use expected::Expected;
pub use record::{InitialError, JsonFault, RecordError};

use super::{KEYS, MAX_LINE, Place, Rule};
use crate::position::{ParseConditionsError, SfenError};
use std::fmt;
use std::io;
use thiserror::Error;

/// The reason why a reader cannot return a problem.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The text itself cannot be read; nothing follows.
    #[error("{file}: {error}")]
    Io {
        /// The file's path, or a substitute for it.
        file: String,
        /// An I/O error.
        error: io::Error,
    },
    /// One line cannot be understood; the others can still be read.
    #[error(transparent)]
    Line(#[from] LineError),
}

/// A line that is not a problem, with the place of the error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineError {
    /// The line.
    pub place: Place,
    /// The column of the offending token, counted in characters from 1.
    pub column: usize,
    /// The kind of error.
    pub kind: LineErrorKind,
}

/// The kinds of errors in a line.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LineErrorKind {
    /// The line is longer than [`MAX_LINE`].
    #[error("the line is longer than {} MiB", MAX_LINE >> 20)]
    TooLong,
    /// The line is not UTF-8, and was not recognised as Shift_JIS.
    #[error("the text is not UTF-8")]
    NotUtf8,
    /// Something in a game record or a diagram.
    #[error("{}, expected {expected}", unreadable(found))]
    Notation {
        /// The text found; empty at the end of a line.
        found: String,
        /// The text expected.
        expected: Expected,
    },
    /// A game record ends before its diagram is complete, or is too large.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// An error in the position or its moves.
    #[error(transparent)]
    Position(#[from] SfenError),
    /// Metadata without `=`.
    #[error("`{token}` is not metadata")]
    NoValue {
        /// The text between two `;`.
        token: String,
    },
    /// An unknown key.
    #[error("unknown key `{token}`, expected one of {}", KEYS.join(" "))]
    UnknownKey {
        /// The key.
        token: String,
    },
    /// A key that occurs twice in the line.
    #[error("the key `{token}` is given twice")]
    RepeatedKey {
        /// The key.
        token: String,
    },
    /// Conditions that cannot be read, or contradict each other.
    #[error(transparent)]
    Condition {
        /// The error.
        #[from]
        error: ParseConditionsError,
    },
    /// A value that its key cannot have.
    #[error("`{token}` is not a value of `{key}`, expected {expected}")]
    Value {
        /// The key.
        key: &'static str,
        /// The value.
        token: String,
        /// The kind of value that is accepted.
        expected: ValueKind,
    },
}

/// The kind of value that a key accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ValueKind {
    /// Some text.
    Text,
    /// The name of a rule.
    Rule,
    /// A side.
    Side,
    /// The name of a policy for futile interpositions.
    Policy,
    /// A number of plies, or that there is no mate.
    Plies,
    /// A number of solutions, or that there are several.
    Solutions,
    /// A number of solutions, at least 1.
    IntendedSolutions,
    /// A number, or a range of numbers.
    Range,
    /// Yes or no.
    YesOrNo,
    /// A move.
    Move,
    /// The schema version of JSON answers.
    Schema {
        /// The version that is accepted.
        known: u32,
    },
}

impl fmt::Display for ValueKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ValueKind::Schema { known } => {
                return write!(f, "{known}: give answers of another version to the program that wrote them");
            }
            ValueKind::Text => "some text",
            ValueKind::Rule => Rule::NAMES,
            ValueKind::Side => "black or white",
            ValueKind::Policy => "official or none",
            ValueKind::Plies => "a number of plies, or none",
            ValueKind::Solutions => "a number of solutions, or >1",
            ValueKind::IntendedSolutions => "a number of solutions, at least 1",
            ValueKind::Range => "a number or a range, the smaller number first, such as 5, 3-5, 3-, -5",
            ValueKind::YesOrNo => "yes or no",
            ValueKind::Move => "a move such as 7g7f, 8h2b+, G*5b",
        })
    }
}

/// The English text for an unexpected token, or for the end of a line.
fn unreadable(found: &str) -> String {
    match found {
        "" => "the line ends here".to_owned(),
        _ => format!("`{found}` cannot be read here"),
    }
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            // This message contains its own column.
            LineErrorKind::Position(error) => write!(f, "{}: {error}", self.place),
            kind => write!(f, "{}: column {}: {kind}", self.place, self.column),
        }
    }
}

impl std::error::Error for LineError {}
