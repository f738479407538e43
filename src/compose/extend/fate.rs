//! The fates of candidates, their counts, and the cost of judging them.

use crate::analysis::Doubt;
use crate::solve::Reason;

/// The result of judging a candidate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It is proved to be sound.
    Sound,
    /// It is proved to be unsound.
    Unsound,
    /// It could be proved neither sound nor unsound.
    Unknown(Doubt),
}

/// The cost of a step.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Cost {
    /// Helpmate: positions entered into the tables of the shared search.
    pub positions: u64,
    /// Positions expanded.
    pub nodes: u64,
    /// The number of searches; for a helpmate, how often the shared search was started.
    pub searches: u64,
    /// Wall time in seconds.
    pub seconds: f64,
}

impl Cost {
    /// Adds another cost.
    pub fn add(&mut self, other: &Cost) {
        self.positions += other.positions;
        self.nodes += other.nodes;
        self.searches += other.searches;
        self.seconds += other.seconds;
    }
}

impl Fate {
    /// Whether it is unknown because the search was stopped by the caller.
    pub(super) fn is_interrupted(self) -> bool {
        self == Fate::Unknown(Doubt::Limit(Reason::Interrupted))
    }

    /// Whether neither soundness nor unsoundness was proved.
    pub(super) fn is_unknown(self) -> bool {
        matches!(self, Fate::Unknown(_))
    }
}

/// The number of candidates of all steps by their fate, and their cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ExtendTally {
    /// All candidates: positions from which the moves put before lead to the problem.
    pub candidates: usize,
    /// Candidates from which several ways lead to the problem.
    pub several_ways: usize,
    /// Candidates excluded by a condition.
    pub excluded: usize,
    /// Candidates that are sound.
    pub sound: usize,
    /// Candidates that are unsound.
    pub unsound: usize,
    /// Candidates whose soundness could be neither proved nor disproved.
    pub unknown: usize,
    /// Sound candidates that are a twin of an earlier result.
    pub twins: usize,
    /// The cost of all searches.
    pub cost: Cost,
}

impl ExtendTally {
    /// Counts a judged candidate by its fate.
    pub(super) fn count(&mut self, fate: Fate) {
        match fate {
            Fate::Sound => self.sound += 1,
            Fate::Unsound => self.unsound += 1,
            Fate::Unknown(_) => self.unknown += 1,
        }
    }
}
