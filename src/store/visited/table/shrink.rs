//! How a table that does not grow any more returns memory to the system.
//!
//! Its last planes are dropped, and their entries are forgotten. The keys that belonged there are assigned to
//! other planes from then on (see `places`), where entries are then replaced sooner.

use super::super::keys::LINES;
use super::super::lines::{Slots, Width};
use super::Table;
use super::change::planes_within;
use super::places::{Change, PLANE};

/// The largest number of planes given back in one step, 32 MiB. Their entries are counted first, and no search
/// checks its limits meanwhile.
const STEP: usize = 16;
/// The table grows again only by more than one part in this many of its size.
const REGROWTH: usize = 8;

impl<W: Width> Table<W> {
    /// See [`VisitedSet::shrink`](super::super::VisitedSet::shrink).
    pub fn shrink(&mut self, max_bytes: u64) {
        let is_still = self.is_full && self.change == Change::None && !self.region.is_committing();
        if !is_still || !self.may_shrink {
            return;
        }
        let planes = self.kept.of(self.planes);
        if self.committed_aside > planes {
            // This memory was committed for a growth that did not take place.
            self.may_shrink =
                self.region.release(LINES * PLANE * planes..LINES * PLANE * self.committed_aside);
            self.committed_aside = 0;
            return;
        }
        let kept = planes_within(max_bytes).max(1).max(planes.saturating_sub(STEP));
        if kept < planes {
            self.keep(kept, planes);
        }
    }

    /// See [`VisitedSet::regrow`](super::super::VisitedSet::regrow).
    pub fn regrow(&mut self, max_bytes: u64) {
        let planes = self.kept.of(self.planes);
        let more = planes_within(max_bytes).min(self.planes);
        if planes < self.planes && more > planes + planes / REGROWTH {
            self.judge_lookups();
            self.kept = self.kept.regrown(more, self.planes);
            // Entries of the planes that are there again lie in other planes, where they are no longer looked
            // for.
            self.forgotten = self.forgotten.max(1);
            self.count_densest_pages();
        }
    }

    /// Keeps the first `kept` of the table's present `planes` planes.
    fn keep(&mut self, kept: usize, planes: usize) {
        let (first, end) = (kept * PLANE / self.page(), planes * PLANE / self.page());
        let used = |page: usize| -> usize {
            let lines = &self.region[self.page_lines() * page..self.page_lines() * (page + 1)];
            if self.is_densest(self.page_lines() * page) {
                lines.iter().map(|line| line.view::<W::Densest>().used()).sum()
            } else {
                lines.iter().map(|line| line.view::<W::Dense>().used()).sum()
            }
        };
        let used: usize = (first..end).map(used).sum();
        self.judge_lookups();
        self.may_shrink = self.region.release(LINES * PLANE * kept..LINES * PLANE * planes);
        if self.may_shrink {
            self.kept = self.kept.first(kept, self.planes);
            self.forgotten += used + self.beside.take_all(|page| page >= first).len();
            self.count_densest_pages();
        }
    }

