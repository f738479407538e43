//! Dense lines: how they are made, and in which of them an entry lies.
//!
//! An entry lies in its home or in one other line of its page, which its fingerprint chooses. When both are full,
//! an entry in one of them moves to its own other line, if necessary after an entry there has moved. So a page is
//! nearly full before an entry finds no room. A look-up touches two lines, and the map beside the lines only if
//! both are full. The number of entries in a line never falls, so as long as a home has a free slot, all of its
//! entries lie in it. (Cuckoo hashing: Pagh, Rodler 2001; with several slots a line: Dietzfelbinger, Weidling
//! 2005; the other line from the fingerprint: Fan et al. 2014.)

use super::super::super::region::{CacheLine, prefetch};
use super::super::keys::{KeyParts, LINES};
use super::super::lines::{Dense, DenseEntry, Loose, LooseEntry, Slots, Width};
use super::super::lookup::Insert;
use super::overflow::Overflow;
use super::places::{Change, Taken, home, other_line};
use super::{BUCKET_BYTES, Table};

/// The map beside the lines may use the bytes of the dense lines divided by this.
pub(super) const OVERFLOW_SHARE: u64 = 256;
/// When the table has forgotten as many entries as one part in this many of its slots, the map beside the lines
/// is dropped too: nearly every look-up would have to search it.
const AGED_SHARE: usize = 4;

impl<W: Width> Table<W> {
    /// Condenses the buckets of the page that begins with bucket `first`.
    pub(super) fn condense_page(&mut self, first: usize) -> Change {
        self.judge_lookups();
        if self.densest.is_empty() {
            self.densest = vec![0; (self.planes * self.plane / self.page()).div_ceil(64)];
        }
        self.dense_from = first;
        let mut taken = Vec::with_capacity(self.page_lines() * W::Loose::SLOTS);
        for bucket in first..first + self.page() {
            let entries = Taken::<W>::from(&mut self.region[LINES * bucket..LINES * (bucket + 1)]);
            let rest = self.overflow.take(bucket);
            let all = entries.entries().iter().chain(&rest);
            taken.extend(all.map(|&entry| (home(bucket, W::Loose::spare(entry)), entry)));
        }
        for (home, entry) in taken {
            self.place_dense(home, entry);
        }
        Change::Condense { left: first }
    }

    /// Converts a page to the densest lines.
    #[cold]
    fn condense_more(&mut self, page: usize) {
        self.judge_lookups();
        let lines = self.page_lines() * page..self.page_lines() * (page + 1);
        let mut taken = Vec::with_capacity(self.page_lines() * W::Dense::SLOTS);
        // Take the first entries of all lines first, which is about the order in which they were added.
        for slot in 0..W::Dense::SLOTS {
            for line in lines.clone() {
                let dense = self.region[line].view::<W::Dense>();
                if slot < dense.used() {
                    let entry = dense.entry_at(slot);
                    let is_away = W::Dense::is_away(entry);
                    let home = if is_away { self.other_line::<W::Dense>(line, entry) } else { line };
                    taken.push((home, W::condense_more(entry)));
                }
            }
        }
        self.region[lines].fill(CacheLine::default());
        self.densest[page / 64] |= 1 << (page % 64);
        self.densest_pages += 1;
        for (home, entry) in taken {
            let is_placed = self.place_in_lines::<W::Densest>(home, entry).is_some()
                || self.place_by_moving::<W::Densest>(home, entry);
            if !is_placed {
                self.replace_oldest::<W::Densest>(home, entry);
            }
        }
    }

    #[inline(always)]
    pub(super) fn is_densest(&self, home: usize) -> bool {
        let page = self.page_of(home);
        self.densest[page / 64] >> (page % 64) & 1 != 0
    }

    #[inline(always)]
    pub(super) fn page_lines(&self) -> usize {
        1 << self.page_bits
    }

    /// The number of buckets in a page.
    pub(super) fn page(&self) -> usize {
        self.page_lines() / LINES
    }

    #[inline(always)]
    fn page_of(&self, line: usize) -> usize {
        line >> self.page_bits
    }

    #[inline(always)]
    fn other_line<S: Dense>(&self, line: usize, entry: S::Entry) -> usize {
        other_line::<S>(self.page_lines(), line, entry)
    }

    /// The number of pages that a table which does not grow any more has.
    pub(super) fn dense_pages(&self) -> usize {
        self.kept.of(self.planes) * self.plane / self.page()
    }

    /// See [`VisitedSet::look_at_home`](super::super::VisitedSet::look_at_home).
    #[inline(never)]
    pub(super) fn is_seen_at_dense_home(&self, bucket: usize, key: u128) -> bool {
        let parts = self.parts(key);
        let entry = W::condense(W::Loose::entry(&parts));
        let home = self.dense_home(bucket, parts.spare);
        if self.is_densest(home) {
            self.is_seen_in::<W::Densest>(home, W::condense_more(entry))
        } else {
            self.is_seen_in::<W::Dense>(home, entry)
        }
    }

