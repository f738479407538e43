//! Lines of fingerprints with 72 independent bits.

use super::super::super::region::View;
use super::super::keys::KeyParts;
use super::{Dense, Loose, Placed, Slots, Width};

/// The width of fingerprints with 72 independent bits.
pub(in super::super) struct Wide;

/// An entry: the low 64 independent bits of a wide fingerprint, and in `high` the other independent bits and
/// flags.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in super::super) struct WideEntry {
    low: u64,
    high: u32,
}

/// Five entries of 72 independent and 16 spare bits.
#[repr(C)]
pub(in super::super) struct LooseWide {
    low: [u64; 5],
    /// From the lowest bit on: 8 independent bits, 16 spare bits, and a bit that says whether the slot is used.
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
    fn has(&self, entry: WideEntry) -> bool {
        (0..Self::SLOTS).any(|slot| self.low[slot] == entry.low && self.high[slot] == entry.high)
    }

    #[inline(always)]
    fn is_full(&self) -> bool {
        self.high[Self::SLOTS - 1] != 0
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

impl Loose for LooseWide {
    const FREE: WideEntry = WideEntry { low: 0, high: 0 };

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
    fn entry(parts: &KeyParts) -> WideEntry {
        WideEntry { low: parts.low, high: USED | (parts.spare as u32) << 8 | u32::from(parts.high) }
    }

    #[inline(always)]
    fn spare(entry: WideEntry) -> usize {
        (entry.high >> 8) as usize & 0xffff
    }
}

/// Seven entries of 72 independent bits.
#[repr(C)]
pub(in super::super) struct DenseWide {
    /// Not zero in a slot that is used, and zero in a free one.
    low: [u64; 7],
    high: [u8; 7],
    /// A bit for each slot, that of the first slot lowest: whether the entry is away.
    away: u8,
}

const AWAY: u32 = 1 << 8;

// SAFETY: integers without padding.
unsafe impl View for DenseWide {}

impl Slots for DenseWide {
    type Entry = WideEntry;
    const SLOTS: usize = 7;

    #[inline(always)]
    fn has(&self, entry: WideEntry) -> bool {
        (0..Self::SLOTS).any(|slot| self.low[slot] == entry.low && self.entry_at(slot) == entry)
    }

    #[inline(always)]
    fn is_full(&self) -> bool {
        self.low[Self::SLOTS - 1] != 0
    }

    #[inline(always)]
    fn used(&self) -> usize {
        self.low.iter().take_while(|&&low| low != 0).count()
    }

    #[inline(always)]
    fn entry_at(&self, slot: usize) -> WideEntry {
        let away = if self.away >> slot & 1 != 0 { AWAY } else { 0 };
        WideEntry { low: self.low[slot], high: away | u32::from(self.high[slot]) }
    }

    #[inline(always)]
    fn set(&mut self, slot: usize, entry: WideEntry) {
        (self.low[slot], self.high[slot]) = (entry.low, entry.high as u8);
        self.away = self.away & !(1 << slot) | u8::from(Self::is_away(entry)) << slot;
    }
}

impl Dense for DenseWide {
    const SPARE_BITS: u32 = 0;

    #[inline(always)]
    fn moved(entry: WideEntry) -> WideEntry {
        WideEntry { high: entry.high ^ AWAY, ..entry }
    }

    #[inline(always)]
    fn is_away(entry: WideEntry) -> bool {
        entry.high & AWAY != 0
    }

    #[inline(always)]
    fn partner(entry: WideEntry) -> usize {
        entry.low as usize
    }

    #[inline(always)]
    fn remove(&mut self, slot: usize) {
        self.low.copy_within(slot + 1.., slot);
        self.high.copy_within(slot + 1.., slot);
        let before = (1 << slot) - 1;
        self.away = self.away & before | self.away >> 1 & !before;
        self.low[Self::SLOTS - 1] = 0;
    }
}

impl Width for Wide {
    const INDEPENDENT_BITS: u32 = 72;
    type Loose = LooseWide;
    type Dense = DenseWide;
    type Densest = DenseWide;

    #[inline(always)]
    fn condense(entry: WideEntry) -> WideEntry {
        WideEntry { low: entry.low.max(1), high: entry.high & 0xff }
    }

    #[inline(always)]
    fn condense_more(entry: WideEntry) -> WideEntry {
        WideEntry { high: entry.high & 0xff, ..entry }
    }
}
