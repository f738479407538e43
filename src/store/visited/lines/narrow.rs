//! Lines of fingerprints with 48 independent bits.

use super::super::super::equal_words::equal_words;
use super::super::super::region::View;
use super::super::keys::{KeyParts, LINES};
use super::dense_narrow::{DenseNarrow, DensestNarrow};
use super::{Loose, Placed, Slots, Width};

/// The width of fingerprints with 48 independent bits.
pub(in super::super) struct Narrow;

/// Eight entries of 48 independent and 16 spare bits.
#[repr(C)]
pub(in super::super) struct LooseNarrow([u64; 8]);

// SAFETY: eight words.
unsafe impl View for LooseNarrow {}

impl Slots for LooseNarrow {
    type Entry = u64;
    const SLOTS: usize = 8;

    #[inline(always)]
    fn has(&self, entry: u64) -> bool {
        equal_words(&self.0, entry) != 0
    }

    #[inline(always)]
    fn is_full(&self) -> bool {
        self.0[Self::SLOTS - 1] != 0
    }

    #[inline(always)]
    fn entry_at(&self, slot: usize) -> u64 {
        self.0[slot]
    }

    #[inline(always)]
    fn used(&self) -> usize {
        equal_words(&self.0, Self::FREE).trailing_zeros().min(Self::SLOTS as u32) as usize
    }

    #[inline(always)]
    fn set(&mut self, slot: usize, entry: u64) {
        self.0[slot] = entry;
    }
}

impl Loose for LooseNarrow {
    const FREE: u64 = 0;

    #[inline(always)]
    fn place(&mut self, entry: u64) -> Placed {
        if self.has(entry) {
            return Placed::Found;
        }
        // Slots are used in order, so all free ones are at the end.
        let first_free = equal_words(&self.0, Self::FREE).trailing_zeros();
        match self.0.get_mut(first_free as usize) {
            Some(slot) => {
                *slot = entry;
                Placed::Added
            }
            None => Placed::NoRoom,
        }
    }

    #[inline(always)]
    fn entry(parts: &KeyParts) -> u64 {
        let entry = (parts.spare as u64) << Narrow::INDEPENDENT_BITS | parts.low & NARROW_MASK;
        // Zero marks a free slot, so an entry that would be zero (one in 2⁶⁴) is stored as 1, and confused with
        // that entry.
        entry + u64::from(entry == 0)
    }

    #[inline(always)]
    fn spare(entry: u64) -> usize {
        (entry >> Narrow::INDEPENDENT_BITS) as usize
    }
}

const NARROW_MASK: u64 = (1 << Narrow::INDEPENDENT_BITS) - 1;

impl Width for Narrow {
    const INDEPENDENT_BITS: u32 = 48;
    type Loose = LooseNarrow;
    type Dense = DenseNarrow;
    type Densest = DensestNarrow;

    #[inline(always)]
    fn condense(entry: u64) -> u64 {
        let low = (entry as u32).max(1);
        let independent = (entry & NARROW_MASK) >> 32 << 32 | u64::from(low);
        DenseNarrow::at_home(independent, (LooseNarrow::spare(entry) / LINES) as u64)
    }

    #[inline(always)]
    fn condense_more(entry: u64) -> u64 {
        DensestNarrow::at_home(entry & NARROW_MASK, entry >> Narrow::INDEPENDENT_BITS)
    }
}
