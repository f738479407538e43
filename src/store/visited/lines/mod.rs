//! The two kinds of cache lines that the table consists of, for each width of fingerprints.
//!
//! Loose lines hold entries that can still be moved to another bucket; dense lines hold fingerprints that stay where
//! they are, and more of them. In both, entries stand in the order in which they came.

mod narrow;
mod wide;

pub(super) use narrow::Narrow;
pub(super) use wide::Wide;

use super::super::region::View;
use super::keys::KeyParts;
use std::hash::Hash;

/// What came of an attempt to put an entry into a line.
pub(super) enum Placed {
    Found,
    Added,
    NoRoom,
}

/// A kind of line.
pub(super) trait Slots: View {
    /// What stands for a key in a line of a bucket that the key belongs to.
    type Entry: Copy + Eq + Hash + Send;
    /// Entries that find room.
    const SLOTS: usize;

    /// Looks an entry up, and adds it if it is not there and there is room.
    fn place(&mut self, entry: Self::Entry) -> Placed;

    /// Whether an entry is there.
    fn has(&self, entry: Self::Entry) -> bool;

    /// Whether there is no room.
    fn is_full(&self) -> bool;
}

/// Lines of a table that may still grow.
pub(super) trait Loose: Slots {
    /// What stands in a free slot.
    const FREE: Self::Entry;

    /// Of the key only what chooses its place in the plane has no part in the entry.
    fn entry(parts: &KeyParts) -> Self::Entry;

    /// The part of a key that chooses its plane and its home.
    fn spare(entry: Self::Entry) -> usize;

    /// What stands in a slot.
    fn entry_at(&self, slot: usize) -> Self::Entry;

    /// The number of slots that are used: the first ones.
    fn used(&self) -> usize;

    /// Puts an entry that the table does not hold into a slot.
    fn set(&mut self, slot: usize, entry: Self::Entry);
}

/// Lines of a table that does not grow any more.
pub(super) trait Dense: Slots {
    /// The bits of an entry that are also bits of what chose its plane.
    const SHARED_BITS: u32;

    fn entry(parts: &KeyParts) -> Self::Entry;

    /// Adds an entry to a full line in the place of the oldest.
    fn replace_oldest(&mut self, entry: Self::Entry);
}

/// A width of fingerprints.
pub(super) trait Width {
    /// Bits of a fingerprint that have no part in choosing the bucket.
    const INDEPENDENT_BITS: u32;
    type Loose: Loose;
    type Dense: Dense;

    /// A loose entry as a dense one.
    fn condense(entry: <Self::Loose as Slots>::Entry) -> <Self::Dense as Slots>::Entry;
}

/// Lines hold what was put into them, in that order, and nothing else.
#[cfg(test)]
mod tests {
    use super::super::super::region::CacheLine;
    use super::narrow::{DenseNarrow, LooseNarrow};
    use super::wide::{DenseWide, LooseWide};
    use super::*;
    use std::collections::HashSet;

    fn parts(n: u64) -> KeyParts {
        let mixed = (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        KeyParts {
            position: 0,
            spare: (mixed >> 40) as usize & 0xffff,
            low: mixed,
            high: (mixed >> 20) as u8,
        }
    }

    fn fills<S: Slots>(entry: impl Fn(&KeyParts) -> S::Entry) {
        let mut line = CacheLine([0; 8]);
        let view: &mut S = line.view_mut();
        for n in 0..S::SLOTS as u64 {
            assert!(matches!(view.place(entry(&parts(n))), Placed::Added));
            (0..=n).for_each(|old| assert!(matches!(view.place(entry(&parts(old))), Placed::Found)));
        }
        (100..200).for_each(|n| assert!(matches!(view.place(entry(&parts(n))), Placed::NoRoom)));
    }

    #[test]
    fn lines_fill_up() {
        fills::<LooseNarrow>(LooseNarrow::entry);
        fills::<LooseWide>(LooseWide::entry);
        fills::<DenseNarrow>(<DenseNarrow as Dense>::entry);
        fills::<DenseWide>(<DenseWide as Dense>::entry);
    }

    /// Every bit of a fingerprint tells entries apart.
    fn differs<S: Slots>(entry: impl Fn(&KeyParts) -> S::Entry, bits: u32, spare_bits: &[u32]) {
        let plain = KeyParts { position: 0, spare: 0x5555, low: 0x1234_5678_9abc_def0, high: 0x6c };
        for bit in 0..bits {
            let mut other = KeyParts { ..plain };
            if bit < 64 {
                other.low ^= 1 << bit;
            } else {
                other.high ^= 1 << (bit - 64);
            }
            let mut line = CacheLine([0; 8]);
            line.view_mut::<S>().place(entry(&plain));
            assert!(matches!(line.view_mut::<S>().place(entry(&other)), Placed::Added), "bit {bit}");
        }
        for bit in spare_bits {
            let other = KeyParts { spare: plain.spare ^ 1 << bit, ..plain };
            let mut line = CacheLine([0; 8]);
            line.view_mut::<S>().place(entry(&plain));
            assert!(matches!(line.view_mut::<S>().place(entry(&other)), Placed::Added), "spare bit {bit}");
        }
    }

    #[test]
    fn fingerprints_are_as_long_as_promised() {
        let all: Vec<u32> = (0..16).collect();
        differs::<LooseNarrow>(LooseNarrow::entry, 48, &all);
        differs::<LooseWide>(LooseWide::entry, 72, &all);
        differs::<DenseNarrow>(<DenseNarrow as Dense>::entry, 48, &[3, 4, 5]);
        differs::<DenseWide>(<DenseWide as Dense>::entry, 72, &[]);
    }

    fn forgets<S: Dense>() {
        let mut line = CacheLine([0; 8]);
        let view: &mut S = line.view_mut();
        let mut gone = HashSet::new();
        for n in 0..50 {
            if matches!(view.place(S::entry(&parts(n))), Placed::NoRoom) {
                view.replace_oldest(S::entry(&parts(n)));
                gone.insert(n - S::SLOTS as u64);
            }
        }
        for n in 0..50 {
            let found = matches!(view.place(S::entry(&parts(n))), Placed::Found);
            assert_eq!(found, !gone.contains(&n), "{n}");
        }
    }

    #[test]
    fn dense_lines_forget_the_oldest() {
        forgets::<DenseNarrow>();
        forgets::<DenseWide>();
    }
}
