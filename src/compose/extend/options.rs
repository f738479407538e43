//! What is wanted of the work, how far it has come, and what is known in the end.

use super::candidates::Plies;
use super::conditions::Conditions;
use super::fate::ExtendTally;
use super::order::Order;
use crate::analysis::Soundness;
use crate::solve::{Options, Progress};

/// What is wanted of the work.
#[derive(Clone, Debug)]
pub struct ExtendOptions {
    /// The number of steps.
    pub steps: u32,
    /// How many results of a step the next one extends.
    pub beam: usize,
    /// Which of them.
    pub order: Order,
    /// What the lot goes by.
    pub seed: u64,
    /// Whether the work goes on from results of earlier steps that were left out, when a step has no result.
    pub backtracks: bool,
    /// The moves put before in each step; `None` for what makes the result begin with the attacker's move.
    pub plies: Option<Plies>,
    /// The length that the problem is meant to have, if that is stated: with another one it is not sound.
    pub intended_plies: Option<u64>,
    /// What results must be like.
    pub conditions: Conditions,
    /// How many problems of a step are extended at the same time; of a tsume, how many parts of their candidates. The
    /// results do not depend on it.
    pub jobs: usize,
    /// For each search. Of a tsume the limits hold for each of the many searches.
    pub search: Options,
}

impl ExtendOptions {
    /// The results of a step that the next one extends where nothing else is asked for.
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

/// How far the work has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExtendProgress {
    /// The step in which there will be results, from 1; 0 while the problem itself is checked.
    pub step: u32,
    /// Problems of it that are done, and how many there are.
    pub problems: (usize, usize),
    /// Results so far.
    pub found: usize,
    /// How much of the work is done, from 0 to 1, if every step extends as many problems as it may.
    pub part: f64,
    /// How far the searches have come.
    pub search: Progress,
}

impl ExtendOptions {
    /// How much of the work is done when `part` of a step is.
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

/// What is known in the end.
#[derive(Clone, Debug, PartialEq)]
pub struct Extended {
    /// Whether the problem itself is sound: nothing is put before one that is not proved to be.
    pub soundness: Soundness,
    /// The last step that had a result.
    pub steps: u32,
    /// What was counted.
    pub tally: ExtendTally,
    /// Whether it was stopped.
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
