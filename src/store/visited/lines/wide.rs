//! Lines of fingerprints with 72 independent bits.

use super::super::super::region::View;
use super::super::keys::KeyParts;
use super::{Dense, Loose, Placed, Slots, Width};

/// 72 independent bits.
pub(in super::super) struct Wide;

/// The low 64 independent bits of a wide fingerprint, and the others with what else is known.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(in super::super) struct WideEntry {
    low: u64,
    high: u32,
}

/// Five entries of 72 independent and 16 spare bits.
#[repr(C)]
pub(in super::super) struct LooseWide {
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
                self.set(slot, entry);
                return Placed::Added;
            }
            if self.low[slot] == entry.low && self.high[slot] == entry.high {
                return Placed::Found;
            }
        }
        Placed::NoRoom
    }

    #[inline(always)]
    fn has(&self, entry: WideEntry) -> bool {
        (0..Self::SLOTS).any(|slot| self.low[slot] == entry.low && self.high[slot] == entry.high)
    }

    #[inline(always)]
    fn is_full(&self) -> bool {
        self.high[Self::SLOTS - 1] != 0
    }
}

impl Loose for LooseWide {
    const FREE: WideEntry = WideEntry { low: 0, high: 0 };

    #[inline(always)]
    fn entry(parts: &KeyParts) -> WideEntry {
        WideEntry { low: parts.low, high: USED | (parts.spare as u32) << 8 | u32::from(parts.high) }
    }

    #[inline(always)]
    fn spare(entry: WideEntry) -> usize {
        (entry.high >> 8) as usize & 0xffff
    }

    #[inline(always)]
    fn entry_at(&self, slot: usize) -> WideEntry {
        WideEntry { low: self.low[slot], high: self.high[slot] }
    }

    #[inline(always)]
    fn used(&self) -> usize {
        self.high.iter().take_while(|&&high| high != 0).count()
    }

    #[inline(always)]
    fn set(&mut self, slot: usize, entry: WideEntry) {
        (self.low[slot], self.high[slot]) = (entry.low, entry.high);
    }
}

/// Seven entries of 72 independent bits.
#[repr(C)]
pub(in super::super) struct DenseWide {
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
        if self.has(entry) {
            return Placed::Found;
        }
        if self.is_full() {
            return Placed::NoRoom;
        }
        let used = usize::from(self.used);
        (self.low[used], self.high[used]) = (entry.low, entry.high as u8);
        self.used += 1;
        Placed::Added
    }

    #[inline(always)]
    fn has(&self, entry: WideEntry) -> bool {
        let is_there = |slot: usize| self.low[slot] == entry.low && self.high[slot] == entry.high as u8;
        (0..usize::from(self.used)).any(is_there)
    }

    #[inline(always)]
    fn is_full(&self) -> bool {
        usize::from(self.used) == Self::SLOTS
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
