//! The set of positions already reached, as fingerprints.
//!
//! Buckets are pairs of cache lines of eight entries; an entry's home is one line of its pair, the other takes what
//! does not fit, a small map the rest. The table grows bucket by bucket (linear hashing, Litwin 1980) inside a region
//! reserved at the start, so its load stays even and nothing is ever copied twice.
//!
//! An entry is 48 bits of the key that have no part in choosing the bucket, and 15 further bits that do as the table
//! grows: as long as they are not used up they make entries more different still. What is in the set is certain to be
//! found; what is not may be found by mistake, with the probability told by [`VisitedSet::false_hits_expected`].

use super::region::{Line, Region, prefetch};
use hashbrown::HashMap;

/// What came of an insertion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Insert {
    /// The key was not in the set.
    New,
    /// The key (or, very rarely, another with the same fingerprint) was in the set.
    Present,
}

/// Bits of the bucket's number when the table is smallest: 2¹³ buckets, 1 MiB.
const MIN_LEVEL: u32 = 13;
const INDEPENDENT_BITS: u32 = 48;
/// Key bits kept for growing, but for the last, which chooses the home line.
const SPARE_BITS: u32 = 15;
const HOME_BIT: u32 = INDEPENDENT_BITS + SPARE_BITS - 1;
/// No bucket is split any more from this level on: the bits for it are used up (2²⁷ buckets, 16 GiB).
const MAX_LEVEL: u32 = MIN_LEVEL + SPARE_BITS - 1;
const OCCUPIED: u64 = 1 << 63;
const SLOTS: usize = 8;
/// Entries a bucket holds on average before another bucket is opened.
const LOAD: usize = 11;
const BUCKET_BYTES: usize = 2 * size_of::<Line>();

/// A growing set of 128-bit keys, kept as fingerprints.
pub struct VisitedSet {
    region: Region,
    /// The first `1 << level` buckets are in use, and as many more as `split` says.
    level: u32,
    split: usize,
    len: usize,
    lookups: u64,
    overflow: HashMap<usize, Vec<u64>>,
    overflowed: usize,
    /// Compared entries over all look-ups, each weighed with the probability of a false match.
    false_hits: f64,
    false_hits_until: u64,
}

impl VisitedSet {
    /// An empty set that may grow to about `max_bytes`.
    pub fn new(max_bytes: u64) -> VisitedSet {
        let buckets = (max_bytes / BUCKET_BYTES as u64).clamp(1 << MIN_LEVEL, 1 << MAX_LEVEL) as usize;
        VisitedSet {
            region: Region::reserve(buckets * 2),
            level: MIN_LEVEL,
            split: 0,
            len: 0,
            lookups: 0,
            overflow: HashMap::new(),
            overflowed: 0,
            false_hits: 0.0,
            false_hits_until: 0,
        }
    }

    /// The number of keys in the set.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The number of look-ups so far.
    pub fn lookups(&self) -> u64 {
        self.lookups
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        (self.buckets() * BUCKET_BYTES + self.overflowed * 32) as u64
    }

    /// The number of keys that so far are expected to have been taken for another: for each look-up the entries
    /// compared, times the probability that two different keys agree in an entry's bits and in their bucket.
    pub fn false_hits_expected(&self) -> f64 {
        self.false_hits + self.false_hits_since_growth()
    }

    fn false_hits_since_growth(&self) -> f64 {
        let compared = self.len as f64 / self.buckets() as f64;
        let bits = INDEPENDENT_BITS + SPARE_BITS - (self.level - MIN_LEVEL);
        (self.lookups - self.false_hits_until) as f64 * compared * 0.5f64.powi(bits as i32)
    }

    /// Starts fetching the memory that [`insert`](Self::insert) will look at.
    #[inline(always)]
    pub fn prefetch(&self, key: u128) {
        prefetch(&self.region[home(self.bucket(key), entry(key))]);
    }

    /// Adds a key.
    #[inline]
    pub fn insert(&mut self, key: u128) -> Insert {
        self.lookups += 1;
        let bucket = self.bucket(key);
        let entry = entry(key);
        if self.insert_entry(bucket, entry) == Insert::Present {
            return Insert::Present;
        }
        self.len += 1;
        if self.len > self.buckets() * LOAD {
            self.grow();
        }
        Insert::New
    }

    #[inline(always)]
    fn insert_entry(&mut self, bucket: usize, entry: u64) -> Insert {
        let home = home(bucket, entry);
        for line in [home, home ^ 1] {
            match place(&mut self.region[line], entry) {
                Placed::Found => return Insert::Present,
                Placed::Added => return Insert::New,
                Placed::NoRoom => {}
            }
        }
        self.insert_overflow(bucket, entry)
    }

