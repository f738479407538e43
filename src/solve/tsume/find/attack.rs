//! The attacker's nodes.

use super::super::checks::{distance, promoting_twin};
use super::super::hand::{pack_bits as pack, unpack_bits as unpack};
use super::super::number::{Combined, FREE, INFINITE, LONGEST, Thresholds, UNPROMISING, beyond};
use super::hands::{least, minus, missing};
use super::{Finder, Here, Value};
use crate::movegen::for_each_check;
use crate::store::{Fact, Place};
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
    pub(super) fn attack(&mut self, here: Here, thresholds: Thresholds) -> Value {
        let nodes = self.search.pulse.ticks();
        if self.search.pulse.tick() {
            return Value::open(1, 1);
        }
        let base = self.checks.len();
        let value = match self.list_checks(here) {
            Some(mate) => mate,
            None => self.choose_check(base, here, thresholds),
        };
        self.checks.truncate(base);
        self.keep(here, value, nodes);
        value
    }

    /// Lists the checks; stops at one that is known to mate.
    fn list_checks(&mut self, here: Here) -> Option<Value> {
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
            let value = self.glance_check(at);
            self.checks[at].value = value;
            if value.is_mate() {
                return Some(self.checks[at].won());
            }
        }
        None
    }

    fn glance_check(&mut self, at: usize) -> Value {
        let Check { mv, after, .. } = self.checks[at];
        if let Some(value) = self.known_defending(after) {
            return value;
        }
        let undo = self.search.position.do_move(mv);
        let mut value = self.judge_check();
        self.search.position.undo_move(mv, undo);
        if mv.from().is_none() && !value.is_decided() {
            let king = self.search.position.king(!self.search.attacker);
            value.pn += u32::from(king.map_or(0, |king| distance(king, mv.to()).saturating_sub(2)));
        }
        value
    }

    /// What the table or the path know of a position with the defender to move.
    pub(super) fn known_defending(&mut self, after: Here) -> Option<Value> {
        let known = self.look_up(after);
        if known.is_some_and(|value| value.is_decided()) {
            return known;
        }
        let place = after.place();
        if let Some(reach) = self.search.path.repeats(place) {
            return Some(Value::none(after.hand.to_bits(), reach));
        }
        if self.is_scrupulous
            && known.is_some()
            && let Some(reach) = self.search.path.recall(place, LONGEST)
        {
            return Some(Value::none(after.hand.to_bits(), reach));
        }
        known
    }

    fn choose_check(&mut self, base: usize, here: Here, thresholds: Thresholds) -> Value {
        loop {
            let (value, mut chosen, mut second, dn) = self.weigh_checks(base, here);
            let is_over = value.pn >= thresholds.pn || value.dn >= thresholds.dn;
            if value.is_decided() || is_over || self.search.pulse.is_over() {
                return value;
            }
            if self.search.is_taken(self.checks[chosen].after.board) {
                (chosen, second) = self.other_check(base, here, chosen, second, thresholds.pn);
            }
            let Check { mv, after, value, .. } = self.checks[chosen];
            let below = Thresholds {
                pn: thresholds.pn.min(beyond(second)),
                dn: dn.threshold(thresholds.dn, value.dn),
            };
            let known = self.known_defending(after);
            self.search.enter(after.board);
            self.checks[chosen].value = self.visit(known, mv, below, |finder| finder.defend(after, below));
            self.search.leave(after.board);
        }
    }

    /// Another thread is at the best check, and may bring its number up: the one to visit here, and the number of the second best.
    fn other_check(
        &mut self,
        base: usize,
        here: Here,
        best: usize,
        second: u32,
        threshold: u32,
    ) -> (usize, u32) {
        let number = self.checks[best].value.pn;
        self.checks[best].value.pn = beyond(number);
        let (_, other, next, _) = self.weigh_checks(base, here);
        self.checks[best].value.pn = number;
        if self.checks[other].value.pn < threshold { (other, next) } else { (best, second) }
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
            && (known.is_decided() || known.pn >= below.pn || known.dn >= below.dn)
        {
            return known;
        }
        let undo = self.search.position.do_move(mv);
        let value = search(self);
        self.search.position.undo_move(mv, undo);
        value
    }

    /// The value of an attacker's node, the check to visit, the second smallest proof number, and the disproof numbers.
    fn weigh_checks(&self, base: usize, here: Here) -> (Value, usize, u32, Combined) {
        let (mut smallest, mut second, mut chosen) = (INFINITE, INFINITE, 0);
        let mut dn = Combined::default();
        let checks = &self.checks[base..];
        for (at, check) in checks.iter().enumerate() {
            let value = &check.value;
            if value.is_mate() {
                return (check.won(), 0, 0, dn);
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
            return (self.lost(base, here), 0, 0, dn);
        }
        (Value::open(smallest, dn.number()), chosen, second, dn)
    }

    /// All checks are refuted, or there is none: for which hands, and how far up that reaches.
    fn lost(&self, base: usize, here: Here) -> Value {
        let mut hand = self.total() & !missing(here.hand.to_bits());
        let (mut reach, mut is_guess) = (FREE, false);
        for check in &self.checks[base..] {
            let before = minus(check.value.hand, check.gained) + check.spent;
            hand = least(hand, before);
            reach = reach.min(check.value.reach);
            is_guess |= check.value.is_guess;
        }
        Value { is_guess, ..Value::none(hand, reach) }
    }

    /// The pieces in both hands.
    pub(super) fn total(&self) -> u64 {
        let search = &*self.search;
        search.position.hand(search.attacker).to_bits() + search.position.hand(!search.attacker).to_bits()
    }

    /// What the table knows.
    pub(super) fn look_up(&self, here: Here) -> Option<Value> {
        if self.search.avoided.contains(here.place()) {
            return Some(Value::none(here.hand.to_bits(), FREE));
        }
        let found = self.search.table.find(here.place(), !self.is_scrupulous);
        if found.upper != Fact::NO_UPPER {
            return Some(Value::mate(found.upper, unpack(found.hand)));
        }
        if found.is_refuted {
            let hand = unpack(found.hand);
            if !found.is_tentative {
                return Some(Value::none(hand, FREE));
            }
            let anchor = u32::from(found.pn) | u32::from(found.dn) << 16;
            let reach = if anchor == 0 { Some(FREE) } else { self.search.path.find(anchor) };
            if let Some(reach) = reach {
                return Some(Value { is_guess: true, ..Value::none(hand, reach) });
            }
            return None;
        }
        found.is_searched.then(|| Value::open(found.pn.into(), found.dn.into()))
    }

    /// Stores a result.
    pub(super) fn keep(&mut self, here: Here, value: Value, nodes: u64) {
        if !value.is_decided() && self.search.pulse.is_over() {
            return;
        }
        let is_tentative = value.is_none() && (value.reach != FREE || value.is_guess);
        if is_tentative && self.is_scrupulous {
            return;
        }
        let mut fact = Fact::NOTHING;
        let mut place = here.place();
        if value.is_mate() {
            debug_assert_eq!(least(value.hand, here.hand.to_bits()), value.hand, "a hand that is not there");
            place.hand = pack(value.hand);
            fact = Fact { upper: value.length, is_unbounded: true, ..fact };
        } else if value.is_none() {
            debug_assert_eq!(least(value.hand, here.hand.to_bits()), here.hand.to_bits(), "a hand too small");
            place.hand = pack(value.hand);
            let anchor = if value.reach == FREE { 0 } else { self.search.path.anchor(value.reach) };
            let (pn, dn) = if is_tentative { (anchor as u16, (anchor >> 16) as u16) } else { (1, 1) };
            fact = Fact { lower: Fact::NO_MATE, lower_is_tentative: is_tentative, pn, dn, ..fact };
        } else {
            let small = |n: u32| n.min(u16::MAX.into()) as u16;
            fact = Fact {
                pn: small(value.pn),
                dn: small(value.dn),
                is_searched: true,
                is_unbounded: true,
                ..fact
            };
        }
        self.search.table.store(place, fact, self.search.pulse.ticks() - nodes);
    }
}

impl Check {
    /// A mate after this check.
    fn won(&self) -> Value {
        Value::mate(self.value.length.saturating_add(1), minus(self.value.hand, self.gained) + self.spent)
    }
}

impl Here {
    /// Where it is kept.
    #[inline(always)]
    pub fn place(self) -> Place {
        Place { board: self.board, hand: pack(self.hand.to_bits()) }
    }
}
