//! Work that is pulled, and what a slice of it comes to.

use crate::serve::error::ApiError;
use crate::serve::job::progress::JobProgress;
use crate::solve::Budget;
use serde_json::Value;

/// What one slice of work came to.
pub enum Turn {
    /// How far it has come.
    Progress(JobProgress),
    /// An answer as JSON.
    Answer {
        /// The object.
        text: String,
        /// Whether it says less than it would without the stop.
        is_partial: bool,
    },
    /// Everything is done that will be done.
    Done {
        /// Whether that is all that was asked for: nothing stopped it.
        is_whole: bool,
    },
}

/// Work that is pulled.
pub trait Work {
    /// Works for a slice of time.
    ///
    /// # Errors
    /// Why the job cannot be done.
    fn advance(&mut self, slice: Budget) -> Result<Turn, ApiError>;

    /// How far the work has come, for another server to go on from behind the answers that were told; to be asked when
    /// [`advance`](Work::advance) gave no answer, or a partial one. `None` when there is nothing to go on from, or the work
    /// keeps that itself.
    fn state(&mut self) -> Option<Value> {
        None
    }
}
