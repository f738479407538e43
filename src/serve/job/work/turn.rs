//! Work that advances in time slices, and the result of a slice.

use crate::serve::error::ApiError;
use crate::serve::job::progress::JobProgress;
use crate::solve::Budget;
use serde_json::Value;

/// The result of one slice of work.
pub enum Turn {
    /// The progress so far.
    Progress(JobProgress),
    /// An answer as JSON.
    Answer {
        /// The object.
        text: String,
        /// Whether it says less than it would have without the stop.
        is_partial: bool,
    },
    /// The work has ended.
    Done {
        /// Whether everything that was asked for is done, so that nothing stopped it.
        is_whole: bool,
    },
}

/// Work that advances in time slices.
pub trait Work {
    /// Works for a slice of time.
    ///
    /// # Errors
    /// The job cannot be done.
    fn advance(&mut self, slice: Budget) -> Result<Turn, ApiError>;

    /// The progress of the work, from which another server can continue after the answers that were reported. To be
    /// called when [`advance`](Work::advance) returned no answer, or a partial one. `None` if there is nothing to
    /// continue from, or the work stores its progress itself.
    fn state(&mut self) -> Option<Value> {
        None
    }
}
