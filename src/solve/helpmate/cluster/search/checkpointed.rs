//! Checkpoints of a process's part. All processes write at the same layers: when the first process requests it,
//! and at the end.

use super::super::checkpoint::{PartWriter, Pending, Run, State};
use super::ClusterSearch;
use crate::solve::checkpoint::{
    CheckpointError, Checkpointed, DiskFailure, MANIFEST, new_run, refuse_occupied,
};
use crate::solve::helpmate::checkpoint::SavedOptions;
use crate::solve::helpmate::cluster::HostLost;
use crate::solve::outcome::Reason;
use crate::store::Folder;
use std::time::Duration;

impl Checkpointed for ClusterSearch {
    /// Either all processes must keep a checkpoint, or none.
    fn keep_checkpoint(
        &mut self,
        folder: Box<dyn Folder>,
        note: serde_json::Value,
    ) -> Result<(), CheckpointError> {
        refuse_occupied(&*folder)?;
        // This exchange ensures that every process has checked its folder before any process writes.
        match self.agree_on_run(&Run { number: new_run(), earlier: Vec::new() }) {
            Ok(run) => {
                // If a process is lost before this, no process has a folder from which there is nothing to resume.
                folder.make().map_err(CheckpointError::io(MANIFEST))?;
                (self.run, self.pending) = (run.number, Some(Pending { folder, note, stops: 0 }));
            }
            Err(lost) => self.lose(lost),
        }
        Ok(())
    }

    fn set_note(&mut self, note: serde_json::Value) {
        if let Some(writer) = &mut self.writer {
            writer.set_note(note);
        } else if let Some(pending) = &mut self.pending {
            pending.note = note;
        }
    }

    /// Writes nothing more than [`advance`](ClusterSearch::advance) has written, since no process can write a
    /// checkpoint alone.
    fn save(&mut self) -> Result<(), CheckpointError> {
        Ok(())
    }

    /// Requests a checkpoint from all processes after the next round, if this is the first process.
    fn save_a_part(&mut self, _: Duration) -> Result<bool, CheckpointError> {
        self.saves = self.writer.is_some() && self.process() == 0;
        Ok(true)
    }

    fn examine_checkpoint(&self) -> Result<(), CheckpointError> {
        self.writer.as_ref().or(self.first_writer.as_ref()).map_or(Ok(()), PartWriter::examine)
    }

    fn disk_failure(&self) -> Option<DiskFailure> {
        let log = || self.writer.as_ref()?.failure().cloned().map(DiskFailure::Log);
        self.disk_failure.clone().or_else(log)
    }
}

impl ClusterSearch {
    /// Writes the checkpoint of the current layer. A failure ends the search in all processes.
    pub(super) fn save_part(&mut self, is_finished: bool) {
        self.saves = false;
        let seconds = self.elapsed().as_secs_f64();
        let Some(writer) = &mut self.writer else { return };
        let saved = writer.save(State {
            layer: self.layer,
            frontier: &self.frontier,
            names: &self.trails.own.origins(self.layer).segments,
            counts: self.closed_counts,
            task: &self.task,
            options: SavedOptions::of(&self.options),
            seconds,
            is_finished,
        });
        if let Err(error) = saved {
            self.disk_failure = Some(error.into());
        }
    }

    /// Whether a checkpoint cannot be written.
    pub(super) fn has_failed(&self) -> bool {
        self.disk_failure().is_some()
    }

    /// The run that begins, which all processes take from the first one.
    pub(super) fn agree_on_run(&mut self, run: &Run) -> Result<Run, HostLost> {
        // Serializing a run cannot fail.
        let message = serde_json::to_vec(run).unwrap_or_default();
        let messages = self.exchange.exchange(vec![message; self.processes()])?;
        serde_json::from_slice(&messages[0])
            .map_err(|error| HostLost { process: 0, cause: error.to_string() })
    }

    /// Begins to write this process's part of a run, if checkpoints are to be kept.
    pub(super) fn begin_writing(&mut self, run: Run) {
        let Some(pending) = self.pending.take() else { return };
        let place = (self.process(), self.processes());
        let key_bytes = self.plan.key_width().key_bytes();
        match PartWriter::begin(pending, place, run, &self.trails.own, key_bytes) {
            Ok(writer) => {
                self.writer = Some(writer);
                // Request a checkpoint after the first round, so that the search can be resumed from then on.
                self.saves = self.process() == 0;
            }
            Err(error) => self.disk_failure = Some(error.into()),
        }
    }

    /// Ends the run that is being written, and enters it in `next`, the run that follows.
    pub(super) fn end_writing(&mut self, next: &mut Run) {
        let Some(mut writer) = self.writer.take() else { return };
        match writer.end(self.layer) {
            Ok(runs) => {
                next.earlier = runs;
                self.pending = Some(writer.into_pending());
            }
            Err(error) => {
                self.disk_failure = Some(error.into());
                self.writer = Some(writer);
            }
        }
    }

    /// Ends the search because a process was lost.
    pub(super) fn lose(&mut self, lost: HostLost) {
        if self.ahead.is_some() {
            // No other process has a part of the search, so this checkpoint is complete.
            self.save_part(false);
        }
        // If the first search has ended, its answer is returned, though it is not verified.
        let outcome = self.first.take().map(|first| {
            self.graph = first.graph;
            first.outcome
        });
        self.outcome = Some(Box::new(outcome.unwrap_or_else(|| self.unknown(Reason::Host))));
        self.lost = Some(lost);
    }
}
