//! Writing problems and game records: KIF and KI2 with side lines, CSA, JKF, and problem-set lines with USI moves.
//!
//! Reading what was written gives the same problem, as far as the format can say it: CSA and USI have no side lines, USI
//! no comments, times, endings and players either, KI2 no times, and only SFEN, KIF and KI2 know stones (石).

mod csa;
mod encode;
mod header;
mod held;
mod jkf;
mod ki2;
mod kif;
mod played;

pub use encode::shift_jis;
pub use held::{Loss, held, losses, write_checked};

use crate::movegen::IllegalMove;
use crate::problem::Problem;
use std::fmt;
use thiserror::Error;

/// A format of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordFormat {
    /// A line of a problem set: `position sfen … moves … ; title=…`.
    Usi,
    /// KIF: numbered moves with the squares they leave, variations.
    Kif,
    /// KI2: moves as they are printed, variations.
    Ki2,
    /// CSA 2.2.
    Csa,
    /// JKF, JSON.
    Jkf,
}

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

impl RecordFormat {
    /// All of them.
    pub const ALL: [RecordFormat; 5] =
        [RecordFormat::Usi, RecordFormat::Kif, RecordFormat::Ki2, RecordFormat::Csa, RecordFormat::Jkf];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            RecordFormat::Usi => "usi",
            RecordFormat::Kif => "kif",
            RecordFormat::Ki2 => "ki2",
            RecordFormat::Csa => "csa",
            RecordFormat::Jkf => "jkf",
        }
    }

    /// The end of file names.
    pub const fn extension(self) -> &'static str {
        match self {
            RecordFormat::Usi => "sfen",
            _ => self.name(),
        }
    }
}

impl fmt::Display for RecordFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text of a problem in a format, in UTF-8, ended by a line feed. Texts of several problems may be put behind each
/// other: the readers tell where one ends, but for CSA, which wants a line with `/` between them.
///
/// # Errors
/// What the format cannot say, and lines that are illegal.
pub fn write(problem: &Problem, format: RecordFormat) -> Result<String, WriteError> {
    let has_stones = !problem.position().stones().is_empty();
    if has_stones && matches!(format, RecordFormat::Csa | RecordFormat::Jkf) {
        return Err(WriteError::Stones(format));
    }
    match format {
        RecordFormat::Usi => Ok(format!("{problem}\n")),
        RecordFormat::Kif => kif::write(problem),
        RecordFormat::Ki2 => ki2::write(problem),
        RecordFormat::Csa => csa::write(problem),
        RecordFormat::Jkf => jkf::write(problem),
    }
}
