//! The nodes of the search for any mate, for the common df-pn loop.

use super::piece_counts::{absent_kinds, min_counts, minus_one};
use super::search::{AnyMateSearch, LineOfCheck, Reply};
use super::value::{AnyMateFact, AnyMateValue};
use crate::solve::tsume::board::PositionKey;
use crate::solve::tsume::dfpn::{
    CheckingMove, FREE, Law, MostProving, Node, NodeState, ProofNumberSearch, RepeatedSet, SearchState,
    Tally, Thresholds, Weight, attack, longer, probe_or_search, search_node, shorter, step_hash,
};
use crate::store::Fact;

/// How nodes of both sides combine the proof numbers of their children, in a search without a bound.
const LAW: Law = Law { weight: Weight::Digits, margin: 8 };
/// How an attacker's node combines those of its checks, in a search within a bound.
const CHECKS_WITHIN: Law = Law { weight: Weight::Root, margin: 16 };
/// How a defender's node combines those of its replies, in a search within a bound.
const REPLIES_WITHIN: Law = Law { margin: 4, ..CHECKS_WITHIN };

impl ProofNumberSearch for AnyMateSearch<'_> {
    type Fact = AnyMateFact;

    #[inline(always)]
    fn state(&self) -> &SearchState {
        self.state
    }

    #[inline(always)]
    fn law(&self) -> Law {
        if self.is_bounded { CHECKS_WITHIN } else { LAW }
    }

    #[inline(always)]
    fn checks(&self) -> &[CheckingMove<AnyMateFact>] {
        &self.checks
    }

    #[inline(always)]
    fn parts(&mut self) -> (&mut SearchState, &mut Vec<CheckingMove<AnyMateFact>>) {
        (self.state, &mut self.checks)
    }

    #[inline]
    fn probe_after_check(&mut self, after: PositionKey, bound: u16) -> Option<AnyMateValue> {
        self.probe_defending(after, bound)
    }

    #[inline]
    fn initial_value(&mut self, here: PositionKey, bound: u16) -> AnyMateValue {
        self.initial_check(here, bound)
    }

    fn value_if_mating(&self, here: PositionKey, check: &CheckingMove<AnyMateFact>) -> AnyMateValue {
        let AnyMateFact { length, hand, .. } = check.value.fact;
        AnyMateValue::mate(length.saturating_add(1), before(here, check.after, hand))
    }

    fn value_if_refuted(&mut self, here: PositionKey, start: usize) -> AnyMateValue {
        let mut hand = self.total() & !absent_kinds(here.hand.to_bits());
        let (mut reach, mut is_guess, mut length) = (FREE, false, Fact::NO_MATE);
        let mut repeated = RepeatedSet::NONE;
        for CheckingMove { after, value, .. } in &self.checks[start..] {
            hand = min_counts(hand, before(here, *after, value.fact.hand));
            reach = reach.min(value.reach);
            length = length.min(longer(value.fact.length));
            is_guess |= value.fact.is_guess;
            if value.reach != FREE {
                repeated = self.state.repetition_table.sets.union(repeated, value.fact.repeated);
            }
        }
        AnyMateValue::refuted_by(AnyMateFact { length, is_guess, repeated, hand }, reach)
    }

    #[inline(always)]
    fn probe_on_entry(&self, _: PositionKey, _: u16, _: Thresholds) -> Option<AnyMateValue> {
        None
    }

    #[inline]
    fn probe_before_move(
        &mut self,
        after: PositionKey,
        bound: u16,
        thresholds: Thresholds,
    ) -> Option<AnyMateValue> {
        self.probe_defending(after, bound).filter(|known| known.suffices(thresholds))
    }

    fn search_replies(&mut self, here: PositionKey, bound: u16, thresholds: Thresholds) -> AnyMateValue {
        let mut node = Defending { start: self.replies.len(), here, bound, line: LineOfCheck::default() };
        let value = match self.list_replies(here, bound, &mut node.line) {
            Some(refuted) => refuted,
            None => search_node(self, &mut node, thresholds),
        };
        self.replies.truncate(node.start);
        value
    }

    fn store_refutation(&mut self, here: PositionKey, value: &mut AnyMateValue) {
        if self.is_bounded {
            return self.store_guess_on_path(here, value);
        }
        // Below this position, it is on every path, so the refutation need not name it.
        let repeated =
            self.state.repetition_table.sets.without(value.fact.repeated, step_hash(here.table_key()));
        value.fact.repeated = repeated;
    }

    fn store_visit(&mut self, here: PositionKey, _: u16, value: AnyMateValue, began: u64) {
        self.store(here, value, began);
    }
}

