//! The table: buckets of lines, and where entries lie in them. Module `change` describes how the table grows.

mod change;
mod dense;
mod false_hits;
mod movers;
mod overflow;
mod places;
mod shrink;

use super::super::region::{CacheLine, Region, prefetch};
use super::keys::{KeyBits, KeyParts, LINES, SPARE_BITS};
use super::lines::{Loose, LooseEntry, Placed, Slots, Width};
use super::lookup::{Insert, LookupCounts};
use overflow::Overflow;
use places::{Change, Kept, Layout, PAGE, PLANE, home, others};

/// The smallest number of buckets in a plane, used by tests that fill tables.
const SMALLEST_PLANE: u64 = 8;
/// With more planes, the bits that choose the plane would be used up.
const MAX_PLANES: usize = 1 << (SPARE_BITS - 1);
const BUCKET_BYTES: usize = LINES * size_of::<CacheLine>();
/// A table of fingerprints of a certain width.
pub(super) struct Table<W: Width> {
    key_bits: KeyBits,
    mask: u128,
    fingerprint_bits: u32,
    region: Region,
    planes: usize,
    kept: Kept,
    /// Whether the system accepts memory that the table returns, as far as is known.
    may_shrink: bool,
    /// The number of bytes to which it may grow, if that is more than one plane.
    max_bytes: u64,
    /// The number of buckets used in a plane: all of them, except in a table that may not have one whole plane.
    plane: usize,
    /// The binary logarithm of the number of lines in a page.
    page_bits: u32,
    change: Change,
    /// The number of entries at which the table grows, or prepares to.
    grow_at: usize,
    /// The number of threads that may move entries when the table grows. If there are several, another thread
    /// commits the memory of new planes before they are needed.
    threads: usize,
    /// The number of planes whose memory was committed in advance.
    committed_aside: usize,
    /// Whether the table does not grow any more, so that its buckets are dense or about to be.
    is_full: bool,
    /// The first bucket that is dense; all buckets after it are dense too.
    dense_from: usize,
    /// A bit for each page that says whether it has the densest lines, and the number of such pages.
    densest: Vec<u64>,
    densest_pages: usize,
    len: usize,
    forgotten: usize,
    /// Whether new entries replace old ones.
    replaces: bool,
    counts: LookupCounts,
    /// Entries for which loose buckets have no room.
    overflow: Overflow<LooseEntry<W>>,
    /// Entries for which the dense lines of a page have no room, each with its home line in the page.
    beside: Overflow<(u16, LooseEntry<W>)>,
}

impl<W: Width> Table<W> {
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
            kept: Kept::ALL,
            may_shrink: true,
            max_bytes,
            plane,
            page_bits: (LINES * PAGE.min(plane)).ilog2(),
            change: Change::None,
            grow_at: 0,
            threads: 1,
            committed_aside: 0,
            is_full: false,
            dense_from: usize::MAX,
            densest: Vec::new(),
            densest_pages: 0,
            len: 0,
            forgotten: 0,
            replaces: false,
            counts: LookupCounts::default(),
            overflow: Overflow::new(),
            beside: Overflow::new(),
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
        let lines = self.kept.of(self.planes).max(self.committed_aside) * self.plane * BUCKET_BYTES;
        (lines + self.overflow.bytes() + self.beside.bytes()) as u64
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
        if !self.kept.are_all() {
            keys.for_each(|key| self.prefetch_dense(key));
            return;
        }
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
            return self.is_seen_at_dense_home(bucket, key);
        }
        let line = self.region[home(bucket, parts.spare)].view::<W::Loose>();
        let is_seen = line.has(W::Loose::entry(&parts));
        // One branch that is seldom taken, without a branch that the processor could mispredict.
        if !is_seen & line.is_full() {
            others(bucket, parts.spare).take(2).for_each(|line| prefetch(&self.region[line]));
        }
        is_seen
    }

    /// Counts the look-up of a key that was found in the set. Returns false, and does not count it, if the key
    /// may have been forgotten since.
    #[inline(always)]
    pub fn count_seen(&mut self) -> bool {
        let is_kept = !self.forgets();
        self.counts.lookups += u64::from(is_kept);
        is_kept
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

    /// Looks up an entry whose home is full, and adds it if it is not there.
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

    /// The bucket of an entry at the present stage of the table's change.
    #[inline(always)]
    fn bucket(&self, position: usize, spare: usize) -> usize {
        Layout::new(self.change, self.planes).bucket(position, spare)
    }
}