    #[cold]
    fn insert_overflow(&mut self, bucket: usize, entry: u64) -> Insert {
        let entries = self.overflow.entry(bucket).or_default();
        if entries.contains(&entry) {
            return Insert::Present;
        }
        entries.push(entry);
        self.overflowed += 1;
        Insert::New
    }

    #[inline(always)]
    fn buckets(&self) -> usize {
        (1 << self.level) + self.split
    }

    /// The bucket of a key in the table as it is: split buckets have one bit more.
    #[inline(always)]
    fn bucket(&self, key: u128) -> usize {
        let index = (key >> 64) as usize;
        let wide = index & ((2 << self.level) - 1);
        if wide < self.buckets() { wide } else { wide & ((1 << self.level) - 1) }
    }

    /// Opens one more bucket and moves to it what belongs there from the bucket it is split from.
    #[inline(never)]
    fn grow(&mut self) {
        let (low, high) = (self.split, self.buckets());
        if self.level == MAX_LEVEL || (high + 1) * 2 > self.region.len() {
            return;
        }
        if self.split == 0 {
            self.false_hits += self.false_hits_since_growth();
            self.false_hits_until = self.lookups;
        }
        let mut entries = [0; 2 * SLOTS];
        for (half, line) in entries.chunks_exact_mut(SLOTS).zip(&mut self.region[2 * low..2 * low + 2]) {
            half.copy_from_slice(&line.0);
            *line = Line([0; SLOTS]);
        }
        let overflow = self.overflow.remove(&low).unwrap_or_default();
        self.overflowed -= overflow.len();
        let bit = INDEPENDENT_BITS + self.level - MIN_LEVEL;
        self.split += 1;
        if self.split == 1 << self.level {
            self.split = 0;
            self.level += 1;
        }
        for entry in entries.into_iter().filter(|&entry| entry != 0).chain(overflow) {
            let bucket = if entry >> bit & 1 == 0 { low } else { high };
            self.insert_entry(bucket, entry);
        }
    }
}

/// The key's bits that are stored: the independent ones, then those that choose buckets as the table grows.
#[inline(always)]
fn entry(key: u128) -> u64 {
    let independent = key as u64 & ((1 << INDEPENDENT_BITS) - 1);
    let spare = (key >> (64 + MIN_LEVEL)) as u64 & ((1 << SPARE_BITS) - 1);
    OCCUPIED | spare << INDEPENDENT_BITS | independent
}

/// The line of its bucket in which an entry is looked for first.
#[inline(always)]
fn home(bucket: usize, entry: u64) -> usize {
    2 * bucket + (entry >> HOME_BIT & 1) as usize
}

enum Placed {
    Found,
    Added,
    NoRoom,
}

#[inline(always)]
fn place(line: &mut Line, entry: u64) -> Placed {
    let mut found = 0u32;
    let mut used = 0u32;
    for &slot in &line.0 {
        found += u32::from(slot == entry);
        used += u32::from(slot != 0);
    }
    if found != 0 {
        Placed::Found
    } else if (used as usize) < SLOTS {
        line.0[used as usize] = entry;
        Placed::Added
    } else {
        Placed::NoRoom
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// A permutation of the counter: distinct, well mixed keys.
    fn key(n: u128) -> u128 {
        let n = (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        (n ^ n >> 67).wrapping_mul(0xda94_2042_e4dd_58b5_94d0_49bb_1331_11eb)
    }

    #[test]
    fn agrees_with_a_plain_set_while_growing() {
        let mut set = VisitedSet::new(64 << 20);
        let mut plain = HashSet::new();
        for n in 0..400_000u128 {
            for candidate in [key(n), key(n / 3)] {
                let expected = if plain.insert(candidate) { Insert::New } else { Insert::Present };
                assert_eq!(set.insert(candidate), expected, "step {n}");
            }
        }
        assert_eq!(set.len(), plain.len());
        assert!(set.bytes() as usize <= 13 * set.len(), "{} bytes for {}", set.bytes(), set.len());
        assert!(set.false_hits_expected() < 1e-6);
    }

    #[test]
    fn a_full_region_keeps_working_through_its_overflow() {
        let mut set = VisitedSet::new(0);
        for n in 0..40_000 {
            assert_eq!(set.insert(key(n)), Insert::New);
        }
        for n in 0..40_000 {
            assert_eq!(set.insert(key(n)), Insert::Present);
        }
    }
}
