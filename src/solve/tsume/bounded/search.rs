//! The search within a bound: what it works with, what table and path know, and the values that positions start with.

use super::replies::Replies;
use super::value::Number;
use crate::movegen::in_check;
use crate::problem::Futile;
use crate::solve::tsume::board::Here;
use crate::solve::tsume::dfpn::{Check, FREE, Search, Thresholds, attack, defend};
use crate::store::{Fact, Place};
use crate::types::Move;

/// The answer to "is there a mate within so many plies?".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Yes.
    Yes,
    /// No.
    No,
    /// The search had to end.
    Halted,
}

impl From<Number> for Answer {
    fn from(number: Number) -> Answer {
        match (number.pn, number.dn) {
            (0, _) => Answer::Yes,
            (_, 0) => Answer::No,
            _ => Answer::Halted,
        }
    }
}

/// A search within a bound, on one thread.
pub struct Exact<'s> {
    pub base: &'s mut Search,
    /// The checks of all attacker's nodes on the path.
    pub(super) checks: Vec<Check<Fact>>,
    /// Room for the replies of nodes.
    pub(super) spare: Vec<Replies>,
}

impl Exact<'_> {
    pub fn new(base: &mut Search) -> Exact<'_> {
        Exact { base, checks: Vec::new(), spare: Vec::new() }
    }

    /// What is known of the present position, whoever is to move, without a search.
    pub fn probe(&mut self, bound: u16) -> Number {
        let here = self.base.board.here();
        if self.base.board.attacks() {
            self.known_attacking(here, bound).unwrap_or_else(|| self.initial_attacking(bound))
        } else {
            self.probe_defending(here, bound, false)
        }
    }

    /// The same with the defender to move.
    pub(super) fn probe_defending(&mut self, here: Here, bound: u16, by_pair: bool) -> Number {
        let known = self.known_defending(here.place(), bound, by_pair);
        known.unwrap_or_else(|| self.initial_defending(bound))
    }

    /// What is known of the present position after a search.
    pub fn search(&mut self, bound: u16) -> Number {
        let number = self.probe(bound);
        if number.is_decided() { number } else { self.search_unknown(bound) }
    }

    /// The same, of a position of which nothing is known.
    pub fn search_unknown(&mut self, bound: u16) -> Number {
        let here = self.base.board.here();
        if self.base.board.attacks() {
            attack(self, here, bound, Thresholds::NONE)
        } else {
            defend(self, here, bound, Thresholds::NONE, false)
        }
    }

    /// What is known of the present position, reached by a pair of interposition and capture, after a search.
    pub(super) fn search_after_pair(&mut self, bound: u16) -> Number {
        let here = self.base.board.here();
        let known = self.probe_defending(here, bound, true);
        if known.is_decided() { known } else { defend(self, here, bound, Thresholds::NONE, true) }
    }

    /// Plays a move, searches the position after it, and takes the move back.
    pub fn search_after(&mut self, mv: Move, bound: u16) -> Number {
        let undo = self.base.board.position.do_move(mv);
        let number = self.search(bound);
        self.base.board.position.undo_move(mv, undo);
        number
    }

    /// Does something with so many nodes at most.
    #[inline]
    pub(super) fn with_nodes<T>(&mut self, nodes: u64, what: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.base.control.allow(nodes);
        let result = what(self);
        self.base.control.restore(before);
        result
    }

    /// What the table knows of a position with the attacker to move.
    #[inline]
    pub(super) fn known_attacking(&self, here: Here, bound: u16) -> Option<Number> {
        if bound == 0 {
            return None;
        }
        let place = here.place();
        if self.base.board.avoids(place) {
            return Some(Number::none_before(Fact::NO_MATE));
        }
        self.known(place, bound)
    }

    /// The numbers that the present position starts with, the attacker to move; or its value, where the number of checks tells.
    #[inline]
    pub(super) fn initial_attacking(&mut self, bound: u16) -> Number {
        match (self.base.board.count_checks(), bound) {
            (0, _) => Number::none_before(Fact::NO_MATE),
            (_, 0) => Number::none_before(1),
            (checks, _) => Number::open(1, checks),
        }
    }

    /// What the path and the table know of a position with the defender to move.
    #[inline]
    pub(super) fn known_defending(&self, place: Place, bound: u16, by_pair: bool) -> Option<Number> {
        if bound < 2 {
            return None;
        }
        let path = &self.base.path;
        if let Some(reach) = path.shuttles(place, bound, by_pair) {
            return Some(Number::repeated(reach));
        }
        let number = self.known(place, bound);
        if by_pair || number.is_some_and(|number| number.is_decided()) {
            return number;
        }
        // A shortest mate repeats nothing, for the plies that are left grow fewer from move to move (and a pair adds none).
        let repeated = path.returns_to(place).map(Number::repeated);
        if repeated.is_some() || number.is_none() {
            return repeated;
        }
        path.recall(place, bound).map(Number::recalled).or(number)
    }

    /// The same with the defender to move.
    #[inline]
    pub(super) fn initial_defending(&mut self, bound: u16) -> Number {
        let board = &mut self.base.board;
        let (moves, drops) = board.count_replies();
        let is_official = board.futile == Futile::Official;
        if moves == 0 && !drops || moves == 0 && is_official && board.futile_drops_only().is_some() {
            let is_mate = in_check(&board.position);
            return if is_mate { Number::mate(0) } else { Number::none_before(Fact::NO_MATE) };
        }
        if bound < 2 {
            return Number::none_before(2);
        }
        Number::open(1 + moves + u32::from(drops), 1)
    }

    /// What the table knows of a position.
    #[inline]
    pub(super) fn known(&self, place: Place, bound: u16) -> Option<Number> {
        Number::of(self.base.table.look_up(place), bound)
    }

    /// Stores what holds on every path.
    pub(super) fn store(&mut self, place: Place, bound: u16, number: Number, began: u64) {
        let Search { board, table, control, .. } = &mut *self.base;
        if control.is_over() && !number.is_decided() || number.is_refuted() && number.reach != FREE {
            return;
        }
        debug_assert!(!number.is_proved() || number.fact.upper <= bound);
        debug_assert!(!number.is_refuted() || number.fact.lower > bound);
        let numbers = Fact::searched(number.pn, number.dn);
        let fact = if number.is_decided() {
            Fact { pn: numbers.pn, dn: numbers.dn, is_searched: false, ..number.fact }
        } else {
            numbers
        };
        debug_assert!(!table.contradicts(place, fact), "{} within {bound}: {fact:?}", board.position);
        table.store(place, fact, control.ticks() - began);
    }
}
