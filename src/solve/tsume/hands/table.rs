//! Storing and probing mates and refutations with their hands, proof numbers, and guesses.
//!
//! The results of a bounded search for hands are guesses unless they are mates, or refute mates of any length: it does not know which
//! interpositions are futile, and without these a mate may be shorter. Guesses are stored under keys of their own.

use super::search::HandSearch;
use super::sets::least;
use super::value::HandValue;
use crate::solve::tsume::board::{PositionKey, pack_bits as pack, unpack_bits as unpack};
use crate::solve::tsume::dfpn::{FREE, Repetition};
use crate::store::{AnyMateProbe, Fact, TableKey};

/// The key under which guesses about a position are stored.
fn guess_key(table_key: TableKey) -> TableKey {
    TableKey { board: table_key.board ^ 0x6a09_e667_f3bc_c908_b2fb_1366_ea95_7d3e, ..table_key }
}

impl HandSearch<'_> {
    /// Probes the table and the path for a position with the defender to move.
    pub(super) fn probe_defending(&self, after: PositionKey, bound: u16) -> Option<HandValue> {
        if bound < 2 {
            return None;
        }
        let known = self.probe_table(after, bound);
        if known.is_some_and(|value| value.is_decided()) {
            return known;
        }
        let table_key = after.table_key();
        if let Some(reach) = self.base.path.repeats(table_key) {
            let length = if self.is_bounded { bound + 1 } else { Fact::NO_MATE };
            return Some(HandValue::none_before(length, after.hand.to_bits(), reach));
        }
        if self.is_scrupulous
            && known.is_some()
            && let Some(Repetition { reach, lower, .. }) =
                self.base.path.probe_refutation(guess_key(table_key), bound)
        {
            return Some(HandValue::none_before(lower, after.hand.to_bits(), reach));
        }
        known
    }

    /// Stores a refutation by repetition for its path, under the key of guesses: for the bounded search it may be wrong, since this search does
    /// not know which interpositions are futile and takes a return with a smaller hand for a repetition.
    pub(super) fn store_path_refutation(&mut self, here: PositionKey, value: &HandValue) {
        let refutation = Repetition { reach: value.reach, lower: value.fact.length, lower_hand_only: false };
        self.base.path.store_refutation(guess_key(here.table_key()), refutation);
    }

    /// Probes the table.
    pub(super) fn probe_table(&self, here: PositionKey, bound: u16) -> Option<HandValue> {
        if self.base.board.avoids(here.table_key()) {
            return Some(HandValue::none(here.hand.to_bits(), FREE));
        }
        let found = self.base.table.probe_any_mate(here.table_key(), !self.is_scrupulous);
        if found.upper <= bound {
            return Some(HandValue::mate(found.upper, unpack(found.hand)));
        }
        let refuted = self.refuted(&found);
        if refuted.is_some() {
            return refuted;
        }
        if self.is_bounded {
            return self.probe_bounded(here, bound, &found);
        }
        (found.is_searched && !found.is_refuted).then(|| HandValue::open(found.pn.into(), found.dn.into()))
    }

    /// The refutation that the table found, if it holds on this path.
    fn refuted(&self, found: &AnyMateProbe) -> Option<HandValue> {
        let hand = unpack(found.hand);
        if !found.is_refuted {
            return None;
        }
        if !found.is_tentative {
            return Some(HandValue::none(hand, FREE));
        }
        let reach = if found.anchor == 0 { FREE } else { self.base.path.find_anchor(found.anchor)? };
        Some(HandValue::none(hand, reach).guessed())
    }

    /// Probes the guesses for a question with a bound; `found`: the facts about the position.
    fn probe_bounded(&self, here: PositionKey, bound: u16, found: &AnyMateProbe) -> Option<HandValue> {
        let guess = self.base.table.probe_guess(guess_key(here.table_key()), bound);
        if guess.lower > bound {
            return Some(HandValue::none_before(guess.lower, unpack(guess.hand), FREE).guessed());
        }
        if guess.is_searched {
            return Some(HandValue::open(guess.pn.into(), guess.dn.into()));
        }
        // If a mate is known but too long, the proof numbers are those of finding it, and do not count.
        let is_open = !found.is_refuted && found.upper == Fact::NO_UPPER;
        (found.is_searched && is_open).then(|| HandValue::open(found.pn.into(), found.dn.into()))
    }

    /// Stores a result.
    pub(super) fn store(&mut self, here: PositionKey, value: HandValue, began: u64) {
        let holds_here_only = value.is_refuted() && value.reach != FREE;
        if !value.is_decided() && self.base.control.is_over() || holds_here_only && self.is_scrupulous {
            return;
        }
        let is_tentative = value.is_refuted() && (value.reach != FREE || value.fact.is_guess);
        let is_fact =
            value.is_proved() || value.is_refuted() && !is_tentative && value.fact.length == Fact::NO_MATE;
        if self.is_bounded && !is_fact {
            return self.store_guess(here, value, began);
        }
        let mut fact = Fact::NOTHING;
        let mut table_key = here.table_key();
        if value.is_proved() {
            debug_assert_eq!(
                least(value.fact.hand, here.hand.to_bits()),
                value.fact.hand,
                "a hand that is not there"
            );
            table_key.hand = pack(value.fact.hand);
            fact = Fact { upper: value.fact.length, is_unbounded: true, ..fact };
        } else if value.is_refuted() {
            debug_assert_eq!(
                least(value.fact.hand, here.hand.to_bits()),
                here.hand.to_bits(),
                "a hand too small"
            );
            table_key.hand = pack(value.fact.hand);
            let anchor = if value.reach == FREE { 0 } else { self.base.path.anchor(value.reach) };
            let (pn, dn) = if is_tentative { (anchor as u16, (anchor >> 16) as u16) } else { (1, 1) };
            fact = Fact { lower: Fact::NO_MATE, lower_is_tentative: is_tentative, pn, dn, ..fact };
        } else {
            fact = Fact { is_unbounded: true, ..Fact::searched(value.pn, value.dn) };
        }
        self.base.table.store(table_key, fact, self.base.control.own_nodes() - began);
    }

    /// Stores a guess.
    fn store_guess(&mut self, here: PositionKey, value: HandValue, began: u64) {
        let mut table_key = guess_key(here.table_key());
        let fact = if value.is_refuted() {
            table_key.hand = pack(value.fact.hand);
            Fact { lower: value.fact.length, ..Fact::NOTHING }
        } else {
            Fact::searched(value.pn, value.dn)
        };
        self.base.table.store(table_key, fact, self.base.control.own_nodes() - began);
    }
}
