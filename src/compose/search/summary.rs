//! The number of fillings, and the results of judging them.

use super::examiner::Finding;
use super::fillings::LeftOut;
use super::template::Template;
use crate::compose::{Rejection, Tally};
use num_bigint::BigUint;

/// The state of a search: the number of fillings judged, and their results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchSummary {
    /// The number of all fillings, legal or not.
    pub fillings: BigUint,
    /// The counts of the judged fillings by result.
    pub judged: Tally,
    /// Sound fillings whose solution lacks the wanted move, and fillings of which the wanted line is not a
    /// mate.
    pub passing_by: u64,
    /// The fillings that were built and skipped.
    pub left_out: LeftOut,
    /// The number of illegal fillings, which were not built; known when all others have been judged.
    pub illegal: Option<BigUint>,
}

impl SearchSummary {
    /// The summary before the first filling.
    pub fn new(template: &Template) -> SearchSummary {
        SearchSummary {
            fillings: template.count(),
            judged: Tally::default(),
            passing_by: 0,
            left_out: LeftOut::default(),
            illegal: None,
        }
    }

    /// The number of problems found.
    pub fn found(&self) -> u64 {
        self.judged.good
    }

    /// The number of fillings judged.
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

    /// Sets the numbers of fillings skipped so far.
    pub fn set_left_out(&mut self, left_out: LeftOut) {
        self.left_out = left_out;
    }

    /// Called when all fillings have been visited: those not counted are illegal.
    pub fn conclude(&mut self) {
        let LeftOut { twins, pieces } = self.left_out;
        let known = BigUint::from(self.judged()) + twins + pieces;
        let illegal = if self.fillings > known { &self.fillings - known } else { BigUint::default() };
        self.illegal = Some(illegal);
    }

    /// The number of judged fillings that were rejected for a reason.
    pub fn rejected(&self, rejection: Rejection) -> u64 {
        self.judged.rejected(rejection)
    }

    /// Whether some filling could not be decided.
    pub fn has_unknown(&self) -> bool {
        self.judged.unknown > 0
    }
}
