//! The attacker's nodes.

use super::super::checks::{distance, promoting_twin};
use super::super::number::{
    Choice, Combined, FREE, INFINITE, Thresholds, UNPROMISING, beyond, longer, shorter,
};
use super::hands::{least, minus, missing};
use super::{Finder, Here, Value};
use crate::movegen::for_each_check;
use crate::store::Fact;
use crate::types::{Move, PieceKind};
use core::ops::ControlFlow;

/// A check and what is known of the position after it.
pub(super) struct Check {
    mv: Move,
    after: Here,
    value: Value,
    /// Which check must be refuted or unpromising before this one comes up.
    waits_for: Option<u16>,
    /// The kind it adds to the hand or takes from it, as a hand of one.
    gained: u64,
    spent: u64,
}

const fn one(kind: PieceKind) -> u64 {
    1 << (8 * (kind as u32 & 7))
}

impl Finder<'_> {
    /// Visits the present position, the attacker to move.
    pub(super) fn attack(&mut self, here: Here, bound: u16, thresholds: Thresholds) -> Value {
        let nodes = self.search.pulse.ticks();
        if self.search.pulse.tick() {
            return Value::open(1, 1);
        }
        let base = self.checks.len();
        let value = match self.list_checks(here, bound) {
            Some(mate) => mate,
            None => self.choose_check(base, here, bound, thresholds),
        };
        self.checks.truncate(base);
        self.keep(here, value, nodes);
        value
    }

    /// Lists the checks; stops at one that is known to mate.
    fn list_checks(&mut self, here: Here, bound: u16) -> Option<Value> {
        let base = self.checks.len();
        let Finder { search, checks, .. } = self;
        let position = &search.position;
        // Nobody breaks.
        let _ = for_each_check(position, |set| {
            set.try_for_each(|mv| {
                let (mut hand, mut gained, mut spent) = (here.hand, 0, 0);
                match mv.dropped() {
                    Some(kind) => {
                        hand.remove(kind);
                        spent = one(kind);
                    }
                    None => {
                        if let Some(captured) = position.piece_at(mv.to()) {
                            hand.add(captured.kind().unpromoted());
                            gained = one(captured.kind().unpromoted());
                        }
                    }
                }
                let board = position.board_key_after(here.board, mv);
                search.table.prefetch(board);
                let twin = promoting_twin(position, mv);
                let waits_for =
                    twin.and_then(|twin| checks[base..].iter().rposition(|check| check.mv == twin));
                let waits_for = waits_for.map(|at| at as u16);
                let after = Here { board, hand };
                checks.push(Check { mv, after, value: Value::open(1, 1), waits_for, gained, spent });
                ControlFlow::Continue(())
            })
        });
        for at in base..self.checks.len() {
            let value = self.glance_check(at, shorter(bound));
            self.checks[at].value = value;
            if value.is_mate() {
                return Some(self.checks[at].won());
            }
        }
        None
    }

    fn glance_check(&mut self, at: usize, bound: u16) -> Value {
        let Check { mv, after, .. } = self.checks[at];
        if let Some(value) = self.known_defending(after, bound) {
            return value;
        }
        let undo = self.search.position.do_move(mv);
        let mut value = self.judge_check(after, bound);
        self.search.position.undo_move(mv, undo);
        if mv.from().is_none() && !value.is_decided() {
            let king = self.search.position.king(!self.search.attacker);
            value.pn += u32::from(king.map_or(0, |king| distance(king, mv.to()).saturating_sub(2)));
        }
        value
    }

    fn choose_check(&mut self, base: usize, here: Here, bound: u16, thresholds: Thresholds) -> Value {
        let mut is_fresh = true;
        loop {
            let (value, mut choice) = self.weigh_checks(base, here);
            if value.is_decided() || value.reaches(thresholds) || self.search.pulse.is_over() {
                return value;
            }
            if self.search.is_taken(self.checks[choice.at].after.board) {
                choice = self.other_check(base, here, choice, thresholds);
            }
            let Choice { at: chosen, second, all } = choice;
            let Check { mv, after, value, .. } = self.checks[chosen];
            let below = Thresholds {
                pn: thresholds.pn.min(beyond(second)),
                dn: all.threshold(thresholds.dn, value.dn),
            };
            debug_assert!(!value.reaches(below), "a visit that changes nothing: {value:?}, {below:?}");
            let bound = shorter(bound);
            // Right after the listing the table knows no more than was seen then.
            let known = if is_fresh { None } else { self.known_defending(after, bound) };
            is_fresh = false;
            self.search.enter(after.board);
            self.checks[chosen].value =
                self.visit(known, mv, below, |finder| finder.defend(after, bound, below));
            self.search.leave(after.board);
        }
    }

    /// Another thread is at the best check, and may bring its number up: what is to be visited here as long as that leaves the node
    /// below its thresholds.
    fn other_check(&mut self, base: usize, here: Here, best: Choice, thresholds: Thresholds) -> Choice {
        let number = self.checks[best.at].value.pn;
        self.checks[best.at].value.pn = beyond(number);
        let (value, other) = self.weigh_checks(base, here);
        self.checks[best.at].value.pn = number;
        if value.reaches(thresholds) { best } else { other }
    }

    /// What is known of the position after a move, if that reaches a threshold by now; else what a search of it finds.
    pub(super) fn visit(
        &mut self,
        known: Option<Value>,
        mv: Move,
        below: Thresholds,
        search: impl FnOnce(&mut Self) -> Value,
    ) -> Value {
        if let Some(known) = known
            && (known.is_decided() || known.reaches(below))
        {
            self.search.pulse.turn();
            return known;
        }
        let undo = self.search.position.do_move(mv);
        let value = search(self);
        self.search.position.undo_move(mv, undo);
        value
    }

    /// The value of an attacker's node, and the check to visit when it is open.
    fn weigh_checks(&self, base: usize, here: Here) -> (Value, Choice) {
        let (mut smallest, mut second, mut chosen) = (INFINITE, INFINITE, 0);
        let mut dn = Combined::default();
        let checks = &self.checks[base..];
        for (at, check) in checks.iter().enumerate() {
            let value = &check.value;
            if value.is_mate() {
                return (check.won(), Choice { at: 0, second: 0, all: dn });
            }
            if value.is_none() {
                continue;
            }
            if check.waits_for.is_some_and(|twin| checks[usize::from(twin)].value.pn < UNPROMISING) {
                second = second.min(UNPROMISING);
                continue;
            }
            dn.add(value.dn);
            if value.pn < smallest {
                (second, smallest, chosen) = (smallest, value.pn, base + at);
            } else {
                second = second.min(value.pn);
            }
        }
        if dn.is_none() {
            return (self.lost(base, here), Choice { at: 0, second: 0, all: dn });
        }
        (Value::open(smallest, dn.number()), Choice { at: chosen, second, all: dn })
    }

    /// All checks are refuted, or there is none: for which hands, and how far up that reaches.
    fn lost(&self, base: usize, here: Here) -> Value {
        let mut hand = self.total() & !missing(here.hand.to_bits());
        let (mut reach, mut is_guess, mut length) = (FREE, false, Fact::NO_MATE);
        for check in &self.checks[base..] {
            let before = minus(check.value.hand, check.gained) + check.spent;
            hand = least(hand, before);
            reach = reach.min(check.value.reach);
            length = length.min(longer(check.value.length));
            is_guess |= check.value.is_guess;
        }
        Value { is_guess, length, ..Value::none(hand, reach) }
    }

    /// The pieces in both hands.
    pub(super) fn total(&self) -> u64 {
        let search = &*self.search;
        search.position.hand(search.attacker).to_bits() + search.position.hand(!search.attacker).to_bits()
    }
}

impl Check {
    /// A mate after this check.
    fn won(&self) -> Value {
        Value::mate(self.value.length.saturating_add(1), minus(self.value.hand, self.gained) + self.spent)
    }
}
