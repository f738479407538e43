//! Writing a process's part of a checkpoint.

use super::super::layer_origins::{LayerOrigins, Segment};
use super::super::trail::Trail;
use super::saved::{EarlierRun, LogEnd, Run, SavedPart};
use crate::solve::checkpoint::{CheckpointError, File, Manifest, Named, Status, find};
use crate::solve::helpmate::checkpoint::{FrontierFile, SavedOptions};
use crate::solve::helpmate::frontier::Frontier;
use crate::solve::helpmate::layer_log::LayerLog;
use crate::solve::helpmate::layers::Counts;
use crate::solve::helpmate::task::Task;
use crate::store::Folder;
use std::io;
use std::sync::Arc;

/// The number of manifests that a process keeps: another process may not have finished writing its last one.
const KEPT: usize = 2;

/// The data with which a run is begun.
pub(in super::super) struct Pending {
    pub folder: Box<dyn Folder>,
    /// The caller's note.
    pub note: serde_json::Value,
    /// The number of times that the search was resumed.
    pub stops: u32,
}

/// Writes the part of one process in a run.
pub(in super::super) struct PartWriter {
    folder: Box<dyn Folder>,
    note: serde_json::Value,
    stops: u32,
    run: u64,
    process: usize,
    processes: usize,
    earlier: Vec<EarlierRun>,
    first: u64,
    log: LayerLog,
    /// The last layers that were saved in this run, with their frontiers.
    saved: Vec<(u64, FrontierFile)>,
}

/// The state of a search at the beginning of a layer.
pub(in super::super) struct State<'a> {
    pub layer: u64,
    pub frontier: &'a Frontier,
    pub names: &'a [Segment],
    pub counts: Counts,
    pub task: &'a Task,
    pub options: SavedOptions,
    pub seconds: f64,
    pub is_finished: bool,
}

impl PartWriter {
    /// Begins the log of a run, which continues the last run of `earlier`, with the origins of a layer's
    /// positions.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn begin(
        Pending { folder, note, stops }: Pending,
        (process, processes): (usize, usize),
        Run { number: run, earlier }: Run,
        own: &Trail,
        key_bytes: usize,
    ) -> Result<PartWriter, CheckpointError> {
        let name = Named { file: File::Log, run, process, layer: None }.name();
        let file = folder.append(&name, 0).map_err(CheckpointError::io(&name))?;
        let mut log = LayerLog::new(file, 0, 0, key_bytes);
        let first = own.last();
        log.write_origins(first, &own.origins(first).to_bytes());
        let saved = Vec::new();
        Ok(PartWriter { folder, note, stops, run, process, processes, earlier, first, log, saved })
    }

    /// Changes the caller's note.
    pub fn set_note(&mut self, note: serde_json::Value) {
        self.note = note;
    }

    /// Writes a layer that is being closed: the positions that this process found, before any of them moves.
    pub fn write_layer(&mut self, found: &Frontier, own: &Trail) {
        self.log.write_layer(own.last() + 1, found.keys(), &own.open_records());
    }

    /// Writes the origins of the layer's positions, after positions have moved.
    pub fn write_origins(&mut self, layer: u64, origins: &LayerOrigins) {
        self.log.write_origins(layer, &origins.to_bytes());
    }

    /// The first error in writing the log, if there was one.
    pub fn failure(&self) -> Option<&Arc<io::Error>> {
        self.log.failure()
    }

    /// Saves the current layer, so that the search can be resumed from it.
    ///
    /// # Errors
    /// The folder cannot be written; earlier checkpoints stay valid.
    pub fn save(&mut self, state: State<'_>) -> Result<(), CheckpointError> {
        let State { layer, task, .. } = state;
        let log = self.name(File::Log, None);
        let (bytes, crc) = self.log.sync().map_err(CheckpointError::io(&log))?;
        find(&*self.folder, &log)?;
        let known =
            self.saved.iter().find(|(saved, _)| *saved == layer).map(|(_, frontier)| frontier.clone());
        let frontier = match known {
            Some(frontier) => frontier,
            None => {
                let name = self.name(File::Frontier, Some(layer));
                let written = FrontierFile::write(&*self.folder, &name, state.frontier);
                let frontier = written.map_err(CheckpointError::io(&name))?;
                self.saved.push((layer, frontier.clone()));
                frontier
            }
        };
        let search = SavedPart {
            run: self.run,
            processes: self.processes,
            process: self.process,
            earlier: self.earlier.clone(),
            first: self.first,
            options: state.options,
            layer,
            log: LogEnd { bytes, crc },
            frontier,
            names: state.names.to_vec(),
            counts: state.counts.into(),
        };
        let (seconds, is_finished) = (state.seconds, state.is_finished);
        let status = Status { seconds, stops: self.stops, is_finished, note: self.note.clone() };
        Manifest::new((task.rule, task.permitted.conditions()), &task.root, task.attacker, search, status)
            .write(&*self.folder, &self.name(File::Manifest, Some(layer)))?;
        log::debug!("checkpoint of layer {layer}: {bytes} bytes of log");
        self.remove_older();
        Ok(())
    }

    /// Ends the run with the last layer in its log. Returns all earlier runs, followed by this one.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn end(&mut self, last: u64) -> Result<Vec<EarlierRun>, CheckpointError> {
        let log = self.name(File::Log, None);
        let (bytes, crc) = self.log.sync().map_err(CheckpointError::io(&log))?;
        let ended = EarlierRun { run: self.run, last, logs: vec![LogEnd { bytes, crc }] };
        Ok(self.earlier.iter().cloned().chain([ended]).collect())
    }

    /// The data with which the next run is begun.
    pub fn into_pending(self) -> Pending {
        Pending { folder: self.folder, note: self.note, stops: self.stops }
    }

    /// Checks whether this process has a part from which a search can be resumed, as far as possible without
    /// reading it.
    ///
    /// # Errors
    /// A file is missing.
    pub fn examine(&self) -> Result<(), CheckpointError> {
        match self.saved.last() {
            Some((layer, _)) => find(&*self.folder, &self.name(File::Manifest, Some(*layer))),
            None if self.earlier.is_empty() => Err(CheckpointError::Missing),
            None => Ok(()),
        }
    }

    /// Removes manifests and frontiers that are no longer needed to resume. When a second manifest of this run is
    /// written, all processes have written the first one.
    fn remove_older(&mut self) {
        if self.saved.len() < KEPT {
            return;
        }
        self.saved.drain(..self.saved.len() - KEPT);
        for name in self.folder.names().unwrap_or_default() {
            let Some(named) = Named::parse(&name).filter(|named| named.file != File::Log) else { continue };
            let is_old = if named.run == self.run {
                named.process == self.process
                    && !self.saved.iter().any(|(layer, _)| named.layer == Some(*layer))
            } else {
                named.process % self.processes == self.process
            };
            if is_old {
                let _ = self.folder.remove(&name);
            }
        }
    }

    fn name(&self, file: File, layer: Option<u64>) -> String {
        Named { file, run: self.run, process: self.process, layer }.name()
    }
}
