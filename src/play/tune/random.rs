//! A random number generator with a fixed sequence for each seed, so that games and measurements can be repeated.

use crate::position::{SPLIT_MIX_STEP, split_mix};

/// A seeded generator of random numbers: SplitMix64.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator with a given seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// A generator with a separate sequence for each item of a numbered set.
    pub fn of_item(seed: u64, index: u64) -> Random {
        let mut random = Random(seed ^ index.wrapping_mul(0xd6e8_feb8_6659_fd93));
        Random(random.next_word())
    }

    /// A random number below `bound`, which must not be 0.
    pub fn below(&mut self, bound: usize) -> usize {
        // The result is slightly biased towards small numbers, which does no harm here.
        (self.next_word() % bound as u64) as usize
    }

    /// One of the items; `None` when there is none.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { items.get(self.below(items.len())) }
    }

    /// The next 64 bits.
    pub fn next_word(&mut self) -> u64 {
        let word = split_mix(self.0);
        self.0 = self.0.wrapping_add(SPLIT_MIX_STEP);
        word
    }
}