    fn count_densest_pages(&mut self) {
        let pages = 0..self.dense_pages();
        self.densest_pages = pages.filter(|&page| self.is_densest(self.page_lines() * page)).count();
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::keys::KeyBits;
    use super::super::super::lines::Narrow;
    #[cfg(target_os = "linux")]
    use super::super::super::lines::Wide;
    use super::super::super::lookup::Insert;
    use super::*;
    use crate::store::test_keys;

    const PLANE_BYTES: u64 = 2 << 20;
    const PLANES: u64 = 12;

    fn key(n: usize) -> u128 {
        test_keys::key(n as u128)
    }

    /// Shrinks a full table several times. New keys are reported as new, the entries that remain are found, and
    /// the remaining planes are well filled.
    #[cfg(target_os = "linux")]
    fn shrinks<W: Width>(slots: usize) {
        let max_bytes = PLANES * PLANE_BYTES + PLANE_BYTES / 8;
        let mut table: Table<W> = Table::new(max_bytes, KeyBits::First, W::INDEPENDENT_BITS);
        let keys = ((PLANES as usize * slots) << 15) * 93 / 100;
        (0..keys).for_each(|n| assert_eq!(table.insert(key(n)), Insert::New));
        assert!(!table.forgets() && table.kept.are_all());
        table.shrink(PLANES * PLANE_BYTES);
        assert!(!table.forgets() && table.bytes() >= PLANES * PLANE_BYTES);
        let mut len = keys;
        for planes in [9, 8, 7, 4, 3, 1] {
            let entries = table.len - table.forgotten;
            table.shrink(planes * PLANE_BYTES + PLANE_BYTES / 2);
            assert!((planes * PLANE_BYTES..(planes + 1) * PLANE_BYTES).contains(&table.bytes()));
            assert!(table.forgets() && table.len - table.forgotten < entries);
            for n in len..len + 50_000 {
                assert_eq!(table.insert(key(n)), Insert::New, "{planes} planes");
                assert_eq!(table.insert(key(n)), Insert::Present, "{planes} planes");
            }
            len += 50_000;
            let held = table.len - table.forgotten;
            let room = (planes as usize * slots) << 15;
            // A few entries lie beside the lines.
            assert!(held <= room * 101 / 100 && held > room * 9 / 10, "{planes} planes: {held} of {room}");
            let known = (0..len).filter(|&n| {
                let parts = table.parts(key(n));
                table.is_seen_at_dense_home(table.bucket(parts.position, parts.spare), key(n))
            });
            // This finds the entries in their home lines; fewer than half of the entries lie elsewhere.
            let known = known.count();
            assert!((held / 2..=held).contains(&known), "{planes} planes: {known} known of {held}");
        }
        assert!(table.false_hits_expected() < 1e-5);
        table.shrink(0);
        assert_eq!(table.bytes() / PLANE_BYTES, 1);
    }

    /// The number of entries in the lines.
    #[cfg(target_os = "linux")]
    fn entries<W: Width>(table: &Table<W>) -> usize {
        let used = |line: usize| match table.is_densest(line) {
            true => table.region[line].view::<W::Densest>().used(),
            false => table.region[line].view::<W::Dense>().used(),
        };
        (0..table.dense_pages() * table.page_lines()).map(used).sum()
    }

    #[cfg(target_os = "linux")]
    fn grows_again<W: Width>(slots: usize) {
        let max_bytes = PLANES * PLANE_BYTES + PLANE_BYTES / 8;
        let mut table: Table<W> = Table::new(max_bytes, KeyBits::First, W::INDEPENDENT_BITS);
        let room = |planes: u64| (planes as usize * slots) << 15;
        let mut len = room(PLANES) * 93 / 100;
        (0..len).for_each(|n| assert_eq!(table.insert(key(n)), Insert::New));
        let mut more = |table: &mut Table<W>, keys: usize| {
            for n in len..len + keys {
                assert_eq!(table.insert(key(n)), Insert::New);
                assert_eq!(table.insert(key(n)), Insert::Present);
            }
            len += keys;
        };
        table.shrink(4 * PLANE_BYTES);
        more(&mut table, room(2));
        // Growing by an eighth is not worth it.
        table.regrow(4 * PLANE_BYTES + PLANE_BYTES / 2);
        assert_eq!(table.bytes() / PLANE_BYTES, 4);
        for planes in [9, 6, PLANES] {
            let false_hits = table.false_hits_expected();
            table.regrow(planes * PLANE_BYTES + PLANE_BYTES / 2);
            table.shrink(planes * PLANE_BYTES + PLANE_BYTES / 2);
            assert_eq!(table.bytes() / PLANE_BYTES, planes);
            assert!(table.false_hits_expected() >= false_hits);
            more(&mut table, 3 * room(planes));
            let held = entries(&table);
            assert!(held > room(planes) * 95 / 100, "{planes} planes: {held}");
            assert!(table.len - table.forgotten >= held);
        }
        assert!(table.kept.are_all() && table.kept.sharing() > 1);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_table_takes_planes_again() {
        grows_again::<Narrow>(10);
        grows_again::<Wide>(7);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_table_gives_planes_back() {
        shrinks::<Narrow>(10);
        shrinks::<Wide>(7);
    }

    #[test]
    fn a_table_that_may_still_grow_does_not_shrink() {
        let mut table: Table<Narrow> = Table::new(PLANES * PLANE_BYTES, KeyBits::First, 48);
        (0..300_000).for_each(|n| assert_eq!(table.insert(key(n)), Insert::New));
        let bytes = table.bytes();
        table.shrink(PLANE_BYTES);
        table.regrow(PLANES * PLANE_BYTES);
        assert!(bytes > PLANE_BYTES && table.bytes() == bytes && !table.forgets());
        assert!((0..300_000).all(|n| table.insert(key(n)) == Insert::Present));
    }
}