/// The hand that the attacker needs before a check in order to have a given hand after it.
fn before(here: PositionKey, after: PositionKey, hand: u64) -> u64 {
    let (before, after) = (here.hand.to_bits(), after.hand.to_bits());
    minus_one(hand, after.saturating_sub(before)) + before.saturating_sub(after)
}

/// A node with the defender to move; its replies are those in the search's list from index `start` on.
struct Defending {
    start: usize,
    here: PositionKey,
    bound: u16,
    line: LineOfCheck,
}

impl Node<AnyMateSearch<'_>> for Defending {
    fn evaluate(&mut self, search: &mut AnyMateSearch) -> NodeState<AnyMateFact> {
        let mut tally = Tally::new(if search.is_bounded { REPLIES_WITHIN } else { LAW });
        let mut is_drop_open = false;
        for at in self.start..search.replies.len() {
            let reply = &search.replies[at];
            if reply.value.is_proved() {
                continue;
            }
            let mut value = reply.value;
            if reply.waits {
                if is_drop_open {
                    break;
                }
                if self.line.answered.contains(reply.mv.to()) {
                    continue;
                }
                if !reply.is_listed {
                    let Some(first) = self.first_value(search, at) else { continue };
                    value = first;
                }
                is_drop_open = true;
            }
            if value.is_refuted() {
                return NodeState::Decided(search.escaped(&value));
            }
            tally.add(at, value.dn, value.pn);
        }
        if tally.is_empty() {
            return NodeState::AllDecided;
        }
        let (dn, pn) = tally.numbers();
        NodeState::Open(AnyMateValue::open(pn, dn), tally.most_proving())
    }

    fn conclude(&mut self, search: &mut AnyMateSearch) -> Option<AnyMateValue> {
        Some(search.mated(self.start, &self.line))
    }

    #[inline]
    fn board(&self, search: &AnyMateSearch, at: usize) -> u128 {
        search.replies[at].board
    }

    fn minimized_number<'a>(&'a mut self, search: &'a mut AnyMateSearch, at: usize) -> &'a mut u32 {
        &mut search.replies[at].value.dn
    }

    #[inline]
    fn below(choice: &MostProving, thresholds: Thresholds) -> Thresholds {
        choice.below_defender(thresholds)
    }

    #[inline]
    fn visit(&mut self, search: &mut AnyMateSearch, at: usize, below: Thresholds, is_first: bool) {
        let Reply { mv, board, value, .. } = search.replies[at];
        debug_assert!(!value.reaches(below), "a visit that changes nothing: {value:?}, {below:?}");
        let (after, bound) = (PositionKey { board, ..self.here }, shorter(self.bound));
        let known = if is_first { None } else { search.probe_table(after, bound) };
        let known = known.filter(|known| known.suffices(below));
        let value = probe_or_search(search, known, mv, |search| attack(search, after, bound, below));
        search.replies[at].value = value;
    }
}

impl Defending {
    /// The value of a drop when its turn comes; `None` when it is answered.
    fn first_value(&mut self, search: &mut AnyMateSearch, at: usize) -> Option<AnyMateValue> {
        let square = search.replies[at].mv.to();
        let after_sibling = at > self.start && search.replies[at - 1].mv.to() == square;
        if after_sibling && search.is_answered(square, self.here, self.bound, &mut self.line, false) {
            return None;
        }
        let value = search.probe_reply(at, self.here, shorter(self.bound));
        let reply = &mut search.replies[at];
        (reply.is_listed, reply.value) = (true, value);
        (!value.is_proved()).then_some(value)
    }
}
