//! Dense lines of fingerprints with 48 independent bits.

use super::super::super::equal_words::equal_halves;
use super::super::super::region::View;
use super::{Dense, Slots};

/// Nine entries of 48 independent bits, seven spare bits, and a bit that says whether the entry is away.
pub(in super::super) type DenseNarrow = Entries<9, [u8; 10]>;

/// Ten entries of 48 independent bits, two spare bits, and a bit that says whether the entry is away.
pub(in super::super) type DensestNarrow = Entries<10, u32>;

/// The entries of a line, split into three arrays. From the lowest bit on, an entry has the independent bits, the
/// spare bits, and a bit that says whether it is away.
#[repr(C)]
pub(in super::super) struct Entries<const SLOTS: usize, H> {
    /// Not zero in a slot that is used, and zero in a free one.
    low: [u32; SLOTS],
    middle: [u16; SLOTS],
    high: H,
}

// SAFETY: integers without padding.
unsafe impl View for DenseNarrow {}
// SAFETY: integers without padding.
unsafe impl View for DensestNarrow {}

/// The bits above the independent bits of all entries of a line.
pub(in super::super) trait High {
    /// The number of these bits in one entry.
    const BITS: u32;

    fn get(&self, slot: usize) -> u32;

    fn set(&mut self, slot: usize, high: u32);

    /// Moves the bits of all slots after a slot by one slot to the front.
    fn remove(&mut self, slot: usize);
}

/// The last byte is unused.
impl High for [u8; 10] {
    const BITS: u32 = 8;

    #[inline(always)]
    fn get(&self, slot: usize) -> u32 {
        u32::from(self[slot])
    }

    #[inline(always)]
    fn set(&mut self, slot: usize, high: u32) {
        self[slot] = high as u8;
    }

    #[inline(always)]
    fn remove(&mut self, slot: usize) {
        self.copy_within(slot + 1.., slot);
    }
}

/// The bits of the first slot are the lowest; the two highest bits are unused.
impl High for u32 {
    const BITS: u32 = 3;

    #[inline(always)]
    fn get(&self, slot: usize) -> u32 {
        self >> (3 * slot) & 7
    }

    #[inline(always)]
    fn set(&mut self, slot: usize, high: u32) {
        *self = *self & !(7 << (3 * slot)) | high << (3 * slot);
    }

    #[inline(always)]
    fn remove(&mut self, slot: usize) {
        let before = (1 << (3 * slot)) - 1;
        *self = *self & before | *self >> 3 & !before;
    }
}

impl<const SLOTS: usize, H: High> Entries<SLOTS, H> {
    const AWAY: u64 = 1 << (47 + H::BITS);

    /// The form of an entry in its home line, from its independent bits and its spare bits without those that
    /// choose the home.
    #[inline(always)]
    pub(super) fn at_home(independent: u64, spare: u64) -> u64 {
        (spare & ((1 << (H::BITS - 1)) - 1)) << 48 | independent
    }

    /// The slots whose low half equals `low`: bit `n` for slot `n`.
    #[inline(always)]
    fn with_low(&self, low: u32) -> u32 {
        let (first, last) = self.low.split_first_chunk().expect("more than eight slots");
        last.iter()
            .zip(8..)
            .fold(equal_halves(first, low), |mask, (&other, slot)| mask | u32::from(other == low) << slot)
    }

    #[inline(always)]
    fn is_at(&self, slot: usize, entry: u64) -> bool {
        self.middle[slot] == (entry >> 32) as u16 && self.high.get(slot) == (entry >> 48) as u32
    }
}

impl<const SLOTS: usize, H: High> Slots for Entries<SLOTS, H>
where
    Self: View,
{
    type Entry = u64;
    const SLOTS: usize = SLOTS;

    #[inline(always)]
    fn has(&self, entry: u64) -> bool {
        // First compare the low halves; one in 400 million slots whose low half matches holds another entry.
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
        self.low[SLOTS - 1] != 0
    }

    #[inline(always)]
    fn used(&self) -> usize {
        self.with_low(0).trailing_zeros().min(SLOTS as u32) as usize
    }

    #[inline(always)]
    fn entry_at(&self, slot: usize) -> u64 {
        let high = u64::from(self.high.get(slot)) << 48;
        high | u64::from(self.middle[slot]) << 32 | u64::from(self.low[slot])
    }

    #[inline(always)]
    fn set(&mut self, slot: usize, entry: u64) {
        self.low[slot] = entry as u32;
        self.middle[slot] = (entry >> 32) as u16;
        self.high.set(slot, (entry >> 48) as u32);
    }
}

impl<const SLOTS: usize, H: High> Dense for Entries<SLOTS, H>
where
    Self: View,
{
    const SPARE_BITS: u32 = H::BITS - 1;

    #[inline(always)]
    fn moved(entry: u64) -> u64 {
        entry ^ Self::AWAY
    }

    #[inline(always)]
    fn is_away(entry: u64) -> bool {
        entry & Self::AWAY != 0
    }

    #[inline(always)]
    fn partner(entry: u64) -> usize {
        entry as u32 as usize
    }

    #[inline(always)]
    fn remove(&mut self, slot: usize) {
        self.low.copy_within(slot + 1.., slot);
        self.middle.copy_within(slot + 1.., slot);
        self.high.remove(slot);
        self.low[SLOTS - 1] = 0;
    }
}
