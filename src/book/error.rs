//! Errors in books.

use crate::position::SfenError;
use std::io;
use thiserror::Error;

/// The reason why a book, or a part of it, cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BookError {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The first line is not the header of a book.
    #[error("not a book of this format: the first line is `{found}`")]
    NoBook {
        /// The line, shortened.
        found: String,
    },
    /// The first line names another version.
    #[error("version `{found}` of the format is not known")]
    Version {
        /// The version named.
        found: String,
    },
    /// A line that cannot be read.
    #[error("line {line}: {fault}")]
    Line {
        /// The line, from 1.
        line: u64,
        /// The fault in the line.
        fault: BookFault,
    },
    /// A position comes after one that it should precede.
    #[error("line {line}: not sorted")]
    Unsorted {
        /// The line of the position, from 1.
        line: u64,
    },
}

/// The fault in a line.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BookFault {
    /// A position that cannot be read.
    #[error("position: {0}")]
    Position(#[from] SfenError),
    /// A move before the first position.
    #[error("a move before the first position")]
    NoPosition,
    /// Text that should be a move but is not.
    #[error("`{found}` is not a move")]
    Move {
        /// The text.
        found: String,
    },
    /// A move that cannot be played in its position.
    #[error("`{found}` is illegal in its position")]
    Illegal {
        /// The move.
        found: String,
    },
    /// Text that should be a number but is not.
    #[error("`{found}` is not a number")]
    Number {
        /// The text.
        found: String,
    },
}
