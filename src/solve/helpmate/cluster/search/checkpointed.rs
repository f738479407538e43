//! Checkpoints of a process's part. All processes write at the same layers: when the first one wants it, and at the end.

use super::super::checkpoint::{PartWriter, State, has_parts, new_run};
use super::super::message::{Reader, Writer};
use super::ClusterSearch;
use crate::solve::checkpoint::{CheckpointError, Checkpointed, DiskFailure, MANIFEST, refuse_occupied};
use crate::solve::helpmate::checkpoint::SavedOptions;
use crate::solve::helpmate::cluster::HostLost;
use crate::solve::outcome::Reason;
use crate::store::Folder;
use std::time::Duration;

impl Checkpointed for ClusterSearch {
    /// All processes must keep one, or none.
    fn keep_checkpoint(
        &mut self,
        folder: Box<dyn Folder>,
        note: serde_json::Value,
    ) -> Result<(), CheckpointError> {
        refuse_occupied(&*folder)?;
        if has_parts(&*folder).map_err(CheckpointError::io(MANIFEST))? {
            return Err(CheckpointError::Occupied);
        }
        let run = match self.agree_on_run() {
            Ok(run) => run,
            Err(lost) => {
                self.lose(lost);
                return Ok(());
            }
        };
        let place = (self.process(), self.processes());
        let key_bytes = self.plan.key_width().key_bytes();
        let mut writer = PartWriter::begin(folder, place, run, Vec::new(), &self.trails.own, key_bytes)?;
        writer.set_note(note);
        self.writer = Some(writer);
        // Whatever happens after the first round, there is something to go on from.
        self.saves = self.process() == 0;
        Ok(())
    }

    fn set_note(&mut self, note: serde_json::Value) {
        if let Some(writer) = &mut self.writer {
            writer.set_note(note);
        }
    }

    /// Nothing more than [`advance`](ClusterSearch::advance) has written: alone, no process can.
    fn save(&mut self) -> Result<(), CheckpointError> {
        Ok(())
    }

    /// Has all processes write one after the next round, if this is the first of them.
    fn save_a_part(&mut self, _: Duration) -> Result<bool, CheckpointError> {
        self.saves = self.writer.is_some() && self.process() == 0;
        Ok(true)
    }

    fn examine_checkpoint(&self) -> Result<(), CheckpointError> {
        self.writer.as_ref().map_or(Ok(()), PartWriter::examine)
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

    /// The number of a run that begins, which the first process chooses.
    pub(super) fn agree_on_run(&mut self) -> Result<u64, HostLost> {
        let mut message = Writer::default();
        message.put(new_run().to_le_bytes());
        let messages = self.exchange.exchange(vec![message.0; self.processes()])?;
        Ok(Reader::new(&messages[0]).u64())
    }

    /// Ends the search for want of a process.
    pub(super) fn lose(&mut self, lost: HostLost) {
        self.outcome = Some(Box::new(self.unknown(Reason::Host)));
        self.lost = Some(lost);
    }
}
