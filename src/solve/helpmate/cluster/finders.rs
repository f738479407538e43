//! The table of who found which position of the layer being built.
//!
//! The table consists of cache lines of seven entries. A key's entry lies in its home line or, when that is full, in the
//! next line with room: nearly every look-up compares one line at once.

use crate::solve::helpmate::cache_lines::{FULL, MIN_LINES, NEAR_LINES, shrink};
use crate::store::{equal_words, prefetch};

/// For each key, identified by 64 of its bits, the process that found it.
pub(super) struct Finders {
    /// Their number is a power of two.
    lines: Vec<Line>,
    len: usize,
}

/// Keys, from the first slot on. In the last word, one byte for the finder of each key; its highest byte is the
/// number of keys in the line.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Line([u64; SLOTS + 1]);

const SLOTS: usize = 7;

impl Line {
    #[inline(always)]
    fn used(&self) -> usize {
        (self.0[SLOTS] >> 56) as usize
    }

    /// The slot that holds a key, if one does.
    #[inline(always)]
    fn slot(&self, key: u64) -> Option<usize> {
        let slot = (equal_words(&self.0, key) & ((1 << self.used()) - 1)).trailing_zeros() as usize;
        (slot < SLOTS).then_some(slot)
    }

    #[inline(always)]
    fn finder(&self, slot: usize) -> u8 {
        (self.0[SLOTS] >> (8 * slot)) as u8
    }

    #[inline(always)]
    fn set_finder(&mut self, slot: usize, finder: u8) {
        let at = 8 * slot;
        self.0[SLOTS] = self.0[SLOTS] & !(0xff << at) | u64::from(finder) << at;
    }
}

impl Finders {
    pub fn new() -> Finders {
        Finders { lines: vec![Line::default(); MIN_LINES], len: 0 }
    }

    /// The process that found a key, if any did.
    #[inline]
    pub fn get(&self, key: u64) -> Option<u8> {
        let mut home = self.home(key);
        loop {
            let line = &self.lines[home];
            if let Some(slot) = line.slot(key) {
                return Some(line.finder(slot));
            }
            if line.used() < SLOTS {
                return None;
            }
            home = (home + 1) & (self.lines.len() - 1);
        }
    }

    /// Notes the process that found a key, and returns the one noted before, if any.
    #[inline]
    pub fn insert(&mut self, key: u64, finder: u8) -> Option<u8> {
        if self.len + 1 > FULL * self.lines.len() {
            self.enlarge();
        }
        let mut home = self.home(key);
        let lines = self.lines.len();
        loop {
            let line = &mut self.lines[home];
            if let Some(slot) = line.slot(key) {
                let before = line.finder(slot);
                line.set_finder(slot, finder);
                return Some(before);
            }
            let used = line.used();
            if used < SLOTS {
                line.0[used] = key;
                line.set_finder(used, finder);
                line.0[SLOTS] += 1 << 56;
                self.len += 1;
                return None;
            }
            home = (home + 1) & (lines - 1);
        }
    }

    /// Starts fetching the memory that the other methods will access for a key.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        if self.lines.len() > NEAR_LINES {
            prefetch(&self.lines[self.home(key)]);
        }
    }

    /// Removes all entries. A table that is large for what it held is made smaller.
    pub fn clear(&mut self) {
        shrink(&mut self.lines, self.len);
        self.len = 0;
        self.lines.fill(Line::default());
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        (self.lines.capacity() * size_of::<Line>()) as u64
    }

    #[inline(always)]
    fn home(&self, key: u64) -> usize {
        key as usize & (self.lines.len() - 1)
    }

    #[cold]
    fn enlarge(&mut self) {
        let before = std::mem::take(&mut self.lines);
        self.lines = vec![Line::default(); 2 * before.len()];
        self.len = 0;
        for line in &before {
            for slot in 0..line.used() {
                self.insert(line.0[slot], line.finder(slot));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hashbrown::HashMap;

    /// The keys include ones whose home is the last line. The table is tested while its lines are doubled, and
    /// after clearing.
    #[test]
    fn finders_are_those_of_a_map() {
        let mut finders = Finders::new();
        let ones = (1 << 24) - 1;
        for (size, spread, low) in [
            (10u64, 1u64, 0),
            (9_000, 0x9e37_79b9_7f4a_7c15, 0),
            (600, 1 << 40, 0),
            (600, 1 << 40, ones),
            (5, 3, 0),
        ] {
            let mut map = HashMap::new();
            for n in 0..size {
                let (key, finder) = ((n / 3).wrapping_mul(spread) | low, n as u8);
                assert_eq!(finders.get(key), map.get(&key).copied());
                assert_eq!(finders.insert(key, finder), map.insert(key, finder));
            }
            for n in 0..size {
                let key = n.wrapping_mul(spread) | low;
                assert_eq!(finders.get(key), map.get(&key).copied());
            }
            finders.clear();
            assert!((0..size).all(|n| finders.get(n.wrapping_mul(spread) | low).is_none()));
        }
    }
}
