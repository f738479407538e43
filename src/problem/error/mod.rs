//! What can be wrong with the text of a problem set.

mod expected;
mod record;

pub use expected::Expected;
pub use record::{InitialError, JsonFault, RecordError};

use super::{KEYS, MAX_LINE, Place, Rule};
use crate::position::{ParseConditionsError, SfenError};
use std::fmt;
use std::io;
use thiserror::Error;

/// Why a reader has no problem to return.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The text itself cannot be read; nothing follows.
    #[error("{file}: {error}")]
    Io {
        /// The file's path, or what stands for it.
        file: String,
        /// An I/O error.
        error: io::Error,
    },
    /// One line cannot be understood; the others can still be read.
    #[error(transparent)]
    Line(#[from] LineError),
}

/// A line that is no problem, and where it goes wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineError {
    /// The line.
    pub place: Place,
    /// The column of the offending token, counted in characters from 1.
    pub column: usize,
    /// What is wrong.
    pub kind: LineErrorKind,
}

/// What is wrong with a line.
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
        /// What stands there; empty at the end of a line.
        found: String,
        /// What should.
        expected: Expected,
    },
    /// A game record ends before its diagram is complete, or is too large.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The position or its moves.
    #[error(transparent)]
    Position(#[from] SfenError),
    /// Metadata without `=`.
    #[error("`{token}` is no metadata")]
    NoValue {
        /// The text between two `;`.
        token: String,
    },
    /// A key that means nothing here.
    #[error("unknown key `{token}`, expected one of {}", KEYS.join(" "))]
    UnknownKey {
        /// The key.
        token: String,
    },
    /// A key that the line has already.
    #[error("the key `{token}` is given twice")]
    RepeatedKey {
        /// The key.
        token: String,
    },
    /// Conditions that cannot be read, or contradict each other.
    #[error(transparent)]
    Condition {
        /// Why.
        #[from]
        error: ParseConditionsError,
    },
    /// A value that its key cannot have.
    #[error("`{token}` is no value of `{key}`, expected {expected}")]
    Value {
        /// The key.
        key: &'static str,
        /// The value.
        token: String,
        /// The kind of value that is accepted.
        expected: ValueKind,
    },
}

/// What the value of a key may be.
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
    /// A number of solutions from 1 on.
    IntendedSolutions,
    /// A number, or a range of numbers.
    Range,
    /// Yes or no.
    YesOrNo,
    /// A move.
    Move,
    /// The version of the keys of answers in JSON.
    Schema {
        /// The one that is read.
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
            ValueKind::IntendedSolutions => "a number of solutions from 1 on",
            ValueKind::Range => "a number or a range, the smaller number first, such as 5, 3-5, 3-, -5",
            ValueKind::YesOrNo => "yes or no",
            ValueKind::Move => "a move such as 7g7f, 8h2b+, G*5b",
        })
    }
}

/// Says in English that something stands where it should not, or nothing.
fn unreadable(found: &str) -> String {
    match found {
        "" => "the line ends here".to_owned(),
        _ => format!("`{found}` cannot be read here"),
    }
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            // It names its column itself.
            LineErrorKind::Position(error) => write!(f, "{}: {error}", self.place),
            kind => write!(f, "{}: column {}: {kind}", self.place, self.column),
        }
    }
}

impl std::error::Error for LineError {}
