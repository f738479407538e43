//! What the searches of a check know, kept in a folder: the table that they share, and how far the one that is being made
//! has come. Without it a check that goes on would search the rest with an empty table, and decide less within the same
//! limits.

use crate::solve::CheckpointError;
use crate::solve::tsume::{SharedCheckpoint, Solver};
use serde_json::{Value, json};
use std::time::Duration;

/// The folder, and what was noted by which a later check knows it for its own.
pub(super) struct Keeping {
    checkpoint: SharedCheckpoint,
    note: Value,
    /// The search that a stop ended, with its number: it is not decided, and could go on.
    interrupted: Option<(usize, Box<Solver>)>,
}

impl Keeping {
    /// For a check that is told by a note.
    pub fn new(checkpoint: SharedCheckpoint, note: Value) -> Keeping {
        Keeping { checkpoint, note, interrupted: None }
    }

    /// The number of the search, from 0, of which a checkpoint of the check that is told by `note` was written. `None`
    /// when it is one of something else.
    pub fn number(noted: &Value, note: &Value) -> Option<u64> {
        let is_same = noted.get("check") == Some(note);
        noted.get("search")?.as_u64().filter(|_| is_same)
    }

    /// A stop ended the search with this number.
    pub fn interrupt(&mut self, number: usize, search: Box<Solver>) {
        if search.has_table() {
            self.interrupted.get_or_insert((number, search));
        }
    }

    /// Whether a search is known that a stop ended.
    pub fn has_interrupted(&self) -> bool {
        self.interrupted.is_some()
    }

    /// Writes a checkpoint, or a part, of the search that a stop ended, else of the one that is `running`, with its number.
    /// Returns whether it is whole.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn save(
        &mut self,
        number: usize,
        running: Option<&Solver>,
        time: Option<Duration>,
    ) -> Result<bool, CheckpointError> {
        let running = running.filter(|search| search.has_table()).map(|search| (number, search));
        let interrupted = self.interrupted.as_ref().map(|(number, search)| (*number, &**search));
        let Some((number, search)) = interrupted.or(running) else { return Ok(true) };
        self.checkpoint.save(search, json!({ "check": self.note, "search": number }), time)
    }
}
