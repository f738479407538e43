//! Searches that outlive their process.

use super::checkpoint::{CheckpointError, DiskFailure, Keeper, Saved, SavedOptions};
use super::layers::Layers;
use super::{Options, Outcome, Solver};
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
        self.keeper = Some(Keeper::begin(folder, note, &mut self.layers)?);
        self.save()
    }

    /// Makes the checkpoint that of the last closed layer; nothing without [`Solver::keep_checkpoint`]. It may be called
    /// as often as wanted, also after the end of the search: a search that ran into a limit goes on from there. While an
    /// answer is being verified, and after that, the checkpoint stays that of the first search.
    ///
    /// # Errors
    /// What the folder says. The checkpoint before it stays good.
    pub fn save(&mut self) -> Result<(), CheckpointError> {
        let is_whole = |outcome: &Outcome| outcome.is_decided() && outcome.reason.is_none();
        let is_finished = self.outcome.as_deref().is_some_and(is_whole);
        let seconds = self.elapsed().as_secs_f64();
        let Some(keeper) = self.keeper.as_mut().filter(|_| !self.is_second) else { return Ok(()) };
        let options = SavedOptions::of(&self.options);
        let saved = keeper.save(&mut self.layers, &self.root, self.attacker, options, seconds, is_finished);
        self.disk_failure = saved.as_ref().err().cloned().map(DiskFailure::from);
        saved
    }

    /// Changes what the caller has noted, from the next checkpoint on.
    pub fn set_note(&mut self, note: serde_json::Value) {
        if let Some(keeper) = &mut self.keeper {
            keeper.set_note(note);
        }
    }

    /// Whether a search can go on from the checkpoint, as far as can be told without reading all of it; without one it can.
    ///
    /// # Errors
    /// What is missing or damaged.
    pub fn examine_checkpoint(&self) -> Result<(), CheckpointError> {
        self.keeper.as_ref().map_or(Ok(()), Keeper::examine)
    }

    /// What could not be written. It ends the search with [`Reason::Disk`](crate::solve::Reason::Disk).
    pub fn disk_failure(&self) -> Option<DiskFailure> {
        self.disk_failure.clone().or_else(|| self.layers.disk_failure())
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
        let (root, attacker) = (saved.root.clone(), saved.attacker);
        let (earlier, is_finished) =
            (Duration::try_from_secs_f64(saved.seconds).unwrap_or_default(), saved.is_finished);
        let note = saved.note().clone();
        let layers =
            Layers::empty(&root, attacker, options.memory_plan(), options.spill(), options.threads.max(1));
        let (layers, keeper) = saved.restore(folder, layers)?;
        let solver =
            Solver { earlier, keeper: Some(keeper), ..Solver::with(layers, root, attacker, options) };
        Ok(Resumed { solver, note, is_finished })
    }
}
