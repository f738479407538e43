//! Finding a mate of any length, or one within a bound: depth-first proof-number search (df-pn, Nagai 2002). At a node the
//! largest child counts, and the others a little, see [`Combined`](super::number::Combined).
//!
//! Whether there is a mate does not depend on the policy for interpositions, and more in the attacker's hand never
//! spoils it. So results are kept for the smallest hand that mates and the largest that does not (証明駒, 反証駒; Nagai
//! 2002). A repetition is a failure on this path only. In the first, credulous pass what rests on one is kept as if it held
//! everywhere; that can hide a mate but never invent one. When such a pass refutes the root, a scrupulous one follows,
//! which keeps what holds on every path, and the rest beside the path it holds on.
//!
//! A mate comes with a bound of its plies for the hand that it needs and every larger one. A piece that is put between and
//! taken counts as two plies unless that is futile at sight, and leaving further futile ones out never makes a mate longer.
//!
//! To shorten a mate, the same search asks for one within a bound. What it refutes may be a mate within the bound by the
//! policy, so only its mates are facts; the rest are guesses, kept apart.

mod attack;
mod defend;
mod hands;
mod interpositions;
mod table;
mod value;

use super::crew::{Finding, Question};
use super::number::{FREE, Thresholds};
use super::search::Search;
use crate::movegen::{in_check, legal_moves};
use crate::types::Hand;
use attack::Check;
use defend::Reply;
pub(super) use value::Value;

/// A search for any mate.
pub(super) struct Finder<'s> {
    search: &'s mut Search,
    /// Results by repetition are kept for their path only.
    is_scrupulous: bool,
    /// Only mates within a bound count.
    is_bounded: bool,
    /// The children of all nodes on the path.
    checks: Vec<Check>,
    replies: Vec<Reply>,
}

/// What a visit needs to know of its position.
#[derive(Clone, Copy)]
struct Here {
    /// The key of the board, with what is constant in the problem.
    board: u128,
    /// The attacker's hand.
    hand: Hand,
}

impl Search {
    /// What is known of the present position after a search for any mate. Other threads help with it.
    pub(super) fn find(&mut self, is_scrupulous: bool) -> Value {
        self.value(Question::Any { is_scrupulous })
    }

    /// What is known of the present position after a search for a mate within a bound. Other threads help with it.
    pub(super) fn find_within(&mut self, bound: u16) -> Value {
        self.value(Question::Shorter { bound })
    }

    fn value(&mut self, question: Question) -> Value {
        match self.find_out(question) {
            Finding::Any(value) => value,
            _ => unreachable!("a finding is of the question's kind"),
        }
    }
}

impl Finder<'_> {
    pub fn new(search: &mut Search, is_scrupulous: bool) -> Finder<'_> {
        Finder { search, is_scrupulous, is_bounded: false, checks: Vec::new(), replies: Vec::new() }
    }

    /// A search for mates within bounds.
    pub fn within(search: &mut Search) -> Finder<'_> {
        Finder { is_bounded: true, ..Finder::new(search, true) }
    }

    /// What is known of the present position after a search for a mate within a bound, [`LONGEST`](super::number::LONGEST) for
    /// any, on this thread alone.
    pub fn find(&mut self, bound: u16) -> Value {
        let place = self.search.place();
        let here = Here { board: place.board, hand: self.search.position.hand(self.search.attacker) };
        if self.search.position.side_to_move() == self.search.attacker {
            self.attack(here, bound, Thresholds::NONE)
        } else if !in_check(&self.search.position) && legal_moves(&self.search.position).is_empty() {
            // A defender who moves first and has no move is not mated.
            Value::none(here.hand.to_bits(), FREE)
        } else if bound < 2 {
            self.judge_check(here, bound)
        } else {
            self.defend(here, bound, Thresholds::NONE)
        }
    }
}

#[cfg(test)]
pub(super) mod tests;