    #[inline(always)]
    fn is_seen_in<S: Dense>(&self, home: usize, entry: S::Entry) -> bool {
        let line = self.region[home].view::<S>();
        let is_seen = line.has(entry);
        if !is_seen & line.is_full() {
            prefetch(&self.region[self.other_line::<S>(home, entry)]);
        }
        is_seen
    }

    /// The home of an entry in the planes that the table still has.
    #[inline(always)]
    pub(super) fn dense_home(&self, bucket: usize, spare: usize) -> usize {
        home(self.kept.bucket(bucket), spare)
    }

    /// Starts fetching the dense home line of a key.
    #[inline(never)]
    pub(super) fn prefetch_dense(&self, key: u128) {
        let parts = self.parts(key);
        let bucket = self.bucket(parts.position, parts.spare);
        prefetch(&self.region[self.dense_home(bucket, parts.spare)]);
    }

    #[inline(never)]
    pub(super) fn insert_dense(&mut self, bucket: usize, parts: &KeyParts) -> Insert {
        let home = self.dense_home(bucket, parts.spare);
        let found = self.place_dense(home, W::Loose::entry(parts));
        if found == Insert::New {
            self.len += 1;
            if self.change != Change::None {
                self.make_room();
            }
        }
        found
    }

    /// Looks an entry up in the dense lines and beside them, and adds it if it is not there.
    #[inline(always)]
    fn place_dense(&mut self, home: usize, entry: LooseEntry<W>) -> Insert {
        let dense: DenseEntry<W> = W::condense(entry);
        if self.is_densest(home) {
            self.place::<W::Densest>(home, W::condense_more(dense), entry)
        } else {
            self.place::<W::Dense>(home, dense, entry)
        }
    }

    #[inline(always)]
    fn place<S: Dense>(&mut self, home: usize, entry: S::Entry, whole: LooseEntry<W>) -> Insert {
        match self.place_in_lines::<S>(home, entry) {
            Some(found) => found,
            None => self.place_where_full::<S>(home, entry, whole),
        }
    }

    /// Looks an entry up in its two lines, and adds it if it is not there. `None` when both are full and do not
    /// hold it.
    #[inline(always)]
    fn place_in_lines<S: Dense>(&mut self, home: usize, entry: S::Entry) -> Option<Insert> {
        for (line, entry) in [(home, entry), (self.other_line::<S>(home, entry), S::moved(entry))] {
            let line = self.region[line].view_mut::<S>();
            if line.has(entry) {
                return Some(Insert::Present);
            }
            if line.add(entry) {
                return Some(Insert::New);
            }
        }
        None
    }

    /// Handles an entry that is in neither of its lines, which are full: looks it up beside them, and adds it if
    /// it is not there.
    #[inline(never)]
    fn place_where_full<S: Dense>(&mut self, home: usize, entry: S::Entry, whole: LooseEntry<W>) -> Insert {
        let (page, beside) = (self.page_of(home), ((home % self.page_lines()) as u16, whole));
        if self.beside.has(page, beside) {
            return Insert::Present;
        }
        if !self.replaces {
            if self.place_by_moving::<S>(home, entry) {
                return Insert::New;
            }
            if W::Densest::SLOTS > S::SLOTS {
                self.condense_more(page);
                return self.place_dense(home, whole);
            }
            if self.has_room_beside() {
                return self.beside.insert(page, beside);
            }
        }
        self.replace_oldest::<S>(home, entry);
        Insert::New
    }

    /// Whether the map beside the lines may take another entry.
    fn has_room_beside(&mut self) -> bool {
        let lines = (self.dense_pages() * self.page() * BUCKET_BYTES) as u64;
        let room = (lines / OVERFLOW_SHARE).min(self.max_bytes.saturating_sub(lines));
        (self.beside.bytes() as u64) < room && self.beside.has_room()
    }

    /// Adds an entry to one of its full lines if an entry there can move to its other line. Returns whether it
    /// was added.
    fn place_by_moving<S: Dense>(&mut self, home: usize, entry: S::Entry) -> bool {
        let lines = [(home, entry), (self.other_line::<S>(home, entry), S::moved(entry))];
        let mut ways = [0, 1].into_iter().flat_map(|farther| lines.map(|line| (line, farther)));
        ways.any(|((line, entry), farther)| {
            self.make_way::<S>(line, farther) && self.region[line].view_mut::<S>().add(entry)
        })
    }

    /// Moves one entry of a full line to its other line, if that has a free slot or, up to `farther` levels deep,
    /// a slot can be freed there in the same way. Returns whether an entry moved.
    fn make_way<S: Dense>(&mut self, line: usize, farther: usize) -> bool {
        // Try the newest entry first, so that the others keep their order.
        for slot in (0..S::SLOTS).rev() {
            let entry = self.region[line].view::<S>().entry_at(slot);
            let other = self.other_line::<S>(line, entry);
            let is_full = self.region[other].view::<S>().is_full();
            if !is_full || farther > 0 && self.make_way::<S>(other, farther - 1) {
                self.region[line].view_mut::<S>().remove(slot);
                return self.region[other].view_mut::<S>().add(S::moved(entry));
            }
        }
        false
    }

