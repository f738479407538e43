//! Reading the entries of a table one after another to save them in a file, and restoring them.

use super::entry::Entry;
use super::fact::TableKey;
use super::{GROUP, LINES, PER_GROUP, ProofTable, SLOTS};
use std::sync::atomic::Ordering::Relaxed;

/// The number of words of an entry in a file.
pub const ENTRY_WORDS: usize = 3;

impl ProofTable {
    /// The number of groups in use. A new group takes some of the entries of an earlier one. So a caller that
    /// goes through the groups in order, and at the end through those that came into use meanwhile, sees every
    /// entry that stays.
    pub fn groups(&self) -> u64 {
        self.in_use()
    }

    /// Calls `see` with the words of each entry of a group. No other thread may write meanwhile.
    pub fn for_each_in_group(&self, group: u64, mut see: impl FnMut([u64; ENTRY_WORDS])) {
        let start = LINES * group as usize;
        for bucket in (0..GROUP).map(|at| start + 2 * at).filter(|&bucket| self.is_fresh(bucket)) {
            for entry in (0..SLOTS).map(|slot| self.entry(bucket, slot)).filter(is_whole) {
                see(entry.0);
            }
        }
    }

    /// Takes over the size and the counts of the table whose entries are to be restored. Brings as many groups
    /// into use at once, up to the size of this table. Must be called before anything is stored.
    pub fn go_on_from(&mut self, groups: u64, stored: u64, lookups: u64) {
        let in_use = groups.max(self.in_use()).min(self.shared.groups);
        self.shared.in_use.store(in_use, Relaxed);
        self.until_next = PER_GROUP * in_use;
        self.shared.mask.store(in_use.next_power_of_two() - 1, Relaxed);
        self.count_earlier(stored, lookups);
        // Earlier look-ups in a larger table met more entries, and so more false hits; count them as more
        // look-ups.
        let more = groups.saturating_sub(in_use) as f64 / in_use as f64;
        self.earlier_lookups = (lookups as f64 * more).ceil() as u64;
    }

    /// Restores an entry; returns false if the words are not a valid entry.
    #[must_use]
    pub fn put_back(&mut self, words: [u64; ENTRY_WORDS]) -> bool {
        let entry = Entry(words);
        let is_whole = is_whole(&entry);
        if is_whole && self.put(entry) {
            self.make_room();
        }
        is_whole
    }
}

/// Whether a slot holds a valid entry: it is not empty, and not mixed from two entries as far as can be seen.
fn is_whole(entry: &Entry) -> bool {
    entry.is_used() && TableKey::is_hand(entry.hand())
}
