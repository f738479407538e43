//! The index of the layer being built: from keys to places in the layer, which the visited set does not hold.
//!
//! Keys are compared by 32 of their bits. A key of the layer is always found; another key may be mistaken for one,
//! which adds a wrong edge to the parent log that is discarded when solutions are rebuilt.

use super::interruption::Interruption;
use crate::solve::outcome::Reason;
use crate::store::prefetch;
use crate::store::reserve::fallible;

/// The places of the current layer's positions, by key.
pub(super) struct LayerIndex {
    /// 32 bits of the key and the place plus one; 0 when free.
    slots: Vec<u64>,
    len: usize,
}

const MIN_SLOTS: usize = 1 << 8;
/// From this number of slots on, doubling them takes memory that the system may refuse.
const LARGE: usize = 1 << 16;
/// An index of at most this size is in the processor's nearer caches anyway, and is not prefetched.
const NEAR_SLOTS: usize = 1 << 14;
/// Slots that are zeroed between two checks of the limits, 64 KiB.
const PART: usize = 1 << 13;

impl LayerIndex {
    pub fn new() -> LayerIndex {
        LayerIndex { slots: vec![0; MIN_SLOTS], len: 0 }
    }

    /// Empties the index. Its size becomes proportional to the layer that it held, so that clearing costs no more than
    /// filling did.
    ///
    /// # Errors
    /// It was interrupted, and the index is of no more use.
    pub fn clear(&mut self, interruption: &mut Interruption) -> Result<(), Reason> {
        let room = (self.len * 4).next_power_of_two().max(MIN_SLOTS);
        if room < self.slots.len() {
            self.slots.truncate(room);
            self.slots.shrink_to_fit();
        }
        self.len = 0;
        for (number, part) in self.slots.chunks_mut(PART).enumerate() {
            if number > 0 {
                interruption.check()?;
            }
            part.fill(0);
        }
        Ok(())
    }

    /// Starts fetching the memory that [`get`](Self::get) and [`push`](Self::push) will look at for some keys.
    #[inline(always)]
    pub fn prefetch(&self, keys: impl Iterator<Item = u128>) {
        if self.slots.len() > NEAR_SLOTS {
            keys.for_each(|key| prefetch(&self.slots[hash(key) & (self.slots.len() - 1)]));
        }
    }

    /// Enlarges a large index so that `positions` further positions fit. A small one is enlarged when it is full.
    ///
    /// # Errors
    /// There is no memory for that. It was interrupted, and the index is of no more use.
    pub fn prepare(&mut self, positions: usize, interruption: &mut Interruption) -> Result<(), Reason> {
        let is_needed = (self.len + positions) * 2 > self.slots.len() && self.slots.len() >= LARGE;
        if is_needed {
            let before = self.slots.len();
            fallible(|| self.slots.try_reserve_exact(before)).map_err(|_| Reason::Memory)?;
            self.enlarge(interruption)?;
        }
        Ok(())
    }

    /// The place of a key, if it is in the layer.
    #[inline]
    pub fn get(&self, key: u128) -> Option<u32> {
        let mask = self.slots.len() - 1;
        let mut at = hash(key) & mask;
        loop {
            match self.slots[at] {
                0 => return None,
                slot if slot >> 32 == check(key) => return Some(slot as u32 - 1),
                _ => at = (at + 1) & mask,
            }
        }
    }

    /// Enters the layer's next position.
    #[inline]
    pub fn push(&mut self, key: u128) {
        if (self.len + 1) * 2 > self.slots.len() {
            let enlarged = self.enlarge(&mut Interruption::never());
            debug_assert!(enlarged.is_ok(), "nothing interrupts it");
        }
        self.len += 1;
        self.place(check(key) << 32 | self.len as u64, hash(key));
    }

    /// Bytes of memory in use. An index that will be enlarged soon counts double, because its memory then grows at
    /// once.
    pub fn bytes(&self) -> u64 {
        let is_nearly_full = (self.len + self.len / 8) * 2 > self.slots.len();
        (self.slots.capacity() * size_of::<u64>()) as u64 * if is_nearly_full { 2 } else { 1 }
    }

    fn place(&mut self, slot: u64, hash: usize) {
        let mask = self.slots.len() - 1;
        let mut at = hash & mask;
        while self.slots[at] != 0 {
            at = (at + 1) & mask;
        }
        self.slots[at] = slot;
    }

    /// Doubles the slots, without a second copy of them. With the first run of used slots out of the way, what is moved
    /// comes to lie no later than before in its half or somewhere in the other, hence never behind anything that is
    /// still to be moved.
    #[cold]
    fn enlarge(&mut self, interruption: &mut Interruption) -> Result<(), Reason> {
        let before = self.slots.len();
        self.slots.reserve_exact(before);
        while self.slots.len() < 2 * before {
            self.slots.resize((self.slots.len() + PART).min(2 * before), 0);
            interruption.check()?;
        }
        let first_run: Vec<u64> = self.slots.iter().copied().take_while(|&slot| slot != 0).collect();
        self.slots[..first_run.len()].fill(0);
        for at in first_run.len()..before {
            interruption.tick()?;
            let slot = std::mem::take(&mut self.slots[at]);
            if slot != 0 {
                self.place(slot, (slot >> 32) as usize);
            }
        }
        first_run.into_iter().for_each(|slot| self.place(slot, (slot >> 32) as usize));
        Ok(())
    }
}

/// The stored bits also choose the slot, so that the index can be enlarged without the keys.
#[inline(always)]
fn check(key: u128) -> u64 {
    (key >> 80) as u64 & 0xffff_ffff
}

#[inline(always)]
fn hash(key: u128) -> usize {
    check(key) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs of used slots at the ends of the index, across them too, come through its enlarging.
    #[test]
    fn crowded_keys_are_found_when_the_index_grows() {
        for shift in 0..40u32 {
            let mut index = LayerIndex::new();
            // Consecutive hashes, some of them twice, that begin before the end of the slots.
            let key =
                |n: u32| u128::from((MIN_SLOTS as u32 * 8 - shift).wrapping_add(n / 2 + (n % 2) * 256)) << 80;
            for n in 0..1_000 {
                index.push(key(n));
                if n % 32 == 0 {
                    (0..=n).for_each(|old| {
                        assert!(index.get(key(old)).is_some_and(|place| key(place) == key(old)));
                    });
                }
            }
        }
    }

    #[test]
    fn every_key_of_the_layer_is_found_and_none_after_clearing() {
        let key = |n: u128| n.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        let mut index = LayerIndex::new();
        for size in [10u128, 10_000, 300] {
            for n in 1..=size {
                assert_eq!(index.get(key(n)), None);
                index.push(key(n));
            }
            for n in 1..=size {
                assert_eq!(index.get(key(n)), Some(n as u32 - 1));
            }
            assert_eq!(index.clear(&mut Interruption::never()), Ok(()));
            assert_eq!(index.get(key(1)), None);
        }
    }

    #[test]
    fn work_on_a_large_index_can_be_interrupted() {
        let mut index = LayerIndex::new();
        (0..LARGE as u128).for_each(|n| index.push(n << 80));
        let end = || Some(Reason::Time);
        assert_eq!(index.prepare(1, &mut Interruption::new(&end)), Err(Reason::Time));
        assert_eq!(index.clear(&mut Interruption::new(&end)), Err(Reason::Time));
    }
}
