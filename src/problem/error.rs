//! What can be wrong with the text of a problem set.

use super::{KEYS, MAX_LINE, Place};
use crate::position::SfenError;
use std::borrow::Cow;
use std::fmt;
use std::io;
use thiserror::Error;

/// Why a reader has no problem to return.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The text itself cannot be read; nothing follows.
    #[error("{file}: {error}")]
    Io {
        /// The file's path, or what stands for it.
        file: String,
        /// What the system says.
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
    #[error("the line is longer than {} MiB, expected one problem a line", MAX_LINE >> 20)]
    TooLong,
    /// The line is not UTF-8, and was not recognised as Shift_JIS.
    #[error(
        "the text is not UTF-8, expected text in UTF-8, or in Shift_JIS from the first Japanese letter on"
    )]
    NotUtf8,
    /// Something in a game record or a diagram.
    #[error("{}, expected {expected}", unreadable(found))]
    Notation {
        /// What stands there; empty at the end of a line.
        found: String,
        /// What should.
        expected: Wording,
    },
    /// A game record ends before its diagram is complete, or is too large.
    #[error("{0}")]
    Record(Wording),
    /// The position or its moves.
    #[error(transparent)]
    Position(#[from] SfenError),
    /// Metadata without `=`.
    #[error("`{token}` is no metadata, expected key=value after `;`")]
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
    #[error("the key `{token}` is given twice, expected it once a line")]
    RepeatedKey {
        /// The key.
        token: String,
    },
    /// A value that its key cannot have.
    #[error("`{token}` is no value of `{key}`, expected {expected}")]
    Value {
        /// The key.
        key: &'static str,
        /// The value.
        token: String,
        /// What it may be.
        expected: &'static str,
    },
}

/// A text in the two languages of messages. It is shown in English.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wording {
    /// In English.
    pub english: Cow<'static, str>,
    /// In Japanese.
    pub japanese: Cow<'static, str>,
}

impl Wording {
    /// A text in both languages.
    pub fn new(english: impl Into<Cow<'static, str>>, japanese: impl Into<Cow<'static, str>>) -> Wording {
        Wording { english: english.into(), japanese: japanese.into() }
    }
}

impl std::error::Error for Wording {}

impl fmt::Display for Wording {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.english)
    }
}

/// Says in English that something stands where it should not, or nothing.
fn unreadable(found: &str) -> String {
    match found {
        "" => "the line ends here".to_owned(),
        _ => format!("`{found}` cannot be read here"),
    }
}

impl LineError {
    /// The message without the place, beginning with the column.
    pub fn message(&self) -> String {
        match &self.kind {
            LineErrorKind::Position(error) => error.to_string(),
            kind => format!("column {}: {kind}", self.column),
        }
    }
}

impl LineError {
    /// The message in Japanese, without the place, beginning with the column.
    pub fn japanese(&self) -> String {
        match &self.kind {
            LineErrorKind::Position(error) => error.japanese(),
            kind => format!("{}文字目: {}", self.column, kind.japanese()),
        }
    }
}

impl LineErrorKind {
    fn japanese(&self) -> String {
        match self {
            LineErrorKind::TooLong => {
                format!("行が{} MiB を超えています。一行に一題を書きます", MAX_LINE >> 20)
            }
            LineErrorKind::NotUtf8 => {
                "UTF-8 ではありません。UTF-8 か、最初の日本語の文字から Shift_JIS で書きます".to_owned()
            }
            LineErrorKind::Notation { found, expected } if found.is_empty() => {
                format!("行がここで終わっています。必要なのは{}です", expected.japanese)
            }
            LineErrorKind::Notation { found, expected } => {
                format!("`{found}` はここでは読めません。必要なのは{}です", expected.japanese)
            }
            LineErrorKind::Record(wording) => wording.japanese.clone().into_owned(),
            LineErrorKind::Position(error) => error.japanese(),
            LineErrorKind::NoValue { token } => {
                format!("`{token}` は項目ではありません。`;` の後に key=value と書きます")
            }
            LineErrorKind::UnknownKey { token } => {
                format!("`{token}` という項目はありません。使えるのは {}", KEYS.join(" "))
            }
            LineErrorKind::RepeatedKey { token } => format!("項目 `{token}` が一行に二度あります"),
            LineErrorKind::Value { key, token, .. } => {
                format!("`{token}` は項目 `{key}` の値ではありません。{}", values(key))
            }
        }
    }
}

/// What a key may have as its value.
fn values(key: &str) -> &'static str {
    match key {
        "rule" => "helpmate か tsume です",
        "attacker" => "black か white です",
        "policy" => "official か none です",
        "plies" => "手数か none です",
        "solutions" => "解の数か >1 です",
        _ => "何かの文字が必要です",
    }
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message())
    }
}

impl std::error::Error for LineError {}
