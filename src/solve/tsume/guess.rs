//! Guessing that there is no shorter mate: a quick search for one that takes repetitions for refutations.
//!
//! Without them a bound is all that ends a loop, and a long mate has many. What rests on a repetition holds on some paths only;
//! here it is kept as if it held on all, which can hide a mate but never invent one. So refutations and numbers are kept apart from
//! what is known, and only mates count. Every interposition counts here but those that are futile at sight: a proof
//! that one is futile needs refutations that are no guesses.

use super::number::Number;
use super::policy::Futile;
use super::search::Search;
use crate::store::Place;

/// Where guesses about a position are kept.
fn guessed(place: Place) -> Place {
    Place { board: place.board ^ 0x6a09_e667_f3bc_c908_b2fb_1366_ea95_7d3e, ..place }
}

impl Search {
    /// Looks for a mate within a bound, with so many nodes; an answer other than a mate is a guess.
    pub(super) fn guess(&mut self, bound: u16, nodes: u64) -> Number {
        self.is_credulous = true;
        let number = self.inquire_within(nodes, bound);
        self.is_credulous = false;
        number
    }

    /// What is kept of a position, as facts and, where these do not answer, as guesses if they are wanted.
    #[inline]
    pub(super) fn known(&self, place: Place, bound: u16) -> Option<Number> {
        let number = Number::of(self.table.look_up(place), bound);
        if !self.is_credulous || number.is_some_and(|number| number.is_answered()) {
            return number;
        }
        Number::of(self.table.look_up(guessed(place)), bound)
    }

    /// Where to keep an answer.
    #[inline]
    pub(super) fn kept_at(&self, place: Place, number: &Number) -> Place {
        if self.is_credulous && number.pn != 0 { guessed(place) } else { place }
    }

    /// Which interpositions can be shown to be futile.
    #[inline]
    pub(super) fn shown_futile(&self) -> Futile {
        if self.is_credulous { Futile::None } else { self.futile }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::limits::{Budget, Limits, StopFlag};
    use super::super::Tables;
    use super::super::pulse::Pulse;
    use super::super::search::Answer;
    use super::*;
    use crate::position::{Position, Rule};
    use crate::problem::default_attacker;
    use std::sync::mpsc::channel;
    use std::time::Instant;

    const PAGE: &str = include_str!("../../../docs/futile-interpositions.md");

    /// The diagrams of the page: position and its values under both policies.
    fn diagrams() -> Vec<(Position, u16, u16)> {
        let rows = PAGE.lines().filter_map(|line| line.strip_prefix("| `"));
        let cells = rows.map(|row| row.split(['`', '|']).map(str::trim).collect::<Vec<_>>());
        let read = |cells: Vec<&str>| {
            let [sfen, _, official, none, ..] = cells[..] else { panic!("not a diagram: {cells:?}") };
            let position = Position::from_sfen(sfen).expect("a legal diagram");
            (position, official.parse().expect("plies"), none.parse().expect("plies"))
        };
        cells.filter(|cells| cells[0].contains('/')).map(read).collect()
    }

    /// Runs something with a search of a position.
    fn searching(root: &Position, futile: Futile, check: impl FnOnce(&mut Search)) {
        let attacker = default_attacker(root, Rule::Tsume).expect("a king");
        let (budgets, inbox) = channel();
        let (outbox, _reports) = channel();
        budgets.send(Budget::Unlimited).expect("the other end is here");
        let pulse = Pulse::begin(Limits::default(), StopFlag::new(), Instant::now(), inbox, outbox);
        let pulse = pulse.expect("a budget was sent");
        let table = Tables::default().take(1 << 20);
        check(&mut Search::new(root.clone(), attacker, futile, pulse, table));
    }

    #[test]
    fn a_guess_claims_no_mate_that_is_too_short_and_leaves_no_fact_behind() {
        let mut shortened = 0;
        for (root, official, none) in diagrams() {
            for (futile, value) in [(Futile::Official, official), (Futile::None, none)] {
                searching(&root, futile, |search| {
                    for bound in (1..=none + 2).chain((1..=none + 2).rev()) {
                        let number = search.guess(bound, u64::MAX);
                        let claims = number.pn == 0;
                        assert!(!claims || number.fact.upper >= value, "{root} {futile:?} {bound}");
                        assert!(claims || bound < none, "{root} {futile:?} {bound}: not found");
                        shortened += u32::from(claims);
                    }
                    assert!(search.ask(value) == Answer::Yes, "{root} {futile:?}");
                    assert!(value < 2 || search.ask(value - 2) == Answer::No, "{root} {futile:?}");
                });
            }
        }
        assert!(shortened > 50, "{shortened} mates");
    }
}
