//! The transposition table of proof searches: what is known of positions, for each hand of the attacker.
//!
//! A bucket is a pair of cache lines and belongs to boards, whatever is in hand, so that one look-up sees all hands of a
//! board: a mate holds with more in the attacker's hand, its absence with less. A bucket that is full spills into the
//! three beside it as long as these have room. An entry takes 24 bytes. The table is never cleared; entries that
//! another makes needless are dropped, and old ones give way by age and by the work that they cost.

mod entry;
mod fact;

use super::region::{Line, Region, prefetch};
use core::cell::Cell;
use entry::{
    Entry, HAND_BITS, IS_SEARCHED, IS_UNBOUNDED, LOWER_IS_TENTATIVE, TAG_BITS, UPPER_HAND_ONLY, tags,
};
pub use fact::{Fact, Found, Place};

const SLOTS: usize = 5;
/// Buckets that spill into each other, side by side.
const GROUP: usize = 4;
/// The word of a bucket that says which others it has spilled into.
const SPILLED: usize = 3 * SLOTS;
/// Buckets with which a problem begins: 8 MiB.
const FIRST: u64 = 1 << 16;

/// The table.
///
/// A problem begins in a small part of it, which suffices for most and stays in the processor's caches. When that fills, what
/// is in it is left behind (a moment's work) for the whole table, which huge pages back.
pub struct ProofTable {
    region: Region,
    asked_bytes: u64,
    buckets: u64,
    /// Buckets that are in use.
    in_use: u64,
    /// How much may be stored until all are.
    until_all: u64,
    age: u8,
    stored: u64,
    /// Look-ups since the problem began, stores included.
    lookups: Cell<u64>,
}

impl ProofTable {
    /// A table of so many bytes at most, and of at least 64 KiB. Memory is committed as it is used.
    pub fn new(bytes: u64) -> ProofTable {
        let lines = (bytes / size_of::<Line>() as u64).max(1024) as usize & !(2 * GROUP - 1);
        let region = Region::reserve(lines);
        region.prefer_huge_pages();
        let buckets = ((region.len() / 2) & !(GROUP - 1)) as u64;
        let (age, stored, lookups) = (0, 0, Cell::new(0));
        let mut table =
            ProofTable { region, asked_bytes: bytes, buckets, in_use: 0, until_all: 0, age, stored, lookups };
        table.begin();
        table
    }

    /// The size asked for.
    pub fn asked_bytes(&self) -> u64 {
        self.asked_bytes
    }

    /// Bytes reserved.
    pub fn bytes(&self) -> u64 {
        self.buckets * 2 * size_of::<Line>() as u64
    }

    /// Entries written into empty slots so far.
    pub fn stored(&self) -> u64 {
        self.stored
    }

    /// Look-ups since the problem began, stores included.
    pub fn lookups(&self) -> u64 {
        self.lookups.get()
    }

    /// How many of them are to be expected to have taken another board's entry for the one asked for.
    pub fn false_hits_expected(&self) -> f64 {
        self.lookups() as f64 * SLOTS as f64 / (1u64 << TAG_BITS) as f64
    }