    /// Replaces the oldest entry of a full home line, which is forgotten.
    fn replace_oldest<S: Dense>(&mut self, home: usize, entry: S::Entry) {
        let line = self.region[home].view_mut::<S>();
        line.remove(0);
        line.add(entry);
        self.replaces = true;
        self.forgotten += 1;
        let slots = self.dense_pages() * self.page_lines() * S::SLOTS;
        if self.forgotten > slots / AGED_SHARE && self.beside.bytes() > 0 {
            self.beside = Overflow::new();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::keys::KeyBits;
    use super::super::super::lines::{Narrow, Wide};
    use super::super::places::PAGE;
    use super::*;
    use crate::store::test_keys;

    const PLANES: usize = 2;
    const LINES_OF_ALL: usize = PLANES << 15;

    fn key(n: usize) -> u128 {
        test_keys::key(n as u128)
    }

    /// A table of two planes with room for the map beside the lines.
    fn table<W: Width>() -> Table<W> {
        let lines = LINES_OF_ALL as u64 * 64;
        Table::new(lines + lines / OVERFLOW_SHARE, KeyBits::First, W::INDEPENDENT_BITS)
    }

    fn fill<W: Width>(table: &mut Table<W>, slots: usize, percent: usize) {
        for n in table.len..LINES_OF_ALL * slots * percent / 100 {
            assert_eq!(table.insert(key(n)), Insert::New);
        }
        assert!((0..table.len).all(|n| table.insert(key(n)) == Insert::Present));
        assert!(table.dense_from == 0 && table.change == Change::None && !table.forgets());
    }

    #[test]
    fn pages_are_condensed_more_one_by_one_and_nothing_is_beside_them_before() {
        let mut table = table::<Narrow>();
        let pages = LINES_OF_ALL / (LINES * PAGE);
        fill(&mut table, 9, 92);
        assert!(table.densest_pages == 0 && table.beside.bytes() == 0);
        fill(&mut table, 9, 99);
        assert!((1..pages / 2).contains(&table.densest_pages) && table.beside.bytes() == 0);
        fill(&mut table, 10, 92);
        assert!((pages / 2..=pages).contains(&table.densest_pages) && table.beside.bytes() == 0);
        fill(&mut table, 10, 97);
        assert!(table.densest_pages == pages && table.beside.bytes() > 0);
        let densest: u32 = table.densest.iter().map(|bits| bits.count_ones()).sum();
        assert_eq!(densest as usize, pages);
    }

    #[test]
    fn wide_lines_are_condensed_once() {
        let mut table = table::<Wide>();
        fill(&mut table, 7, 92);
        assert!(table.beside.bytes() == 0);
        fill(&mut table, 7, 95);
        assert!(table.densest_pages == 0 && table.beside.bytes() > 0);
    }

    /// Every entry lies in its home, in its other line because the home is full, or beside two full lines.
    #[test]
    fn an_entry_is_away_only_from_a_full_home() {
        let mut table = table::<Narrow>();
        for n in 0..LINES_OF_ALL * 9 * 97 / 100 {
            table.insert(key(n));
        }
        fn entries_and_room<S: Dense>(line: &S) -> (Vec<(bool, usize)>, bool) {
            let entries = (0..line.used()).map(|slot| line.entry_at(slot));
            let told = entries.map(|entry| (S::is_away(entry), other_line::<S>(LINES * PAGE, 0, entry)));
            (told.collect(), !line.is_full())
        }
        let look = |line: usize| match table.is_densest(line) {
            true => entries_and_room(table.region[line].view::<<Narrow as Width>::Densest>()),
            false => entries_and_room(table.region[line].view::<<Narrow as Width>::Dense>()),
        };
        let mut away = 0;
        for line in 0..LINES_OF_ALL {
            for (_, apart) in look(line).0.into_iter().filter(|&(is_away, _)| is_away) {
                away += 1;
                let home = line ^ apart;
                let (_, has_room) = look(home);
                assert!(!has_room && home / (LINES * PAGE) == line / (LINES * PAGE));
            }
        }
        assert!(away > LINES_OF_ALL, "{away}");
    }

    /// Nearly all of the newest keys are known, and hardly any of the oldest are, however many were forgotten.
    #[test]
    fn what_is_forgotten_is_the_oldest() {
        let mut table = table::<Narrow>();
        let keys = 4 * LINES_OF_ALL * 10;
        (0..keys).for_each(|n| assert_eq!(table.insert(key(n)), Insert::New));
        assert!(table.forgets() && table.beside.bytes() == 0);
        let is_known = |table: &Table<Narrow>, n: usize| {
            let parts = table.parts(key(n));
            let bucket = table.bucket(parts.position, parts.spare);
            table.is_seen_at_dense_home(bucket, key(n))
        };
        let known = |from: usize, to: usize| (from..to).filter(|&n| is_known(&table, n)).count();
        assert!(known(0, keys / 2) < keys / 1000);
        assert!(known(keys - keys / 10, keys) > keys / 10 * 19 / 20);
    }
}
