//! Lines of fingerprints with 48 independent bits.

use super::super::super::equal_words::{equal_halves, equal_words};
use super::super::super::region::View;
use super::super::keys::{KeyParts, LINES};
use super::{Dense, Loose, Placed, Slots, Width};

/// 48 independent bits.
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
    fn place(&mut self, entry: u64) -> Placed {
        if self.has(entry) {
            return Placed::Found;
        }
        // Slots are used in their order: those that are free are the last.
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
    fn has(&self, entry: u64) -> bool {
        equal_words(&self.0, entry) != 0
    }

    #[inline(always)]
    fn is_full(&self) -> bool {
        self.0[Self::SLOTS - 1] != 0
    }
}

impl Loose for LooseNarrow {
    const FREE: u64 = 0;

    #[inline(always)]
    fn entry(parts: &KeyParts) -> u64 {
        let entry = (parts.spare as u64) << Narrow::INDEPENDENT_BITS | parts.low & NARROW_MASK;
        // Zero stands for a free slot: the one entry in 2⁶⁴ that would be zero is taken for its neighbour.
        entry + u64::from(entry == 0)
    }

    #[inline(always)]
    fn spare(entry: u64) -> usize {
        (entry >> Narrow::INDEPENDENT_BITS) as usize
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

const NARROW_MASK: u64 = (1 << Narrow::INDEPENDENT_BITS) - 1;

/// Ten entries of 48 independent bits and three of the spare ones.
#[repr(C)]
pub(in super::super) struct DenseNarrow {
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

    /// The slots whose low halves are a given one: bit `n` for slot `n`.
    #[inline(always)]
    fn with_low(&self, low: u32) -> u32 {
        let (first, last) = self.low.split_first_chunk().expect("more than eight slots");
        last.iter()
            .zip(8..)
            .fold(equal_halves(first, low), |mask, (&other, slot)| mask | u32::from(other == low) << slot)
    }

    #[inline(always)]
    fn is_at(&self, slot: usize, entry: u64) -> bool {
        self.middle[slot] == (entry >> 32) as u16 && self.high >> (3 * slot) & 7 == (entry >> 48) as u32
    }
}

impl Slots for DenseNarrow {
    type Entry = u64;
    const SLOTS: usize = 10;

    #[inline(always)]
    fn place(&mut self, entry: u64) -> Placed {
        if self.has(entry) {
            return Placed::Found;
        }
        if self.is_full() {
            return Placed::NoRoom;
        }
        // Slots are used in their order: those that are free are the last.
        self.set(self.with_low(0).trailing_zeros() as usize, entry);
        Placed::Added
    }

    #[inline(always)]
    fn has(&self, entry: u64) -> bool {
        // The low halves nominate; one in 400 million nominations is a wrong one.
        let mut nominated = self.with_low(entry as u32);
        while nominated != 0 {
            if self.is_at(nominated.trailing_zeros() as usize, entry) {
                return true;
            }
            nominated &= nominated - 1;
        }
        false
    }

    #[inline(always)]
    fn is_full(&self) -> bool {
        self.low[Self::SLOTS - 1] != 0
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
