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
    /// The first search that a stop ended: it is not decided, and could go on.
    interrupted: Option<(SearchId, Box<Solver>)>,
}

/// The number of a search, from 0, and its task.
type SearchId = (usize, String);

impl Keeping {
    /// For a check that is told by a note.
    pub fn new(checkpoint: SharedCheckpoint, note: Value) -> Keeping {
        Keeping { checkpoint, note, interrupted: None }
    }

    /// Whether a checkpoint is that of the check that is told by `note`.
    pub fn is_of_check(noted: &Value, note: &Value) -> bool {
        noted.get("check") == Some(note)
    }

    /// Whether it is that of the search with this number and this task.
    pub fn is_of_search(noted: &Value, number: usize, task: &str) -> bool {
        noted.get("search") == Some(&number.into()) && noted.get("task") == Some(&task.into())
    }

    /// A stop ended a search.
    pub fn interrupt(&mut self, number: usize, task: String, search: Box<Solver>) {
        self.interrupted.get_or_insert(((number, task), search));
    }

    /// Whether a search is known that a stop ended.
    pub fn has_interrupted(&self) -> bool {
        self.interrupted.is_some()
    }

    /// Writes a checkpoint, or a part, of the search that a stop ended, else of the one that is `running`, with its place.
    /// Returns whether it is whole.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn save(
        &mut self,
        running: Option<(SearchId, &Solver)>,
        time: Option<Duration>,
    ) -> Result<bool, CheckpointError> {
        let interrupted = self.interrupted.as_ref().map(|(place, search)| (place.clone(), &**search));
        let at_rest = interrupted.or(running).filter(|(_, search)| search.has_table());
        let Some(((number, task), search)) = at_rest else { return Ok(true) };
        self.checkpoint.save(search, json!({ "check": self.note, "search": number, "task": task }), time)
    }
}
