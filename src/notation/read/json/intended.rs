//! What answers of `check` say of what the author meant.

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
