//! An entry of the table in three words.

use super::{Fact, Place};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Entry(pub [u64; 3]);

/// Bits of the key that tell boards of a bucket apart, none of which chooses the bucket.
pub(super) const TAG_BITS: u32 = 44;
pub(super) const HAND_BITS: u32 = 28;
pub(super) const IS_UNBOUNDED: u64 = 1 << 58;
pub(super) const LOWER_IS_TENTATIVE: u64 = 1 << 59;
pub(super) const UPPER_HAND_ONLY: u64 = 1 << 60;
const LOWER_HAND_ONLY: u64 = 1 << 62;
pub(super) const IS_SEARCHED: u64 = 1 << 63;

/// The parts of the board's key that tell boards of a bucket apart: 36 and 8 bits.
#[inline(always)]
pub(super) fn tags(board: u128) -> (u64, u64) {
    let low = board as u64;
    (low >> HAND_BITS, low & 0xff)
}

impl Entry {
    pub const EMPTY: Entry = Entry([0; 3]);

    /// Whether it belongs to the board with these tags.
    #[inline(always)]
    pub fn is_of(self, tag: u64, tag2: u64) -> bool {
        self.0[0] >> HAND_BITS == tag && self.0[2] >> 32 & 0xff == tag2 && self.0[2] != 0
    }

    #[inline(always)]
    pub fn hand(self) -> u32 {
        self.0[0] as u32 & ((1 << HAND_BITS) - 1)
    }

    /// Whether what is known of another hand on the same board says all that this entry says.
    pub fn is_needless(self, hand: u32, fact: &Fact) -> bool {
        let upper = (self.0[1] >> 32) as u16;
        let lower = (self.0[1] >> 48) as u16;
        let is_refuted = fact.lower == Fact::NO_MATE && !fact.lower_is_tentative;
        if fact.upper != Fact::NO_UPPER && !fact.upper_hand_only {
            upper >= fact.upper && lower == 0 && Place::holds(self.hand(), hand)
        } else {
            is_refuted && upper == Fact::NO_UPPER && Place::holds(hand, self.hand())
        }
    }

    #[inline(always)]
    pub fn new(head: u64, tag2: u64, fact: Fact, work: u64, age: u8) -> Entry {
        let numbers = u64::from(fact.pn)
            | u64::from(fact.dn) << 16
            | u64::from(fact.upper) << 32
            | u64::from(fact.lower) << 48;
        let flag = |set: bool, bit: u64| if set { bit } else { 0 };
        // The lowest bit tells an entry from an empty slot.
        let rest = 1
            | tag2 << 32
            | work << 40
            | u64::from(age) << 48
            | flag(fact.upper_hand_only, UPPER_HAND_ONLY)
            | flag(fact.lower_hand_only, LOWER_HAND_ONLY)
            | flag(fact.lower_is_tentative, LOWER_IS_TENTATIVE)
            | flag(fact.is_searched, IS_SEARCHED)
            | flag(fact.is_unbounded, IS_UNBOUNDED);
        Entry([head, numbers, rest])
    }

    #[inline(always)]
    pub fn fact(self) -> Fact {
        let [_, numbers, rest] = self.0;
        Fact {
            pn: numbers as u16,
            dn: (numbers >> 16) as u16,
            upper: (numbers >> 32) as u16,
            lower: (numbers >> 48) as u16,
            upper_hand_only: rest & UPPER_HAND_ONLY != 0,
            lower_hand_only: rest & LOWER_HAND_ONLY != 0,
            lower_is_tentative: rest & LOWER_IS_TENTATIVE != 0,
            is_searched: rest & IS_SEARCHED != 0,
            is_unbounded: rest & IS_UNBOUNDED != 0,
        }
    }

    /// What is lost with it: work, more of it when it is of this problem and when something is proved; 0 when empty.
    #[inline(always)]
    pub fn value(self, age: u8) -> u64 {
        let [_, numbers, rest] = self.0;
        if rest == 0 {
            return 0;
        }
        let is_final = (numbers >> 32) as u16 != Fact::NO_UPPER || numbers >> 48 != 0;
        let is_young = rest >> 48 & 15 == u64::from(age);
        1 + (rest >> 40 & 63) + if is_final { 3 } else { 0 } + if is_young { 64 } else { 0 }
    }
}
