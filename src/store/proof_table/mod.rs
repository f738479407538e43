//! The transposition table of proof-number searches: bounds and proof numbers of positions, for each hand of the
//! attacker.
//!
//! A bucket is a pair of cache lines. It holds entries of boards with all their hands, so that one probe sees all
//! hands of a board: a mate holds for larger hands of the attacker, a refutation for smaller ones. A full bucket
//! spills into three neighbouring buckets, which form a group with it. An entry takes 24 bytes. Entries that
//! another one dominates are dropped; otherwise the entry that cost the least work is replaced.
//!
//! Each problem starts with an empty table, so that its results do not depend on earlier problems. The table is
//! not cleared for that: each bucket stores the number of the problem that wrote to it, and counts as empty for
//! other problems. Memory that the new problem does not use yet is given back to the system.
//!
//! A problem starts in a small part of the table, which stays in the processor's caches. The part grows with the
//! number of entries, by one group at a time (linear hashing, Litwin 1980), so there are no pauses, and only
//! memory in use is committed.
//!
//! Threads read and write the table without locks. The first word of an entry is stored combined with the other
//! two, so an entry of which two threads wrote parts matches no key (lockless hashing; Hyatt, Mann 2002), except
//! with the probability of a false hit. An entry may get lost if it is written while another thread makes room or
//! splits the group.

mod entry;
mod fact;
mod queries;
mod saving;

use super::shared_region::{SharedCacheLine, SharedRegion};
use core::cell::Cell;
use entry::{Entry, KEY_BITS, Key, SPREAD_BITS};
pub use fact::{AnyMateProbe, Fact, Guess, NumbersOf, TableKey};
pub use saving::ENTRY_WORDS;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const SLOTS: usize = 5;
/// The number of neighbouring buckets that spill into each other.
const GROUP: usize = 4;
/// The word of a bucket that belongs to no entry: the number of the problem that wrote to it and, in the bits
/// below, the other buckets of the group into which it has spilled.
const LABEL: usize = 3 * SLOTS;
/// The number of lines in a group.
const LINES: usize = 2 * GROUP;
/// The number of groups with which a problem begins: 2 MiB.
const FIRST: u64 = 1 << 12;
/// The number of entries stored before the next group is added. Groups not split yet hold up to twice as many as
/// the others.
const PER_GROUP: u64 = 7;
/// The number of look-ups after which a thread adds its counts to the shared ones.
const REPORT_INTERVAL: u64 = 1 << 12;

/// One thread's handle of the table.
pub struct ProofTable {
    shared: Arc<Shared>,
    /// How many entries this thread may still add before it brings the next group into use.
    until_next: u64,
    /// The label of a bucket of this problem that has not spilled: the problem's number, above the bits for
    /// buckets of the group.
    label: u64,
    /// Entries that this thread wrote into empty slots and has not yet added to the shared count.
    stored: u64,
    /// Look-ups of this thread, including stores, that it has not yet added to the shared count.
    lookups: Cell<u64>,
    /// Look-ups by earlier searches of the problem, whose results are in the table.
    earlier_lookups: u64,
}

/// The data that all threads share.
struct Shared {
    region: SharedRegion,
    asked_bytes: u64,
    groups: u64,
    /// The number of groups in use.
    in_use: AtomicU64,
    /// One less than a power of two, and at least as large as the number of the last group in use.
    mask: AtomicU64,
    /// The counts of all threads in this search, as far as they have reported them.
    stored: AtomicU64,
    lookups: AtomicU64,
}

impl ProofTable {
    /// A table of at most `bytes` bytes, and of at least 64 KiB. Memory is committed as it is used.
    pub fn new(bytes: u64) -> ProofTable {
        let lines = (bytes / size_of::<SharedCacheLine>() as u64).max(1024) as usize;
        let region = SharedRegion::reserve(lines);
        region.prefer_huge_pages();
        let groups = ((region.len() / LINES) as u64).min(1 << SPREAD_BITS);
        let [in_use, mask, stored, lookups] = [0; 4].map(AtomicU64::new);
        let shared = Arc::new(Shared { region, asked_bytes: bytes, groups, in_use, mask, stored, lookups });
        // Memory that was never written to is zero, which is a label of problem 0 and an empty bucket.
        let mut table = ProofTable::of(shared, 0);
        table.begin();
        table
    }

