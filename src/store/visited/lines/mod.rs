//! The two kinds of cache lines that the table consists of, for each width of fingerprints.
//!
//! Loose lines hold entries that can still be moved to another bucket as the table grows; dense lines hold more
//! entries, with fewer bits each. In both, entries stand in the order in which they were added.

mod dense_narrow;
mod narrow;
mod wide;

pub(super) use narrow::Narrow;
pub(super) use wide::Wide;

use super::super::region::View;
use super::keys::KeyParts;

/// The result of looking an entry up in a line and adding it.
pub(super) enum Placed {
    Found,
    Added,
    NoRoom,
}

/// A kind of cache line with entries.
pub(super) trait Slots: View {
    /// The form in which lines of this kind store a key.
    type Entry: Copy + Eq + Send;
    /// The number of entries in a line.
    const SLOTS: usize;

    /// Whether the line holds an entry.
    fn has(&self, entry: Self::Entry) -> bool;

    /// Whether the line has no free slot.
    fn is_full(&self) -> bool;

    /// The number of slots that are used; these are the first ones.
    fn used(&self) -> usize;

    /// The entry in a slot.
    fn entry_at(&self, slot: usize) -> Self::Entry;

    /// Puts an entry, which the table must not hold yet, into a slot.
    fn set(&mut self, slot: usize, entry: Self::Entry);
}

/// Lines of a table that may still grow.
pub(super) trait Loose: Slots {
    /// The content of a free slot.
    const FREE: Self::Entry;

    /// Looks an entry up, and adds it if it is not there and a slot is free.
    fn place(&mut self, entry: Self::Entry) -> Placed;

    /// The entry for a key. It contains all parts of the key except the position in the plane.
    fn entry(parts: &KeyParts) -> Self::Entry;

    /// The spare bits of an entry, which choose its plane and its home line.
    fn spare(entry: Self::Entry) -> usize;
}

/// Lines of a table that does not grow any more. An entry lies either in its home line or in one other line,
/// where it is marked as *away*.
pub(super) trait Dense: Slots {
    /// The number of spare bits in an entry; those that choose the home line are left out.
    const SPARE_BITS: u32;

    /// The form of an entry in the other one of its two lines.
    fn moved(entry: Self::Entry) -> Self::Entry;

    fn is_away(entry: Self::Entry) -> bool;

    /// The bits that determine the distance between an entry's two lines.
    fn partner(entry: Self::Entry) -> usize;

    /// Removes the entry in a slot.
    fn remove(&mut self, slot: usize);

    /// Adds an entry, which the table must not hold yet, if a slot is free. Returns whether it was added.
    #[inline(always)]
    fn add(&mut self, entry: Self::Entry) -> bool {
        let has_room = !self.is_full();
        if has_room {
            self.set(self.used(), entry);
        }
        has_room
    }
}

/// A width of fingerprints.
pub(super) trait Width {
    /// The number of bits in a fingerprint that have no part in choosing the bucket.
    const INDEPENDENT_BITS: u32;
    type Loose: Loose;
    type Dense: Dense;
    /// Lines with fewer spare bits and more slots; the same as `Dense` if there are none.
    type Densest: Dense;

    /// Converts a loose entry into the form of a dense one in its home line.
    fn condense(entry: LooseEntry<Self>) -> DenseEntry<Self>;

    /// Converts a dense entry, in its home line or away, into the form of a densest one in its home line.
    fn condense_more(entry: DenseEntry<Self>) -> DensestEntry<Self>;
}

pub(super) type LooseEntry<W> = <<W as Width>::Loose as Slots>::Entry;
pub(super) type DenseEntry<W> = <<W as Width>::Dense as Slots>::Entry;
pub(super) type DensestEntry<W> = <<W as Width>::Densest as Slots>::Entry;

/// Tests that lines hold exactly the entries that were put into them, in order.
#[cfg(test)]
mod tests {
    use super::super::super::region::CacheLine;
    use super::dense_narrow::{DenseNarrow, DensestNarrow};
    use super::narrow::LooseNarrow;
    use super::wide::{DenseWide, LooseWide};
    use super::*;
    use std::ops::Range;

