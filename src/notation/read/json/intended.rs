//! What answers of `check` and `verify` say of what the author meant.

use super::lines::UsiLine;
use serde::Deserialize;
use serde::de::IgnoredAny;

/// The key `check`.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Check {
    /// Of a problem.
    Problem { intended: Intended },
    /// Of a certificate that was asked: a move.
    Other(IgnoredAny),
}

/// What he states; nothing where he does not.
#[derive(Deserialize)]
pub(super) struct Intended {
    pub plies: Option<u64>,
    pub line: Option<UsiLine>,
    pub solutions: Option<String>,
}

/// The key `stated` of a problem that was verified: what it states, with the values that problem sets have.
#[derive(Deserialize)]
pub(super) struct Stated {
    pub plies: Option<String>,
    pub solutions: Option<String>,
    pub line: Option<UsiLine>,
}
