//! Checkpoints: a folder with the data with which another process can resume a search. This module has what the
//! rules have in common: the manifest, and the interface that a solver must implement. Each solver defines its
//! files other than the manifest.
//!
//! A manifest is replaced atomically, after the files that it names are safely on disk; the files of the previous
//! manifest are kept until then. Whatever happens before the replacement leaves the old checkpoint valid. All
//! data is protected by checksums (CRC-32), so damage is detected and never used.

mod error;
mod files;
mod manifest;
mod part_names;

pub use error::{CheckpointError, Damage, DiskFailure};
pub(crate) use files::refuse_occupied;
pub(super) use files::{find, numbered, refuse_foreign, remove_others};
pub(super) use manifest::{MANIFEST, Manifest, Status, key_text, rule_of};
pub(super) use part_names::{File, Named, SINGLE, has_parts, new_run};

use crate::store::Folder;
use std::time::Duration;

/// A search that was read from a checkpoint.
pub struct Resumed<Solver> {
    /// The search, which continues from the checkpoint and keeps writing it.
    pub solver: Solver,
    /// The caller's note in the checkpoint.
    pub note: serde_json::Value,
    /// Whether the search had found its answer; then finding it again takes little or no work.
    pub is_finished: bool,
}

/// A search that can write checkpoints, from which another process can resume it.
pub trait Checkpointed {
    /// Writes checkpoints to a folder from now on, beginning with one now. `note` belongs to the caller, and is
    /// returned when the search is resumed. Must be called before the search begins.
    ///
    /// # Errors
    /// The folder holds a checkpoint already, or cannot be written.
    fn keep_checkpoint(
        &mut self,
        folder: Box<dyn Folder>,
        note: serde_json::Value,
    ) -> Result<(), CheckpointError>;

    /// Replaces the caller's note, from the next checkpoint on.
    fn set_note(&mut self, note: serde_json::Value);

    /// Writes a checkpoint of the present state; does nothing without
    /// [`keep_checkpoint`](Checkpointed::keep_checkpoint). It may be called any number of times, also after the
    /// search has ended: a search that reached a limit can be resumed from there.
    ///
    /// # Errors
    /// The folder cannot be written. The previous checkpoint stays valid, and the search ends at its next call
    /// with [`Reason::Disk`](super::Reason::Disk).
    fn save(&mut self) -> Result<(), CheckpointError>;

    /// Begins or continues writing a checkpoint, for about this time: a large one is written in parts, between
    /// which the search continues. Returns whether it is complete.
    ///
    /// # Errors
    /// The same as for [`save`](Checkpointed::save).
    fn save_a_part(&mut self, _time: Duration) -> Result<bool, CheckpointError> {
        self.save().map(|()| true)
    }

    /// Checks whether a search can be resumed from the checkpoint, as far as possible without reading all of it.
    /// Succeeds if no checkpoint is kept.
    ///
    /// # Errors
    /// A file is missing or damaged.
    fn examine_checkpoint(&self) -> Result<(), CheckpointError>;

    /// The last failure to write to disk, if there is one. It ends the search with
    /// [`Reason::Disk`](super::Reason::Disk).
    fn disk_failure(&self) -> Option<DiskFailure>;
}
