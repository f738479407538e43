//! What was counted on the way.

use super::fate::{Cost, Fate};

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