    fn parts(n: u64) -> KeyParts {
        let mixed = (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        KeyParts {
            position: 0,
            spare: (mixed >> 40) as usize & 0xffff,
            low: mixed,
            high: (mixed >> 20) as u8,
        }
    }

    fn dense<W: Width>(parts: &KeyParts) -> DenseEntry<W> {
        W::condense(W::Loose::entry(parts))
    }

    fn densest<W: Width>(parts: &KeyParts) -> DensestEntry<W> {
        W::condense_more(dense::<W>(parts))
    }

    fn fills<S: Slots>(entry: impl Fn(&KeyParts) -> S::Entry, add: impl Fn(&mut S, S::Entry) -> bool) {
        let mut line = CacheLine([0; 8]);
        let view: &mut S = line.view_mut();
        for n in 0..S::SLOTS {
            assert!(!view.is_full() && view.used() == n);
            assert!(add(view, entry(&parts(n as u64))));
            assert!((0..=n).all(|old| view.has(entry(&parts(old as u64)))));
            assert!((0..=n).all(|old| view.entry_at(old) == entry(&parts(old as u64))));
        }
        assert!(view.is_full() && view.used() == S::SLOTS);
        (100..200).for_each(|n| assert!(!add(view, entry(&parts(n))) && !view.has(entry(&parts(n)))));
    }

    #[test]
    fn lines_fill_up() {
        fn is_added<S: Loose>(view: &mut S, entry: S::Entry) -> bool {
            let is_added = matches!(view.place(entry), Placed::Added);
            assert!(!is_added || matches!(view.place(entry), Placed::Found));
            is_added
        }
        fills::<LooseNarrow>(LooseNarrow::entry, is_added);
        fills::<LooseWide>(LooseWide::entry, is_added);
        fills::<DenseNarrow>(dense::<Narrow>, Dense::add);
        fills::<DensestNarrow>(densest::<Narrow>, Dense::add);
        fills::<DenseWide>(dense::<Wide>, Dense::add);
        fills::<DenseNarrow>(|parts| DenseNarrow::moved(dense::<Narrow>(parts)), Dense::add);
        fills::<DensestNarrow>(|parts| DensestNarrow::moved(densest::<Narrow>(parts)), Dense::add);
        fills::<DenseWide>(|parts| DenseWide::moved(dense::<Wide>(parts)), Dense::add);
    }

    /// Checks that entries which differ in any one bit of the fingerprint are distinguished.
    fn differs<S: Slots>(entry: impl Fn(&KeyParts) -> S::Entry, bits: u32, spare_bits: Range<u32>) {
        let plain = KeyParts { position: 0, spare: 0x5555, low: 0x1234_5678_9abc_def0, high: 0x6c };
        let is_found = |other: &KeyParts| {
            let mut line = CacheLine([0; 8]);
            line.view_mut::<S>().set(0, entry(&plain));
            line.view::<S>().has(entry(other))
        };
        assert!(is_found(&plain));
        for bit in 0..bits {
            let mut other = KeyParts { ..plain };
            if bit < 64 {
                other.low ^= 1 << bit;
            } else {
                other.high ^= 1 << (bit - 64);
            }
            assert!(!is_found(&other), "bit {bit}");
        }
        for bit in 0..16 {
            let other = KeyParts { spare: plain.spare ^ 1 << bit, ..plain };
            assert_eq!(is_found(&other), !spare_bits.contains(&bit), "spare bit {bit}");
        }
    }

    #[test]
    fn fingerprints_are_as_long_as_promised() {
        differs::<LooseNarrow>(LooseNarrow::entry, 48, 0..16);
        differs::<LooseWide>(LooseWide::entry, 72, 0..16);
        differs::<DenseNarrow>(dense::<Narrow>, 48, 3..3 + DenseNarrow::SPARE_BITS);
        differs::<DensestNarrow>(densest::<Narrow>, 48, 3..3 + DensestNarrow::SPARE_BITS);
        differs::<DenseWide>(dense::<Wide>, 72, 0..0);
    }

    /// Checks that an entry that is away differs from one that is not, and can move there and back.
    fn moves<S: Dense>(entry: impl Fn(&KeyParts) -> S::Entry) {
        for n in 0..100 {
            let entry = entry(&parts(n));
            let away = S::moved(entry);
            assert!(!S::is_away(entry) && S::is_away(away) && S::moved(away) == entry && away != entry);
            assert_eq!(S::partner(entry), S::partner(away));
            let mut line = CacheLine([0; 8]);
            line.view_mut::<S>().add(away);
            assert!(line.view::<S>().has(away) && !line.view::<S>().has(entry));
        }
    }

    /// Checks that after any entry is removed the others remain, in order, and one slot is free.
    fn removes<S: Dense>(entry: impl Fn(&KeyParts) -> S::Entry) {
        // Every third entry is away.
        let entry = |n: usize| {
            let entry = entry(&parts(n as u64));
            if n.is_multiple_of(3) { S::moved(entry) } else { entry }
        };
        for removed in 0..S::SLOTS {
            let mut line = CacheLine([0; 8]);
            let view: &mut S = line.view_mut();
            (0..S::SLOTS).for_each(|n| assert!(view.add(entry(n))));
            view.remove(removed);
            assert!(!view.is_full() && view.used() == S::SLOTS - 1 && !view.has(entry(removed)));
            assert!(view.add(entry(50)));
            let expected = (0..S::SLOTS).filter(|&n| n != removed).chain([50]);
            assert!(expected.map(entry).eq((0..S::SLOTS).map(|slot| view.entry_at(slot))), "{removed}");
        }
    }

    #[test]
    fn dense_entries_move_and_are_removed() {
        moves::<DenseNarrow>(dense::<Narrow>);
        moves::<DensestNarrow>(densest::<Narrow>);
        moves::<DenseWide>(dense::<Wide>);
        removes::<DenseNarrow>(dense::<Narrow>);
        removes::<DensestNarrow>(densest::<Narrow>);
        removes::<DenseWide>(dense::<Wide>);
    }

    #[test]
    fn a_dense_entry_is_condensed_more_wherever_it_is() {
        for n in 0..100 {
            let entry = dense::<Narrow>(&parts(n));
            assert_eq!(Narrow::condense_more(entry), Narrow::condense_more(DenseNarrow::moved(entry)));
            let entry = dense::<Wide>(&parts(n));
            assert!(Wide::condense_more(entry) == Wide::condense_more(DenseWide::moved(entry)));
        }
    }
}