    /// A new problem begins: what is in the table is old.
    pub fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1) & 15;
        self.lookups.set(0);
        self.begin();
    }

    fn begin(&mut self) {
        self.in_use = self.buckets.min(FIRST);
        self.until_all = FIRST * SLOTS as u64 / 4;
    }

    #[inline(always)]
    fn bucket(&self, board: u128) -> usize {
        let spread = (board >> 64) as u64;
        2 * ((u128::from(spread) * u128::from(self.in_use)) >> 64) as usize
    }

    /// The buckets in which a board's entries may lie, its own first.
    #[inline(always)]
    fn buckets_of(&self, board: u128) -> Buckets {
        let home = self.bucket(board);
        Buckets { home, rest: 1 | self.region[home + 1].0[SPILLED % 8] }
    }

    #[inline(always)]
    fn entry(&self, bucket: usize, slot: usize) -> Entry {
        let word = |i: usize| self.region[bucket + (3 * slot + i) / 8].0[(3 * slot + i) % 8];
        Entry([word(0), word(1), word(2)])
    }

    /// Calls back with the entries of a board.
    #[inline(always)]
    fn for_each_of(&self, board: u128, mut see: impl FnMut(Entry)) {
        self.lookups.set(self.lookups.get() + 1);
        let (tag, tag2) = tags(board);
        for bucket in self.buckets_of(board) {
            for slot in 0..SLOTS {
                let entry = self.entry(bucket, slot);
                if entry.is_of(tag, tag2) {
                    see(entry);
                }
            }
        }
    }

    #[inline(always)]
    fn write(&mut self, bucket: usize, slot: usize, entry: Entry) {
        for (i, value) in entry.0.into_iter().enumerate() {
            let word = 3 * slot + i;
            self.region[bucket + word / 8].0[word % 8] = value;
        }
    }

    /// What is known of the value of a position: from itself, and bounds from other hands on the same board.
    #[inline]
    pub fn look_up(&self, place: Place) -> Fact {
        let mut fact = Fact::NOTHING;
        self.for_each_of(place.board, |entry| {
            let hand = entry.hand();
            let mut known = entry.fact();
            if known.lower_is_tentative {
                (known.lower, known.lower_is_tentative) = (0, false);
            }
            if hand == place.hand {
                (fact.pn, fact.dn, fact.is_searched) = (known.pn, known.dn, known.is_searched);
                if known.upper < fact.upper {
                    (fact.upper, fact.upper_hand_only) = (known.upper, known.upper_hand_only);
                }
                if known.lower > fact.lower {
                    (fact.lower, fact.lower_hand_only) = (known.lower, known.lower_hand_only);
                }
                return;
            }
            if known.upper < fact.upper && !known.upper_hand_only && Place::holds(place.hand, hand) {
                (fact.upper, fact.upper_hand_only) = (known.upper, false);
            }
            if known.lower > fact.lower
                && (!known.lower_hand_only || known.lower == Fact::NO_MATE)
                && Place::holds(hand, place.hand)
            {
                (fact.lower, fact.lower_hand_only) = (known.lower, false);
            }
        });
        fact
    }

    /// Whether there is a mate in a position, of any length, as far as this and other hands on the same board tell.
    #[inline]
    pub fn find(&self, place: Place, credulous: bool) -> Found {
        let mut found = Found {
            upper: Fact::NO_UPPER,
            is_refuted: false,
            is_tentative: false,
            hand: 0,
            is_searched: false,
            pn: 1,
            dn: 1,
        };
        self.for_each_of(place.board, |entry| {
            let hand = entry.hand();
            let upper = (entry.0[1] >> 32) as u16;
            let has_more = Place::holds(hand, place.hand);
            let is_general = upper != Fact::NO_UPPER && entry.0[2] & UPPER_HAND_ONLY == 0;
            if is_general && Place::holds(place.hand, hand) {
                if upper < found.upper {
                    (found.upper, found.hand) = (upper, hand);
                }
                return;
            }
            if has_more && entry.0[1] >> 48 == u64::from(Fact::NO_MATE) {
                let is_tentative = entry.0[2] & LOWER_IS_TENTATIVE != 0;
                if credulous || !is_tentative {
                    if !found.is_refuted || found.is_tentative && !is_tentative {
                        (found.is_tentative, found.hand) = (is_tentative, hand);
                        if is_tentative {
                            (found.pn, found.dn) = (entry.0[1] as u16, (entry.0[1] >> 16) as u16);
                        }
                    }
                    found.is_refuted = true;
                }
            }
            const BOTH: u64 = IS_SEARCHED | IS_UNBOUNDED;
            if hand == place.hand && entry.0[2] & BOTH == BOTH {
                found.is_searched = true;
                (found.pn, found.dn) = (entry.0[1] as u16, (entry.0[1] >> 16) as u16);
            }
        });
        found
    }

    /// Starts fetching what is known of a board.
    #[inline(always)]
    pub fn prefetch(&self, board: u128) {
        let bucket = self.bucket(board);
        for line in [bucket, bucket + 1] {
            if let Some(line) = self.region.get(line) {
                prefetch(line);
            }
        }
    }

    /// Stores what a search found of a position, which cost so many nodes; sharper bounds that are there stay.
    pub fn store(&mut self, place: Place, fact: Fact, nodes: u64) {
        self.lookups.set(self.lookups.get() + 1);
        let (tag, tag2) = tags(place.board);
        let work = u64::from(64 - nodes.leading_zeros()).min(63);
        let head = tag << HAND_BITS | u64::from(place.hand);
        let buckets = self.buckets_of(place.board);
        // What it would cost to lose it, and where it lies.
        let mut victim = (u64::MAX, (buckets.home, 0));
        for bucket in buckets {
            for slot in 0..SLOTS {
                let mut entry = self.entry(bucket, slot);
                if entry.is_of(tag, tag2) {
                    if entry.0[0] == head {
                        let fact = fact.sharpened(entry.fact());
                        let work = work.max(entry.0[2] >> 40 & 63);
                        return self.write(bucket, slot, Entry::new(head, tag2, fact, work, self.age));
                    }
                    if entry.is_needless(place.hand, &fact) {
                        entry = Entry::EMPTY;
                        self.write(bucket, slot, entry);
                    }
                }
                let value = entry.value(self.age);
                if value < victim.0 {
                    victim = (value, (bucket, slot));
                }
            }
        }
        if victim.0 > 0
            && let Some(at) = self.room_beside(buckets)
        {
            victim = (0, at);
        }
        let (value, (bucket, slot)) = victim;
        self.stored += u64::from(value == 0);
        self.write(bucket, slot, Entry::new(head, tag2, fact, work, self.age));
        self.until_all = self.until_all.saturating_sub(1);
        if self.until_all == 0 {
            self.in_use = self.buckets;
        }
    }

    /// An empty slot in a bucket of the group that was not spilled into so far; from now on it is.
    fn room_beside(&mut self, buckets: Buckets) -> Option<(usize, usize)> {
        let Buckets { home, rest } = buckets;
        let unspilled = Buckets { home, rest: !rest & ((1 << GROUP) - 1) };
        let mut slots = unspilled.flat_map(|bucket| (0..SLOTS).map(move |slot| (bucket, slot)));
        let room = slots.find(|&(bucket, slot)| self.entry(bucket, slot) == Entry::EMPTY)?;
        self.region[home + 1].0[SPILLED % 8] |= 1 << ((home ^ room.0) / 2);
        Some(room)
    }
}

