//! Keeping the state of a check's searches in a folder: the table that they share, and the progress of the
//! running search. Without it a resumed check would search the rest with an empty table, and decide less
//! within the same limits.

use crate::solve::CheckpointError;
use crate::solve::tsume::{SharedCheckpoint, Solver};
use serde_json::{Value, json};
use std::time::Duration;

/// The folder, and the note by which a later check recognises it.
pub(super) struct Keeping {
    checkpoint: SharedCheckpoint,
    note: Value,
    /// The first search that was ended by a stop: it is undecided, and can be resumed.
    interrupted: Option<(SearchId, Box<Solver>)>,
}

/// The number of a search, from 0, and its task.
type SearchId = (usize, String);

impl Keeping {
    /// Keeps the state of the check that `note` identifies.
    pub fn new(checkpoint: SharedCheckpoint, note: Value) -> Keeping {
        Keeping { checkpoint, note, interrupted: None }
    }

    /// Whether a checkpoint belongs to the check that `note` identifies.
    pub fn is_of_check(noted: &Value, note: &Value) -> bool {
        noted.get("check") == Some(note)
    }

    /// Whether it belongs to the search with this number and this task.
    pub fn is_of_search(noted: &Value, number: usize, task: &str) -> bool {
        noted.get("search") == Some(&number.into()) && noted.get("task") == Some(&task.into())
    }

    /// Records that a stop ended a search.
    pub fn interrupt(&mut self, number: usize, task: String, search: Box<Solver>) {
        self.interrupted.get_or_insert(((number, task), search));
    }

    /// Whether a search was ended by a stop.
    pub fn has_interrupted(&self) -> bool {
        self.interrupted.is_some()
    }

    /// Writes a checkpoint, or a part of one, together with the number and task of its search: the search
    /// that was ended by a stop or, if there is none, the one that is `running`. Returns whether the
    /// checkpoint is complete.
    ///
    /// # Errors
    /// When the folder cannot be written.
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
