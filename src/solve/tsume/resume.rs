//! Writing checkpoints, and resuming a search from them.

use super::checkpoint::{CheckpointWriter, Saved, Task};
use super::options::Options;
use super::solver::Solver;
use crate::position::Rule;
use crate::problem::{Choices, Question};
use crate::solve::checkpoint::{self, CheckpointError, Checkpointed, DiskFailure};
use crate::store::Folder;
use std::time::{Duration, Instant};

/// A tsume search that was read from a checkpoint.
pub type Resumed = checkpoint::Resumed<Solver>;

/// A checkpoint is written between two calls of [`Solver::advance`], when the search is paused.
impl Checkpointed for Solver {
    fn keep_checkpoint(
        &mut self,
        folder: Box<dyn Folder>,
        note: serde_json::Value,
    ) -> Result<(), CheckpointError> {
        self.checkpoint = Some(CheckpointWriter::begin(folder, note)?);
        self.save()
    }

    fn set_note(&mut self, note: serde_json::Value) {
        if let Some(checkpoint) = &mut self.checkpoint {
            checkpoint.set_note(note);
        }
    }

    fn save(&mut self) -> Result<(), CheckpointError> {
        if let Some(checkpoint) = &mut self.checkpoint {
            // A partly written checkpoint is older than this one.
            checkpoint.give_up();
        }
        self.write_checkpoint(None).map(|_| ())
    }

    fn save_a_part(&mut self, time: Duration) -> Result<bool, CheckpointError> {
        self.write_checkpoint(Instant::now().checked_add(time))
    }

    fn examine_checkpoint(&self) -> Result<(), CheckpointError> {
        self.checkpoint.as_ref().map_or(Ok(()), CheckpointWriter::examine)
    }

    fn disk_failure(&self) -> Option<DiskFailure> {
        self.disk_failure.clone()
    }
}

impl Solver {
    /// The question that the search answers.
    pub(in crate::solve) fn question(&self) -> Question {
        let Task { ref root, attacker, ref options } = self.task;
        let choices = Choices {
            rule: Some(Rule::Tsume),
            attacker: Some(attacker),
            policy: Some(options.futile),
            ..Choices::default()
        };
        Question::of(root.clone(), &choices).expect("it is being searched")
    }

    /// The options of the search.
    pub(in crate::solve) fn options(&self) -> &Options {
        &self.task.options
    }

    fn write_checkpoint(&mut self, until: Option<Instant>) -> Result<bool, CheckpointError> {
        let spent = self.spent();
        let Some(checkpoint) = &mut self.checkpoint else { return Ok(true) };
        let written = checkpoint.write(&self.task, &self.shown, spent, until);
        self.disk_failure = written.as_ref().err().cloned().map(DiskFailure::from);
        written
    }

    /// Reads a checkpoint. The options are those that were saved, except for the time limit and the stop flag;
    /// `change` sets these two, and may change limits and threads. With less memory than before, the table
    /// forgets entries.
    ///
    /// # Errors
    /// There is no checkpoint, or it is damaged, belongs to something else, or has another version.
    pub fn resume(
        folder: Box<dyn Folder>,
        change: impl FnOnce(&mut Options),
    ) -> Result<Resumed, CheckpointError> {
        let mut saved = Saved::read(&*folder)?;
        change(&mut saved.task.options);
        let (task, note, is_finished) = (saved.task.clone(), saved.note.clone(), saved.is_finished);
        let (begun, checkpoint) = saved.restore(folder, &task.options)?;
        let solver = Solver::going_on(task, begun, Some(checkpoint));
        Ok(Resumed { solver, note, is_finished })
    }
}
