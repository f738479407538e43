//! The set of positions already reached, as fingerprints.
//!
//! A bucket is eight cache lines of eight entries. Some bits of an entry choose its home among the lines; it lies there or,
//! when the home is full, in the next line of the bucket with room, and a small map takes what finds no room at all. So most
//! look-ups touch one line though the table is five sixths full. The table grows inside a region reserved at the start
//! and from its end towards its beginning, so that its load stays even and nothing needs a second copy.
//!
//! An entry is 48 bits of the key that have no part in choosing the bucket, and 16 further bits of which the high ones do as
//! the table grows: as long as they are not used up they make entries more different still. What is in the set is
//! certain to be found; what is not may be found by mistake, with the probability told by
//! [`VisitedSet::false_hits_expected`].
//!
//! A table that may not grow any more forgets: a new entry takes the place of the oldest of its line. Every position is
//! still reported as new when it is first met, and perhaps again later (see `solve::helpmate::layers`).

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

/// A table consists of planes of 2¹² buckets, 2 MiB each: a huge page of most processors.
const PLANE_BITS: u32 = 12;
const PLANE: usize = 1 << PLANE_BITS;
/// A page, for tests that fill tables.
const SMALLEST_PLANE: u64 = 8;
const INDEPENDENT_BITS: u32 = 48;
/// Key bits kept to choose the plane and, the lowest of them, the home in the bucket.
const SPARE_BITS: u32 = 16;
/// Beyond this the bits to choose the plane would be used up.
const MAX_PLANES: usize = 1 << (SPARE_BITS - 1);
/// Up to this many planes the table grows by a half, so that small tables are seldom moved.
const SMALL_PLANES: usize = 8;
/// Up to this many planes it grows by a quarter; with more of them the spare bits would spread unevenly.
const EVEN_PLANES: usize = 1 << 12;
/// From this size on huge pages are asked for.
const HUGE_PLANES: usize = 8;
const SLOTS: usize = 8;
/// Lines of a bucket.
const LINES: usize = 8;
/// Entries a bucket holds on average when the table grows.
const MAX_LOAD: usize = 54;
const BUCKET_BYTES: usize = LINES * size_of::<Line>();

/// The low bytes of a key that a set by [`KeyBits::First`] looks at: with them alone it can be filled again.
pub const KEY_BYTES: usize = 12;

/// Which bits of the keys a set goes by. A key that one choice of bits mistakes for another is told apart by the other
/// choice: 36 of the fingerprint's bits have no part in the first choice at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum KeyBits {
    /// The choice for every search.
    #[default]
    First,
    /// The choice for a search that verifies another.
    Second,
}

/// The probability that two keys which one choice of bits takes for the same are the same by the other choice too.
pub const INDEPENDENT_SHARE: f64 = 1.0 / (1u64 << 36) as f64;

impl KeyBits {
    #[inline(always)]
    fn arrange(self, key: u128) -> u128 {
        match self {
            KeyBits::First => key,
            KeyBits::Second => key.rotate_left(INDEPENDENT_BITS),
        }
    }
}

/// What a set counted since it was made.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct LookupCounts {
    /// Look-ups.
    pub lookups: u64,
    /// Look-ups when the table last grew.
    pub lookups_at_growth: u64,
    /// False hits to be expected of those.
    pub false_hits: f64,
}

/// A growing set of 128-bit keys, kept as fingerprints.
pub struct VisitedSet {
    key_bits: KeyBits,
    fingerprint_bits: u32,
    region: Region,
    planes: usize,
    /// The planes that it may grow to.
    max_planes: usize,
    /// The buckets of a plane that are used: all, but in a table that may not have one whole plane.
    plane: usize,
    len: usize,
    lookups: u64,
    /// Whether it has reached its largest size and full lines lose their oldest entries.
    forgets: bool,
    forgotten: usize,
    overflow: HashMap<usize, Vec<u64>>,
    overflowed: usize,
    /// The false hits to be expected from the look-ups before the last growth.
    false_hits: f64,
    lookups_at_growth: u64,
}

