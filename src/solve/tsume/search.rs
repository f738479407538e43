//! Depth-first proof-number search (df-pn, Nagai 2002). At a node the largest child counts, and the others a little, see
//! [`Combined`](super::number::Combined).
//!
//! A question is a position and a bound on the plies. Along a shortest mate the value falls from move to move, so it comes to no
//! position twice: where one on the path is repeated, the answer is no. What rests on that holds below the repeated position
//! ([`reach`](Number::reach)); a position above which nothing reaches has its answer on every path. The bound alone would end the
//! loops too, but only after going round as often as it allows.

use super::Futile;
use super::avoided::Avoided;
use super::checks::Child;
use super::crew::{Finding, Question};
use super::hand::pack;
use super::marks::Marks;
use super::number::{FREE, Number, Thresholds};
use super::path::{Path, Step};
use super::pulse::Pulse;
use super::replies::Replies;
use super::seed::seed;
use crate::movegen::{MoveSet, for_each_check, for_each_evasion, for_each_legal, in_check};
use crate::position::Position;
use crate::store::{Fact, Place, ProofTable};
use crate::types::{Color, Move};
use core::ops::ControlFlow;

/// The answer to "is there a mate within so many plies?".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Answer {
    /// Yes.
    Yes,
    /// No.
    No,
    /// The search had to end.
    Halted,
}

/// The search of one problem.
pub(super) struct Search {
    pub position: Position,
    pub attacker: Color,
    pub futile: Futile,
    pub pulse: Pulse,
    pub table: ProofTable,
    pub path: Path,
    /// What is constant in the problem, as a part of every key.
    pub seed: u128,
    pub(super) avoided: Avoided,
    /// Where the other threads are, if there are some.
    pub(super) marks: Option<Marks>,
    pub(super) spare_checks: Vec<Vec<Child>>,
    pub(super) spare_replies: Vec<Replies>,
}

impl Search {
    pub fn new(
        position: Position,
        attacker: Color,
        futile: Futile,
        pulse: Pulse,
        table: ProofTable,
    ) -> Search {
        let seed = seed(&position, attacker, futile);
        Search {
            position,
            attacker,
            futile,
            pulse,
            table,
            path: Path::new(),
            seed,
            avoided: Avoided::default(),
            marks: None,
            spare_checks: Vec::new(),
            spare_replies: Vec::new(),
        }
    }

    /// A search of the same problem with the same table for another thread.
    pub(super) fn for_another_thread(&self, pulse: Pulse) -> Search {
        let Search { attacker, futile, seed, .. } = *self;
        let table = self.table.for_another_thread();
        let search = Search::new(self.position.clone(), attacker, futile, pulse, table);
        Search { seed, avoided: self.avoided.clone(), ..search }
    }

    /// Asks about the present position, whoever is to move, with the search's whole strength.
    pub fn ask(&mut self, bound: u16) -> Answer {
        let number = self.inquire(bound);
        match (number.pn, number.dn) {
            (0, _) => Answer::Yes,
            (_, 0) => Answer::No,
            _ => Answer::Halted,
        }
    }

    /// Plays a move, asks about the position after it, and takes the move back.
    pub fn ask_after(&mut self, mv: Move, bound: u16) -> Answer {
        let undo = self.position.do_move(mv);
        let answer = self.ask(bound);
        self.position.undo_move(mv, undo);
        answer
    }

    /// What is known of the present position without a search.
    pub fn look(&mut self, bound: u16) -> Number {
        if self.position.side_to_move() == self.attacker {
            self.glance_attacking(bound)
        } else {
            self.glance_defending(bound, false)
        }
    }

    /// What is known of the present position after a search. Other threads help with it where nothing was searched on the way here.
    pub fn inquire(&mut self, bound: u16) -> Number {
        let number = self.look(bound);
        if number.is_answered() {
            return number;
        }
        if self.pulse.crew.is_none() || self.path.len() > 0 {
            return self.inquire_alone(bound);
        }
        match self.find_out(Question::Within { bound }) {
            Finding::Within(number) => number,
            _ => unreachable!("a finding is of the question's kind"),
        }
    }

