//! How many fillings there are, and what became of them.

use super::examiner::Finding;
use super::fillings::LeftOut;
use super::template::Template;
use crate::compose::{Rejection, Tally};
use num_bigint::BigUint;

/// How far a search has come: how many fillings were judged, and how they came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchSummary {
    /// The number of all fillings, legal or not.
    pub fillings: BigUint,
    /// What became of those that were judged.
    pub judged: Tally,
    /// Sound ones whose solution has not the move that was wanted, and those of which the wanted line is no mate.
    pub passing_by: u64,
    /// Those that were built and left out.
    pub left_out: LeftOut,
    /// The illegal ones, which were not built: known when all others are judged.
    pub illegal: Option<BigUint>,
}

impl SearchSummary {
    /// Before the first filling.
    pub fn new(template: &Template) -> SearchSummary {
        SearchSummary {
            fillings: template.count(),
            judged: Tally::default(),
            passing_by: 0,
            left_out: LeftOut::default(),
            illegal: None,
        }
    }

    /// How many were found.
    pub fn found(&self) -> u64 {
        self.judged.good
    }

    /// How many were judged.
    pub fn judged(&self) -> u64 {
        self.judged.all() + self.passing_by
    }

    /// Counts a filling.
    pub fn count(&mut self, finding: &Finding) {
        match finding {
            Finding::Found(_) => self.judged.good += 1,
            Finding::PassesBy => self.passing_by += 1,
            Finding::Not(judgement) => self.judged.count(judgement),
        }
    }

    /// Sets what was left out so far.
    pub fn set_left_out(&mut self, left_out: LeftOut) {
        self.left_out = left_out;
    }

    /// All fillings were gone through: the rest is illegal.
    pub fn conclude(&mut self) {
        let LeftOut { twins, pieces } = self.left_out;
        let known = BigUint::from(self.judged()) + twins + pieces;
        let illegal = if self.fillings > known { &self.fillings - known } else { BigUint::default() };
        self.illegal = Some(illegal);
    }

    /// How many of the judged ones were rejected for a reason.
    pub fn rejected(&self, rejection: Rejection) -> u64 {
        self.judged.rejected(rejection)
    }

    /// Whether something stayed unknown.
    pub fn has_unknown(&self) -> bool {
        self.judged.unknown > 0
    }
}
