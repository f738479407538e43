//! The index of the layer being built. It maps keys to places in the layer, which the visited set does not store.
//!
//! Only 32 bits of the keys are compared, so several places may match a key. If the key is in the layer, its own
//! place is among them. The caller uses all of them: the wrong ones become wrong edges in the parent log, which
//! are discarded when solutions are rebuilt.
//!
//! The index consists of cache lines of eight entries. A key's entry lies in its home line or, when that is full,
//! in the next line with room. Nearly every look-up compares one whole line at once and ends there, without a
//! branch that the processor could mispredict.

use super::cache_lines::{FULL, MIN_LINES, NEAR_LINES, shrink};
use super::interruption::Interruption;
use crate::solve::outcome::Reason;
use crate::store::reserve::fallible;
use crate::store::{equal_halves, prefetch};

/// The places of the positions in the layer being built, by key.
pub(super) struct LayerIndex {
    /// Their number is a power of two.
    lines: Vec<Line>,
    len: usize,
}

/// A cache line of entries, filled from the first slot on.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Line {
    /// 32 bits of each key.
    checks: [u32; SLOTS],
    /// For each entry its place plus one; 0 when the slot is free.
    places: [u32; SLOTS],
}

const SLOTS: usize = 8;
/// An index of at least this many lines is enlarged in advance, by [`LayerIndex::prepare`], since the system may
/// refuse the memory.
const LARGE: usize = 1 << 13;
/// The number of lines that are zeroed between two checks of the limits, 64 KiB.
const PART: usize = 1 << 10;

impl Line {
    /// Adds an entry in the first free slot. Returns false when there is none.
    #[inline(always)]
    fn add(&mut self, check: u32, place: u32) -> bool {
        let free = equal_halves(&self.places, 0).trailing_zeros() as usize;
        if free >= SLOTS {
            return false;
        }
        (self.checks[free], self.places[free]) = (check, place);
        true
    }

    fn is_full(&self) -> bool {
        self.places[SLOTS - 1] != 0
    }
}

impl LayerIndex {
    pub fn new() -> LayerIndex {
        LayerIndex { lines: vec![Line::default(); MIN_LINES], len: 0 }
    }

    /// Empties the index. If it is large for the layer that it held, it is made smaller.
    ///
    /// # Errors
    /// It was interrupted; the index can no longer be used.
    pub fn clear(&mut self, interruption: &mut Interruption) -> Result<(), Reason> {
        shrink(&mut self.lines, self.len);
        self.len = 0;
        for (number, part) in self.lines.chunks_mut(PART).enumerate() {
            if number > 0 {
                interruption.check()?;
            }
            part.fill(Line::default());
        }
        Ok(())
    }

    /// Starts fetching the memory that [`for_each_place`](Self::for_each_place) and [`push`](Self::push) will
    /// access for these keys.
    #[inline(always)]
    pub fn prefetch(&self, keys: impl Iterator<Item = u128>) {
        if self.lines.len() > NEAR_LINES {
            let shift = self.shift();
            keys.for_each(|key| prefetch(&self.lines[home(check(key), shift)]));
        }
    }

    /// The number of bytes that [`prepare`](Self::prepare) would add.
    pub fn bytes_to_come(&self, positions: usize) -> u64 {
        if self.is_to_grow(positions) { self.bytes() } else { 0 }
    }

    /// The same for at least an eighth more positions than the index holds, so that other memory can be freed in
    /// time.
    pub fn bytes_to_come_soon(&self, positions: usize) -> u64 {
        self.bytes_to_come(positions.max(self.len / 8))
    }

    fn is_to_grow(&self, positions: usize) -> bool {
        self.len + positions > FULL * self.lines.len() && self.lines.len() >= LARGE
    }

    /// Enlarges a large index so that `positions` further positions fit. A small one is enlarged by
    /// [`push`](Self::push) when it is full.
    ///
    /// # Errors
    /// The system refuses the memory; or it was interrupted, and the index can no longer be used.
    pub fn prepare(&mut self, positions: usize, interruption: &mut Interruption) -> Result<(), Reason> {
        if self.is_to_grow(positions) {
            let before = self.lines.len();
            fallible(|| self.lines.try_reserve_exact(before)).map_err(|_| Reason::Memory)?;
            self.enlarge(interruption)?;
        }
        Ok(())
    }

    /// Calls a function with each place that matches a key: the key's own place, if it is in the layer, and the
    /// places of other keys with the same check.
    #[inline]
    pub fn for_each_place(&self, key: u128, mut each: impl FnMut(u32)) {
        let check = check(key);
        let mut at = home(check, self.shift());
        loop {
            let line = &self.lines[at];
            let mut found = equal_halves(&line.checks, check) & !equal_halves(&line.places, 0);
            while found != 0 {
                each(line.places[found.trailing_zeros() as usize] - 1);
                found &= found - 1;
            }
            if !line.is_full() {
                return;
            }
            at = (at + 1) & (self.lines.len() - 1);
        }
    }

