//! Repair: the search for the smallest changes that make an unsound or unfinished position a sound problem.
//!
//! A [`Draft`] is the problem to be repaired, legal or not. [`Candidates`] are the positions that result from
//! single changes and then from pairs of changes, smallest first; a [`Mender`] judges each of them. The flaws
//! found by `check` ([`diagnose`]) guide both: a solution that still works rejects a change without a search,
//! and changes that touch a cook's line come before others of their size. [`Repair`] combines all of these
//! and is driven like a solver.

mod candidates;
mod change;
mod diagnosis;
mod draft;
mod line;
mod mender;
mod repairs;
mod trial;

pub use candidates::{Candidate, Candidates};
pub use change::{Change, single_changes};
pub use diagnosis::{Diagnosis, diagnose};
pub use draft::Draft;
pub use mender::Mender;
pub use repairs::{RepairState, Repairs, Waiting};
pub use trial::{Repaired, Trial, Tried};

use super::{ComposeStep, Tally};
use crate::solve::{Budget, Options, StopFlag};
use std::ops::RangeInclusive;
use std::time::Instant;

/// The result of one call of [`Repair::advance`]: a repaired problem, or the number of candidates judged and
/// their outcomes.
pub type RepairStep = ComposeStep<Repaired, Tally, Tally>;

/// A search for repairs, to be driven by calls of [`advance`](Repair::advance).
///
/// ```
/// use tsumugi::compose::{ComposeStep, Draft, Repair};
/// use tsumugi::{Budget, Choices, Options, Position, Question};
///
/// // A gold mates on 1b and on 2b: two solutions.
/// let question = Question::of(Position::from_sfen("8k/9/8G/9/9/9/9/9/9 b G 1")?, &Choices::default())?;
/// let mut repair = Repair::new(&Draft::from(&question), 1..=1, 1, &Options::default());
/// let ComposeStep::Found(first) = repair.advance(Budget::Unlimited) else { unreachable!() };
/// assert_eq!(first.candidate.changes.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Repair {
    mender: Mender,
    diagnosis: Diagnosis,
    repairs: Repairs,
    stop: StopFlag,
}

impl Repair {
    /// The longest mate to look for when no length is stated, in plies.
    pub const LONGEST: u64 = 9;

    /// Prepares the repair of a problem with at most `most_changes` changes, and checks the problem first.
    /// `plies` is the range of lengths that a repaired problem may have. The limits of `options` apply to
    /// each search.
    pub fn new(draft: &Draft, plies: RangeInclusive<u64>, most_changes: usize, options: &Options) -> Repair {
        let diagnosis = diagnose(draft, &plies, options);
        let candidates = Candidates::new(draft, most_changes, &diagnosis.cooks);
        Repair {
            mender: Mender::new(draft, plies, &diagnosis, options),
            diagnosis,
            repairs: Repairs::new(candidates, u64::MAX),
            stop: options.stop.clone(),
        }
    }

    /// Resumes from the state of an earlier repair with the same arguments; must be called before any work is
    /// done. Returns false when the state does not fit; this repair is unusable then.
    #[must_use]
    pub fn go_on(&mut self, state: RepairState) -> bool {
        self.repairs.go_on(state)
    }

    /// The state from which the repair can be resumed.
    pub fn state(&self) -> &RepairState {
        self.repairs.state()
    }

    /// The flaws of the problem.
    pub fn diagnosis(&self) -> &Diagnosis {
        &self.diagnosis
    }

    /// Works until a repair is found, the budget of this call is used up, or everything was tried. A position
    /// whose judgement has begun is judged completely, whatever the budget; the stop flag ends the search.
    pub fn advance(&mut self, budget: Budget) -> RepairStep {
        let (called, nodes) = (Instant::now(), self.mender.nodes());
        while !self.stop.is_set() {
            let Some(trial) = self.repairs.next_trial() else {
                if self.repairs.next_round() {
                    continue;
                }
                break;
            };
            let tried = self.mender.try_out(&trial);
            if self.stop.is_set() {
                // A candidate whose judgement was stopped is judged again after the work is resumed.
                break;
            }
            if self.repairs.count(&tried)
                && let Ok(repaired) = tried.result
            {
                return ComposeStep::Found(repaired);
            }
            let is_spent = match budget {
                Budget::Nodes(most) => self.mender.nodes() - nodes >= most,
                Budget::Time(most) => called.elapsed() >= most,
                Budget::Unlimited => false,
            };
            if is_spent {
                return ComposeStep::Progress(self.repairs.state().tally);
            }
        }
        ComposeStep::Done(self.repairs.state().tally)
    }
}
