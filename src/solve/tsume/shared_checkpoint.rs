//! One checkpoint for many searches about one problem, each of which goes on with the table of the one before.

use super::checkpoint::{CheckpointWriter, Saved};
use super::options::Options;
use super::solver::Solver;
use crate::position::Position;
use crate::solve::checkpoint::CheckpointError;
use crate::store::Folder;
use std::time::{Duration, Instant};

/// Writes the checkpoint of whichever of the searches is being made.
pub struct SharedCheckpoint(CheckpointWriter);

/// A checkpoint that another process left.
pub struct Left {
    folder: Box<dyn Folder>,
    saved: Saved,
}

/// What is in a folder.
pub enum Opened {
    /// Nothing yet.
    Empty(SharedCheckpoint),
    /// A checkpoint.
    Left(Box<Left>),
}

impl SharedCheckpoint {
    /// Opens a folder.
    ///
    /// # Errors
    /// What is in it is damaged, foreign or of another version.
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

    /// Writes a checkpoint of a search that is at rest and has a table, or goes on writing one, for about this time; without
    /// a time to its end. Returns whether it is whole. The search may be another one than that with which it was begun:
    /// what is written of the table is true for all of them.
    ///
    /// # Errors
    /// The folder cannot be written; the checkpoint before it stays good.
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
    /// What was noted.
    pub fn note(&self) -> &serde_json::Value {
        &self.saved.note
    }

    /// Goes on with the search, which has these options.
    ///
    /// # Errors
    /// It is one from another position. A file is missing or damaged.
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

    /// Leaves the table to the next search that gets a clone of these options.
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
