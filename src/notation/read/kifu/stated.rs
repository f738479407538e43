//! The statements of headers: of contradictory ones the first one is used, and the contradiction is reported.

use crate::position::{CaptureRule, Conditions, Rule, Token};
use crate::problem::{Contradiction, ExpectedPlies, ExpectedSolutions, Futile, StatedHeader};
use crate::types::Color;
use num_bigint::BigUint;

/// A value stated by a header, with that header.
pub(super) struct Stated<T> {
    pub value: T,
    by: StatedHeader,
}

impl<T> Stated<T> {
    fn new(value: T, by: [&str; 2]) -> Stated<T> {
        Stated { value, by: header(by) }
    }
}

/// A kind of value that headers state about a problem.
pub(super) trait Statement: PartialEq {
    /// Whether the two values cannot both hold.
    fn contradicts(&self, other: &Self) -> bool {
        self != other
    }
}

impl Statement for Rule {}
impl Statement for Color {}
impl Statement for Futile {}
impl Statement for BigUint {}

impl Statement for Conditions {
    fn contradicts(&self, other: &Conditions) -> bool {
        let differ = |one: Option<CaptureRule>, other: Option<CaptureRule>| {
            one.zip(other).is_some_and(|(one, other)| one != other)
        };
        // Stating that there are no conditions is a statement too.
        self.is_empty() != other.is_empty()
            || differ(self.attacker, other.attacker)
            || differ(self.defender, other.defender)
    }
}

impl Statement for ExpectedPlies {
    fn contradicts(&self, other: &ExpectedPlies) -> bool {
        use ExpectedPlies::{AtMost, Mate};
        match (self, other) {
            (AtMost(_), AtMost(_)) => false,
            (AtMost(most), Mate(plies)) | (Mate(plies), AtMost(most)) => plies > most,
            _ => self != other,
        }
    }
}

impl Statement for ExpectedSolutions {
    fn contradicts(&self, other: &ExpectedSolutions) -> bool {
        use ExpectedSolutions::{Exactly, Several};
        match (self, other) {
            (Several, Exactly(count)) | (Exactly(count), Several) => *count <= BigUint::from(1u32),
            _ => self != other,
        }
    }
}

/// Contradictions between headers.
#[derive(Default)]
pub(super) struct Contradictions(Vec<Contradiction>);

impl Contradictions {
    /// States a value. Returns whether it is now the stated value, that is, no other value was stated before.
    pub fn state<T: Statement>(&mut self, place: &mut Option<Stated<T>>, value: T, by: [&str; 2]) -> bool {
        let Some(known) = place else {
            *place = Some(Stated::new(value, by));
            return true;
        };
        if known.value.contradicts(&value) {
            self.tell(&known.by, by);
        }
        known.value == value
    }

    /// States conditions in addition to those stated for the other side; returns false when they contradict
    /// earlier ones.
    pub fn state_conditions(
        &mut self,
        known: &mut Vec<Stated<Conditions>>,
        conditions: Conditions,
        by: [&str; 2],
    ) -> bool {
        if let Some(first) = known.iter().find(|known| known.value.contradicts(&conditions)) {
            self.tell(&first.by, by);
            return false;
        }
        // Headers may occur any number of times, so only new values are stored.
        if known.iter().all(|known| known.value != conditions) {
            known.push(Stated::new(conditions, by));
        }
        true
    }

    /// Records that one header contains two values that exclude each other; the first one is used.
    pub fn tell_two(&mut self, key: &str, [first, second]: [&str; 2]) {
        self.tell(&header([key, first]), [key, second]);
    }

    /// Records that a header contradicts an earlier one; only the first time for each key, which may occur
    /// any number of times.
    fn tell(&mut self, first: &StatedHeader, second: [&str; 2]) {
        if !self.0.iter().any(|known| known.second.key == second[0]) {
            self.0.push(Contradiction { first: first.clone(), second: header(second) });
        }
    }

    /// The recorded contradictions, in the order of the text.
    pub fn into_noted(self) -> Vec<Contradiction> {
        self.0
    }
}

/// The conditions of all headers combined; they do not contradict each other.
pub(super) fn joined(conditions: &[Stated<Conditions>]) -> Option<Conditions> {
    let conditions = conditions.iter().map(|stated| stated.value);
    conditions.reduce(|known, more| Conditions {
        attacker: known.attacker.or(more.attacker),
        defender: known.defender.or(more.defender),
    })
}

/// A header as it is reported.
fn header([key, value]: [&str; 2]) -> StatedHeader {
    StatedHeader { key: key.to_owned(), value: Token::shown(value) }
}