    /// Enters the key of the layer's next position.
    #[inline]
    pub fn push(&mut self, key: u128) {
        if self.len + 1 > FULL * self.lines.len() {
            let enlarged = self.enlarge(&mut Interruption::never());
            debug_assert!(enlarged.is_ok(), "nothing interrupts it");
        }
        self.len += 1;
        self.place(check(key), self.len as u32);
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        (self.lines.capacity() * size_of::<Line>()) as u64
    }

    /// The number of low bits of a check that have no part in choosing the line.
    #[inline(always)]
    fn shift(&self) -> u32 {
        u32::BITS - self.lines.len().trailing_zeros()
    }

    #[inline(always)]
    fn place(&mut self, check: u32, place: u32) {
        let mut at = home(check, self.shift());
        while !self.lines[at].add(check, place) {
            at = (at + 1) & (self.lines.len() - 1);
        }
    }

    /// Doubles the number of lines in place. Going from the last line to the first, the entries of each line move
    /// to the two lines that replace it, neither of which lies before it. Entries that do not fit that way,
    /// because they did not lie in their home line, are placed at the end.
    #[cold]
    fn enlarge(&mut self, interruption: &mut Interruption) -> Result<(), Reason> {
        let before = self.lines.len();
        self.lines.reserve_exact(before);
        while self.lines.len() < 2 * before {
            self.lines.resize((self.lines.len() + PART).min(2 * before), Line::default());
            interruption.check()?;
        }
        let shift = self.shift();
        let mut later = Vec::new();
        for at in (0..before).rev() {
            interruption.tick()?;
            let line = std::mem::take(&mut self.lines[at]);
            for (check, place) in line.checks.into_iter().zip(line.places).filter(|&(_, place)| place != 0) {
                let home = home(check, shift);
                if home < at || !self.lines[home].add(check, place) {
                    later.push((check, place));
                }
            }
        }
        later.into_iter().for_each(|(check, place)| self.place(check, place));
        Ok(())
    }
}

/// The bits of a key that are stored. They also choose the line, so that the index can be enlarged without the keys.
#[inline(always)]
fn check(key: u128) -> u32 {
    (key >> 80) as u32
}

/// The home line of a check, where a look-up begins.
#[inline(always)]
fn home(check: u32, shift: u32) -> usize {
    (check >> shift) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    impl LayerIndex {
        fn places(&self, key: u128) -> Vec<u32> {
            let mut places = Vec::new();
            self.for_each_place(key, |place| places.push(place));
            places
        }
    }

    /// The number of such keys is large enough to fill several lines, also while the index grows.
    #[test]
    fn all_keys_with_the_same_check_are_found() {
        let mut index = LayerIndex::new();
        let key = |n: u32| (0xffff_ff00_u128 + u128::from(n % 3)) << 80 | u128::from(n);
        for n in 0..300 {
            index.push(key(n));
            let mut places = index.places(key(n));
            places.sort_unstable();
            assert_eq!(places, (0..=n).filter(|other| other % 3 == n % 3).collect::<Vec<_>>());
        }
        assert_eq!(index.places(1 << 80), [0u32; 0]);
    }

    /// Runs of full lines, even across the end of the index, remain searchable after it is enlarged.
    #[test]
    fn crowded_keys_are_found_when_the_index_grows() {
        for shift in 0..40u32 {
            let mut index = LayerIndex::new();
            // Pairs of hashes that differ only in the lowest bit, near each other, beginning before the end of
            // the last line.
            let key = |n: u32| u128::from((((n / 2) << 18) | (n % 2)).wrapping_sub(shift << 22)) << 80;
            for n in 0..1_000 {
                index.push(key(n));
                if n % 32 == 0 {
                    (0..=n).for_each(|old| assert_eq!(index.places(key(old)), [old]));
                    (n + 1..1_000).for_each(|new| assert_eq!(index.places(key(new)), [0u32; 0]));
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
                assert_eq!(index.places(key(n)), [0u32; 0]);
                index.push(key(n));
            }
            for n in 1..=size {
                assert_eq!(index.places(key(n)), [n as u32 - 1]);
            }
            assert_eq!(index.clear(&mut Interruption::never()), Ok(()));
            assert_eq!(index.places(key(1)), [0u32; 0]);
        }
    }

    #[test]
    fn work_on_a_large_index_can_be_interrupted() {
        let mut index = LayerIndex::new();
        (0..(FULL * LARGE) as u128).for_each(|n| index.push(n.reverse_bits() >> 16));
        let end = || Some(Reason::Time);
        assert_eq!(index.prepare(1, &mut Interruption::new(&end)), Err(Reason::Time));
        assert_eq!(index.clear(&mut Interruption::new(&end)), Err(Reason::Time));
    }
}
