//! Storing and probing mates and refutations with their hands, proof numbers, and guesses.
//!
//! The results of a search within a bound are guesses unless they are mates or refute mates of any length: the
//! search does not know which interpositions are futile, and a mate may be shorter when these are left out.
//! Guesses are stored under separate keys.

use super::piece_counts::min_counts;
use super::search::AnyMateSearch;
use super::value::AnyMateValue;
use crate::solve::tsume::board::{PositionKey, pack_bits as pack, unpack_bits as unpack};
use crate::solve::tsume::dfpn::{FREE, PathRefutation, RepeatedSet, RepetitionHit, SearchState};
use crate::store::{AnyMateProbe, Fact, Guess, NumbersOf, TableKey};

/// From this number of nodes on, the proof numbers of other hands on the same board count. (Short searches gain
/// little by them.)
const LONG: u64 = 250_000;

/// The key under which the path remembers that there is no mate, when that depends on too many repetitions to be
/// stored with the set of repeated positions.
fn no_mate_key(table_key: TableKey) -> TableKey {
    TableKey { board: !table_key.of_guesses().board, ..table_key }
}

/// The value that a position's facts and guesses give for a bound, when the facts do not decide the question.
#[inline(always)]
fn within_bound(found: &AnyMateProbe, guess: &Guess, bound: u16) -> Option<AnyMateValue> {
    if guess.lower > bound {
        return Some(AnyMateValue::none_before(guess.lower, unpack(guess.hand), FREE).guessed());
    }
    if guess.is_searched {
        return Some(AnyMateValue::open(guess.pn.into(), guess.dn.into()));
    }
    // If a mate is known but too long, the proof numbers are those of the search for that mate, and do not apply
    // here.
    let is_open = !found.is_refuted && found.upper == Fact::NO_UPPER;
    (found.is_searched && is_open).then(|| AnyMateValue::open(found.pn.into(), found.dn.into()))
}

