//! The transposition table of proof searches: what is known of positions, for each hand of the attacker.
//!
//! A bucket is a pair of cache lines and belongs to boards, whatever is in hand, so that one look-up sees all hands of a
//! board: a mate holds with more in the attacker's hand, its absence with less. A bucket that is full spills into the
//! three beside it as long as these have room; the four are a group. An entry takes 24 bytes. The table is never cleared;
//! entries that another makes needless are dropped, and old ones give way by age and by the work that they cost.
//!
//! A problem begins in a small part of the table, which stays in the processor's caches, and the part grows with what is
//! stored, a group at a time (linear hashing, Litwin 1980): no pause, and no memory is committed that is not used.

mod entry;
mod fact;

use super::region::{Line, Region, prefetch};
use core::cell::Cell;
use entry::{
    Entry, IS_SEARCHED, IS_UNBOUNDED, KEY_BITS, Key, LOWER_IS_TENTATIVE, SPREAD_BITS, UPPER_HAND_ONLY,
};
pub use fact::{Fact, Found, Guess, Place};

const SLOTS: usize = 5;
/// Buckets that spill into each other, side by side.
const GROUP: usize = 4;
/// The word of a bucket that says which others it has spilled into.
const SPILLED: usize = 3 * SLOTS;
/// Lines of a group.
const LINES: usize = 2 * GROUP;
/// Groups with which a problem begins: 2 MiB.
const FIRST: u64 = 1 << 12;
/// Entries stored for each further group. Those not split yet hold up to twice as many as the others.
const PER_GROUP: u64 = 7;

/// The table.
pub struct ProofTable {
    region: Region,
    asked_bytes: u64,
    groups: u64,
    /// Groups that are in use.
    in_use: u64,
    /// All groups in use have numbers up to this, one less than a power of two.
    mask: u64,
    /// How much may be stored until the next group comes into use.
    until_next: u64,
    age: u8,
    stored: u64,
    /// Look-ups since the problem began, stores included.
    lookups: Cell<u64>,
}

impl ProofTable {
    /// A table of so many bytes at most, and of at least 64 KiB. Memory is committed as it is used.
    pub fn new(bytes: u64) -> ProofTable {
        let lines = (bytes / size_of::<Line>() as u64).max(1024) as usize;
        let region = Region::reserve(lines);
        region.prefer_huge_pages();
        let groups = ((region.len() / LINES) as u64).min(1 << SPREAD_BITS);
        let mut table = ProofTable {
            region,
            asked_bytes: bytes,
            groups,
            in_use: 0,
            mask: 0,
            until_next: 0,
            age: 0,
            stored: 0,
            lookups: Cell::new(0),
        };
        table.begin();
        table
    }

    /// The size asked for.
    pub fn asked_bytes(&self) -> u64 {
        self.asked_bytes
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        self.in_use * (LINES * size_of::<Line>()) as u64
    }

    /// Entries written into empty slots, or over those of earlier problems, so far.
    pub fn stored(&self) -> u64 {
        self.stored
    }

    /// Look-ups since the problem began, stores included.
    pub fn lookups(&self) -> u64 {
        self.lookups.get()
    }

    /// How many of them are to be expected to have taken another board's entry for the one asked for.
    pub fn false_hits_expected(&self) -> f64 {
        let chosen = self.in_use as f64;
        self.lookups() as f64 * SLOTS as f64 * chosen / 2f64.powi(KEY_BITS as i32)
    }

