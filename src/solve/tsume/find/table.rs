//! What is kept of positions: mates and refutations with their hands, numbers, and guesses.
//!
//! The answers of a bounded search are guesses unless they are mates, or refute mates of any length: it does not know which
//! interpositions are futile, and a mate may be shorter without them. They are kept apart from what is known.

use super::super::hand::{pack_bits as pack, unpack_bits as unpack};
use super::super::number::FREE;
use super::super::path::Repetition;
use super::hands::least;
use super::{Finder, Here, Value};
use crate::store::{Fact, Found, Place};

/// Where guesses about a position are kept.
fn guessed(place: Place) -> Place {
    Place { board: place.board ^ 0x6a09_e667_f3bc_c908_b2fb_1366_ea95_7d3e, ..place }
}

impl Finder<'_> {
    /// What the table or the path know of a position with the defender to move.
    pub(super) fn known_defending(&mut self, after: Here, bound: u16) -> Option<Value> {
        if bound < 2 {
            return None;
        }
        let known = self.look_up(after, bound);
        if known.is_some_and(|value| value.is_decided()) {
            return known;
        }
        let place = after.place();
        if let Some(reach) = self.search.path.repeats(place) {
            let length = if self.is_bounded { bound + 1 } else { Fact::NO_MATE };
            return Some(Value { length, ..Value::none(after.hand.to_bits(), reach) });
        }
        if self.is_scrupulous
            && known.is_some()
            && let Some(Repetition { reach, lower, .. }) = self.search.path.recall(guessed(place), bound)
        {
            return Some(Value { length: lower, ..Value::none(after.hand.to_bits(), reach) });
        }
        known
    }

    /// Remembers a refutation by repetition; apart from those of a [`Search`](super::Search), to which it may be wrong: this search
    /// does not know which interpositions are futile, and takes a return with less in hand for a repetition.
    pub(super) fn remember(&mut self, here: Here, value: &Value) {
        let Value { reach, length, .. } = *value;
        let refutation = Repetition { reach, lower: length, lower_hand_only: false };
        self.search.path.remember(guessed(here.place()), refutation);
    }

    /// What the table knows.
    pub(super) fn look_up(&self, here: Here, bound: u16) -> Option<Value> {
        if self.search.avoided.contains(here.place()) {
            return Some(Value::none(here.hand.to_bits(), FREE));
        }
        let found = self.search.table.find(here.place(), !self.is_scrupulous);
        if found.upper <= bound {
            return Some(Value::mate(found.upper, unpack(found.hand)));
        }
        let refuted = self.refuted(&found);
        if refuted.is_some() {
            return refuted;
        }
        if self.is_bounded {
            return self.guess(here, bound, &found);
        }
        (found.is_searched && !found.is_refuted).then(|| Value::open(found.pn.into(), found.dn.into()))
    }

    /// That there is no mate, if that holds on this path.
    fn refuted(&self, found: &Found) -> Option<Value> {
        let hand = unpack(found.hand);
        if !found.is_refuted {
            return None;
        }
        if !found.is_tentative {
            return Some(Value::none(hand, FREE));
        }
        let reach = if found.anchor == 0 { FREE } else { self.search.path.find(found.anchor)? };
        Some(Value { is_guess: true, ..Value::none(hand, reach) })
    }

    /// What is guessed of a question with a bound, besides what was found.
    fn guess(&self, here: Here, bound: u16, found: &Found) -> Option<Value> {
        let guess = self.search.table.find_guess(guessed(here.place()), bound);
        if guess.lower > bound {
            let none = Value::none(unpack(guess.hand), FREE);
            return Some(Value { is_guess: true, length: guess.lower, ..none });
        }
        if guess.is_searched {
            return Some(Value::open(guess.pn.into(), guess.dn.into()));
        }
        // Where a mate is known that takes too long, the numbers are those of finding it.
        let is_open = !found.is_refuted && found.upper == Fact::NO_UPPER;
        (found.is_searched && is_open).then(|| Value::open(found.pn.into(), found.dn.into()))
    }

    /// Stores a result.
    pub(super) fn keep(&mut self, here: Here, value: Value, nodes: u64) {
        let holds_here_only = value.is_none() && value.reach != FREE;
        if !value.is_decided() && self.search.pulse.is_over() || holds_here_only && self.is_scrupulous {
            return;
        }
        let is_tentative = value.is_none() && (value.reach != FREE || value.is_guess);
        let is_fact = value.is_mate() || value.is_none() && !is_tentative && value.length == Fact::NO_MATE;
        if self.is_bounded && !is_fact {
            return self.keep_guess(here, value, nodes);
        }
        let mut fact = Fact::NOTHING;
        let mut place = here.place();
        if value.is_mate() {
            debug_assert_eq!(least(value.hand, here.hand.to_bits()), value.hand, "a hand that is not there");
            place.hand = pack(value.hand);
            fact = Fact { upper: value.length, is_unbounded: true, ..fact };
        } else if value.is_none() {
            debug_assert_eq!(least(value.hand, here.hand.to_bits()), here.hand.to_bits(), "a hand too small");
            place.hand = pack(value.hand);
            let anchor = if value.reach == FREE { 0 } else { self.search.path.anchor(value.reach) };
            let (pn, dn) = if is_tentative { (anchor as u16, (anchor >> 16) as u16) } else { (1, 1) };
            fact = Fact { lower: Fact::NO_MATE, lower_is_tentative: is_tentative, pn, dn, ..fact };
        } else {
            fact = Fact { is_unbounded: true, ..Fact::searched(value.pn, value.dn) };
        }
        self.search.table.store(place, fact, self.search.pulse.ticks() - nodes);
    }

    /// Stores what is only guessed.
    fn keep_guess(&mut self, here: Here, value: Value, nodes: u64) {
        let mut place = guessed(here.place());
        let fact = if value.is_none() {
            place.hand = pack(value.hand);
            Fact { lower: value.length, ..Fact::NOTHING }
        } else {
            Fact::searched(value.pn, value.dn)
        };
        self.search.table.store(place, fact, self.search.pulse.ticks() - nodes);
    }
}

impl Here {
    /// Where it is kept.
    #[inline(always)]
    pub fn place(self) -> Place {
        Place { board: self.board, hand: pack(self.hand.to_bits()) }
    }
}