impl AnyMateSearch<'_> {
    /// Probes the path and the table for a position with the defender to move.
    pub(super) fn probe_defending(&mut self, after: PositionKey, bound: u16) -> Option<AnyMateValue> {
        if bound < 2 {
            return None;
        }
        let known = self.probe_table(after, bound);
        if known.is_some_and(|value| value.is_decided()) {
            return known;
        }
        let (table_key, hand) = (after.table_key(), after.hand.to_bits());
        let path = &self.state.path;
        let repeats = path.repeats(table_key);
        if self.is_bounded {
            if let Some(reach) = repeats {
                return Some(AnyMateValue::none_before(bound + 1, hand, reach));
            }
            let on_path = known.and_then(|_| path.probe_refutation(table_key.of_guesses(), bound));
            return on_path.map(|by| AnyMateValue::none_before(by.lower, hand, by.reach)).or(known);
        }
        let on_path = repeats.map(|reach| {
            let repeated = self.state.repetition_table.sets.one(path.step_hash(reach));
            AnyMateValue::none_on_path(hand, repeated, reach)
        });
        on_path.or(known)
    }

    /// Stores a refutation by repetition for its path, under the key of guesses. In a search within a bound it
    /// may be wrong, since this search does not know which interpositions are futile, and counts a return with a
    /// smaller hand as a repetition.
    pub(super) fn store_guess_on_path(&mut self, here: PositionKey, value: &AnyMateValue) {
        let refutation =
            PathRefutation { reach: value.reach, lower: value.fact.length, lower_hand_only: false };
        self.state.path.store_refutation(here.table_key().of_guesses(), refutation);
    }

    /// Probes the table, and the refutations by repetition that hold on this path.
    pub(super) fn probe_table(&self, here: PositionKey, bound: u16) -> Option<AnyMateValue> {
        let table_key = here.table_key();
        if self.state.board.avoids(table_key) {
            return Some(AnyMateValue::none(here.hand.to_bits(), FREE));
        }
        let (found, guess) = if self.is_bounded {
            let (found, guess) = self.state.table.probe_with_guess(table_key, bound);
            (found, Some(guess))
        } else {
            let is_long = self.state.control.own_nodes() >= LONG;
            let numbers = if is_long { NumbersOf::AllHands } else { NumbersOf::ThisHand };
            (self.state.table.probe_any_mate(table_key, numbers), None)
        };
        if found.upper <= bound {
            return Some(AnyMateValue::mate(found.upper, unpack(found.hand)));
        }
        if found.is_refuted {
            return Some(AnyMateValue::none(unpack(found.hand), FREE));
        }
        if let Some(guess) = guess {
            return within_bound(&found, &guess, bound);
        }
        if let Some(RepetitionHit { hand, repeated, reach }) =
            self.state.repetition_table.probe(table_key, &self.state.path)
        {
            return Some(AnyMateValue::none_on_path(unpack(hand), repeated, reach));
        }
        if let Some(by) = self.state.path.probe_refutation(no_mate_key(table_key), bound) {
            return Some(AnyMateValue::none_on_path(here.hand.to_bits(), RepeatedSet::UNKNOWN, by.reach));
        }
        found.is_searched.then(|| AnyMateValue::open(found.pn.into(), found.dn.into()))
    }

    /// Stores a result.
    pub(super) fn store(&mut self, here: PositionKey, value: AnyMateValue, began: u64) {
        if !value.is_decided() && self.state.control.is_over() {
            return;
        }
        if value.is_refuted() && value.reach != FREE {
            return self.store_on_path(here, &value);
        }
        let is_fact = value.is_proved() || value.is_no_mate_for_sure() && value.fact.length == Fact::NO_MATE;
        if self.is_bounded && !is_fact {
            return self.store_guess(here, value, began);
        }
        let mut fact = Fact::NOTHING;
        let mut table_key = here.table_key();
        if value.is_proved() {
            debug_assert_eq!(
                min_counts(value.fact.hand, here.hand.to_bits()),
                value.fact.hand,
                "a hand that is not there"
            );
            table_key.hand = pack(value.fact.hand);
            fact = Fact { upper: value.fact.length, is_unbounded: true, ..fact };
        } else if value.is_refuted() {
            debug_assert_eq!(
                min_counts(value.fact.hand, here.hand.to_bits()),
                here.hand.to_bits(),
                "a hand too small"
            );
            table_key.hand = pack(value.fact.hand);
            fact = Fact { lower: Fact::NO_MATE, ..fact };
        } else {
            fact = Fact { is_unbounded: true, ..Fact::searched(value.pn, value.dn) };
        }
        self.state.table.store(table_key, fact, self.state.control.own_nodes() - began);
    }

    /// Stores a refutation by repetition. (In a search within a bound only those at the defender's nodes are
    /// stored, by [`store_guess_on_path`](AnyMateSearch::store_guess_on_path).)
    fn store_on_path(&mut self, here: PositionKey, value: &AnyMateValue) {
        if self.is_bounded {
            return;
        }
        let SearchState { repetition_table, path, .. } = &mut *self.state;
        let table_key = TableKey { hand: pack(value.fact.hand), ..here.table_key() };
        if !repetition_table.store(table_key, value.fact.repeated) {
            let refutation =
                PathRefutation { reach: value.reach, lower: Fact::NO_MATE, lower_hand_only: false };
            path.store_refutation(no_mate_key(here.table_key()), refutation);
        }
    }

    /// Stores a guess.
    fn store_guess(&mut self, here: PositionKey, value: AnyMateValue, began: u64) {
        let mut table_key = here.table_key().of_guesses();
        let fact = if value.is_refuted() {
            table_key.hand = pack(value.fact.hand);
            Fact { lower: value.fact.length, ..Fact::NOTHING }
        } else {
            Fact::searched(value.pn, value.dn)
        };
        self.state.table.store(table_key, fact, self.state.control.own_nodes() - began);
    }
}
