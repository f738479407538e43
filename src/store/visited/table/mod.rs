//! The table: buckets of lines, and where in them an entry is looked for. How it grows stands in `change`.

mod change;
mod false_hits;
mod movers;
mod overflow;
mod places;

use super::super::region::{CacheLine, Region, prefetch};
use super::keys::{KeyBits, KeyParts, LINES, SPARE_BITS};
use super::lines::{Dense, Loose, Placed, Slots, Width};
use super::lookup::{Insert, LookupCounts};
use hashbrown::HashSet;
use overflow::Overflow;
use places::{Change, DenseEntry, Layout, LooseEntry, PAGE, PAGE_LINES, PLANE, dense_lines, home, others};

/// For tests that fill tables.
const SMALLEST_PLANE: u64 = PAGE as u64;
/// Beyond this the bits to choose the plane would be used up.
const MAX_PLANES: usize = 1 << (SPARE_BITS - 1);
const BUCKET_BYTES: usize = LINES * size_of::<CacheLine>();
/// Lines in which a dense entry is looked for: all of a page, until the table forgets.
const FIRST_REACH: usize = PAGE_LINES;
/// When it has forgotten for long, and nearly every new key finds them full.
const LAST_REACH: usize = 8;
/// What dense lines have no room for may take the lines' bytes divided by this; then the table forgets.
const OVERFLOW_SHARE: u64 = 256;
/// From this many planes on, room is kept for it.
const RESERVING_PLANES: u64 = 64;
/// What lies far from its home was put there last. So the reach shrinks as the table forgets, until it has forgotten
/// this share of its slots.
const AGED_SHARE: usize = 4;

/// A table of fingerprints of a certain width.
pub(super) struct Table<W: Width> {
    key_bits: KeyBits,
    mask: u128,
    fingerprint_bits: u32,
    region: Region,
    planes: usize,
    /// What it may grow to, if that is more than a plane.
    max_bytes: u64,
    /// The buckets of a plane that are used: all, but in a table that may not have one whole plane.
    plane: usize,
    change: Change,
    /// The entries at which the table grows, or prepares to.
    grow_at: usize,
    /// Threads that may move entries when it grows; if more than one, another takes the memory of new planes before
    /// they are needed.
    threads: usize,
    /// The planes for which memory was taken so.
    committed_aside: usize,
    /// Whether it has reached its largest size, so that its buckets are dense or about to be.
    is_full: bool,
    /// The first bucket that is dense.
    dense_from: usize,
    len: usize,
    forgotten: usize,
    counts: LookupCounts,
    overflow: Overflow<W>,
    /// What dense lines have no room for, each entry with its home.
    dense_overflow: HashSet<(usize, DenseEntry<W>)>,
    /// Lines in which a dense entry is looked for.
    reach: usize,
}

impl<W: Width> Table<W> {
    /// The most bytes that an entry beside the dense lines takes, also while the set of them grows: its load is 7/16
    /// then, and that of the set it grows from 7/8.
    const OVERFLOW_BYTES: usize = 4 * size_of::<(usize, DenseEntry<W>)>();

    pub fn new(max_bytes: u64, key_bits: KeyBits, fingerprint_bits: u32) -> Self {
        let planes = (max_bytes / (PLANE * BUCKET_BYTES) as u64).clamp(1, MAX_PLANES as u64) as usize;
        let plane = (max_bytes / BUCKET_BYTES as u64 + 1).clamp(SMALLEST_PLANE, PLANE as u64) as usize;
        let plane = 1 << plane.ilog2();
        let fingerprint_bits = fingerprint_bits.min(W::INDEPENDENT_BITS);
        let region = Region::reserve(LINES * plane * planes);
        region.prefer_huge_pages();
        // The system may have granted less than one plane.
        let plane = plane.min(1 << (region.len() / LINES).ilog2());
        let mut table = Table {
            key_bits,
            mask: (1 << fingerprint_bits) - 1,
            fingerprint_bits,
            region,
            planes: 1,
            max_bytes,
            plane,
            change: Change::None,
            grow_at: 0,
            threads: 1,
            committed_aside: 0,
            is_full: false,
            dense_from: usize::MAX,
            len: 0,
            forgotten: 0,
            counts: LookupCounts::default(),
            overflow: Overflow::new(),
            dense_overflow: HashSet::new(),
            reach: FIRST_REACH,
        };
        table.wait_for_growth();
        table
    }

