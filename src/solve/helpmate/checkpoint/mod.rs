//! Checkpoints: the data with which another process can resume a search, in a folder of three files.
//!
//! - `layers.log` grows with every closed layer: keys of its positions and its part of the parent log, written once.
//! - `frontier-N` holds the positions of layer *N*, the last one closed.
//! - `manifest` states how much of the log is valid, the problem, and the counts.
//!
//! A resumed search does exactly what it would have done without a stop, so its answer has the same bytes.
//! (Exception: where memory is so short that the table forgets, it may forget other entries.)

mod frontier_file;
mod layer_log_reader;
mod manifest;

pub(super) use frontier_file::FrontierFile;
pub(super) use layer_log_reader::LayerLogReader;
pub(super) use manifest::{SavedCounts, SavedOptions, SavedSearch};

use super::layer_log::{LayerLog, MAGIC};
use super::layers::Layers;
use super::task::Task;
use crate::solve::checkpoint::{
    CheckpointError, Damage, MANIFEST, Manifest, Status, find, numbered, refuse_foreign, refuse_occupied,
    remove_others,
};
use crate::store::Folder;
use log::debug;

pub(super) const LOG: &str = "layers.log";

/// Writes the checkpoints of a search to a folder.
pub(super) struct CheckpointWriter {
    folder: Box<dyn Folder>,
    /// The caller's note, stored with the checkpoint.
    note: serde_json::Value,
    /// The number of times that the search was resumed.
    stops: u32,
    /// The last layer whose frontier was written, and the manifest's data on that file. A manifest that could not
    /// be put in its place may still exist and name the file, so the file is never written again.
    written: Option<(u64, FrontierFile)>,
}

/// A search as it was read from a checkpoint.
pub(super) struct Saved {
    pub task: Task,
    pub options: SavedOptions,
    pub seconds: f64,
    pub is_finished: bool,
    manifest: Manifest<SavedSearch>,
}

impl CheckpointWriter {
    /// Begins to keep a checkpoint of a search that has not started yet.
    ///
    /// # Errors
    /// The folder already holds a checkpoint, or a file of something else that would be lost; or it cannot be
    /// written.
    pub fn begin(
        folder: Box<dyn Folder>,
        note: serde_json::Value,
        layers: &mut Layers,
    ) -> Result<CheckpointWriter, CheckpointError> {
        refuse_occupied(&*folder)?;
        let has_layer = refuse_foreign(&*folder, LOG, &MAGIC.to_le_bytes())?;
        // A killed process leaves no frontier without a layer in the log, so such a file belongs to something
        // else.
        let left = numbered(&*folder, FrontierFile::PREFIX)?;
        if let Some(file) = left.into_iter().next().filter(|_| !has_layer) {
            return Err(CheckpointError::InTheWay { file });
        }
        let log = folder.append(LOG, 0).map_err(CheckpointError::io(LOG))?;
        layers.keep_log(LayerLog::new(log, 0, 0, layers.key_bytes()));
        layers.write_first_layer();
        Ok(CheckpointWriter { folder, note, stops: 0, written: None })
    }

    /// Changes the caller's note.
    pub fn set_note(&mut self, note: serde_json::Value) {
        self.note = note;
    }

    /// Replaces the checkpoint by that of the last closed layer.
    ///
    /// # Errors
    /// The folder cannot be written; the previous checkpoint stays valid.
    pub fn save(
        &mut self,
        layers: &mut Layers,
        task: &Task,
        options: SavedOptions,
        seconds: f64,
        is_finished: bool,
    ) -> Result<(), CheckpointError> {
        let (log_bytes, log_crc) = layers.sync_log().map_err(CheckpointError::io(LOG))?;
        let layer = layers.layer() as u64;
        let name = FrontierFile::name(layer);
        find(&*self.folder, LOG)?;
        let frontier = match &self.written {
            Some((written, frontier)) if *written == layer => frontier.clone(),
            _ => {
                let frontier = FrontierFile::write(&*self.folder, &name, layers.frontier())
                    .map_err(CheckpointError::io(&name))?;
                self.written = Some((layer, frontier.clone()));
                frontier
            }
        };
        let counts = layers.closed_counts().into();
        let search = SavedSearch { options, layer, log_bytes, log_crc, frontier, counts };
        let status = Status { seconds, stops: self.stops, is_finished, note: self.note.clone() };
        Manifest::new((task.rule, task.permitted.conditions()), &task.root, task.attacker, search, status)
            .write(&*self.folder, MANIFEST)?;
        debug!("checkpoint of layer {layer}: {log_bytes} bytes of log");
        remove_others(&*self.folder, FrontierFile::PREFIX, &name);
        Ok(())
    }

    /// Checks whether a search can be resumed from the files in the folder, as far as possible without reading
    /// all of them.
    ///
    /// # Errors
    /// A file is missing or damaged.
    pub fn examine(&self) -> Result<(), CheckpointError> {
        let saved = Saved::read(&*self.folder)?;
        find(&*self.folder, LOG)?;
        find(&*self.folder, &FrontierFile::name(saved.manifest.search.layer))
    }
}

impl Saved {
    /// Reads the manifest of a folder.
    ///
    /// # Errors
    /// There is no manifest, or it is damaged, belongs to something else, or has another version.
    pub fn read(folder: &dyn Folder) -> Result<Saved, CheckpointError> {
        let manifest = Manifest::<SavedSearch>::read(folder, MANIFEST)?;
        if !manifest.search.counts.are_possible() {
            return Err(CheckpointError::damaged(MANIFEST, Damage::Counts));
        }
        let ((rule, conditions), root, attacker) = manifest.problem()?;
        if !rule.is_cooperative() {
            return Err(CheckpointError::Foreign);
        }
        let task = Task::new(root, attacker, rule, conditions);
        let (options, seconds, is_finished) =
            (manifest.search.options.clone(), manifest.seconds, manifest.is_finished);
        Ok(Saved { task, options, seconds, is_finished, manifest })
    }

    /// Fills an empty search from the saved files.
    ///
    /// # Errors
    /// A file is missing or damaged, or does not belong to the manifest.
    pub fn restore(
        self,
        folder: Box<dyn Folder>,
        mut layers: Layers,
    ) -> Result<(Layers, CheckpointWriter), CheckpointError> {
        let Manifest { search, note, stops, .. } = self.manifest;
        let SavedSearch { layer, log_bytes, log_crc, frontier, counts, .. } = search;
        let name = FrontierFile::name(layer);
        frontier.read(&*folder, &name, &self.task.root, |position| layers.restore_position(position))?;
        let mut reader = LayerLogReader::open(&*folder, LOG, log_bytes)?;
        while let Some(found) = reader.read_layer(&mut layers)? {
            if found > layer {
                return Err(CheckpointError::damaged(LOG, Damage::Layers));
            }
        }
        let positions = layers.frontier().len() as u64;
        if reader.crc() != log_crc || reader.last_layer() != Some((layer, positions, layers.frontier_sum())) {
            return Err(CheckpointError::damaged(LOG, Damage::OtherLog));
        }
        layers.finish_restoring(counts.into());
        let log = folder.append(LOG, log_bytes).map_err(CheckpointError::io(LOG))?;
        layers.keep_log(LayerLog::new(log, log_bytes, log_crc, layers.key_bytes()));
        Ok((
            layers,
            CheckpointWriter {
                folder,
                note,
                stops: stops.saturating_add(1),
                written: Some((layer, frontier)),
            },
        ))
    }

    /// The caller's note in the checkpoint.
    pub fn note(&self) -> &serde_json::Value {
        &self.manifest.note
    }
}
