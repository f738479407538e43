//! The keys that a process owns.

use super::super::memory_plan::MemoryPlan;
use super::finders::Finders;
use crate::store::{Insert, LookupCounts, VisitedSet};

/// What an owner says of a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Known {
    /// It was met for the first time: it is the sender's.
    New,
    /// It was met in an earlier layer.
    Before,
    /// It was met in this layer, and is the process's that is named.
    InThisLayer(u8),
}

/// Keys are prefetched so many at a time.
const CHUNK: usize = 32;

/// The visited set of the keys of one process, and who found those of the layer being built.
pub(super) struct Owner {
    pub visited: VisitedSet,
    /// By 64 bits of the key. None is noted of a process that is alone: its own index tells what it found.
    finders: Finders,
    is_alone: bool,
}

impl Owner {
    /// One of `processes`.
    pub fn new(plan: &MemoryPlan, processes: usize) -> Owner {
        Owner { visited: plan.visited_set(), finders: Finders::new(), is_alone: processes == 1 }
    }

    /// The process that owns a key. The bits that choose it are none that a table of narrow keys goes by, and they are
    /// among those that checkpoints have.
    pub fn of(key: u128, processes: usize) -> usize {
        // A short division.
        (u32::from((key >> 48) as u16) % processes as u32) as usize
    }

    /// Looks up the keys that a process sent, and says of each what is known.
    pub fn look_up(&mut self, keys: impl Iterator<Item = u128>, finder: u8, mut answer: impl FnMut(Known)) {
        self.for_each_fetched(keys, |owner, key| answer(owner.known(key, finder)));
    }

    /// Takes over keys of layers that were closed.
    pub fn fill(&mut self, keys: impl Iterator<Item = u128>) {
        self.for_each_fetched(keys, |owner, key| {
            owner.visited.insert(key);
        });
    }

    /// Fetches the memory for some keys before it is used for the first of them.
    fn for_each_fetched(
        &mut self,
        keys: impl Iterator<Item = u128>,
        mut on_key: impl FnMut(&mut Owner, u128),
    ) {
        let mut keys = keys.fuse();
        loop {
            let chunk: arrayvec::ArrayVec<u128, CHUNK> = keys.by_ref().take(CHUNK).collect();
            if chunk.is_empty() {
                return;
            }
            self.visited.prefetch(chunk.iter().copied());
            chunk.iter().for_each(|&key| self.finders.prefetch(key as u64));
            chunk.into_iter().for_each(|key| on_key(self, key));
        }
    }

    /// Looks up a key that a process met, and says what is known of it. To one that is alone every key that was met
    /// before may be one of this layer.
    #[inline]
    pub fn known(&mut self, key: u128, finder: u8) -> Known {
        match self.visited.insert(key) {
            Insert::New if self.is_alone => Known::New,
            Insert::Present if self.is_alone => Known::InThisLayer(finder),
            Insert::New => {
                let before = self.finders.insert(key as u64, finder);
                // A key that was forgotten may be new twice in a layer.
                if before.is_some_and(|other| other != finder) && !self.visited.forgets() {
                    // Ways into the other key will not be told to its finder: as bad as a false hit.
                    let counts = self.visited.counts();
                    self.visited.set_counts(LookupCounts { false_hits: counts.false_hits + 1.0, ..counts });
                }
                Known::New
            }
            Insert::Present => self.finders.get(key as u64).map_or(Known::Before, Known::InThisLayer),
        }
    }

    /// The layer being built is complete.
    pub fn close_layer(&mut self) {
        self.finders.clear();
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        self.visited.bytes() + self.finders.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_whose_finders_cannot_be_told_apart_count_as_false_hits() {
        let owner = |keys: [u128; 2]| {
            let mut owner = Owner::new(&MemoryPlan::new(1 << 24, None), 2);
            let known: Vec<Known> =
                keys.into_iter().zip(0..).map(|(key, finder)| owner.known(key, finder)).collect();
            assert_eq!(known, [Known::New, Known::New]);
            owner.visited.false_hits_expected()
        };
        assert!(owner([7, 8]) < 1e-6);
        assert!(owner([7, 7 | 1 << 64]) >= 1.0);
    }
}