impl VisitedSet {
    /// An empty set that may grow to about `max_bytes`.
    pub fn new(max_bytes: u64, key_bits: KeyBits) -> VisitedSet {
        VisitedSet::with_fingerprints(max_bytes, key_bits, INDEPENDENT_BITS)
    }

    /// An empty set that goes by a choice of the keys' bits, with fingerprints of at most 48 independent bits. Less than
    /// that is for tests, which want to see false hits.
    pub fn with_fingerprints(max_bytes: u64, key_bits: KeyBits, fingerprint_bits: u32) -> VisitedSet {
        let planes = (max_bytes / (PLANE * BUCKET_BYTES) as u64).clamp(1, MAX_PLANES as u64) as usize;
        let plane = (max_bytes / BUCKET_BYTES as u64 + 1).clamp(SMALLEST_PLANE, PLANE as u64) as usize;
        let plane = 1 << plane.ilog2();
        VisitedSet {
            key_bits,
            fingerprint_bits: fingerprint_bits.min(INDEPENDENT_BITS),
            region: Region::reserve(LINES * plane * planes),
            plane,
            planes: 1,
            max_planes: planes,
            len: 0,
            lookups: 0,
            forgets: false,
            forgotten: 0,
            overflow: HashMap::new(),
            overflowed: 0,
            false_hits: 0.0,
            lookups_at_growth: 0,
        }
    }

    /// Sets the bytes that the table may grow to. It never shrinks, nor exceeds what it was made for; if it is already
    /// larger, it forgets from now on.
    pub fn limit(&mut self, max_bytes: u64) {
        if self.forgets {
            return;
        }
        self.max_planes = (max_bytes / (PLANE * BUCKET_BYTES) as u64) as usize;
        if self.planes > self.max_planes.max(1) {
            self.begin_to_forget();
        }
    }

    /// Whether keys were forgotten, so that one met before may be taken for new.
    pub fn forgets(&self) -> bool {
        self.forgotten > 0
    }

    /// The number of keys taken for new so far: those in the set and those forgotten.
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

    /// What was counted so far, to be taken over by a set that is filled again.
    pub fn counts(&self) -> LookupCounts {
        let VisitedSet { lookups, lookups_at_growth, false_hits, .. } = *self;
        LookupCounts { lookups, lookups_at_growth, false_hits }
    }

    /// Goes on from what another set had counted.
    pub fn set_counts(&mut self, counts: LookupCounts) {
        LookupCounts {
            lookups: self.lookups,
            lookups_at_growth: self.lookups_at_growth,
            false_hits: self.false_hits,
        } = counts;
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        (self.planes * self.plane * BUCKET_BYTES + self.overflowed * 64) as u64
    }

    /// The number of keys that so far are expected to have been taken for another: for each look-up the entries
    /// compared, times the probability that two different keys agree in an entry's bits and in their bucket.
    pub fn false_hits_expected(&self) -> f64 {
        self.false_hits + self.false_hits_since_growth()
    }

    fn false_hits_since_growth(&self) -> f64 {
        let compared = (self.len - self.forgotten) as f64 / (self.planes * self.plane) as f64;
        let different = 0.5f64.powi((self.fingerprint_bits + SPARE_BITS) as i32) * self.planes as f64;
        (self.lookups - self.lookups_at_growth) as f64 * compared * different
    }

    /// Starts fetching the memory that [`insert`](Self::insert) will look at.
    #[inline(always)]
    pub fn prefetch(&self, key: u128) {
        let (key, entry) = self.entry(key);
        prefetch(&self.region[home(self.bucket(self.position_in_plane(key), entry), entry)]);
    }

    /// Adds a key.
    #[inline]
    pub fn insert(&mut self, key: u128) -> Insert {
        self.lookups += 1;
        let (key, entry) = self.entry(key);
        if self.insert_entry(self.bucket(self.position_in_plane(key), entry), entry) == Insert::Present {
            return Insert::Present;
        }
        self.len += 1;
        if self.len > self.planes * self.plane * MAX_LOAD && !self.forgets {
            self.grow();
        }
        Insert::New
    }

