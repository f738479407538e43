//! Checkpoints: what a search needs to go on in another process, in a folder. What the rules have in common: the
//! manifest, and what is asked of a solver. Which files stand beside the manifest is the solver's matter.
//!
//! A manifest is replaced at once or not at all, after the files that it names are safely on disk, and those of the
//! manifest before it stay until then. Whatever happens before that leaves the old checkpoint good. Everything is
//! under checksums (CRC-32), so damage is refused and never searched on.

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

/// A search read from a checkpoint.
pub struct Resumed<Solver> {
    /// It goes on from the checkpoint, and keeps it.
    pub solver: Solver,
    /// What the caller had noted.
    pub note: serde_json::Value,
    /// Whether it had come to its answer, which takes little or nothing to find again.
    pub is_finished: bool,
}

/// A search that can keep a checkpoint and go on from it in another process.
pub trait Checkpointed {
    /// Keeps a checkpoint in a folder from now on, and writes the first one. `note` is the caller's and comes back when
    /// the search is resumed. To be called before the search is begun.
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

    /// Writes a checkpoint of what is known now; nothing without [`keep_checkpoint`](Checkpointed::keep_checkpoint). It
    /// may be called as often as wanted, also after the end of the search: a search that ran into a limit goes on from
    /// there.
    ///
    /// # Errors
    /// The folder cannot be written. The checkpoint before it stays good, and the search ends at its next call with
    /// [`Reason::Disk`](super::Reason::Disk).
    fn save(&mut self) -> Result<(), CheckpointError>;

    /// Goes on writing a checkpoint, or begins one, for about this time: a large one is written in parts between which
    /// the search goes on. Returns whether it is whole.
    ///
    /// # Errors
    /// As those of [`save`](Checkpointed::save).
    fn save_a_part(&mut self, _time: Duration) -> Result<bool, CheckpointError> {
        self.save().map(|()| true)
    }

    /// Whether a search can go on from the checkpoint, as far as can be told without reading all of it; without one it
    /// can.
    ///
    /// # Errors
    /// A file is missing or damaged.
    fn examine_checkpoint(&self) -> Result<(), CheckpointError>;

    /// What could not be written. It ends the search with [`Reason::Disk`](super::Reason::Disk).
    fn disk_failure(&self) -> Option<DiskFailure>;
}
