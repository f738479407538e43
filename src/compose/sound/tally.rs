//! The counts of judged positions by result.

use super::{Judgement, Rejection};

/// The counts of judged positions by result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Positions judged good.
    pub good: u64,
    /// Positions not decided.
    pub unknown: u64,
    rejected: [u64; Rejection::ALL.len()],
}

impl Tally {
    /// Counts a judgement.
    pub fn count(&mut self, judgement: &Judgement) {
        match judgement {
            Judgement::Good(_) => self.good += 1,
            Judgement::Unknown(_) => self.unknown += 1,
            Judgement::Rejected(rejection) => self.reject(*rejection, 1),
        }
    }

    /// Counts positions that were rejected.
    pub fn reject(&mut self, rejection: Rejection, count: u64) {
        self.rejected[rejection as usize] += count;
    }

    /// The number of positions rejected for a reason.
    pub fn rejected(&self, rejection: Rejection) -> u64 {
        self.rejected[rejection as usize]
    }

    /// The number of positions judged.
    pub fn all(&self) -> u64 {
        self.good + self.unknown + self.rejected.iter().sum::<u64>()
    }

    /// Adds the counts of another tally.
    pub fn add(&mut self, other: &Tally) {
        self.good += other.good;
        self.unknown += other.unknown;
        for (sum, count) in self.rejected.iter_mut().zip(other.rejected) {
            *sum += count;
        }
    }
}