    /// A handle of the shared data for one thread.
    fn of(shared: Arc<Shared>, label: u64) -> ProofTable {
        let (stored, lookups) = (0, Cell::new(0));
        ProofTable { shared, until_next: PER_GROUP, label, stored, lookups, earlier_lookups: 0 }
    }

    /// Another handle of this table, for a thread that works on the same problem.
    pub fn for_another_thread(&self) -> ProofTable {
        ProofTable::of(Arc::clone(&self.shared), self.label)
    }

    /// The number of bytes that was asked for.
    pub fn asked_bytes(&self) -> u64 {
        self.shared.asked_bytes
    }

    /// The number of bytes in use.
    pub fn bytes(&self) -> u64 {
        self.in_use() * (LINES * size_of::<SharedCacheLine>()) as u64
    }

    /// Entries that were written into empty slots in this search: by this thread, and by others as far as they
    /// have reported.
    pub fn stored(&self) -> u64 {
        self.shared.stored.load(Relaxed) + self.stored
    }

    /// Look-ups in this search, including stores: by this thread, and by others as far as they have reported.
    pub fn lookups(&self) -> u64 {
        self.shared.lookups.load(Relaxed) + self.lookups.get()
    }

    /// Adds this thread's counts to the shared ones.
    #[cold]
    pub fn report(&mut self) {
        let stored = std::mem::take(&mut self.stored);
        self.count_earlier(stored, self.lookups.take());
    }

    /// Adds counts from elsewhere to the counts of this search.
    pub fn count_earlier(&self, stored: u64, lookups: u64) {
        self.shared.stored.fetch_add(stored, Relaxed);
        self.shared.lookups.fetch_add(lookups, Relaxed);
    }

    /// The expected number of look-ups, since the problem began, that took the entry of another board for that of
    /// the board asked for.
    pub fn false_hits_expected(&self) -> f64 {
        let chosen = self.in_use() as f64;
        (self.lookups() + self.earlier_lookups) as f64 * SLOTS as f64 * chosen / 2f64.powi(KEY_BITS as i32)
    }

    /// Begins a new problem, with an empty table. No other thread may still work on the previous problem.
    pub fn start_afresh(&mut self) {
        let used = self.in_use();
        self.label += 1 << GROUP;
        self.go_on();
        self.earlier_lookups = 0;
        self.begin();
        if used > self.in_use() {
            self.release_rest();
        }
    }

    /// Returns the memory beyond the groups in use to the system, so that other parts of the process can have it. Does
    /// nothing while there is another handle of the table, or where the system cannot do that.
    fn release_rest(&mut self) {
        let start = LINES * self.in_use() as usize;
        if let Some(Shared { region, .. }) = Arc::get_mut(&mut self.shared) {
            // Lines that are zero are empty buckets: no problem that begins here has the label 0.
            let end = region.len();
            region.release(start..end);
        }
    }

    /// Begins another search of the same problem. No other thread may still work on the previous search.
    pub fn go_on(&mut self) {
        self.report();
        self.shared.stored.store(0, Relaxed);
        self.earlier_lookups += self.shared.lookups.swap(0, Relaxed);
    }

    fn begin(&mut self) {
        // The number of groups in use starts as a power of two.
        let in_use = FIRST.min(1 << self.shared.groups.ilog2());
        self.shared.in_use.store(in_use, Relaxed);
        self.shared.mask.store(in_use - 1, Relaxed);
        self.until_next = PER_GROUP * in_use;
    }

    #[inline(always)]
    fn in_use(&self) -> u64 {
        self.shared.in_use.load(Relaxed)
    }

