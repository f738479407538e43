//! The author's intentions, as answers of `check` and `verify` state them.

use super::lines::UsiLine;
use serde::Deserialize;
use serde::de::IgnoredAny;

/// The key `check`.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Check {
    /// In an answer about a problem.
    Problem { intended: Intended },
    /// In an answer about a certificate that was queried: a move.
    Other(IgnoredAny),
}

/// The author's statements; `None` for each that is not stated.
#[derive(Deserialize)]
pub(super) struct Intended {
    pub plies: Option<u64>,
    pub line: Option<UsiLine>,
    pub solutions: Option<String>,
}

/// The key `stated` of a verified problem: its statements, in the notation of problem sets.
#[derive(Deserialize)]
pub(super) struct Stated {
    pub plies: Option<String>,
    pub solutions: Option<String>,
    pub line: Option<UsiLine>,
}