    /// A new problem begins: what is in the table is old.
    pub fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1) & 15;
        self.lookups.set(0);
        self.begin();
    }

    fn begin(&mut self) {
        // A power of two.
        self.in_use = FIRST.min(1 << self.groups.ilog2());
        self.mask = self.in_use - 1;
        self.until_next = PER_GROUP * self.in_use;
    }

    /// The bucket that is a board's own.
    #[inline(always)]
    fn bucket(&self, key: Key) -> usize {
        let group = key.spread() & self.mask;
        // Those that are not in use have their entries in the group from which they will split.
        let group = if group < self.in_use { group } else { group & self.mask >> 1 };
        LINES * group as usize + 2 * key.home()
    }

    /// The buckets in which a board's entries may lie, its own first.
    #[inline(always)]
    fn buckets_of(&self, key: Key) -> Buckets {
        let home = self.bucket(key);
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
        let key = Key::of(board);
        for bucket in self.buckets_of(key) {
            for slot in 0..SLOTS {
                let entry = self.entry(bucket, slot);
                if entry.is_of(key) {
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
            anchor: 0,
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
                    (found.upper, found.hand, found.is_refuted) = (upper, hand, false);
                }
                return;
            }
            // What rests on a repetition may be wrong: a mate for less in hand refutes it.
            if has_more && entry.0[1] >> 48 == u64::from(Fact::NO_MATE) && found.upper == Fact::NO_UPPER {
                let is_tentative = entry.0[2] & LOWER_IS_TENTATIVE != 0;
                if credulous || !is_tentative {
                    if !found.is_refuted || found.is_tentative && !is_tentative {
                        (found.is_tentative, found.hand) = (is_tentative, hand);
                        found.anchor = entry.0[1] as u32;
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

    /// What guesses say about a question: whether there is no mate within so many plies, and the numbers of the last search.
    #[inline]
    pub fn find_guess(&self, place: Place, bound: u16) -> Guess {
        let mut guess = Guess { lower: 0, hand: 0, is_searched: false, pn: 1, dn: 1 };
        self.for_each_of(place.board, |entry| {
            let hand = entry.hand();
            let lower = (entry.0[1] >> 48) as u16;
            if lower > bound && lower > guess.lower && Place::holds(hand, place.hand) {
                (guess.lower, guess.hand) = (lower, hand);
            }
            if hand == place.hand && entry.0[2] & IS_SEARCHED != 0 {
                guess.is_searched = true;
                (guess.pn, guess.dn) = (entry.0[1] as u16, (entry.0[1] >> 16) as u16);
            }
        });
        guess
    }

    /// Starts fetching what is known of a board.
    #[inline(always)]
    pub fn prefetch(&self, board: u128) {
        let bucket = self.bucket(Key::of(board));
        for line in [bucket, bucket + 1] {
            if let Some(line) = self.region.get(line) {
                prefetch(line);
            }
        }
    }

    /// Stores what a search found of a position, which cost so many nodes; sharper bounds that are there stay.
    pub fn store(&mut self, place: Place, fact: Fact, nodes: u64) {
        self.lookups.set(self.lookups.get() + 1);
        let work = u64::from(64 - nodes.leading_zeros()).min(63);
        let is_new = self.put(Entry::new(Key::of(place.board), place.hand, fact, work, self.age));
        self.stored += u64::from(is_new);
        if is_new && self.in_use < self.groups {
            self.until_next -= 1;
            if self.until_next == 0 {
                self.until_next = PER_GROUP;
                self.split();
            }
        }
    }

    /// Writes an entry. Whether that takes more room of this problem's: neither over the same position nor for another of it.
    fn put(&mut self, new: Entry) -> bool {
        let key = new.key();
        let fact = new.fact();
        let buckets = self.buckets_of(key);
        // What it would cost to lose it, and where it lies.
        let mut victim = (u64::MAX, (buckets.home, 0));
        for bucket in buckets {
            for slot in 0..SLOTS {
                let mut entry = self.entry(bucket, slot);
                if entry.is_of(key) {
                    if entry.0[0] == new.0[0] {
                        self.write(bucket, slot, new.sharpened(entry));
                        return false;
                    }
                    if entry.is_needless(new.hand(), &fact) {
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
            && let Some(beside) = self.room_beside(buckets, victim.0)
        {
            victim = beside;
        }
        let (value, (bucket, slot)) = victim;
        self.write(bucket, slot, new);
        value < Entry::YOUNG
    }

    /// One more group comes into use: with it the group shares its entries whose numbers were the same so far.
    fn split(&mut self) {
        let group = self.in_use;
        self.in_use += 1;
        self.mask |= group;
        let start = LINES * (group & self.mask >> 1) as usize;
        let mut entries = [Entry::EMPTY; GROUP * SLOTS];
        for (at, entry) in entries.iter_mut().enumerate() {
            *entry = self.entry(start + 2 * (at / SLOTS), at % SLOTS);
        }
        self.region[start..start + LINES].fill(Line::default());
        for entry in entries.into_iter().filter(|&entry| entry != Entry::EMPTY) {
            self.put(entry);
        }
    }

    /// A slot in a bucket of the group that was not spilled into so far, and what it holds is worth; from now on it is spilled
    /// into. Only one that is empty, or one with an older problem's entry for one of this problem's.
    fn room_beside(&mut self, buckets: Buckets, value: u64) -> Option<(u64, (usize, usize))> {
        let Buckets { home, rest } = buckets;
        let unspilled = Buckets { home, rest: !rest & ((1 << GROUP) - 1) };
        let slots = unspilled.flat_map(|bucket| (0..SLOTS).map(move |slot| (bucket, slot)));
        let least =
            slots.map(|(bucket, slot)| (self.entry(bucket, slot).value(self.age), (bucket, slot))).min()?;
        let is_room = least.0 == 0 || least.0 < Entry::YOUNG && value >= Entry::YOUNG;
        is_room.then(|| {
            let (_, (bucket, _)) = least;
            self.region[home + 1].0[SPILLED % 8] |= 1 << ((home ^ bucket) / 2);
            least
        })
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
mod tests;
