//! The two kinds of cache lines that the table consists of, for each width of fingerprints.
//!
//! Loose lines hold entries that can still be moved to another bucket; dense lines hold fingerprints that stay where they
//! are, and more of them. In both, entries stand in the order in which they came.

use super::super::region::View;
use super::keys::{KeyParts, LINES};

/// What came of an attempt to put an entry into a line.
pub(super) enum Placed {
    Found,
    Added,
    NoRoom,
}

/// A kind of line.
pub(super) trait Slots: View {
    /// What stands for a key in a line of a bucket that the key belongs to.
    type Entry: Copy + PartialEq;
    /// Entries that find room.
    const SLOTS: usize;

    /// Looks an entry up, and adds it if it is not there and there is room.
    fn place(&mut self, entry: Self::Entry) -> Placed;
}

/// Lines of a table that may still grow.
pub(super) trait Loose: Slots {
    /// Of the key only what chooses its place in the plane has no part in the entry.
    fn entry(parts: &KeyParts) -> Self::Entry;

    /// The part of a key that chooses its plane and its home.
    fn spare(entry: Self::Entry) -> usize;

    /// Adds an entry that the table does not hold. False when there is no room.
    fn add(&mut self, entry: Self::Entry) -> bool;

    /// The entry in a slot, if it is used.
    fn entry_at(&self, slot: usize) -> Option<Self::Entry>;
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

/// 48 independent bits.
pub(super) struct Narrow;

/// 72 independent bits.
pub(super) struct Wide;

/// Eight entries of 48 independent and 16 spare bits.
#[repr(C)]
pub(super) struct LooseNarrow([u64; 8]);

// SAFETY: eight words.
unsafe impl View for LooseNarrow {}

impl Slots for LooseNarrow {
    type Entry = u64;
    const SLOTS: usize = 8;

    #[inline(always)]
    fn place(&mut self, entry: u64) -> Placed {
        let mut found = 0u32;
        let mut used = 0u32;
        for &slot in &self.0 {
            found += u32::from(slot == entry);
            used += u32::from(slot != 0);
        }
        if found != 0 {
            Placed::Found
        } else if (used as usize) < Self::SLOTS {
            self.0[used as usize] = entry;
            Placed::Added
        } else {
            Placed::NoRoom
        }
    }
}

impl Loose for LooseNarrow {
    #[inline(always)]
    fn entry(parts: &KeyParts) -> u64 {
        let entry = (parts.spare as u64) << Narrow::INDEPENDENT_BITS | parts.low & NARROW_MASK;
        // Zero is a free slot: the one entry in 2⁶⁴ that would be zero is taken for its neighbour.
        entry + u64::from(entry == 0)
    }

    #[inline(always)]
    fn spare(entry: u64) -> usize {
        (entry >> Narrow::INDEPENDENT_BITS) as usize
    }

    #[inline(always)]
    fn add(&mut self, entry: u64) -> bool {
        let free = self.0.iter_mut().find(|slot| **slot == 0);
        free.map(|slot| *slot = entry).is_some()
    }

    #[inline(always)]
    fn entry_at(&self, slot: usize) -> Option<u64> {
        Some(self.0[slot]).filter(|&entry| entry != 0)
    }
}

const NARROW_MASK: u64 = (1 << Narrow::INDEPENDENT_BITS) - 1;

/// Ten entries of 48 independent bits and three of the spare ones.
#[repr(C)]
pub(super) struct DenseNarrow {
    /// Never zero where a slot is used.
    low: [u32; 10],
    middle: [u16; 10],
    /// Three bits of each entry, those of the first slot lowest.
    high: u32,
}

// SAFETY: integers without padding.
unsafe impl View for DenseNarrow {}

impl DenseNarrow {
    #[inline(always)]
    fn set(&mut self, slot: usize, entry: u64) {
        self.low[slot] = entry as u32;
        self.middle[slot] = (entry >> 32) as u16;
        self.high = self.high & !(7 << (3 * slot)) | ((entry >> 48) as u32) << (3 * slot);
    }

    #[inline(always)]
    fn has(&self, slot: usize, entry: u64) -> bool {
        self.middle[slot] == (entry >> 32) as u16 && self.high >> (3 * slot) & 7 == (entry >> 48) as u32
    }
}

impl Slots for DenseNarrow {
    type Entry = u64;
    const SLOTS: usize = 10;

    #[inline(always)]
    fn place(&mut self, entry: u64) -> Placed {
        // The low halves nominate; one in 400 million nominations is a wrong one.
        let mut nominated = 0u32;
        let mut used = 0usize;
        for (slot, &low) in self.low.iter().enumerate() {
            nominated |= u32::from(low == entry as u32) << slot;
            used += usize::from(low != 0);
        }
        while nominated != 0 {
            if self.has(nominated.trailing_zeros() as usize, entry) {
                return Placed::Found;
            }
            nominated &= nominated - 1;
        }
        if used == Self::SLOTS {
            return Placed::NoRoom;
        }
        self.set(used, entry);
        Placed::Added
    }
}

impl Dense for DenseNarrow {
    const SHARED_BITS: u32 = 3;

