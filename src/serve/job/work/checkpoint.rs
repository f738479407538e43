//! The checkpoint of a job's searches: where it is, and when it is written.

use crate::report::{Lang, Message};
use crate::serve::error::{ApiError, internal};
use crate::serve::job::shared::Job;
use crate::solve::CheckpointError;
use crate::store::{DiskFolder, Folder};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long a checkpoint is written before the search goes on for a while.
const PART: Duration = Duration::from_millis(25);

/// Where a checkpoint is, how often it is written, and when next.
pub struct Checkpoint {
    path: PathBuf,
    every: Duration,
    due: Instant,
}

impl Checkpoint {
    /// The checkpoint of a search that begins now.
    pub fn new(path: PathBuf, every: Duration) -> Checkpoint {
        Checkpoint { path, every, due: Instant::now() + every }
    }

    /// Has `save` write a part of it when it is time to. Returns whether it is whole now.
    pub fn save_if_due(
        &mut self,
        job: &Job,
        save: impl FnOnce(Duration) -> Result<bool, CheckpointError>,
    ) -> bool {
        if Instant::now() < self.due {
            return false;
        }
        let written = save(PART);
        let is_over = !matches!(written, Ok(false));
        if is_over {
            self.due = Instant::now() + self.every;
        }
        let is_whole = matches!(written, Ok(true));
        tell_failure(job, written);
        is_whole
    }

    /// Nothing is left to go on from.
    pub fn remove(self) {
        let _ = fs::remove_dir_all(self.path);
    }
}

/// A folder with nothing in it.
///
/// # Errors
/// The system refuses.
pub fn fresh_folder(path: &Path) -> Result<Box<dyn Folder>, ApiError> {
    let _ = fs::remove_dir_all(path);
    let folder = DiskFolder::create(path).map_err(|error| internal(&error.message(Lang::En)))?;
    Ok(Box::new(folder))
}

/// Says that a checkpoint could not be written. It is the solver's matter whether it goes on without.
pub fn tell_failure<T>(job: &Job, written: Result<T, CheckpointError>) {
    if let Err(error) = written {
        let text = error.message(Lang::En);
        log::warn!("{}: no checkpoint: {text}", job.id);
    }
}

/// Says that what is in a folder is not gone on with.
pub fn tell_foreign(path: &Path, error: &CheckpointError) {
    let text = error.message(Lang::En);
    log::warn!("{}: {text}: the search begins anew", path.display());
}