/// Buckets of a group, by the lines at which they begin.
#[derive(Clone, Copy)]
struct Buckets {
    home: usize,
    /// Which of them are to come, counted from the home by exclusive or.
    rest: u64,
}

impl Iterator for Buckets {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let at = self.rest.trailing_zeros() as usize;
        if at >= GROUP {
            return None;
        }
        self.rest &= self.rest - 1;
        Some(self.home ^ (2 * at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(hand: u32) -> Place {
        Place { board: 0x1234_5678_9abc_def0_0fed_cba9_8765_4321, hand }
    }

    fn mate(upper: u16) -> Fact {
        Fact { upper, is_unbounded: true, ..Fact::NOTHING }
    }

    /// Hands of pawns and lances, of which none holds another.
    fn hands() -> impl Iterator<Item = u32> {
        (0..5).flat_map(|lances| [(4 - lances) | lances << 6, (4 - lances) | lances << 10])
    }

    #[test]
    fn more_hands_of_a_board_than_a_bucket_holds_are_kept() {
        let mut table = ProofTable::new(1 << 20);
        for (at, hand) in hands().enumerate() {
            table.store(place(hand), mate(2 * at as u16 + 1), 1);
        }
        let kept = |hand: u32| table.find(place(hand), true).upper;
        let lengths: Vec<u16> = hands().map(kept).collect();
        // The first two hands are the same: four pawns.
        assert_eq!(lengths, [1, 1, 5, 7, 9, 11, 13, 15, 17, 19]);
    }

    #[test]
    fn what_another_hand_says_takes_no_room() {
        let mut table = ProofTable::new(1 << 20);
        for hand in hands() {
            table.store(place(hand + 1), mate(9), 1);
        }
        let stored = table.stored();
        table.store(place(0), mate(7), 1);
        for hand in hands() {
            assert_eq!(table.find(place(hand), true).upper, 7);
        }
        let mut entries = 0;
        table.for_each_of(place(0).board, |_| entries += 1);
        assert_eq!((stored, entries), (9, 1));
    }

    #[test]
    fn a_bound_for_one_hand_is_none_for_a_search_for_any_mate() {
        let mut table = ProofTable::new(1 << 20);
        table.store(place(3), Fact { upper: 5, upper_hand_only: true, ..Fact::NOTHING }, 1);
        assert_eq!(table.look_up(place(3)).upper, 5);
        assert_eq!(table.look_up(place(4)).upper, Fact::NO_UPPER);
        assert_eq!(table.find(place(3), true).upper, Fact::NO_UPPER);
        table.store(place(3), mate(9), 1);
        assert_eq!(table.find(place(4), true).upper, 9);
    }
}