    /// The home bucket of a board.
    #[inline(always)]
    fn bucket(&self, key: Key) -> usize {
        let mask = self.shared.mask.load(Relaxed);
        let group = key.spread() & mask;
        // The entries of a group that is not in use yet lie in the group from which it will split.
        let group = if group < self.in_use() { group } else { group & mask >> 1 };
        LINES * group as usize + 2 * key.home()
    }

    /// The buckets in which a board's entries may lie; the home bucket comes first.
    #[inline(always)]
    fn buckets_of(&self, key: Key) -> Buckets {
        let home = self.bucket(key);
        // A bucket with the label of this problem has spilled only into buckets written to for this problem.
        let beside = self.label_of(home).load(Relaxed) ^ self.label;
        Buckets { home, rest: if beside < 1 << GROUP { 1 | beside } else { 0 } }
    }

    #[inline(always)]
    fn label_of(&self, bucket: usize) -> &AtomicU64 {
        &self.shared.region[bucket + 1].0[LABEL % 8]
    }

    /// Whether a bucket was last written to for this problem.
    #[inline(always)]
    fn is_fresh(&self, bucket: usize) -> bool {
        self.label_of(bucket).load(Relaxed) ^ self.label < 1 << GROUP
    }

    /// Empties a bucket if it holds entries of another problem.
    #[inline(always)]
    fn freshen(&self, bucket: usize) {
        if !self.is_fresh(bucket) {
            self.empty(bucket);
        }
    }

    /// Empties a bucket.
    fn empty(&self, bucket: usize) {
        for line in self.lines(bucket) {
            line.0.iter().for_each(|word| word.store(0, Relaxed));
        }
        self.label_of(bucket).store(self.label, Relaxed);
    }

    #[inline(always)]
    fn lines(&self, bucket: usize) -> &[SharedCacheLine; 2] {
        self.shared.region[bucket..].first_chunk().expect("a bucket is two lines")
    }

    #[inline(always)]
    fn entry(&self, bucket: usize, slot: usize) -> Entry {
        entry_of(self.lines(bucket), slot)
    }

    #[inline(always)]
    fn write(&self, bucket: usize, slot: usize, entry: Entry) {
        let lines = self.lines(bucket);
        for (i, value) in entry.packed().into_iter().enumerate() {
            word(lines, slot, i).store(value, Relaxed);
        }
    }

    /// Starts fetching the entries of a board.
    #[inline(always)]
    pub fn prefetch(&self, board: u128) {
        let bucket = self.bucket(Key::of(board));
        for line in [bucket, bucket + 1] {
            self.shared.region.prefetch(line);
        }
    }

    /// Stores what a search of `nodes` nodes found about a position. Sharper bounds that are already in the table
    /// are kept.
    pub fn store(&mut self, table_key: TableKey, fact: Fact, nodes: u64) {
        self.lookups.set(self.lookups.get() + 1);
        if self.lookups.get() >= REPORT_INTERVAL {
            self.report();
        }
        let work = u64::from(64 - nodes.leading_zeros()).min(63);
        let is_new = self.put(Entry::new(Key::of(table_key.board), table_key.hand, fact, work));
        self.stored += u64::from(is_new);
        if is_new {
            self.make_room();
        }
    }

    /// Counts a slot that was filled, and brings one more group into use when that is due.
    #[inline(always)]
    fn make_room(&mut self) {
        if self.in_use() < self.shared.groups {
            self.until_next -= 1;
            if self.until_next == 0 {
                self.until_next = PER_GROUP;
                self.split();
            }
        }
    }

