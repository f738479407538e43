//! The set of positions already reached, as fingerprints.
//!
//! A bucket is eight cache lines. Some bits of an entry choose its home among the lines; it lies there or, when the
//! home is full, in the next line of the bucket with room, and a small map takes what finds no room at all. So most
//! look-ups touch one line though the table is three quarters full. The table grows inside a region reserved at the
//! start, a few planes of buckets at a time, so that nothing needs a second copy or a long pause.
//!
//! A fingerprint has 48 bits of the key (72 in a wide set) that have no part in choosing the bucket. While the table
//! may grow, an entry has 16 further bits, of which the high ones choose the bucket as it grows. When the table may not
//! grow any more, it is condensed, page after page: the bits that an entry's place tells are dropped, and a line holds
//! nine entries in place of eight (seven in place of five). What is in the set is certain to be found; what is not may
//! be found by mistake, with the probability told by [`VisitedSet::false_hits_expected`].
//!
//! A condensed entry lies in its home or in one other line of its page, and moves between them to make room for others.
//! A page that is full all the same gets lines of ten entries with fewer bits each; what finds no room there is kept
//! beside the lines, up to a small part of the table's bytes and within its limit. When that is used up, some 97 % of
//! the slots of a large table are, and it forgets from then on: a new entry takes the place of the oldest of its home.
//! Every position is still reported as new when it is first met, and perhaps again later (see
//! `solve::helpmate::layers`). A table that was condensed can give memory back; it forgets what lay there.

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

/// Does the same with either table.
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

    /// An empty set with fingerprints of at most `fingerprint_bits` independent bits. Only tests ask for fewer than
    /// there are, to see false hits.
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

    /// Sets the number of threads that work on the table's growth. What is found does not depend on it.
    pub fn set_threads(&mut self, threads: usize) {
        either!(&mut self.0, table => table.set_threads(threads));
    }

    /// Sets the bytes that the table may grow to. It does not shrink, nor exceed what it was made for; if it is already
    /// larger, it does not grow from now on.
    pub fn limit(&mut self, max_bytes: u64) {
        either!(&mut self.0, table => table.limit(max_bytes));
    }

    /// Whether [`shrink`](Self::shrink) has an effect on this system.
    pub const CAN_SHRINK: bool = cfg!(target_os = "linux");

    /// Gives memory of a table that does not grow any more back to the system, 32 MiB at most, as long as it has more
    /// than `max_bytes` and 2 MiB: a part of what it holds is forgotten. Without effect while the table is being
    /// condensed.
    pub fn shrink(&mut self, max_bytes: u64) {
        either!(&mut self.0, table => table.shrink(max_bytes));
    }

    /// Takes memory again that was given back, if there may be at least an eighth more, but no more than `max_bytes`.
    /// What the table holds of keys that belong there is forgotten.
    pub fn regrow(&mut self, max_bytes: u64) {
        either!(&mut self.0, table => table.regrow(max_bytes));
    }

    /// Whether keys were forgotten, so that one met before may be taken for new.
    pub fn forgets(&self) -> bool {
        either!(&self.0, table => table.forgets())
    }

    /// The number of keys taken for new so far: those in the set and those forgotten.
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

    /// What was counted so far, to be taken over by a set that is filled again.
    pub fn counts(&self) -> LookupCounts {
        either!(&self.0, table => table.counts())
    }

    /// Goes on from what another set had counted.
    pub fn set_counts(&mut self, counts: LookupCounts) {
        either!(&mut self.0, table => table.set_counts(counts));
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        either!(&self.0, table => table.bytes())
    }

    /// The number of keys that so far are expected to have been taken for another: for each look-up the entries
    /// compared, times the probability that two different keys agree in all that an entry and its place tell.
    pub fn false_hits_expected(&self) -> f64 {
        either!(&self.0, table => table.false_hits_expected())
    }

    /// What a bound on that number is made of, for several sets together.
    pub fn false_hit_terms(&self) -> FalseHitTerms {
        either!(&self.0, table => table.false_hit_terms())
    }

    /// Counts look-ups of keys that somebody else knew to be in the set.
    pub fn count_lookups(&mut self, lookups: u64) {
        either!(&mut self.0, table => table.count_lookups(lookups));
    }

    /// Starts fetching the memory that [`insert`](Self::insert) will look at for some keys.
    #[inline(always)]
    pub fn prefetch(&self, keys: impl Iterator<Item = u128>) {
        either!(&self.0, table => table.prefetch(keys));
    }

    /// A first look for some keys, in the memory that [`prefetch`](Self::prefetch) fetched. If true, the key is in the
    /// set, and [`count_seen`](Self::count_seen) may take the place of [`insert`](Self::insert); if not, what `insert`
    /// will look at further is being fetched.
    #[inline(always)]
    pub fn look_at_home<'a>(&self, keys: impl Iterator<Item = (u128, &'a mut bool)>) {
        either!(&self.0, table => table.look_at_home(keys));
    }

    /// Counts the look-up of a key that was seen in the set. False, and not counted, when it may have been forgotten
    /// since.
    #[inline(always)]
    pub fn count_seen(&mut self) -> bool {
        either!(&mut self.0, table => table.count_seen())
    }

    /// Adds a key.
    #[inline(always)]
    pub fn insert(&mut self, key: u128) -> Insert {
        either!(&mut self.0, table => table.insert(key))
    }
}

#[cfg(test)]
mod tests;
