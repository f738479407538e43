//! The set of positions already reached, as fingerprints.
//!
//! A bucket is eight cache lines. Some bits of an entry choose its home among the lines. The entry lies there or,
//! when the home is full, in the next line of the bucket with a free slot; a small map holds the entries of full
//! buckets. So most look-ups touch one line, even when the table is three quarters full. The table grows inside a
//! region reserved at the start, a few planes of buckets at a time, so that it never needs a second copy or a
//! long pause.
//!
//! A fingerprint has 48 bits of the key (72 in a wide set) that have no part in choosing the bucket. While the
//! table may grow, an entry has 16 further bits, the high ones of which choose its bucket as the table grows.
//! When the table may not grow any more, it is condensed page after page: bits of an entry that follow from its
//! place are dropped, and a line holds nine entries instead of eight (in a wide set seven instead of five). A key
//! that is in the set is always found. A key that is not may be found by mistake;
//! [`VisitedSet::false_hits_expected`] returns the expected number of such mistakes.
//!
//! A condensed entry lies in its home or in one other line of its page, and moves between them to make room for
//! others. A page that is still full gets lines of ten entries with fewer bits each. Entries for which these have
//! no room are kept in a map beside the lines, which may use a small part of the table's bytes within its limit.
//! When the map is full, some 97 % of the slots of a large table are used, and from then on the table forgets: a
//! new entry replaces the oldest one in its home. Every position is still reported as new when it is first met,
//! and perhaps again later (see `solve::helpmate::layers`). A table that was condensed can return memory to the
//! system; it forgets the entries that were there.

mod keys;
mod lines;
mod lookup;
mod table;

pub use keys::{KeyBits, KeyWidth};
pub use lookup::{FalseHitTerms, Insert, LookupCounts};

use lines::{Narrow, Wide};
use table::Table;

/// A growing set of 128-bit keys, kept as fingerprints.
pub struct VisitedSet(Tables);

enum Tables {
    Narrow(Table<Narrow>),
    Wide(Table<Wide>),
}

/// Runs the same code on either kind of table.
macro_rules! either {
    ($set:expr, $table:ident => $result:expr) => {
        match $set {
            Tables::Narrow($table) => $result,
            Tables::Wide($table) => $result,
        }
    };
}

impl VisitedSet {
    /// An empty set that may grow to about `max_bytes`.
    pub fn new(max_bytes: u64, key_bits: KeyBits, width: KeyWidth) -> VisitedSet {
        VisitedSet::with_fingerprints(max_bytes, key_bits, width, u32::MAX)
    }

    /// An empty set with fingerprints of at most `fingerprint_bits` independent bits. Only tests use fewer bits
    /// than the width has, to provoke false hits.
    pub fn with_fingerprints(
        max_bytes: u64,
        key_bits: KeyBits,
        width: KeyWidth,
        fingerprint_bits: u32,
    ) -> VisitedSet {
        VisitedSet(match width {
            KeyWidth::Narrow => Tables::Narrow(Table::new(max_bytes, key_bits, fingerprint_bits)),
            KeyWidth::Wide => Tables::Wide(Table::new(max_bytes, key_bits, fingerprint_bits)),
        })
    }

    /// Sets the number of threads that help the table grow. Results do not depend on it.
    pub fn set_threads(&mut self, threads: usize) {
        either!(&mut self.0, table => table.set_threads(threads));
    }

    /// Sets the number of bytes to which the table may grow, within the size for which it was made. The table
    /// does not shrink; if it is already larger, it does not grow any more.
    pub fn limit(&mut self, max_bytes: u64) {
        either!(&mut self.0, table => table.limit(max_bytes));
    }

    /// Whether [`shrink`](Self::shrink) has an effect on this system.
    pub const CAN_SHRINK: bool = cfg!(target_os = "linux");

    /// Returns memory of a table that does not grow any more to the system: at most 32 MiB, and only while the
    /// table has more than `max_bytes` and more than 2 MiB. The entries in that memory are forgotten. Has no
    /// effect while the table is being condensed.
    pub fn shrink(&mut self, max_bytes: u64) {
        either!(&mut self.0, table => table.shrink(max_bytes));
    }

    /// Takes back memory that was returned to the system, if the table can grow by more than an eighth within
    /// `max_bytes`. Entries that lie elsewhere now, but whose keys belong into that memory, are forgotten.
    pub fn regrow(&mut self, max_bytes: u64) {
        either!(&mut self.0, table => table.regrow(max_bytes));
    }

    /// Whether keys were forgotten, so that a key met before may be reported as new.
    pub fn forgets(&self) -> bool {
        either!(&self.0, table => table.forgets())
    }

    /// The number of keys reported as new so far: those in the set and those forgotten.
    pub fn len(&self) -> usize {
        either!(&self.0, table => table.len())
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of look-ups so far.
    pub fn lookups(&self) -> u64 {
        self.counts().lookups
    }

    /// The counts so far, which can be set in a set that is filled again.
    pub fn counts(&self) -> LookupCounts {
        either!(&self.0, table => table.counts())
    }

    /// Continues counting from the counts of another set.
    pub fn set_counts(&mut self, counts: LookupCounts) {
        either!(&mut self.0, table => table.set_counts(counts));
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        either!(&self.0, table => table.bytes())
    }

    /// The expected number of keys that were confused with another one so far: the sum, over all look-ups, of the
    /// number of entries compared times the probability that two different keys agree in everything that an entry
    /// and its place determine.
    pub fn false_hits_expected(&self) -> f64 {
        either!(&self.0, table => table.false_hits_expected())
    }

    /// The terms from which a bound on that number is computed for several sets together.
    pub fn false_hit_terms(&self) -> FalseHitTerms {
        either!(&self.0, table => table.false_hit_terms())
    }

    /// Counts look-ups of keys that the caller knew to be in the set without looking them up.
    pub fn count_lookups(&mut self, lookups: u64) {
        either!(&mut self.0, table => table.count_lookups(lookups));
    }

    /// Starts fetching the memory that [`insert`](Self::insert) will access first for some keys.
    #[inline(always)]
    pub fn prefetch(&self, keys: impl Iterator<Item = u128>) {
        either!(&self.0, table => table.prefetch(keys));
    }

    /// Looks for some keys in the memory that [`prefetch`](Self::prefetch) fetched, and sets the flag of each key
    /// that it finds; [`insert_looked_at`](Self::insert_looked_at) then spares itself a look-up. For the other keys,
    /// starts fetching the rest of the memory that [`insert`](Self::insert) will access.
    #[inline(always)]
    pub fn look_at_home<'a>(&self, keys: impl Iterator<Item = (u128, &'a mut bool)>) {
        either!(&self.0, table => table.look_at_home(keys));
    }

    /// Adds a key, and returns whether it was new. `is_seen`: whether [`look_at_home`](Self::look_at_home) has found
    /// it; it is looked up again only if it may have been forgotten since.
    #[inline(always)]
    pub fn insert_looked_at(&mut self, key: u128, is_seen: bool) -> Insert {
        if is_seen && either!(&mut self.0, table => table.count_seen()) {
            Insert::Present
        } else {
            self.insert(key)
        }
    }

    /// Adds a key, and returns whether it was new.
    #[inline(always)]
    pub fn insert(&mut self, key: u128) -> Insert {
        either!(&mut self.0, table => table.insert(key))
    }
}

#[cfg(test)]
mod tests;
