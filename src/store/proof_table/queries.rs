//! What the table is asked.

use super::entry::{IS_SEARCHED, IS_UNBOUNDED, LOWER_IS_TENTATIVE, UPPER_HAND_ONLY};
use super::{Fact, Found, Guess, Place, ProofTable};

impl ProofTable {
    /// What is known of the value of a position: from itself, and bounds from other hands on the same board.
    #[inline]
    pub fn probe(&self, place: Place) -> Fact {
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
    pub fn probe_any_mate(&self, place: Place, credulous: bool) -> Found {
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
    pub fn probe_guess(&self, place: Place, bound: u16) -> Guess {
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

    /// Whether bounds of a position and those that are known, of this and other hands on the same board, cannot all be true.
    pub fn contradicts(&self, place: Place, fact: Fact) -> bool {
        let is_bound = |fact: &Fact| fact.lower > 0 && !fact.lower_hand_only && !fact.lower_is_tentative;
        let mut contradicts = false;
        self.for_each_of(place.board, |entry| {
            let (hand, known) = (entry.hand(), entry.fact());
            contradicts |= is_bound(&fact) && Place::holds(place.hand, hand) && known.upper < fact.lower
                || is_bound(&known) && Place::holds(hand, place.hand) && fact.upper < known.lower;
        });
        contradicts
    }
}