    /// See [`VisitedSet::set_threads`](super::VisitedSet::set_threads).
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    pub fn limit(&mut self, max_bytes: u64) {
        self.max_bytes = max_bytes;
        if !self.is_full && self.planes > self.room().max(1) {
            self.fill_up();
        }
    }

    pub fn forgets(&self) -> bool {
        self.forgotten > 0
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn counts(&self) -> LookupCounts {
        self.counts
    }

    pub fn set_counts(&mut self, counts: LookupCounts) {
        self.counts = counts;
    }

    pub fn bytes(&self) -> u64 {
        let lines = self.planes.max(self.committed_aside) * self.plane * BUCKET_BYTES;
        (lines + self.overflow.bytes() + self.dense_overflow.len() * Self::OVERFLOW_BYTES) as u64
    }

    /// See [`VisitedSet::count_lookups`](super::VisitedSet::count_lookups).
    pub fn count_lookups(&mut self, lookups: u64) {
        self.counts.lookups += lookups;
    }

    #[inline(always)]
    pub fn prefetch(&self, keys: impl Iterator<Item = u128>) {
        match self.key_bits {
            KeyBits::First => self.prefetch_by(KeyBits::First, keys),
            KeyBits::Second => self.prefetch_by(KeyBits::Second, keys),
        }
    }

    #[inline(always)]
    fn prefetch_by(&self, key_bits: KeyBits, keys: impl Iterator<Item = u128>) {
        let layout = Layout::new(self.change, self.planes);
        keys.for_each(|key| {
            let parts = self.parts_by(key_bits, key);
            prefetch(&self.region[home(layout.bucket(parts.position, parts.spare), parts.spare)]);
        });
    }

    /// See [`VisitedSet::look_at_home`](super::VisitedSet::look_at_home).
    #[inline(always)]
    pub fn look_at_home<'a>(&self, keys: impl Iterator<Item = (u128, &'a mut bool)>) {
        let layout = Layout::new(self.change, self.planes);
        match self.key_bits {
            KeyBits::First => {
                keys.for_each(|(key, is_seen)| *is_seen = self.is_seen_at_home(layout, KeyBits::First, key));
            }
            KeyBits::Second => {
                keys.for_each(|(key, is_seen)| *is_seen = self.is_seen_at_home(layout, KeyBits::Second, key));
            }
        }
    }

    #[inline(always)]
    fn is_seen_at_home(&self, layout: Layout, key_bits: KeyBits, key: u128) -> bool {
        let parts = self.parts_by(key_bits, key);
        let bucket = layout.bucket(parts.position, parts.spare);
        if bucket >= self.dense_from {
            self.look_at_dense_home(home(bucket, parts.spare));
            return false;
        }
        let line = self.region[home(bucket, parts.spare)].view::<W::Loose>();
        let is_seen = line.has(W::Loose::entry(&parts));
        // One branch that is seldom taken, and none on what the processor cannot foresee.
        if !is_seen & line.is_full() {
            others(bucket, parts.spare).take(2).for_each(|line| prefetch(&self.region[line]));
        }
        is_seen
    }

    /// Fetches what else a look-up may look at. What it finds is not told: an entry that was in its loose home may be
    /// farther away by the time of the look-up, and in how many lines it is looked for is counted.
    #[inline(always)]
    fn look_at_dense_home(&self, home: usize) {
        if self.region[home].view::<W::Dense>().is_full() {
            dense_lines(home).skip(1).take(2).for_each(|line| prefetch(&self.region[line]));
        }
    }

    /// See [`VisitedSet::count_seen`](super::VisitedSet::count_seen).
    #[inline(always)]
    pub fn count_seen(&mut self) -> bool {
        let is_loose = self.dense_from == usize::MAX;
        self.counts.lookups += u64::from(is_loose);
        is_loose
    }

    #[inline(always)]
    pub fn insert(&mut self, key: u128) -> Insert {
        self.counts.lookups += 1;
        let parts = self.parts(key);
        let bucket = self.bucket(parts.position, parts.spare);
        if bucket >= self.dense_from {
            return self.insert_dense(bucket, &parts);
        }
        let entry = W::Loose::entry(&parts);
        let line = self.region[home(bucket, parts.spare)].view_mut::<W::Loose>();
        let found = match line.place(entry) {
            Placed::Found => Insert::Present,
            Placed::Added => Insert::New,
            Placed::NoRoom => self.insert_beyond_home(bucket, entry),
        };
        if found == Insert::New {
            self.len += 1;
            if self.len > self.grow_at {
                self.make_room();
            }
        }
        found
    }

    /// Adds an entry whose home is full.
    #[inline(never)]
    fn insert_beyond_home(&mut self, bucket: usize, entry: LooseEntry<W>) -> Insert {
        for line in others(bucket, W::Loose::spare(entry)) {
            match self.region[line].view_mut::<W::Loose>().place(entry) {
                Placed::Found => return Insert::Present,
                Placed::Added => return Insert::New,
                Placed::NoRoom => {}
            }
        }
        self.overflow.insert(bucket, entry)
    }

    #[inline(never)]
    fn insert_dense(&mut self, bucket: usize, parts: &KeyParts) -> Insert {
        let (found, lines) = self.place_dense(bucket, parts.spare, W::Dense::entry(parts));
        self.judge_dense(lines);
        if found == Insert::New {
            self.len += 1;
            if self.change != Change::None {
                self.make_room();
            }
        }
        found
    }

    /// Adds an entry to the dense lines from its home on, and tells how many lines were looked at.
    #[inline(always)]
    fn place_dense(&mut self, bucket: usize, spare: usize, entry: DenseEntry<W>) -> (Insert, usize) {
        let home = home(bucket, spare);
        for (line, looked_at) in dense_lines(home).zip(1..=self.reach) {
            match self.region[line].view_mut::<W::Dense>().place(entry) {
                Placed::Found => return (Insert::Present, looked_at),
                Placed::Added => return (Insert::New, looked_at),
                Placed::NoRoom => {}
            }
        }
        // What overflowed counts as one more line.
        let looked_at = self.reach + usize::from(!self.dense_overflow.is_empty());
        (self.place_beyond_reach(home, entry), looked_at)
    }

    /// Looks for an entry for which the dense lines within reach have no room, and adds it.
    #[inline(never)]
    fn place_beyond_reach(&mut self, home: usize, entry: DenseEntry<W>) -> Insert {
        let may_overflow = !self.forgets() && self.dense_overflow.len() < self.most_overflowing();
        if may_overflow && self.dense_overflow.try_reserve(1).is_ok() {
            return if self.dense_overflow.insert((home, entry)) { Insert::New } else { Insert::Present };
        }
        if self.dense_overflow.contains(&(home, entry)) {
            return Insert::Present;
        }
        self.region[home].view_mut::<W::Dense>().replace_oldest(entry);
        self.forgotten += 1;
        if self.reach > LAST_REACH {
            let aged = self.planes * self.plane * LINES * W::Dense::SLOTS / AGED_SHARE;
            self.reach = FIRST_REACH - (FIRST_REACH - LAST_REACH) * self.forgotten.min(aged) / aged;
            if self.reach == LAST_REACH {
                self.dense_overflow = HashSet::new();
            }
        }
        Insert::New
    }

    /// The entries that there is room for beside the dense lines.
    fn most_overflowing(&self) -> usize {
        let lines = (self.planes * self.plane * BUCKET_BYTES) as u64;
        let room = (lines / OVERFLOW_SHARE).min(self.max_bytes.saturating_sub(lines));
        room as usize / Self::OVERFLOW_BYTES
    }

    #[inline(always)]
    fn parts(&self, key: u128) -> KeyParts {
        self.parts_by(self.key_bits, key)
    }

    #[inline(always)]
    fn parts_by(&self, key_bits: KeyBits, key: u128) -> KeyParts {
        let mut parts = KeyParts::new(key, key_bits, self.mask);
        parts.position &= self.plane - 1;
        parts
    }

    /// The bucket of an entry in the table as it is.
    #[inline(always)]
    fn bucket(&self, position: usize, spare: usize) -> usize {
        Layout::new(self.change, self.planes).bucket(position, spare)
    }
}
