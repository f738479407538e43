//! What occurred in a run, and its exit code.

use serde_json::{Value, json};
use std::process::ExitCode;

/// The exit code for bad usage, or for input that could not be read.
pub const UNREADABLE: u8 = 2;
/// The exit code of an interrupted run: 128 + SIGINT, as in shells.
pub const INTERRUPTED: u8 = 130;

/// What occurred in the run so far.
#[derive(Debug, Clone, Copy, Default)]
pub struct Tally {
    /// `verify` found a difference, or `check` an unsound problem.
    pub differs: bool,
    /// Something could not be read, or is not a problem that can be solved.
    pub unreadable: bool,
    /// Some verdict is unknown.
    pub unknown: bool,
    /// The user interrupted.
    pub interrupted: bool,
}

impl Tally {
    /// What is stored for a later run that resumes this one, and that ends with the exit code for both runs.
    pub fn kept(self) -> Value {
        json!({"differs": self.differs, "unreadable": self.unreadable, "unknown": self.unknown})
    }

    /// Reads what [`Tally::kept`] stored; nothing for files of earlier versions, which lack it.
    pub fn read(kept: Option<&Value>) -> Tally {
        let occurred = |key: &str| kept.and_then(|kept| kept.get(key)?.as_bool()).unwrap_or(false);
        Tally {
            differs: occurred("differs"),
            unreadable: occurred("unreadable"),
            unknown: occurred("unknown"),
            interrupted: false,
        }
    }

    /// The exit code: the first of 130, 2, 3, 1 whose condition occurred, else 0.
    pub fn exit_code(self) -> ExitCode {
        ExitCode::from(match self {
            Tally { interrupted: true, .. } => INTERRUPTED,
            Tally { unreadable: true, .. } => UNREADABLE,
            Tally { unknown: true, .. } => 3,
            Tally { differs: true, .. } => 1,
            _ => 0,
        })
    }
}
