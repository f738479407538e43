//! Probing the table.

use super::entry::{Entry, IS_SEARCHED, IS_UNBOUNDED, Key, UPPER_HAND_ONLY};
use super::{AnyMateProbe, Fact, Guess, NumbersOf, ProofTable, SLOTS, TableKey, entry_of, word};
use std::sync::atomic::Ordering::Relaxed;

impl ProofTable {
    /// The bounds and proof numbers of a position: from its own entry, and bounds from other hands on the same
    /// board.
    #[inline]
    pub fn probe(&self, table_key: TableKey) -> Fact {
        let mut fact = Fact::NOTHING;
        self.for_each_of(table_key.board, |entry| {
            let hand = entry.hand();
            let known = entry.fact();
            if hand == table_key.hand {
                (fact.pn, fact.dn, fact.is_searched) = (known.pn, known.dn, known.is_searched);
                if known.upper < fact.upper {
                    (fact.upper, fact.upper_hand_only) = (known.upper, known.upper_hand_only);
                }
                if known.lower > fact.lower {
                    (fact.lower, fact.lower_hand_only) = (known.lower, known.lower_hand_only);
                }
                return;
            }
            if known.upper < fact.upper && !known.upper_hand_only && TableKey::holds(table_key.hand, hand) {
                (fact.upper, fact.upper_hand_only) = (known.upper, false);
            }
            if known.lower > fact.lower
                && (!known.lower_hand_only || known.lower == Fact::NO_MATE)
                && TableKey::holds(hand, table_key.hand)
            {
                (fact.lower, fact.lower_hand_only) = (known.lower, false);
            }
        });
        fact
    }

    /// What is known about a mate of any length in a position, from this hand and other hands on the same board.
    /// `numbers`: whose proof numbers count.
    #[inline]
    pub fn probe_any_mate(&self, table_key: TableKey, numbers: NumbersOf) -> AnyMateProbe {
        let mut found = AnyMateProbe::NOTHING;
        self.for_each_of(table_key.board, |entry| found.see(table_key, entry, numbers));
        found
    }

    /// The same, together with the guesses about the position for a bound.
    #[inline]
    pub fn probe_with_guess(&self, table_key: TableKey, bound: u16) -> (AnyMateProbe, Guess) {
        let (mut found, mut guess) = (AnyMateProbe::NOTHING, Guess::NOTHING);
        self.for_each_of_all([table_key.board, table_key.of_guesses().board], |of, entry| match of {
            0 => found.see(table_key, entry, NumbersOf::ThisHand),
            _ => guess.see(table_key, bound, entry),
        });
        (found, guess)
    }

    /// Whether a fact contradicts stored bounds of this hand or other hands on the same board.
    pub fn contradicts(&self, table_key: TableKey, fact: Fact) -> bool {
        let is_bound = |fact: &Fact| fact.lower > 0 && !fact.lower_hand_only;
        let mut contradicts = false;
        self.for_each_of(table_key.board, |entry| {
            let (hand, known) = (entry.hand(), entry.fact());
            contradicts |=
                is_bound(&fact) && TableKey::holds(table_key.hand, hand) && known.upper < fact.lower
                    || is_bound(&known) && TableKey::holds(hand, table_key.hand) && fact.upper < known.lower;
        });
        contradicts
    }

    /// Calls `see` with each entry of a board.
    #[inline(always)]
    pub(super) fn for_each_of(&self, board: u128, mut see: impl FnMut(Entry)) {
        self.for_each_of_all([board], |_, entry| see(entry));
    }

    /// Calls `see` with each entry of some boards that share a home bucket, and with the index of the entry's
    /// board.
    #[inline(always)]
    fn for_each_of_all<const N: usize>(&self, boards: [u128; N], mut see: impl FnMut(usize, Entry)) {
        self.lookups.set(self.lookups.get() + N as u64);
        let keys = boards.map(Key::of);
        debug_assert!(
            keys.iter().all(|key| (key.spread(), key.home()) == (keys[0].spread(), keys[0].home()))
        );
        for bucket in self.buckets_of(keys[0]) {
            let lines = self.lines(bucket);
            for slot in 0..SLOTS {
                let last = word(lines, slot, 2).load(Relaxed);
                for (of, &key) in keys.iter().enumerate() {
                    // Entries of other boards hardly ever have the same last word.
                    if key.may_have(last) {
                        let entry = entry_of(lines, slot);
                        if entry.is_of(key) {
                            see(of, entry);
                        }
                    }
                }
            }
        }
    }
}

impl AnyMateProbe {
    /// Includes an entry of the board.
    #[inline(always)]
    fn see(&mut self, table_key: TableKey, entry: Entry, numbers: NumbersOf) {
        let hand = entry.hand();
        let upper = (entry.0[1] >> 32) as u16;
        let has_more = TableKey::holds(hand, table_key.hand);
        let is_general = upper != Fact::NO_UPPER && entry.0[2] & UPPER_HAND_ONLY == 0;
        if is_general && TableKey::holds(table_key.hand, hand) {
            if upper < self.upper {
                (self.upper, self.hand, self.is_refuted) = (upper, hand, false);
            }
            return;
        }
        if has_more && entry.0[1] >> 48 == u64::from(Fact::NO_MATE) && self.upper == Fact::NO_UPPER {
            (self.is_refuted, self.hand) = (true, hand);
        }
        const BOTH: u64 = IS_SEARCHED | IS_UNBOUNDED;
        if entry.0[2] & BOTH != BOTH {
            return;
        }
        let (is_this_hand, all) = (hand == table_key.hand, numbers == NumbersOf::AllHands);
        // A mate is at least as hard to prove with less in hand, and at least as hard to refute with more.
        if is_this_hand || all && has_more {
            self.pn = self.pn.max(entry.0[1] as u16);
        }
        if is_this_hand || all && TableKey::holds(table_key.hand, hand) {
            self.dn = self.dn.max((entry.0[1] >> 16) as u16);
        }
        self.is_searched |= is_this_hand;
    }
}

impl Guess {
    /// Includes an entry of the guesses about the board.
    #[inline(always)]
    fn see(&mut self, table_key: TableKey, bound: u16, entry: Entry) {
        let hand = entry.hand();
        let lower = (entry.0[1] >> 48) as u16;
        if lower > bound && lower > self.lower && TableKey::holds(hand, table_key.hand) {
            (self.lower, self.hand) = (lower, hand);
        }
        if hand == table_key.hand && entry.0[2] & IS_SEARCHED != 0 {
            self.is_searched = true;
            (self.pn, self.dn) = (entry.0[1] as u16, (entry.0[1] >> 16) as u16);
        }
    }
}
