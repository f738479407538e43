//! The options, the progress and the final result of extending a problem.

use super::candidates::Plies;
use super::conditions::Conditions;
use super::fate::ExtendTally;
use super::order::Order;
use crate::analysis::Soundness;
use crate::solve::{Options, Progress};

/// The options of extending a problem.
#[derive(Clone, Debug)]
pub struct ExtendOptions {
    /// The number of steps.
    pub steps: u32,
    /// The number of results of each step that are extended in the next one.
    pub beam: usize,
    /// The order that selects them.
    pub order: Order,
    /// The seed of the random order.
    pub seed: u64,
    /// Whether to go back to results of earlier steps that were not extended yet, when a step has no result.
    pub backtracks: bool,
    /// The number of moves put before in each step; `None` for as many as make the result begin with the
    /// attacker's move.
    pub plies: Option<Plies>,
    /// The intended length of the problem, if it is stated: with another length the problem is not sound.
    pub intended_plies: Option<u64>,
    /// The conditions that results must meet.
    pub conditions: Conditions,
    /// How many problems of a step are searched at the same time; for a tsume, how many groups of their
    /// candidates. The results do not depend on it.
    pub jobs: usize,
    /// The options of each search. For a tsume the limits apply to each of the many searches separately.
    pub search: Options,
}

impl ExtendOptions {
    /// The default of `beam`.
    #[doc(hidden)]
    pub const BEAM: usize = 10;
}

impl Default for ExtendOptions {
    fn default() -> ExtendOptions {
        ExtendOptions {
            steps: 1,
            beam: ExtendOptions::BEAM,
            order: Order::default(),
            seed: 0,
            backtracks: false,
            plies: None,
            intended_plies: None,
            conditions: Conditions::default(),
            jobs: 1,
            search: Options::default(),
        }
    }
}

/// The progress of the work.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExtendProgress {
    /// The step in progress, from 1; 0 while the problem itself is checked.
    pub step: u32,
    /// The number of problems of this step that are done, and their total number.
    pub problems: (usize, usize),
    /// The number of results so far.
    pub found: usize,
    /// The fraction of the work that is done, from 0 to 1, assuming that every step extends as many problems
    /// as it may.
    pub part: f64,
    /// The progress of the searches.
    pub search: Progress,
}

impl ExtendOptions {
    /// The fraction of all work that is done when the fraction `part` of a step is done.
    pub(super) fn part(&self, step: u32, part: f64) -> f64 {
        let beam = self.beam as f64;
        // The first step extends the problem alone.
        let all = 1.0 + beam * f64::from(self.steps.saturating_sub(1));
        let done = match step {
            0 => 0.0,
            1 => part,
            _ => 1.0 + beam * (f64::from(step - 2) + part),
        };
        (done / all).min(1.0)
    }
}

/// The final result.
#[derive(Clone, Debug, PartialEq)]
pub struct Extended {
    /// The soundness of the problem itself; it is extended only if it is proved sound.
    pub soundness: Soundness,
    /// The last step that had a result.
    pub steps: u32,
    /// The counts of all steps.
    pub tally: ExtendTally,
    /// Whether the work was stopped by the caller.
    pub is_interrupted: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_step_is_as_much_as_one_problem() {
        let options = ExtendOptions { steps: 3, beam: 2, ..ExtendOptions::default() };
        let parts = [(0, 0.0), (1, 0.0), (1, 1.0), (2, 0.5), (3, 0.0), (3, 1.0)];
        assert_eq!(parts.map(|(step, part)| options.part(step, part)), [0.0, 0.0, 0.2, 0.4, 0.6, 1.0]);
    }
}
