//! What becomes of candidates, counted, and what it costs to find out.

use crate::analysis::Doubt;
use crate::solve::Reason;

/// What became of a candidate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It is proved to be sound.
    Sound,
    /// It is proved to be unsound.
    Unsound,
    /// Neither was proved.
    Unknown(Doubt),
}

/// What a step costs.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Cost {
    /// Helpmate: positions entered into the tables of the shared search.
    pub positions: u64,
    /// Positions expanded.
    pub nodes: u64,
    /// How many searches were made; for a helpmate, how often the shared search was begun.
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
    /// Whether it is unknown because somebody stopped the search.
    pub(super) fn is_interrupted(self) -> bool {
        self == Fate::Unknown(Doubt::Limit(Reason::Interrupted))
    }

    /// Whether neither was proved.
    pub(super) fn is_unknown(self) -> bool {
        matches!(self, Fate::Unknown(_))
    }
}

/// The candidates of all steps, by what became of them, and what they cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ExtendTally {
    /// Candidates in all: positions from which a check and a reply, or one of them, lead to the problem.
    pub candidates: usize,
    /// Those from which several ways do.
    pub several_ways: usize,
    /// Those that a condition excludes.
    pub excluded: usize,
    /// Those that are sound.
    pub sound: usize,
    /// Those that are unsound.
    pub unsound: usize,
    /// Those of which neither was proved.
    pub unknown: usize,
    /// Sound ones that are a twin of an earlier result.
    pub twins: usize,
    /// What was searched.
    pub cost: Cost,
}

impl ExtendTally {
    /// Counts what became of a candidate that was judged.
    pub(super) fn count(&mut self, fate: Fate) {
        match fate {
            Fate::Sound => self.sound += 1,
            Fate::Unsound => self.unsound += 1,
            Fate::Unknown(_) => self.unknown += 1,
        }
    }
}
