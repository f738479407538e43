//! Resuming an interrupted check of a tsume, with its earlier decisions and the state of its searches.

use super::cook_check::{CookCheck, CookTask};
use super::keeping::Keeping;
use super::state::{CookState, Futility, Searched};
use crate::movegen::play_line;
use crate::solve::tsume::{Opened, SharedCheckpoint};
use crate::solve::{Bounds, Budget, CheckpointError, Outcome, Step, Verdict};
use crate::store::Folder;
use crate::types::Move;
use serde_json::Value;
use std::collections::VecDeque;
use std::time::Duration;

/// The largest number of searches that may end at once while looking for one that does not.
const SHORT_SEARCHES: usize = 64;

impl CookCheck {
    /// The state of the check. A search that was ended by a stop is not part of it.
    pub fn state(&self) -> &CookState {
        &self.state
    }

    /// Resumes, in a newly prepared check, from the state of a check of the same question with the same
    /// intentions and limits. `None` when `state` is not the state of such a check.
    pub fn go_on(mut self, state: CookState) -> Option<CookCheck> {
        let mut searches = state.searches.into();
        self.take_over(&mut searches)?;
        searches.is_empty().then_some(self)
    }

    /// Takes over the searches of an earlier check of the same kind, from the front, until this check is
    /// finished. `None` when they do not belong to such a check.
    pub(super) fn take_over(&mut self, searches: &mut VecDeque<Searched>) -> Option<()> {
        while !searches.is_empty() {
            let running = self.running.take().map(|(task, _)| task);
            let Some(task) = running.or_else(|| self.tasks.pop()) else { break };
            let searched = searches.pop_front()?;
            if !self.fits(&task, &searched) {
                return None;
            }
            self.take(task, &searched);
            self.state.searches.push(searched);
        }
        // The stored number includes the false hits of the searches before it, which the new searches do not
        // know.
        self.false_hits_before = self.found.as_ref().map_or(0.0, |found| found.outcome.false_hits_expected);
        Some(())
    }

    /// Whether a task's search can have had this result: its lines must be playable.
    fn fits(&self, task: &CookTask, Searched { outcome, futile }: &Searched) -> bool {
        let (position, _) = self.question(task);
        let can_play = |line: &[Move]| play_line(&mut position.clone(), line).is_ok();
        let solutions = &outcome.solutions;
        outcome.policy() == Some(self.options.futile)
            && solutions.listed.len() == solutions.surplus.len()
            && solutions.listed.iter().all(|line| can_play(line))
            && outcome.traditional().is_none_or(can_play)
            && (*futile == Futility::NotAsked || matches!(task, CookTask::Reply { .. }))
            && is_possible(outcome)
    }

    /// Keeps the state of the searches in a folder from now on. Must be called before the check is started,
    /// and after [`go_on`](CookCheck::go_on). If the folder holds the state of a check with the same `note`,
    /// the check resumes from it.
    ///
    /// # Errors
    /// When the contents of the folder belong to something else, are damaged, or are of another version; or
    /// when the folder cannot be used.
    #[doc(hidden)]
    pub fn keep_searches(&mut self, folder: Box<dyn Folder>, note: Value) -> Result<(), CheckpointError> {
        let checkpoint = match SharedCheckpoint::open(folder)? {
            Opened::Empty(checkpoint) => checkpoint,
            Opened::Left(left) => {
                if !Keeping::is_of_check(left.note(), &note) {
                    return Err(CheckpointError::Foreign);
                }
                if self.running.is_none() {
                    self.start_next();
                }
                let decided = self.state.searches.len();
                match &self.running {
                    Some((task, _)) if Keeping::is_of_search(left.note(), decided, &task.text()) => {
                        let (position, options) = self.question(task);
                        let (solver, checkpoint) = left.search(&position, options)?;
                        self.running = self.running.take().map(|(task, _)| (task, Box::new(solver)));
                        checkpoint
                    }
                    _ => left.table(&self.options)?,
                }
            }
        };
        self.keeping = Some(Keeping::new(checkpoint, note));
        self.keep_table();
        Ok(())
    }

    /// Writes the state of the searches, or continues writing it, for about `time`; without a time, until all
    /// is written. Does nothing unless [`keep_searches`](CookCheck::keep_searches) was called. Returns
    /// whether everything is written.
    ///
    /// # Errors
    /// When the folder cannot be written; its earlier contents stay valid.
    #[doc(hidden)]
    pub fn save_searches(&mut self, time: Option<Duration>) -> Result<bool, CheckpointError> {
        if self.keeping.is_some() {
            self.come_to_a_search();
        }
        let Some(keeping) = &mut self.keeping else { return Ok(true) };
        let number = self.state.searches.len();
        let running = self.running.as_ref().map(|(task, solver)| ((number, task.text()), &**solver));
        keeping.save(running, time)
    }

    /// Continues until a search is running, or one was ended by a stop: between two searches there is no
    /// table to write.
    fn come_to_a_search(&mut self) {
        for _ in 0..SHORT_SEARCHES {
            let is_interrupted = self.keeping.as_ref().is_some_and(Keeping::has_interrupted);
            let has_table = self.running.as_ref().is_some_and(|(_, solver)| solver.has_table());
            if is_interrupted || has_table || matches!(self.advance(Budget::Nodes(0)), Step::Done(_)) {
                return;
            }
        }
    }
}

/// Whether the parts of an outcome are consistent.
fn is_possible(outcome: &Outcome) -> bool {
    let Bounds { lower, upper } = outcome.bounds;
    match outcome.verdict {
        Verdict::Mate { plies, exact } => {
            upper == Some(plies) && lower <= plies && (!exact || lower == plies)
        }
        Verdict::NoMate | Verdict::Unknown(_) => upper.is_none() && outcome.solutions.listed.is_empty(),
    }
}
