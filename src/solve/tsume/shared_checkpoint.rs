//! One checkpoint for many searches about one problem, each of which continues with the table of the previous
//! one.

use super::checkpoint::{CheckpointWriter, Saved};
use super::options::Options;
use super::solver::Solver;
use crate::position::Position;
use crate::solve::checkpoint::CheckpointError;
use crate::store::Folder;
use std::time::{Duration, Instant};

/// Writes checkpoints of whichever of the searches is running.
pub struct SharedCheckpoint(CheckpointWriter);

/// A checkpoint that another process left.
pub struct Left {
    folder: Box<dyn Folder>,
    saved: Saved,
}

/// The content of a folder.
pub enum Opened {
    /// There is no checkpoint yet.
    Empty(SharedCheckpoint),
    /// A checkpoint.
    Left(Box<Left>),
}

impl SharedCheckpoint {
    /// Opens a folder, and reads its checkpoint if there is one.
    ///
    /// # Errors
    /// The checkpoint is damaged, belongs to something else, or has another version.
    pub fn open(folder: Box<dyn Folder>) -> Result<Opened, CheckpointError> {
        match Saved::read(&*folder) {
            Ok(saved) => Ok(Opened::Left(Box::new(Left { folder, saved }))),
            Err(CheckpointError::Missing) => {
                let writer = CheckpointWriter::begin(folder, serde_json::Value::Null)?;
                Ok(Opened::Empty(SharedCheckpoint(writer)))
            }
            Err(error) => Err(error),
        }
    }

    /// Begins or continues writing a checkpoint of a search that is paused and has a table, for about this time,
    /// or to its end without one. Returns whether the checkpoint is complete. The search may be another one than
    /// that with which the checkpoint was begun, since the table's entries are valid for all of them.
    ///
    /// # Errors
    /// The folder cannot be written; the previous checkpoint stays valid.
    pub fn save(
        &mut self,
        search: &Solver,
        note: serde_json::Value,
        time: Option<Duration>,
    ) -> Result<bool, CheckpointError> {
        let until = time.and_then(|time| Instant::now().checked_add(time));
        self.0.set_note(note);
        self.0.write(&search.task, &search.shown, search.spent(), until)
    }
}

impl Left {
    /// The caller's note in the checkpoint.
    pub fn note(&self) -> &serde_json::Value {
        &self.saved.note
    }

    /// Resumes the search, with these options.
    ///
    /// # Errors
    /// The saved search is about another position or policy. A file is missing or damaged.
    pub fn search(
        mut self,
        position: &Position,
        options: Options,
    ) -> Result<(Solver, SharedCheckpoint), CheckpointError> {
        let task = &mut self.saved.task;
        if task.root.sfen() != position.sfen() || task.options.futile != options.futile {
            return Err(CheckpointError::Foreign);
        }
        task.options = options;
        let task = task.clone();
        let (begun, writer) = self.saved.restore(self.folder, &task.options)?;
        Ok((Solver::going_on(task, begun, None), SharedCheckpoint(writer)))
    }

    /// Restores the table, and leaves it to the next search that gets a clone of these options.
    ///
    /// # Errors
    /// A file is missing or damaged.
    pub fn table(self, options: &Options) -> Result<SharedCheckpoint, CheckpointError> {
        let (begun, writer) = self.saved.restore(self.folder, options)?;
        options.tables.join();
        options.tables.leave(begun.table);
        Ok(SharedCheckpoint(writer))
    }
}
