//! What occurred in a run, and its exit code.

use serde_json::{Value, json};
use std::process::ExitCode;

/// Bad usage, or something could not be read.
pub const UNREADABLE: u8 = 2;
/// Interrupted, as shells number it.
pub const INTERRUPTED: u8 = 130;

/// What occurred so far.
#[derive(Debug, Clone, Copy, Default)]
pub struct Tally {
    /// `verify` found a difference, or `check` an unsound problem.
    pub differs: bool,
    /// Something could not be read or is not a problem that can be solved.
    pub unreadable: bool,
    /// Something stayed unknown.
    pub unknown: bool,
    /// The user interrupted.
    pub interrupted: bool,
}

impl Tally {
    /// What is kept in a file for a later run that goes on from it, and ends with the exit code of both.
    pub fn kept(self) -> Value {
        json!({"differs": self.differs, "unreadable": self.unreadable, "unknown": self.unknown})
    }

    /// What was kept. Files of earlier versions hold nothing of it.
    pub fn read(kept: Option<&Value>) -> Tally {
        let occurred = |key: &str| kept.and_then(|kept| kept.get(key)?.as_bool()).unwrap_or(false);
        Tally {
            differs: occurred("differs"),
            unreadable: occurred("unreadable"),
            unknown: occurred("unknown"),
            interrupted: false,
        }
    }

    /// The first of 130, 2, 3, 1, 0 that occurred.
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
