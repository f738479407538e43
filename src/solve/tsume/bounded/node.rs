//! The nodes of the search within a bound, in the loop that all searches share.

use super::replies::{Pair, Replies};
use super::search::Exact;
use super::value::Number;
use crate::problem::Futile;
use crate::solve::tsume::board::Here;
use crate::solve::tsume::dfpn::{
    Check, Choice, INFINITE, Node, Search, Searcher, Thresholds, Weighed, attack, beyond, defend,
    search_node, shorter,
};
use crate::store::Fact;

impl Searcher for Exact<'_> {
    type Fact = Fact;

    #[inline(always)]
    fn base(&self) -> &Search {
        self.base
    }

    #[inline(always)]
    fn checks(&self) -> &[Check<Fact>] {
        &self.checks
    }

    #[inline(always)]
    fn parts(&mut self) -> (&mut Search, &mut Vec<Check<Fact>>) {
        (self.base, &mut self.checks)
    }

    #[inline]
    fn known_after_check(&self, after: Here, bound: u16) -> Option<Number> {
        self.known_defending(after.place(), bound, false)
    }

    #[inline]
    fn initial_value(&mut self, _: Here, bound: u16) -> Number {
        self.initial_defending(bound)
    }

    fn won(&self, _: Here, check: &Check<Fact>) -> Number {
        check.value.before_mating_check()
    }

    fn lost(&self, _: Here, base: usize) -> Number {
        Number::before_refuted_checks(self.checks[base..].iter().map(|check| check.value))
    }

    #[inline]
    fn known_on_entry(&self, here: Here, bound: u16, thresholds: Thresholds) -> Option<Number> {
        self.known(here.place(), bound).filter(|number| number.suffices(thresholds))
    }

    #[inline(always)]
    fn known_before_move(&self, _: Here, _: u16, _: Thresholds) -> Option<Number> {
        None
    }

    fn search_replies(&mut self, here: Here, bound: u16, thresholds: Thresholds) -> Number {
        let mut replies = self.spare.pop().unwrap_or_default();
        let number = match self.list_replies(&mut replies, here, bound) {
            Some(refuted) => refuted,
            None => search_node(self, &mut Defending { replies: &mut replies, here, bound }, thresholds),
        };
        replies.clear();
        self.spare.push(replies);
        number
    }

    fn remember(&mut self, here: Here, number: &Number) {
        self.base.path.remember(here.place(), number.repetition());
    }

    fn keep(&mut self, here: Here, bound: u16, number: Number, began: u64) {
        self.store(here.place(), bound, number, began);
    }
}

/// A node with the defender to move.
struct Defending<'r> {
    replies: &'r mut Replies,
    here: Here,
    bound: u16,
}

impl Node<Exact<'_>> for Defending<'_> {
    fn weigh(&mut self, search: &mut Exact) -> Weighed<Fact> {
        search.list_heads(self.replies, self.here, self.bound);
        self.replies.weigh(search.base.board.futile, self.bound)
    }

    fn conclude(&mut self, search: &mut Exact) -> Option<Number> {
        search.conclude(self.replies, self.bound)
    }

    #[inline]
    fn board(&self, _: &Exact, at: usize) -> u128 {
        self.replies.replies[at].board
    }

    fn first_number<'a>(&'a mut self, _: &'a mut Exact, at: usize) -> &'a mut u32 {
        &mut self.replies.replies[at].number.dn
    }

    #[inline]
    fn below(choice: &Choice, thresholds: Thresholds) -> Thresholds {
        choice.below_defender(thresholds)
    }

    /// Searches a reply, or a pair that answers it, whichever seems easier to prove.
    fn visit(&mut self, search: &mut Exact, chosen: usize, below: Thresholds, _: bool) {
        let reply = &self.replies.replies[chosen];
        let real = if reply.number.is_refuted() { INFINITE } else { reply.number.pn };
        let (pair, least, second) = self.replies.easiest_pair(reply);
        match pair.filter(|_| least <= real) {
            Some(at) => {
                // A pair that only spares work has no part in the disproof number.
                let spares_only = search.base.board.futile == Futile::None;
                let dn = if spares_only { INFINITE } else { below.dn };
                self.visit_pair(search, at, Thresholds { pn: below.pn.min(beyond(second.min(real))), dn });
            }
            None => {
                let below = Thresholds { pn: below.pn.min(beyond(least)), ..below };
                let (mv, after) = (reply.mv, Here { board: reply.board, ..self.here });
                let bound = shorter(self.bound);
                let undo = search.base.board.position.do_move(mv);
                let number = attack(search, after, bound, below);
                search.base.board.position.undo_move(mv, undo);
                self.replies.replies[chosen].number = number;
            }
        }
    }
}

impl Defending<'_> {
    fn visit_pair(&mut self, search: &mut Exact, at: usize, below: Thresholds) {
        let bound = search.bound_of_pair(self.bound);
        let Pair { drop, capture, .. } = self.replies.pairs[at];
        let pair = search.base.board.do_pair(drop, capture);
        let after = search.base.board.here();
        let number = defend(search, after, bound, below, true);
        search.base.board.undo_pair(pair);
        self.replies.pairs[at].number = number;
        if number.is_proved() {
            self.replies.answer_group(at, search.base.board.futile, self.bound);
        }
    }
}
