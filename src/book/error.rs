//! What is wrong with a book.

use crate::position::SfenError;
use std::io;
use thiserror::Error;

/// Why a book, or a place of it, is of no use.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BookError {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The first line is not that of a book.
    #[error("the first line is `{found}`, no book of this format")]
    NoBook {
        /// The line, shortened.
        found: String,
    },
    /// The first line names another version.
    #[error("version `{found}` of the format is not known")]
    Version {
        /// What it says.
        found: String,
    },
    /// A line that cannot be read.
    #[error("line {line}: {fault}")]
    Line {
        /// The line, from 1.
        line: u64,
        /// What is wrong.
        fault: BookFault,
    },
    /// A position stands behind one that should come after it.
    #[error("line {line}: not sorted")]
    Unsorted {
        /// The line of the position, from 1.
        line: u64,
    },
}

/// What is wrong with a line.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BookFault {
    /// A position that cannot be read.
    #[error("position: {0}")]
    Position(#[from] SfenError),
    /// A move before the first position.
    #[error("a move before the first position")]
    NoPosition,
    /// What should be a move is none.
    #[error("`{found}` is no move")]
    Move {
        /// What stands there.
        found: String,
    },
    /// A move that cannot be played in its position.
    #[error("`{found}` is illegal in its position")]
    Illegal {
        /// The move.
        found: String,
    },
    /// What should be a number is none.
    #[error("`{found}` is no number")]
    Number {
        /// What stands there.
        found: String,
    },
}
