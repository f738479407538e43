//! Keeping checkpoints and resuming from them.

use super::checkpoint::{CheckpointWriter, Saved};
use super::error::CheckpointError;
use super::layers::Layers;
use super::options::Options;
use super::solver::Solver;
use crate::store::Folder;
use std::time::Duration;

/// A search read from a checkpoint.
pub struct Resumed {
    /// It goes on from the last closed layer, and keeps the checkpoint.
    pub solver: Solver,
    /// What the caller had noted.
    pub note: serde_json::Value,
    /// Whether it had come to its answer, which is now found again from the last layer.
    pub is_finished: bool,
}

impl Solver {
    /// Keeps a checkpoint in a folder from now on, and writes the first one. `note` is the caller's and comes back from
    /// [`Solver::resume`]. To be called before the search is begun.
    ///
    /// # Errors
    /// The folder holds a checkpoint already, or cannot be written.
    pub fn keep_checkpoint(
        &mut self,
        folder: Box<dyn Folder>,
        note: serde_json::Value,
    ) -> Result<(), CheckpointError> {
        self.checkpoint = Some(CheckpointWriter::begin(folder, note, &mut self.layers)?);
        self.save()
    }

    /// Replaces the caller's note, from the next checkpoint on.
    pub fn set_note(&mut self, note: serde_json::Value) {
        if let Some(checkpoint) = &mut self.checkpoint {
            checkpoint.set_note(note);
        }
    }

    /// Whether a search can go on from the checkpoint, as far as can be told without reading all of it; without one it
    /// can.
    ///
    /// # Errors
    /// A file is missing or damaged.
    pub fn examine_checkpoint(&self) -> Result<(), CheckpointError> {
        self.checkpoint.as_ref().map_or(Ok(()), CheckpointWriter::examine)
    }

    /// Reads a checkpoint. The options are those that were saved, but for the limit of time and the stop flag; `change`
    /// sets these, and may change others.
    ///
    /// # Errors
    /// There is no checkpoint, or it is damaged, foreign or of another version.
    pub fn resume(
        folder: Box<dyn Folder>,
        change: impl FnOnce(&mut Options),
    ) -> Result<Resumed, CheckpointError> {
        let saved = Saved::read(&*folder)?;
        let mut options = saved.options.clone().restore();
        change(&mut options);
        let task = saved.task.clone();
        let (earlier, is_finished) =
            (Duration::try_from_secs_f64(saved.seconds).unwrap_or_default(), saved.is_finished);
        let note = saved.note().clone();
        let layers = Layers::empty(&task, options.memory_plan(), options.spill(), options.threads.max(1));
        let (layers, checkpoint) = saved.restore(folder, layers)?;
        let mut solver = Solver::with(layers, task, options);
        (solver.earlier, solver.checkpoint) = (earlier, Some(checkpoint));
        Ok(Resumed { solver, note, is_finished })
    }
}