    #[inline(always)]
    fn insert_entry(&mut self, bucket: usize, entry: u64) -> Insert {
        match place(&mut self.region[home(bucket, entry)], entry) {
            Placed::Found => Insert::Present,
            Placed::Added => Insert::New,
            Placed::NoRoom => self.insert_beyond_home(bucket, entry),
        }
    }

    /// Adds an entry whose home is full.
    #[inline(never)]
    fn insert_beyond_home(&mut self, bucket: usize, entry: u64) -> Insert {
        for line in others(bucket, entry) {
            match place(&mut self.region[line], entry) {
                Placed::Found => return Insert::Present,
                Placed::Added => return Insert::New,
                Placed::NoRoom => {}
            }
        }
        if self.forgets {
            self.replace_oldest(home(bucket, entry), entry);
            return Insert::New;
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

    /// Puts an entry into a full line. Entries stand in the order in which they came, so the first is the oldest.
    #[cold]
    fn replace_oldest(&mut self, line: usize, entry: u64) {
        let Line(slots) = &mut self.region[line];
        slots.copy_within(1.., 0);
        slots[SLOTS - 1] = entry;
        self.forgotten += 1;
    }

    /// From now on full lines lose their oldest entries. What did not fit into its lines moves there, for it is young.
    #[cold]
    fn begin_to_forget(&mut self) {
        self.forgets = true;
        self.overflowed = 0;
        for (bucket, entries) in std::mem::take(&mut self.overflow) {
            for entry in entries {
                self.replace_oldest(home(bucket, entry), entry);
            }
        }
    }

    /// The key's bits as this set arranges them, and what is stored: the independent ones, then those that choose the plane.
    #[inline(always)]
    fn entry(&self, key: u128) -> (u128, u64) {
        let key = self.key_bits.arrange(key);
        let independent = key as u64 & ((1 << self.fingerprint_bits) - 1);
        let spare = (key >> (64 + PLANE_BITS)) as u64 & ((1 << SPARE_BITS) - 1);
        let entry = spare << INDEPENDENT_BITS | independent;
        // Zero is a free slot: the one entry in 2⁶⁴ that would be zero is taken for its neighbour.
        (key, entry + u64::from(entry == 0))
    }

    #[inline(always)]
    fn position_in_plane(&self, key: u128) -> usize {
        (key >> 64) as usize & (self.plane - 1)
    }

    /// The bucket of an entry in the table as it is. With more planes an entry's plane never moves down.
    #[inline(always)]
    fn bucket(&self, position_in_plane: usize, entry: u64) -> usize {
        let spare = (entry >> INDEPENDENT_BITS) as usize & ((1 << SPARE_BITS) - 1);
        ((spare * self.planes) >> SPARE_BITS) << PLANE_BITS | position_in_plane
    }

    /// Adds planes and moves the entries to where they now belong, the last ones first: what an entry's new place held
    /// has always been moved before.
    #[cold]
    fn grow(&mut self) {
        let room = self.max_planes.min(self.region.len() / (LINES * self.plane));
        let planes = larger(self.planes).min(room);
        if planes <= self.planes {
            self.begin_to_forget();
            return;
        }
        self.false_hits += self.false_hits_since_growth();
        self.lookups_at_growth = self.lookups;
        let old = std::mem::replace(&mut self.planes, planes);
        if planes >= HUGE_PLANES {
            self.region.prefer_huge_pages(LINES * PLANE * old..LINES * PLANE * planes);
        }
        for bucket in (0..old * PLANE).rev() {
            let lines = &mut self.region[LINES * bucket..LINES * (bucket + 1)];
            let entries: [Line; LINES] = std::array::from_fn(|line| lines[line]);
            lines.fill(Line([0; SLOTS]));
            for &entry in entries.iter().flat_map(|Line(slots)| slots).filter(|&&entry| entry != 0) {
                self.move_entry(bucket % PLANE, entry);
            }
        }
        self.overflowed = 0;
        for (bucket, entries) in std::mem::take(&mut self.overflow) {
            for entry in entries {
                self.move_entry(bucket % PLANE, entry);
            }
        }
    }

    /// Puts an entry that is not in the table where it belongs.
    #[inline(always)]
    fn move_entry(&mut self, position_in_plane: usize, entry: u64) {
        let bucket = self.bucket(position_in_plane, entry);
        for line in std::iter::once(home(bucket, entry)).chain(others(bucket, entry)) {
            let Line(slots) = &mut self.region[line];
            if let Some(slot) = slots.iter_mut().find(|slot| **slot == 0) {
                *slot = entry;
                return;
            }
        }
        self.insert_overflow(bucket, entry);
    }
}

/// The number of planes to which a table of so many grows.
fn larger(planes: usize) -> usize {
    planes
        + if planes < SMALL_PLANES {
            planes.div_ceil(2)
        } else if planes < EVEN_PLANES {
            planes.div_ceil(4)
        } else {
            planes
        }
}

/// The line of its bucket in which an entry is looked for first. The lowest of the spare bits are the last to matter for
/// the plane.
#[inline(always)]
fn home(bucket: usize, entry: u64) -> usize {
    LINES * bucket + (entry >> INDEPENDENT_BITS) as usize % LINES
}

/// The other lines of an entry's bucket, in the order in which they are looked at.
#[inline(always)]
fn others(bucket: usize, entry: u64) -> impl Iterator<Item = usize> {
    let home = home(bucket, entry);
    (1..LINES).map(move |step| LINES * bucket + (home + step) % LINES)
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
        let mut set = VisitedSet::new(64 << 20, KeyBits::First);
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
    fn a_full_table_forgets_old_keys_and_reports_every_new_one() {
        let mut set = VisitedSet::new(40 << 10, KeyBits::First);
        assert_eq!(set.bytes(), 32 << 10);
        let capacity = 4096;
        for n in 0..4 * capacity as u128 {
            assert_eq!(set.insert(key(n)), Insert::New);
            assert_eq!(set.insert(key(n)), Insert::Present, "the newest key is never the one forgotten");
        }
        assert!(set.forgets());
        assert_eq!(set.len(), 4 * capacity);
        let recent = 4 * capacity as u128 - capacity as u128 / 4..4 * capacity as u128;
        let kept = recent.clone().filter(|&n| set.insert(key(n)) == Insert::Present).count();
        assert!(kept * 100 > recent.count() * 95, "{kept} of the last keys are still known");
        assert_eq!(set.insert(key(0)), Insert::New, "the first key was forgotten long ago");
        assert!(set.false_hits_expected() < 1e-6);
    }

    #[test]
    fn the_low_bytes_of_keys_are_enough() {
        let (mut whole, mut low) =
            (VisitedSet::new(64 << 20, KeyBits::First), VisitedSet::new(64 << 20, KeyBits::First));
        for n in 0..300_000 {
            let key = key(n / 2);
            assert_eq!(whole.insert(key), low.insert(key & ((1 << (8 * KEY_BYTES)) - 1)));
        }
        assert_eq!(whole.counts(), low.counts());
    }

    /// Fingerprints so short that keys are taken for others all the time: what is expected is what is seen.
    #[test]
    fn false_hits_are_as_many_as_expected() {
        for key_bits in [KeyBits::First, KeyBits::Second] {
            for (fingerprint_bits, keys) in [(0, 200_000u128), (0, 800_000), (2, 800_000)] {
                let mut set = VisitedSet::with_fingerprints(64 << 20, key_bits, fingerprint_bits);
                // All keys differ, so every hit is a false one.
                let seen = (0..keys).filter(|&n| set.insert(key(n)) == Insert::Present).count() as f64;
                let expected = set.false_hits_expected();
                assert!(seen > 20.0, "{seen} of {keys} false with {fingerprint_bits} bits");
                let ratio = expected / seen;
                assert!(
                    (0.8..3.0).contains(&ratio),
                    "{fingerprint_bits} bits: {expected} expected, {seen} seen"
                );
            }
        }
    }

    #[test]
    fn a_limit_below_what_was_reserved_stops_the_growth() {
        let mut set = VisitedSet::new(64 << 20, KeyBits::First);
        set.limit(3 << 20);
        for n in 0..2_000_000 {
            set.insert(key(n));
        }
        assert!(set.forgets());
        assert!(set.bytes() <= (3 << 20) + (64 << 10), "{} bytes", set.bytes());
    }
}
