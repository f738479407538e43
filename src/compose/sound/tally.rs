//! How many positions came out how.

use super::{Judgement, Rejection};

/// The numbers of positions by what was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// What was wanted.
    pub good: u64,
    /// Not decided.
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

    /// How many were rejected for a reason.
    pub fn rejected(&self, rejection: Rejection) -> u64 {
        self.rejected[rejection as usize]
    }

    /// How many were judged.
    pub fn all(&self) -> u64 {
        self.good + self.unknown + self.rejected.iter().sum::<u64>()
    }

    /// Adds what another one counted.
    pub fn add(&mut self, other: &Tally) {
        self.good += other.good;
        self.unknown += other.unknown;
        for (sum, count) in self.rejected.iter_mut().zip(other.rejected) {
            *sum += count;
        }
    }
}
