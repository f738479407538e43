//! Checkpoints: the data with which another process can resume a search, in a folder of two files.
//!
//! - `facts-N` holds the entries of the table: all proved bounds, and proof and disproof numbers. Each checkpoint
//!   writes a new file, in slices between which the search may continue. Entries that it stores meanwhile may or
//!   may not get into the file; they are correct in both cases.
//! - `manifest` says which file of facts is valid, what the problem is, and what is known about it.
//!
//! Refutations that hold on one path only are not saved, and are found again. So a resumed search may search
//! other nodes than it would have without a stop; what it proves is the same.

mod facts_file;
mod manifest;

use super::board::Board;
use super::control::{Earlier, Known, Shown};
use super::length::Begun;
use super::memory::MemoryShares;
use super::options::Options;
use crate::position::{Conditions, Position, Rule};
use crate::solve::checkpoint::{
    CheckpointError, MANIFEST, Manifest, Status, find, key_text, numbered, refuse_foreign, refuse_occupied,
    remove_others,
};
use crate::store::{Folder, ProofTable};
use crate::types::Color;
use facts_file::{FactsFile, FactsWriter};
use log::debug;
use manifest::{SavedCounts, SavedKnown, SavedOptions, SavedSearch};
use std::time::{Duration, Instant};

/// The problem of a search.
#[derive(Clone)]
pub(super) struct Task {
    pub root: Position,
    pub attacker: Color,
    pub options: Options,
}

/// What a search has spent so far, and whether it has its answer.
#[derive(Clone, Copy, Default)]
pub(super) struct Spent {
    pub nodes: u64,
    pub time: Duration,
    pub is_finished: bool,
}

/// Writes the checkpoints of a search to a folder.
pub(super) struct CheckpointWriter {
    folder: Box<dyn Folder>,
    /// The caller's note, stored with the checkpoint.
    note: serde_json::Value,
    /// The number of times that the search was resumed.
    stops: u32,
    /// The number of the last file of facts. No number is used twice: a checkpoint may fail although its manifest
    /// came into place, and that manifest names the file.
    last: u64,
    /// A file of facts that is not yet complete.
    begun: Option<FactsWriter>,
}

impl CheckpointWriter {
    /// A writer for a folder without a checkpoint.
    ///
    /// # Errors
    /// The folder has a checkpoint, or a file of something else that would be lost; or it cannot be read.
    pub fn begin(
        folder: Box<dyn Folder>,
        note: serde_json::Value,
    ) -> Result<CheckpointWriter, CheckpointError> {
        refuse_occupied(&*folder)?;
        for name in numbered(&*folder, FactsFile::PREFIX)? {
            refuse_foreign(&*folder, &name, &FactsFile::BEGINNING)?;
        }
        Ok(CheckpointWriter { folder, note, stops: 0, last: 0, begun: None })
    }

    /// Changes the caller's note.
    pub fn set_note(&mut self, note: serde_json::Value) {
        self.note = note;
    }

    /// Abandons a checkpoint that is not yet complete.
    pub fn give_up(&mut self) {
        if let Some(facts) = self.begun.take() {
            let name = facts.name();
            drop(facts);
            // If the file cannot be removed it does no harm, since no manifest names it.
            let _ = self.folder.remove(&name);
        }
    }

