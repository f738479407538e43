//! The formats of records.

use std::fmt;

/// A format of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordFormat {
    /// A line of a problem set: `position sfen … moves … ; title=…`.
    Usi,
    /// KIF: numbered moves with their origin squares, and variations.
    Kif,
    /// KI2: moves as they are printed, and variations.
    Ki2,
    /// CSA 2.2.
    Csa,
    /// JKF, JSON.
    Jkf,
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

    /// The extension of file names.
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
