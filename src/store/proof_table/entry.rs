//! An entry of the table, three words long.

use super::{Fact, TableKey};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Entry(pub [u64; 3]);

/// The bits of the board's key that an entry keeps, including those that choose its group.
pub(super) const KEY_BITS: u32 = 36 + 8 + SPREAD_BITS;
pub(super) const HAND_BITS: u32 = 28;
/// The number of bits that choose the group.
pub(super) const SPREAD_BITS: u32 = 31;
/// The part of the last word that belongs to the key. Its lowest bit distinguishes an entry from an empty slot.
const REST: u64 = (1 << WORK) - 1;
/// The lowest bit of the work in the last word.
const WORK: u32 = 42;
pub(super) const IS_UNBOUNDED: u64 = 1 << 58;
pub(super) const UPPER_HAND_ONLY: u64 = 1 << 60;
const LOWER_HAND_ONLY: u64 = 1 << 62;
pub(super) const IS_SEARCHED: u64 = 1 << 63;

/// The part of a board's key that entries keep.
#[derive(Clone, Copy)]
pub(super) struct Key {
    /// 36 bits.
    tag: u64,
    /// From the lowest bit: a 1, the bits that choose the group, 8 more bits, and the 2 bits that choose the
    /// bucket in the group.
    rest: u64,
}

impl Key {
    #[inline(always)]
    pub fn of(board: u128) -> Key {
        let (low, high) = (board as u64, (board >> 64) as u64);
        let spread = high & ((1 << SPREAD_BITS) - 1);
        Key { tag: low >> HAND_BITS, rest: 1 | spread << 1 | (low & 0xff) << 32 | high >> 62 << 40 }
    }

    /// The bits that choose the group.
    #[inline(always)]
    pub fn spread(self) -> u64 {
        self.rest >> 1 & ((1 << SPREAD_BITS) - 1)
    }

    /// Whether an entry with this last word may belong to the board.
    #[inline(always)]
    pub fn may_have(self, word: u64) -> bool {
        word & REST == self.rest
    }

    /// The number in the group of the board's home bucket.
    #[inline(always)]
    pub fn home(self) -> usize {
        (self.rest >> 40) as usize & 3
    }
}

/// The value that is combined with the first word. Nearly every change of the other words changes the tag's bits
/// in it.
#[inline(always)]
fn checksum(numbers: u64, rest: u64) -> u64 {
    (numbers ^ rest.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl Entry {
    pub const EMPTY: Entry = Entry([0; 3]);

    /// The words as they are stored. If an entry is mixed from two, its tag matches neither of them.
    #[inline(always)]
    pub fn packed(self) -> [u64; 3] {
        let Entry([first, numbers, rest]) = self;
        [first ^ checksum(numbers, rest), numbers, rest]
    }

    /// The entry from the words as they are stored.
    #[inline(always)]
    pub fn unpacked([first, numbers, rest]: [u64; 3]) -> Entry {
        Entry([first ^ checksum(numbers, rest), numbers, rest])
    }

    /// Whether the slot is used: the lowest bit of the key's part is set in every entry.
    pub fn is_used(self) -> bool {
        self.0[2] & 1 == 1
    }

    /// Whether the entry belongs to a board.
    #[inline(always)]
    pub fn is_of(self, key: Key) -> bool {
        key.may_have(self.0[2]) && self.0[0] >> HAND_BITS == key.tag
    }

    /// The key of the entry's board.
    #[inline(always)]
    pub fn key(self) -> Key {
        Key { tag: self.0[0] >> HAND_BITS, rest: self.0[2] & REST }
    }

    /// Combines two entries about the same position: the sharper bounds, and the larger work.
    pub fn sharpened(self, known: Entry) -> Entry {
        let work = self.work().max(known.work());
        Entry::new(self.key(), self.hand(), self.fact().sharpened(known.fact()), work)
    }

    #[inline(always)]
    pub fn hand(self) -> u32 {
        self.0[0] as u32 & ((1 << HAND_BITS) - 1)
    }

    /// Whether a fact about another hand on the same board implies everything that this entry says.
    pub fn is_needless(self, hand: u32, fact: &Fact) -> bool {
        let upper = (self.0[1] >> 32) as u16;
        let lower = (self.0[1] >> 48) as u16;
        let is_refuted = fact.lower == Fact::NO_MATE;
        if fact.upper != Fact::NO_UPPER && !fact.upper_hand_only {
            upper >= fact.upper && lower == 0 && TableKey::holds(self.hand(), hand)
        } else {
            is_refuted && upper == Fact::NO_UPPER && TableKey::holds(hand, self.hand())
        }
    }

    #[inline(always)]
    pub fn new(key: Key, hand: u32, fact: Fact, work: u64) -> Entry {
        let numbers = u64::from(fact.pn)
            | u64::from(fact.dn) << 16
            | u64::from(fact.upper) << 32
            | u64::from(fact.lower) << 48;
        let flag = |set: bool, bit: u64| if set { bit } else { 0 };
        let rest = key.rest
            | work << WORK
            | flag(fact.upper_hand_only, UPPER_HAND_ONLY)
            | flag(fact.lower_hand_only, LOWER_HAND_ONLY)
            | flag(fact.is_searched, IS_SEARCHED)
            | flag(fact.is_unbounded, IS_UNBOUNDED);
        Entry([key.tag << HAND_BITS | u64::from(hand), numbers, rest])
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
            is_searched: rest & IS_SEARCHED != 0,
            is_unbounded: rest & IS_UNBOUNDED != 0,
        }
    }

    /// The logarithm of the number of nodes that the entry cost.
    #[inline(always)]
    fn work(self) -> u64 {
        self.0[2] >> WORK & 63
    }

    /// The cost of losing the entry: its work, plus an addition for proved bounds; 0 if the slot is empty.
    #[inline(always)]
    pub fn value(self) -> u64 {
        let [_, numbers, rest] = self.0;
        if rest == 0 {
            return 0;
        }
        let is_final = (numbers >> 32) as u16 != Fact::NO_UPPER || numbers >> 48 != 0;
        1 + self.work() + if is_final { 3 } else { 0 }
    }
}
