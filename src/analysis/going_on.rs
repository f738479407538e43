//! Resuming an interrupted check of a helpmate or helpselfmate: its search from a checkpoint, and a backward
//! check from its earlier searches.

use super::backward::{Probe, RemainderVerdict};
use super::check::{SoundnessCheck, Stage};
use crate::movegen::play_line;
use crate::solve::helpmate::Solver;
use crate::solve::{CheckpointError, Checkpointed, Reason, refuse_occupied};
use crate::store::Folder;
use crate::types::Move;
use serde_json::Value;
use std::time::Duration;

impl SoundnessCheck {
    /// The state of a backward check: its searches in order, except the search from the problem's own
    /// position and searches ended by a stop. The state of that first search is in the folder of
    /// [`keep_searches`](SoundnessCheck::keep_searches).
    pub fn probes(&self) -> &[Probe] {
        match &self.stage {
            Stage::Solving(_) | Stage::Done(_) => &self.probes,
            Stage::GoingBack(_, backward) => backward.decided(),
        }
    }

    /// Resumes, in a newly prepared check, from the searches of a check of the same question with the same
    /// intentions and limits. `None` when they cannot belong to such a check.
    pub fn go_on(mut self, probes: Vec<Probe>) -> Option<SoundnessCheck> {
        if !probes.iter().all(|probe| self.fits(probe)) {
            return None;
        }
        self.probes = probes;
        Some(self)
    }

    /// Whether the intended line has such a rest, and the other mate can be played from there.
    fn fits(&self, probe: &Probe) -> bool {
        let (line, root) = (&self.intended.line, self.question.position());
        let played = usize::try_from(probe.ply).unwrap_or(usize::MAX);
        let Some(before) = line.get(..played) else { return false };
        let other: &[Move] = match &probe.verdict {
            RemainderVerdict::Unsound { other, .. } => other,
            RemainderVerdict::Unknown(Some(Reason::Interrupted)) => return false,
            RemainderVerdict::Sound | RemainderVerdict::Unknown(_) => &[],
        };
        probe.left == (line.len() - played) as u64
            && play_line(&mut root.clone(), &[before, other].concat()).is_ok()
    }

    /// Keeps a checkpoint of the search from the problem's position in a folder from now on. Must be called
    /// before the check is started. If the folder holds a checkpoint of a check with the same `note`, the
    /// check resumes from it. `note` identifies the check.
    ///
    /// # Errors
    /// When the contents of the folder belong to something else, are damaged, or are of another version; or
    /// when the folder cannot be used.
    #[doc(hidden)]
    pub fn keep_searches(&mut self, folder: Box<dyn Folder>, note: Value) -> Result<(), CheckpointError> {
        let options = self.first_options();
        let Stage::Solving(solver) = &mut self.stage else { return Ok(()) };
        match refuse_occupied(&*folder) {
            Ok(()) => solver.keep_checkpoint(folder, note),
            Err(CheckpointError::Occupied) => {
                let resumed = Solver::resume(folder, |saved| *saved = options)?;
                if resumed.note != note || !resumed.solver.question().asks_as(&self.question) {
                    return Err(CheckpointError::Foreign);
                }
                **solver = resumed.solver;
                Ok(())
            }
            Err(error) => Err(error),
        }
    }

    /// Writes the state of the search from the problem's position, or a part of it, for about `time`; without
    /// a time, until all is written. Does nothing unless [`keep_searches`](SoundnessCheck::keep_searches) was
    /// called. Returns whether everything is written.
    ///
    /// # Errors
    /// When the folder cannot be written: the check ends with that as the reason, and the folder's earlier
    /// contents stay valid.
    #[doc(hidden)]
    pub fn save_searches(&mut self, time: Option<Duration>) -> Result<bool, CheckpointError> {
        match (&mut self.stage, self.failure.take()) {
            (_, Some(failure)) => Err(failure),
            (Stage::Solving(solver), None) => match time {
                Some(time) => solver.save_a_part(time),
                None => solver.save().map(|()| true),
            },
            (Stage::GoingBack(..) | Stage::Done(_), None) => Ok(true),
        }
    }
}