    /// The same, of a position of which nothing is known, on this thread.
    pub(super) fn inquire_alone(&mut self, bound: u16) -> Number {
        if self.position.side_to_move() == self.attacker {
            self.attack(bound, Thresholds::NONE)
        } else {
            self.defend(bound, Thresholds::NONE, false)
        }
    }

    /// Does something with so many nodes at most.
    #[inline]
    pub(super) fn with_nodes<T>(&mut self, nodes: u64, what: impl FnOnce(&mut Search) -> T) -> T {
        let allowed = self.pulse.allowed();
        self.pulse.allow(nodes);
        let result = what(self);
        self.pulse.restore(allowed);
        result
    }

    /// Does something as if nothing led to the present position: its answers hold on every path.
    pub(super) fn off_path<T>(&mut self, what: impl FnOnce(&mut Search) -> T) -> T {
        let before = self.path.hide();
        let result = what(self);
        self.path.show(before);
        result
    }

    /// What is known of the present position after a search with so many nodes at most.
    pub(super) fn inquire_within(&mut self, nodes: u64, bound: u16) -> Number {
        self.with_nodes(nodes, |search| search.inquire(bound))
    }

    /// Where the present position is kept.
    #[inline]
    pub fn place(&self) -> Place {
        Place { board: self.position.board_key() ^ self.seed, hand: pack(self.position.hand(self.attacker)) }
    }

    /// Where the position after a pseudo-legal move is kept; `here` is the board of the present [place](Self::place).
    #[inline]
    pub(super) fn place_after(&self, here: u128, mv: Move) -> Place {
        let board = self.position.board_key_after(here, mv);
        let mut hand = self.position.hand(self.attacker);
        if self.position.side_to_move() == self.attacker {
            match mv.dropped() {
                Some(kind) => hand.remove(kind),
                None => {
                    if let Some(captured) = self.position.piece_at(mv.to()) {
                        hand.add(captured.kind().unpromoted());
                    }
                }
            }
        }
        Place { board, hand: pack(hand) }
    }

    /// What is known of the present position, the attacker to move, without a search.
    #[inline]
    pub(super) fn glance_attacking(&mut self, bound: u16) -> Number {
        let place = self.place();
        self.known_attacking(place, bound).unwrap_or_else(|| self.judge_attacking(bound))
    }

    /// What the table knows of a position with the attacker to move.
    #[inline]
    pub(super) fn known_attacking(&self, place: Place, bound: u16) -> Option<Number> {
        if bound == 0 {
            return None;
        }
        if self.avoided.contains(place) {
            return Some(Number::refuted(Fact::NO_MATE));
        }
        self.known(place, bound)
    }

    /// What a look at the present position says, the attacker to move.
    #[inline]
    pub(super) fn judge_attacking(&mut self, bound: u16) -> Number {
        let mut checks = 0;
        // Nobody breaks.
        let _ = for_each_check(&self.position, |set| {
            checks += set.count();
            ControlFlow::Continue(())
        });
        match (checks, bound) {
            (0, _) => Number::refuted(Fact::NO_MATE),
            (_, 0) => Number::refuted(1),
            (checks, _) => Number::open(1, checks),
        }
    }

    /// What is known of the present position, the defender to move, without a search.
    #[inline]
    pub fn glance_defending(&mut self, bound: u16, by_pair: bool) -> Number {
        let place = self.place();
        let known = self.known_defending(place, bound, by_pair);
        known.unwrap_or_else(|| self.judge_defending(bound))
    }