    /// Writes an entry. Returns whether it took an empty slot, rather than that of an entry of this or another
    /// position.
    fn put(&self, new: Entry) -> bool {
        let key = new.key();
        let fact = new.fact();
        self.freshen(self.bucket(key));
        let buckets = self.buckets_of(key);
        // The cost of losing the cheapest entry so far, and its place.
        let mut victim = (u64::MAX, (buckets.home, 0));
        for bucket in buckets {
            let lines = self.lines(bucket);
            for slot in 0..SLOTS {
                let mut entry = entry_of(lines, slot);
                if entry.is_of(key) {
                    if entry.0[0] == new.0[0] {
                        self.write(bucket, slot, new.sharpened(entry));
                        return false;
                    }
                    if entry.is_needless(new.hand(), &fact) {
                        entry = Entry::EMPTY;
                        self.write(bucket, slot, entry);
                    }
                }
                let value = entry.value();
                if value < victim.0 {
                    victim = (value, (bucket, slot));
                }
            }
        }
        if victim.0 > 0
            && let Some(beside) = self.room_beside(buckets)
        {
            victim = (0, beside);
        }
        let (value, (bucket, slot)) = victim;
        self.write(bucket, slot, new);
        value == 0
    }

    /// Brings one more group into use. Some entries of the group from which it splits, whose keys did not differ
    /// in the bits used so far, move there.
    fn split(&self) {
        let next = |in_use| (in_use < self.shared.groups).then_some(in_use + 1);
        let Ok(group) = self.shared.in_use.fetch_update(Relaxed, Relaxed, next) else { return };
        let mask = self.shared.mask.fetch_or(group, Relaxed) | group;
        let start = LINES * (group & mask >> 1) as usize;
        let mut entries = [Entry::EMPTY; GROUP * SLOTS];
        for (at, entry) in entries.iter_mut().enumerate() {
            let bucket = start + 2 * (at / SLOTS);
            if self.is_fresh(bucket) {
                *entry = self.entry(bucket, at % SLOTS);
            }
        }
        (0..GROUP).for_each(|at| self.empty(start + 2 * at));
        for entry in entries.into_iter().filter(|&entry| entry != Entry::EMPTY) {
            self.put(entry);
        }
    }

    /// An empty slot in a bucket of the group into which the home bucket has not spilled so far; notes that it
    /// has now. `None` if there is no such slot.
    fn room_beside(&self, buckets: Buckets) -> Option<(usize, usize)> {
        let Buckets { home, rest } = buckets;
        let unspilled = Buckets { home, rest: !rest & ((1 << GROUP) - 1) };
        let has_room = |bucket, slot| !self.is_fresh(bucket) || self.entry(bucket, slot) == Entry::EMPTY;
        let slots = unspilled.flat_map(|bucket| (0..SLOTS).map(move |slot| (bucket, slot)));
        let (bucket, slot) = slots.filter(|&(bucket, slot)| has_room(bucket, slot)).min()?;
        self.freshen(bucket);
        self.label_of(home).fetch_or(1 << ((home ^ bucket) / 2), Relaxed);
        Some((bucket, slot))
    }
}

/// Word `i` of a slot in a bucket.
#[inline(always)]
fn word(lines: &[SharedCacheLine; 2], slot: usize, i: usize) -> &AtomicU64 {
    &lines[(3 * slot + i) / 8].0[(3 * slot + i) % 8]
}

#[inline(always)]
fn entry_of(lines: &[SharedCacheLine; 2], slot: usize) -> Entry {
    let load = |i| word(lines, slot, i).load(Relaxed);
    // Not `map`, which is not inlined here.
    Entry::unpacked([load(0), load(1), load(2)])
}

/// Iterates over some buckets of a group; yields the line at which each begins.
#[derive(Clone, Copy)]
struct Buckets {
    home: usize,
    /// The buckets still to come, as bits: bit `n` stands for the bucket whose number in the group is that of the
    /// home bucket exclusive-or `n`.
    rest: u64,
}

impl Iterator for Buckets {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let at = self.rest.trailing_zeros() as usize;
        if at >= GROUP {
            return None;
        }
        self.rest &= self.rest - 1;
        Some(self.home ^ (2 * at))
    }
}

#[cfg(test)]
mod tests;