    /// Begins or continues writing a checkpoint, until it is complete or the time `until` is reached; returns
    /// whether it is complete. The search must be paused.
    ///
    /// # Errors
    /// The folder cannot be written; the previous checkpoint stays valid.
    pub fn write(
        &mut self,
        task: &Task,
        shown: &Shown,
        spent: Spent,
        until: Option<Instant>,
    ) -> Result<bool, CheckpointError> {
        let mut facts = match self.begun.take() {
            Some(facts) => facts,
            None => {
                self.last += 1;
                FactsWriter::begin(&*self.folder, self.last)?
            }
        };
        // Before the search begins there is no table.
        while shown.with_table(|table| facts.write_slice(table)).unwrap_or(Ok(false))? {
            if until.is_some_and(|until| Instant::now() >= until) {
                self.begun = Some(facts);
                return Ok(false);
            }
        }
        let counts = shown.with_table(|table| (table.stored(), table.lookups())).unwrap_or_default();
        let name = facts.name();
        let facts = facts.finish()?;
        debug!("checkpoint: {} entries in {} bytes", facts.entries, facts.bytes);
        find(&*self.folder, &name)?;
        let (positions, lookups) = counts;
        let search = SavedSearch {
            options: SavedOptions::of(&task.options),
            table_key: table_key(task),
            known: SavedKnown::of(&shown.known()),
            counts: SavedCounts { nodes: spent.nodes, positions, lookups },
            facts,
        };
        let status = Status {
            seconds: spent.time.as_secs_f64(),
            stops: self.stops,
            is_finished: spent.is_finished,
            note: self.note.clone(),
        };
        Manifest::new((Rule::Tsume, Conditions::NONE), &task.root, task.attacker, search, status)
            .write(&*self.folder, MANIFEST)?;
        remove_others(&*self.folder, FactsFile::PREFIX, &name);
        Ok(true)
    }

    /// Checks whether a search can be resumed from the files in the folder, as far as possible without reading
    /// all of them.
    ///
    /// # Errors
    /// A file is missing or damaged.
    pub fn examine(&self) -> Result<(), CheckpointError> {
        let manifest = Manifest::<SavedSearch>::read(&*self.folder, MANIFEST)?;
        find(&*self.folder, &manifest.search.facts.name())
    }
}

/// A search as it was read from a checkpoint.
pub(super) struct Saved {
    pub task: Task,
    pub is_finished: bool,
    pub note: serde_json::Value,
    seconds: f64,
    stops: u32,
    search: SavedSearch,
    known: Known,
}

impl Saved {
    /// Reads the manifest of a folder.
    ///
    /// # Errors
    /// There is no manifest, or it is damaged, belongs to something else, or has another version.
    pub fn read(folder: &dyn Folder) -> Result<Saved, CheckpointError> {
        let manifest = Manifest::<SavedSearch>::read(folder, MANIFEST)?;
        let ((rule, _), root, attacker) = manifest.problem()?;
        if rule != Rule::Tsume {
            return Err(CheckpointError::Foreign);
        }
        let Manifest { search, seconds, stops, is_finished, note, .. } = manifest;
        let known = search.known.restore(&root, attacker)?;
        let task = Task { root, attacker, options: search.options.restore()? };
        if table_key(&task) != search.table_key {
            return Err(CheckpointError::OtherKeys);
        }
        Ok(Saved { task, is_finished, note, seconds, stops, search, known })
    }

    /// The state from which the search is resumed. The table has the size that `options` give now.
    ///
    /// # Errors
    /// The file of facts is missing or damaged, or does not belong to the manifest.
    pub fn restore(
        self,
        folder: Box<dyn Folder>,
        options: &Options,
    ) -> Result<(Begun, CheckpointWriter), CheckpointError> {
        let SavedSearch { facts, counts: SavedCounts { nodes, positions, lookups }, .. } = self.search;
        let mut table = ProofTable::new(MemoryShares::of(options).table);
        table.go_on_from(facts.groups, positions, lookups);
        facts.read(&*folder, &mut table)?;
        let time = Duration::try_from_secs_f64(self.seconds).unwrap_or_default();
        let begun = Begun { table, known: self.known, earlier: Earlier { nodes, time } };
        let stops = self.stops.saturating_add(1);
        let writer = CheckpointWriter { folder, note: self.note, stops, last: facts.number, begun: None };
        Ok((begun, writer))
    }
}

/// The key under which the table stores the problem's position, which also depends on the policy.
fn table_key(task: &Task) -> String {
    key_text(Board::new(task.root.clone(), task.attacker, task.options.futile).table_key().key())
}
