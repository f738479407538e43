//! The keys that a process owns.

use super::super::memory_plan::MemoryPlan;
use super::finders::Finders;
use crate::store::{Insert, LookupCounts, VisitedSet};
use arrayvec::ArrayVec;

/// The owner's answer about a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Known {
    /// The key was met for the first time: its position belongs to the process that sent it.
    New,
    /// The key was met in an earlier layer.
    Before,
    /// The key was met in this layer before; its position belongs to this process.
    InThisLayer(u8),
}

/// The number of keys whose memory is prefetched at a time.
const CHUNK: usize = 32;

/// The visited set of the keys that one process owns, and the finders of those in the layer being built.
pub(super) struct Owner {
    pub visited: VisitedSet,
    /// By 64 bits of the key. Unused when there is only one process, whose own index says what it found.
    finders: Finders,
    is_alone: bool,
}

impl Owner {
    /// The owner in one of `processes` processes.
    pub fn new(plan: &MemoryPlan, processes: usize) -> Owner {
        Owner { visited: plan.visited_set(), finders: Finders::new(), is_alone: processes == 1 }
    }

    /// The process that owns a key. The bits of the key that choose it are not used by a table of narrow keys,
    /// and are among those saved in checkpoints.
    pub fn of(key: u128, processes: usize) -> usize {
        // Scales the bits to the number of processes without a division.
        ((u32::from((key >> 48) as u16) * processes as u32) >> 16) as usize
    }

    /// Looks up the keys that a process met, and calls `answer` with the result for each, in their order.
    pub fn look_up(&mut self, keys: impl Iterator<Item = u128>, finder: u8, mut answer: impl FnMut(Known)) {
        self.for_each_fetched(keys, |owner, key, is_seen| answer(owner.known(key, is_seen, finder)));
    }

    /// Enters keys of layers that were closed before.
    pub fn fill(&mut self, keys: impl Iterator<Item = u128>) {
        self.for_each_fetched(keys, |owner, key, is_seen| {
            owner.visited.insert_looked_at(key, is_seen);
        });
    }

    /// Calls a function with each key, and with whether the visited set is known to hold it. Works in three
    /// steps, on three chunks of keys at a time, to hide the latency of memory: first it prefetches the memory
    /// that look-ups touch first; then it probes that memory and prefetches the rest; then it calls the function.
    fn for_each_fetched(
        &mut self,
        keys: impl Iterator<Item = u128>,
        mut on_key: impl FnMut(&mut Owner, u128, bool),
    ) {
        let mut keys = keys.fuse();
        let [mut fetched, mut probed] = [const { ArrayVec::<(u128, bool), CHUNK>::new_const() }; 2];
        loop {
            let next: ArrayVec<_, CHUNK> = keys.by_ref().take(CHUNK).map(|key| (key, false)).collect();
            self.visited.prefetch(next.iter().map(|&(key, _)| key));
            self.visited.look_at_home(fetched.iter_mut().map(|(key, is_seen)| (*key, is_seen)));
            fetched.iter().for_each(|&(key, _)| self.finders.prefetch(key as u64));
            probed.drain(..).for_each(|(key, is_seen)| on_key(self, key, is_seen));
            if next.is_empty() && fetched.is_empty() {
                return;
            }
            probed = std::mem::replace(&mut fetched, next);
        }
    }

    /// Looks up a key that a process met. If there is only one process, the answer for every key that was met
    /// before is that it may be in this layer.
    #[inline(always)]
    fn known(&mut self, key: u128, is_seen: bool, finder: u8) -> Known {
        match self.visited.insert_looked_at(key, is_seen) {
            Insert::New if self.is_alone => Known::New,
            Insert::Present if self.is_alone => Known::InThisLayer(finder),
            Insert::New => {
                let before = self.finders.insert(key as u64, finder);
                // A forgotten key may be new twice in a layer, so this is no evidence of a clash when the table
                // forgets.
                if before.is_some_and(|other| other != finder) && !self.visited.forgets() {
                    // Two keys clash in these 64 bits. Further edges into the other position will be sent to the
                    // wrong finder, which is as bad as a false hit.
                    let counts = self.visited.counts();
                    self.visited.set_counts(LookupCounts { false_hits: counts.false_hits + 1.0, ..counts });
                }
                Known::New
            }
            Insert::Present => self.finders.get(key as u64).map_or(Known::Before, Known::InThisLayer),
        }
    }

    /// Ends the layer being built: its finders are no longer needed.
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
                keys.into_iter().zip(0..).map(|(key, finder)| owner.known(key, false, finder)).collect();
            assert_eq!(known, [Known::New, Known::New]);
            owner.visited.false_hits_expected()
        };
        assert!(owner([7, 8]) < 1e-6);
        assert!(owner([7, 7 | 1 << 64]) >= 1.0);
    }

    /// Tests with keys that are repeated after a short or long time, in a table that grows and in one that
    /// forgets.
    #[test]
    fn answers_do_not_depend_on_what_is_fetched_ahead() {
        let key = |n: u64| u128::from(n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        for (memory, count, processes) in [(1 << 26, 200_000, 2), (1 << 19, 200_000, 3), (1 << 24, 3_000, 1)]
        {
            let mut owners = [(); 2].map(|()| Owner::new(&MemoryPlan::new(memory, None), processes));
            let mut begin = 0u64;
            for round in 0.. {
                let len = [0, 1, 31, 32, 33, 64, 65, 5_000][round % 8];
                let again = [1, 7, 32, 40, 64, 1_000][round % 6];
                let keys =
                    (begin..begin + len).map(|n| key(if n % 3 == 0 { n.saturating_sub(again) } else { n }));
                let (finder, mut ahead) = ((round % processes) as u8, Vec::new());
                owners[0].look_up(keys.clone(), finder, |known| ahead.push(known));
                let alone: Vec<Known> = keys.map(|key| owners[1].known(key, false, finder)).collect();
                assert_eq!(ahead, alone, "round {round}");
                if round % 50 == 0 {
                    owners.iter_mut().for_each(Owner::close_layer);
                }
                begin += len;
                if begin > count {
                    break;
                }
            }
            assert_eq!(owners[0].visited.forgets(), memory == 1 << 19);
            let [ahead, alone] = owners.map(|owner| (owner.visited.len(), owner.visited.lookups()));
            assert_eq!(ahead, alone);
        }
    }

    #[test]
    fn each_process_owns_its_share() {
        for processes in [1, 2, 3, 7, 255] {
            let mut owned = vec![0; processes];
            (0..1u128 << 16).for_each(|bits| owned[Owner::of(bits << 48 | 5, processes)] += 1);
            let share = (1 << 16) / processes;
            assert!(owned.iter().all(|&keys| keys == share || keys == share + 1), "{owned:?}");
        }
    }
}
