//! A check of a helpmate or helpselfmate that goes on where another one was left: its search from a checkpoint, a backward
//! check from what it had searched.

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
    /// How far a backward check has come: what it has searched, in the order of its searches, but for the problem's own
    /// position. What a stop ended is no part of it. How far that first search has come is in the folder of
    /// [`keep_searches`](SoundnessCheck::keep_searches).
    pub fn probes(&self) -> &[Probe] {
        match &self.stage {
            Stage::Solving(_) | Stage::Done(_) => &self.probes,
            Stage::GoingBack(_, backward) => backward.decided(),
        }
    }

    /// A check that was just prepared goes on from where one of the same question, with the same intention and the same
    /// limits, had come. `None` when that is not the state of such a check.
    pub fn go_on(mut self, probes: Vec<Probe>) -> Option<SoundnessCheck> {
        if !probes.iter().all(|probe| self.fits(probe)) {
            return None;
        }
        self.probes = probes;
        Some(self)
    }

    /// Whether there is such a rest of the intended line, and what mates instead can be played.
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

    /// Keeps a checkpoint of the search from the problem's position in a folder from now on: to be called before the check
    /// is begun. If there is one of a check with the same `note` in the folder, it is gone on with. `note` says which
    /// check it is.
    ///
    /// # Errors
    /// What is in the folder is of something else, damaged, or of another version; or the folder cannot be used.
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

    /// Writes down how far the search from the problem's position has come, or a part of that, for about this time; without
    /// a time to the end. Nothing without [`keep_searches`](SoundnessCheck::keep_searches). Returns whether it is written.
    ///
    /// # Errors
    /// The folder cannot be written: the check ends with that as the reason, and what the folder had before stays good.
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
