//! The nodes of the bounded search, for the common df-pn loop.

use super::replies::{Pair, Replies};
use super::search::BoundedSearch;
use super::value::BoundedValue;
use crate::problem::Futile;
use crate::solve::tsume::board::PositionKey;
use crate::solve::tsume::dfpn::{
    CheckingMove, INFINITE, Law, MostProving, Node, NodeState, ProofNumberSearch, SearchState, Thresholds,
    Weight, a_quarter_above, attack, defend, search_node, shorter,
};
use crate::store::Fact;

/// How a node combines the proof numbers of its checks. Usually all checks have to be refuted, so the search
/// stays with one check for a long time.
const CHECKS: Law = Law { weight: Weight::Root, margin: 28 };

impl ProofNumberSearch for BoundedSearch<'_> {
    type Fact = Fact;

    #[inline(always)]
    fn state(&self) -> &SearchState {
        self.state
    }

    #[inline(always)]
    fn law(&self) -> Law {
        CHECKS
    }

    #[inline(always)]
    fn checks(&self) -> &[CheckingMove<Fact>] {
        &self.checks
    }

    #[inline(always)]
    fn parts(&mut self) -> (&mut SearchState, &mut Vec<CheckingMove<Fact>>) {
        (self.state, &mut self.checks)
    }

    #[inline]
    fn probe_after_check(&mut self, after: PositionKey, bound: u16) -> Option<BoundedValue> {
        self.probe_table_defending(after.table_key(), bound, false)
    }

    #[inline]
    fn initial_value(&mut self, _: PositionKey, bound: u16) -> BoundedValue {
        self.initial_defending(bound)
    }

    fn value_if_mating(&self, _: PositionKey, check: &CheckingMove<Fact>) -> BoundedValue {
        check.value.before_mating_check()
    }

    fn value_if_refuted(&mut self, _: PositionKey, start: usize) -> BoundedValue {
        BoundedValue::before_refuted_checks(self.checks[start..].iter().map(|check| check.value))
    }

    #[inline]
    fn probe_on_entry(&self, here: PositionKey, bound: u16, thresholds: Thresholds) -> Option<BoundedValue> {
        self.probe_table(here.table_key(), bound).filter(|value| value.suffices(thresholds))
    }

    #[inline(always)]
    fn probe_before_move(&mut self, _: PositionKey, _: u16, _: Thresholds) -> Option<BoundedValue> {
        None
    }

    fn search_replies(&mut self, here: PositionKey, bound: u16, thresholds: Thresholds) -> BoundedValue {
        let mut replies = self.spare.pop().unwrap_or_default();
        let value = match self.list_replies(&mut replies, here, bound) {
            Some(refuted) => refuted,
            None => search_node(self, &mut Defending { replies: &mut replies, here, bound }, thresholds),
        };
        replies.clear();
        self.spare.push(replies);
        value
    }

    fn store_refutation(&mut self, here: PositionKey, value: &mut BoundedValue) {
        self.state.path.store_refutation(here.table_key(), value.to_path_refutation());
    }

    fn store_visit(&mut self, here: PositionKey, bound: u16, value: BoundedValue, began: u64) {
        self.store(here.table_key(), bound, value, began);
    }
}

/// A node with the defender to move.
struct Defending<'r> {
    replies: &'r mut Replies,
    here: PositionKey,
    bound: u16,
}

impl Node<BoundedSearch<'_>> for Defending<'_> {
    fn evaluate(&mut self, search: &mut BoundedSearch) -> NodeState<Fact> {
        search.list_heads(self.replies, self.here, self.bound);
        self.replies.evaluate(search.state.board.futile, self.bound)
    }

    fn conclude(&mut self, search: &mut BoundedSearch) -> Option<BoundedValue> {
        search.conclude(self.replies, self.bound)
    }

    #[inline]
    fn board(&self, _: &BoundedSearch, at: usize) -> u128 {
        self.replies.replies[at].board
    }

    fn minimized_number<'a>(&'a mut self, _: &'a mut BoundedSearch, at: usize) -> &'a mut u32 {
        &mut self.replies.replies[at].value.dn
    }

    #[inline]
    fn below(choice: &MostProving, thresholds: Thresholds) -> Thresholds {
        choice.below_defender(thresholds)
    }

    /// Searches a reply, or a pair that answers it, whichever has the smaller proof number.
    fn visit(&mut self, search: &mut BoundedSearch, chosen: usize, below: Thresholds, _: bool) {
        let reply = &self.replies.replies[chosen];
        let real = if reply.value.is_refuted() { INFINITE } else { reply.value.pn };
        let (pair, least, second) = self.replies.easiest_pair(reply);
        match pair.filter(|_| least <= real) {
            Some(at) => {
                // Without the policy a pair only saves work, and does not count in the disproof number.
                let spares_only = search.state.board.futile == Futile::None;
                let dn = if spares_only { INFINITE } else { below.dn };
                self.visit_pair(
                    search,
                    at,
                    Thresholds { pn: below.pn.min(a_quarter_above(second.min(real))), dn },
                );
            }
            None => {
                let below = Thresholds { pn: below.pn.min(a_quarter_above(least)), ..below };
                let (mv, after) = (reply.mv, PositionKey { board: reply.board, ..self.here });
                let bound = shorter(self.bound);
                let undo = search.state.board.position.do_move(mv);
                let value = attack(search, after, bound, below);
                search.state.board.position.undo_move(mv, undo);
                self.replies.replies[chosen].value = value;
            }
        }
    }
}

impl Defending<'_> {
    fn visit_pair(&mut self, search: &mut BoundedSearch, at: usize, below: Thresholds) {
        let bound = search.bound_of_pair(self.bound);
        let Pair { drop, capture, .. } = self.replies.pairs[at];
        let pair = search.state.board.do_pair(drop, capture);
        let after = search.state.board.here();
        let value = defend(search, after, bound, below, true);
        search.state.board.undo_pair(pair);
        self.replies.pairs[at].value = value;
        if value.is_proved() {
            self.replies.answer_square(at, search.state.board.futile, self.bound);
        }
    }
}
