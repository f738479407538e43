//! The entries of a table one after another, to be kept in a file and put back.

use super::entry::Entry;
use super::fact::TableKey;
use super::{GROUP, LINES, PER_GROUP, ProofTable, SLOTS};
use std::sync::atomic::Ordering::Relaxed;

/// Words of an entry in a file.
pub const ENTRY_WORDS: usize = 3;

impl ProofTable {
    /// Groups of entries that are in use. A group more takes some of the entries of an earlier one, so that who goes
    /// through the groups in their order, and at last through those that came into use meanwhile, meets every entry
    /// that stays.
    pub fn groups(&self) -> u64 {
        self.in_use()
    }

    /// Calls back with the words of each entry of a group; no other thread may write meanwhile.
    pub fn for_each_in_group(&self, group: u64, mut see: impl FnMut([u64; ENTRY_WORDS])) {
        let start = LINES * group as usize;
        for bucket in (0..GROUP).map(|at| start + 2 * at).filter(|&bucket| self.is_fresh(bucket)) {
            for entry in (0..SLOTS).map(|slot| self.entry(bucket, slot)).filter(is_whole) {
                see(entry.0);
            }
        }
    }

    /// Takes over the size and the counts of the table from which entries are to be put back. As many groups come into
    /// use at once, at most all that there is room for. To be called before anything is stored.
    pub fn go_on_from(&mut self, groups: u64, stored: u64, lookups: u64) {
        let in_use = groups.max(self.in_use()).min(self.shared.groups);
        self.shared.in_use.store(in_use, Relaxed);
        self.until_next = PER_GROUP * in_use;
        self.shared.mask.store(in_use.next_power_of_two() - 1, Relaxed);
        self.count_earlier(stored, lookups);
        // Look-ups in the larger table before met more entries.
        let more = groups.saturating_sub(in_use) as f64 / in_use as f64;
        self.earlier_lookups = (lookups as f64 * more).ceil() as u64;
    }

    /// Puts an entry back; `false` when the words are none.
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

/// Whether it is an entry: neither an empty slot nor mixed of two entries, as far as that shows.
fn is_whole(entry: &Entry) -> bool {
    entry.is_used() && TableKey::is_hand(entry.hand())
}