    /// What the path and the table know of a position with the defender to move.
    #[inline]
    pub(super) fn known_defending(&self, place: Place, bound: u16, by_pair: bool) -> Option<Number> {
        if bound < 2 {
            return None;
        }
        if let Some(reach) = self.path.shuttles(place, bound, by_pair) {
            return Some(Number::repeated(reach));
        }
        let number = self.known(place, bound);
        if by_pair || number.is_some_and(|number| number.is_answered()) {
            return number;
        }
        // A shortest mate repeats nothing, for the plies that are left grow fewer from move to move (and a pair adds none).
        let repeated = self.path.returns_to(place).map(Number::repeated);
        if repeated.is_some() || number.is_none() {
            return repeated;
        }
        self.path.recall(place, bound).map(Number::recalled).or(number)
    }

    /// What a look at the present position says, the defender to move.
    #[inline]
    pub(super) fn judge_defending(&mut self, bound: u16) -> Number {
        let (moves, drops) = self.count_replies();
        if moves == 0 && !drops || moves == 0 && self.futile == Futile::Official && self.is_dead().is_some() {
            return if in_check(&self.position) { Number::proved(0) } else { Number::refuted(Fact::NO_MATE) };
        }
        if bound < 2 {
            return Number::refuted(2);
        }
        Number::open(1 + moves + u32::from(drops), 1)
    }

    /// The number of replies other than drops, and whether there are drops. (All moves when there is no check.)
    pub fn count_replies(&self) -> (u32, bool) {
        let (mut moves, mut drops) = (0, false);
        let mut count = |set: MoveSet| {
            match set {
                MoveSet::Drops { .. } => drops = true,
                _ => moves += set.count(),
            }
            ControlFlow::Continue(())
        };
        // Nobody breaks.
        let _ = if in_check(&self.position) {
            for_each_evasion(&self.position, &mut count)
        } else {
            for_each_legal(&self.position, &mut count)
        };
        (moves, drops)
    }

    /// Puts a step on the path while the defender's replies are searched.
    pub fn defend(&mut self, bound: u16, thresholds: Thresholds, by_pair: bool) -> Number {
        let nodes = self.pulse.ticks();
        if self.pulse.tick() {
            return Number::open(1, 1);
        }
        let place = self.place();
        if let Some(number) = self.found_elsewhere(place, bound, thresholds) {
            return number;
        }
        let at = self.path.len() + 1;
        self.path.push(Step { place, bound, by_pair });
        let mut number = self.search_replies(bound, thresholds);
        self.path.pop();
        if number.dn == 0 && number.reach != FREE {
            if number.reach >= at {
                number.reach = FREE;
            } else {
                self.path.remember(place, number.repetition());
            }
        }
        self.keep(place, bound, number, nodes);
        number
    }

    /// What the table knows of a position.
    #[inline]
    pub(super) fn known(&self, place: Place, bound: u16) -> Option<Number> {
        Number::of(self.table.look_up(place), bound)
    }

    /// What the table knows of a position by now, if that ends a visit before it begins.
    #[inline]
    pub(super) fn found_elsewhere(&self, place: Place, bound: u16, thresholds: Thresholds) -> Option<Number> {
        let number = self.known(place, bound)?;
        (number.is_answered() || number.reaches(thresholds)).then_some(number)
    }

    /// Stores what holds on every path.
    pub(super) fn keep(&mut self, place: Place, bound: u16, number: Number, nodes: u64) {
        if self.pulse.is_over() && !number.is_answered() || number.dn == 0 && number.reach != FREE {
            return;
        }
        debug_assert!(number.pn != 0 || number.fact.upper <= bound);
        debug_assert!(number.dn != 0 || number.fact.lower > bound);
        let numbers = Fact::searched(number.pn, number.dn);
        let fact = if number.is_answered() {
            Fact { pn: numbers.pn, dn: numbers.dn, is_searched: false, ..number.fact }
        } else {
            numbers
        };
        debug_assert!(!self.table.contradicts(place, fact), "{} within {bound}: {fact:?}", self.position);
        self.table.store(place, fact, self.pulse.ticks() - nodes);
    }
}

#[cfg(test)]
mod tests;
