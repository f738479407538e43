//! The checkpoint of a job's searches: its folder, and when it is written.

use crate::report::{Lang, Message};
use crate::serve::error::{ApiError, internal};
use crate::serve::job::shared::Job;
use crate::solve::CheckpointError;
use crate::store::{DiskFolder, Folder};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long a part of a checkpoint is written before the search continues for a while.
const PART: Duration = Duration::from_millis(25);

/// The folder of a checkpoint, its interval, and when it is due.
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

    /// Lets `save` write a part of the checkpoint, if that is due. Returns whether the checkpoint is complete now.
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

    /// Removes the checkpoint, because nothing is left to be continued.
    pub fn remove(self) {
        let _ = fs::remove_dir_all(self.path);
    }
}

/// An empty folder; what it contained before is removed.
///
/// # Errors
/// An I/O error.
pub fn fresh_folder(path: &Path) -> Result<Box<dyn Folder>, ApiError> {
    let _ = fs::remove_dir_all(path);
    let folder = DiskFolder::create(path).map_err(|error| internal(&error.message(Lang::En)))?;
    Ok(Box::new(folder))
}

/// Logs that a checkpoint could not be written. Whether the search goes on is decided by the solver.
pub fn tell_failure<T>(job: &Job, written: Result<T, CheckpointError>) {
    if let Err(error) = written {
        let text = error.message(Lang::En);
        log::warn!("{}: no checkpoint: {text}", job.id);
    }
}

/// Logs that the contents of a folder cannot be continued.
pub fn tell_foreign(path: &Path, error: &CheckpointError) {
    let text = error.message(Lang::En);
    log::warn!("{}: {text}: the search begins anew", path.display());
}