    #[inline(always)]
    fn entry(parts: &KeyParts) -> u64 {
        Narrow::condense(LooseNarrow::entry(parts))
    }

    fn replace_oldest(&mut self, entry: u64) {
        self.low.copy_within(1.., 0);
        self.middle.copy_within(1.., 0);
        self.high >>= 3;
        self.set(Self::SLOTS - 1, entry);
    }
}

impl Width for Narrow {
    const INDEPENDENT_BITS: u32 = 48;
    type Loose = LooseNarrow;
    type Dense = DenseNarrow;

    #[inline(always)]
    fn condense(entry: u64) -> u64 {
        let low = (entry as u32).max(1);
        let shared = (LooseNarrow::spare(entry) / LINES) as u64 & 7;
        shared << 48 | (entry & NARROW_MASK) >> 32 << 32 | u64::from(low)
    }
}

/// The low 64 independent bits of a wide fingerprint, and the others with what else is known.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct WideEntry {
    low: u64,
    high: u32,
}

/// Five entries of 72 independent and 16 spare bits.
#[repr(C)]
pub(super) struct LooseWide {
    low: [u64; 5],
    /// From the lowest on: 8 independent bits, 16 spare ones, and whether the slot is used.
    high: [u32; 5],
    unused: u32,
}

const USED: u32 = 1 << 24;

// SAFETY: integers without padding.
unsafe impl View for LooseWide {}

impl Slots for LooseWide {
    type Entry = WideEntry;
    const SLOTS: usize = 5;

    #[inline(always)]
    fn place(&mut self, entry: WideEntry) -> Placed {
        for slot in 0..Self::SLOTS {
            if self.high[slot] == 0 {
                (self.low[slot], self.high[slot]) = (entry.low, entry.high);
                return Placed::Added;
            }
            if self.low[slot] == entry.low && self.high[slot] == entry.high {
                return Placed::Found;
            }
        }
        Placed::NoRoom
    }
}

impl Loose for LooseWide {
    #[inline(always)]
    fn entry(parts: &KeyParts) -> WideEntry {
        WideEntry { low: parts.low, high: USED | (parts.spare as u32) << 8 | u32::from(parts.high) }
    }

    #[inline(always)]
    fn spare(entry: WideEntry) -> usize {
        (entry.high >> 8) as usize & 0xffff
    }

    fn add(&mut self, entry: WideEntry) -> bool {
        let free = self.high.iter().position(|&high| high == 0);
        free.map(|slot| (self.low[slot], self.high[slot]) = (entry.low, entry.high)).is_some()
    }

    #[inline(always)]
    fn entry_at(&self, slot: usize) -> Option<WideEntry> {
        let entry = WideEntry { low: self.low[slot], high: self.high[slot] };
        Some(entry).filter(|entry| entry.high != 0)
    }
}

/// Seven entries of 72 independent bits.
#[repr(C)]
pub(super) struct DenseWide {
    low: [u64; 7],
    high: [u8; 7],
    used: u8,
}

// SAFETY: integers without padding.
unsafe impl View for DenseWide {}

impl Slots for DenseWide {
    type Entry = WideEntry;
    const SLOTS: usize = 7;

    #[inline(always)]
    fn place(&mut self, entry: WideEntry) -> Placed {
        let used = usize::from(self.used);
        let is_there = |slot: usize| self.low[slot] == entry.low && self.high[slot] == entry.high as u8;
        if (0..used).any(is_there) {
            return Placed::Found;
        }
        if used == Self::SLOTS {
            return Placed::NoRoom;
        }
        (self.low[used], self.high[used]) = (entry.low, entry.high as u8);
        self.used += 1;
        Placed::Added
    }
}

impl Dense for DenseWide {
    const SHARED_BITS: u32 = 0;

    #[inline(always)]
    fn entry(parts: &KeyParts) -> WideEntry {
        LooseWide::entry(parts)
    }

    fn replace_oldest(&mut self, entry: WideEntry) {
        self.low.copy_within(1.., 0);
        self.high.copy_within(1.., 0);
        (self.low[Self::SLOTS - 1], self.high[Self::SLOTS - 1]) = (entry.low, entry.high as u8);
    }
}

impl Width for Wide {
    const INDEPENDENT_BITS: u32 = 72;
    type Loose = LooseWide;
    type Dense = DenseWide;

    fn condense(entry: WideEntry) -> WideEntry {
        entry
    }
}

/// Lines hold what was put into them, in that order, and nothing else.
#[cfg(test)]
mod tests {
    use super::super::super::region::Line;
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
        let mut line = Line([0; 8]);
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
                other.low ^= 1 << bit
            } else {
                other.high ^= 1 << (bit - 64)
            }
            let mut line = Line([0; 8]);
            line.view_mut::<S>().place(entry(&plain));
            assert!(matches!(line.view_mut::<S>().place(entry(&other)), Placed::Added), "bit {bit}");
        }
        for bit in spare_bits {
            let other = KeyParts { spare: plain.spare ^ 1 << bit, ..plain };
            let mut line = Line([0; 8]);
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
        let mut line = Line([0; 8]);
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
