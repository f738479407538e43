//! Writing checkpoints, and resuming a search from them.

use super::checkpoint::{CheckpointWriter, Saved, SavedOptions};
use super::layers::Layers;
use super::options::Options;
use super::solver::Solver;
use crate::problem::Question;
use crate::solve::checkpoint::{self, CheckpointError, Checkpointed, DiskFailure};
use crate::solve::outcome::Outcome;
use crate::store::Folder;
use std::time::Duration;

/// A search by layers that was read from a checkpoint.
pub type Resumed = checkpoint::Resumed<Solver>;

/// The checkpoint holds the state after the last closed layer. While an answer is verified, and after that, it
/// remains the checkpoint of the first search.
impl Checkpointed for Solver {
    fn keep_checkpoint(
        &mut self,
        folder: Box<dyn Folder>,
        note: serde_json::Value,
    ) -> Result<(), CheckpointError> {
        self.checkpoint = Some(CheckpointWriter::begin(folder, note, &mut self.layers)?);
        self.save()
    }

    fn set_note(&mut self, note: serde_json::Value) {
        if let Some(checkpoint) = &mut self.checkpoint {
            checkpoint.set_note(note);
        }
    }

    fn save(&mut self) -> Result<(), CheckpointError> {
        let is_finished = self.outcome.as_deref().is_some_and(Outcome::is_whole);
        let seconds = self.elapsed().as_secs_f64();
        let Some(checkpoint) = self.checkpoint.as_mut().filter(|_| !self.is_second) else { return Ok(()) };
        let options = SavedOptions::of(&self.options);
        let saved = checkpoint.save(&mut self.layers, &self.task, options, seconds, is_finished);
        self.disk_failure = saved.as_ref().err().cloned().map(DiskFailure::from);
        saved
    }

    fn examine_checkpoint(&self) -> Result<(), CheckpointError> {
        self.checkpoint.as_ref().map_or(Ok(()), CheckpointWriter::examine)
    }

    fn disk_failure(&self) -> Option<DiskFailure> {
        self.disk_failure.clone().or_else(|| self.layers.disk_failure())
    }
}

impl Solver {
    /// The question that the search answers.
    pub(crate) fn question(&self) -> Question {
        self.task.question()
    }

    /// Reads a checkpoint. The options are those that were saved, except for the time limit and the stop flag;
    /// `change` sets these two, and may change others.
    ///
    /// # Errors
    /// There is no checkpoint, or it is damaged, belongs to something else, or has another version.
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
