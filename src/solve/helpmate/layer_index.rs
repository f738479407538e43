//! The index of the layer being built: from keys to places in the layer, which the visited set does not hold.
//!
//! Keys are compared by 32 of their bits, so several places may be a key's: its own, if it is in the layer, is always
//! among them. Whoever asks takes all of them: the others add wrong edges to the parent log, which are discarded when
//! solutions are rebuilt.
//!
//! The index consists of cache lines of eight entries. A key's entry lies in its home line or, when that is full, in
//! the next line with room: nearly every look-up compares one line at once and ends there, without a branch on what the
//! processor cannot foresee.

use super::interruption::Interruption;
use crate::solve::outcome::Reason;
use crate::store::reserve::fallible;
use crate::store::{equal_halves, prefetch};

/// The places of the current layer's positions, by key.
pub(super) struct LayerIndex {
    /// A power of two of them.
    lines: Vec<Line>,
    len: usize,
}

/// Entries, from the first on.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Line {
    /// 32 bits of each key.
    checks: [u32; SLOTS],
    /// The place plus one; 0 when free.
    places: [u32; SLOTS],
}

const SLOTS: usize = 8;
/// Entries a line, on average, at which the index is enlarged.
const FULL: usize = 4;
const MIN_LINES: usize = 1 << 5;
/// From this number of lines on, doubling them takes memory that the system may refuse.
const LARGE: usize = 1 << 13;
/// An index of at most this size is in the processor's nearer caches anyway, and is not prefetched.
const NEAR_LINES: usize = 1 << 11;
/// Lines that are zeroed between two checks of the limits, 64 KiB.
const PART: usize = 1 << 10;

impl Line {
    /// Adds an entry behind the others. False when there is no room.
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

    /// Empties the index. Its size becomes proportional to the layer that it held, so that clearing costs no more than
    /// filling did.
    ///
    /// # Errors
    /// It was interrupted, and the index is of no more use.
    pub fn clear(&mut self, interruption: &mut Interruption) -> Result<(), Reason> {
        let room = (self.len * 2 / FULL).next_power_of_two().max(MIN_LINES);
        if room < self.lines.len() {
            self.lines.truncate(room);
            self.lines.shrink_to_fit();
        }
        self.len = 0;
        for (number, part) in self.lines.chunks_mut(PART).enumerate() {
            if number > 0 {
                interruption.check()?;
            }
            part.fill(Line::default());
        }
        Ok(())
    }

    /// Starts fetching the memory that [`for_each_place`](Self::for_each_place) and [`push`](Self::push) will look at for some keys.
    #[inline(always)]
    pub fn prefetch(&self, keys: impl Iterator<Item = u128>) {
        if self.lines.len() > NEAR_LINES {
            let shift = self.shift();
            keys.for_each(|key| prefetch(&self.lines[home(check(key), shift)]));
        }
    }

    /// The bytes that [`prepare`](Self::prepare) would add.
    pub fn bytes_to_come(&self, positions: usize) -> u64 {
        if self.is_to_grow(positions) { self.bytes() } else { 0 }
    }

    /// The same for more positions, so that other memory can be given back before: an eighth of those that it holds.
    pub fn bytes_to_come_soon(&self, positions: usize) -> u64 {
        self.bytes_to_come(positions.max(self.len / 8))
    }

    fn is_to_grow(&self, positions: usize) -> bool {
        self.len + positions > FULL * self.lines.len() && self.lines.len() >= LARGE
    }

    /// Enlarges a large index so that `positions` further positions fit. A small one is enlarged when it is full.
    ///
    /// # Errors
    /// There is no memory for that. It was interrupted, and the index is of no more use.
    pub fn prepare(&mut self, positions: usize, interruption: &mut Interruption) -> Result<(), Reason> {
        if self.is_to_grow(positions) {
            let before = self.lines.len();
            fallible(|| self.lines.try_reserve_exact(before)).map_err(|_| Reason::Memory)?;
            self.enlarge(interruption)?;
        }
        Ok(())
    }

    /// Calls a function for each place that may be a key's: if it is in the layer, for its own, and for those of keys
    /// with the same check.
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

    /// Enters the layer's next position.
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

    /// The bits of a check that have no part in choosing the line.
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

    /// Doubles the lines, without a second copy of them: from the last to the first, the entries of each go to its two
    /// successors, which do not lie before it. What does not fit so, because it lay behind its home, comes last.
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

/// The line in which a check is looked for first.
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

    /// As many as fill several lines, also while the index grows.
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

    /// Runs of full lines, across the end of the index too, come through its enlarging.
    #[test]
    fn crowded_keys_are_found_when_the_index_grows() {
        for shift in 0..40u32 {
            let mut index = LayerIndex::new();
            // Hashes near each other, two the same but for their lowest bit, that begin before the last line's end.
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
