//! The defender's nodes.

use super::super::Futile;
use super::super::number::{Choice, Combined, FREE, INFINITE, Thresholds, beyond, longer, shorter};
use super::super::path::Step;
use super::hands::{least, missing, most};
use super::interpositions::Line;
use super::{Finder, Here, Value};
use crate::board::Bitboard;
use crate::movegen::{MoveSet, for_each_check, for_each_evasion, for_each_legal, in_check};
use crate::types::{Move, PieceKind};
use core::ops::ControlFlow;

/// A reply and what is known of the position after it.
pub(super) struct Reply {
    pub mv: Move,
    pub board: u128,
    pub value: Value,
    /// Whether it was looked at.
    pub is_listed: bool,
    /// Whether it is a drop onto a line of check, which waits for those before it.
    pub waits: bool,
}

impl Finder<'_> {
    /// Judges a position with the defender in check at first sight.
    pub(super) fn judge_check(&mut self, here: Here, bound: u16) -> Value {
        let (moves, drops) = self.search.count_replies();
        let plies = match (moves, drops) {
            (0, false) => Some(0),
            (0, true) => self.search.is_dead(),
            _ => None,
        };
        if let Some(plies) = plies {
            let plies = if self.search.futile == Futile::Official { 0 } else { plies };
            if plies <= bound {
                return Value::mate(plies, self.unheld(self.gap()));
            }
        }
        if bound < 2 {
            // With more in the attacker's hand the defender may have nothing to drop.
            let hand = if moves > 0 { self.total() } else { here.hand.to_bits() };
            return Value { length: 2, ..Value::none(hand, FREE) };
        }
        Value::open(moves + u32::from(drops), 1)
    }

    /// Visits the present position, the defender to move.
    pub(super) fn defend(&mut self, here: Here, bound: u16, thresholds: Thresholds) -> Value {
        let nodes = self.search.pulse.ticks();
        if self.search.pulse.tick() {
            return Value::open(1, 1);
        }
        self.search.path.push(Step::of_any(here.place()));
        let at = self.search.path.len();
        let base = self.replies.len();
        let mut line = Line::default();
        let mut value = match self.list_replies(here, bound, &mut line) {
            Some(refuted) => refuted,
            None => self.choose_reply(base, here, bound, &mut line, thresholds),
        };
        self.replies.truncate(base);
        self.search.path.pop();
        if value.is_none() && value.reach != FREE {
            if value.reach >= at {
                value.reach = FREE;
            } else if self.is_scrupulous {
                self.remember(here, &value);
            }
        }
        self.keep(here, value, nodes);
        value
    }

    /// Lists the replies; stops at one that is known to escape.
    fn list_replies(&mut self, here: Here, bound: u16, line: &mut Line) -> Option<Value> {
        let base = self.replies.len();
        let mut drops: [(PieceKind, Bitboard); 7] = [(PieceKind::Pawn, Bitboard::EMPTY); 7];
        let mut kinds = 0;
        let Finder { search, replies, .. } = self;
        let position = &search.position;
        let checked = in_check(position);
        let mut list = |set: MoveSet| {
            if let (true, MoveSet::Drops { kind, to }) = (checked, set) {
                drops[kinds] = (kind, to);
                kinds += 1;
                return ControlFlow::Continue(());
            }
            set.try_for_each(|mv| {
                let board = position.board_key_after(here.board, mv);
                search.table.prefetch(board);
                replies.push(Reply { mv, board, value: Value::open(1, 1), is_listed: true, waits: false });
                ControlFlow::Continue(())
            })
        };
        // Nobody breaks.
        let _ =
            if checked { for_each_evasion(position, &mut list) } else { for_each_legal(position, &mut list) };
        for at in base..self.replies.len() {
            let value = self.glance_reply(at, here, shorter(bound));
            self.replies[at].value = value;
            if value.is_none() {
                return Some(self.escaped(&value));
            }
        }
        if kinds > 0 {
            self.list_drops(here, bound, &drops[..kinds], line);
        }
        None
    }

    fn glance_reply(&mut self, at: usize, here: Here, bound: u16) -> Value {
        let Reply { mv, board, .. } = self.replies[at];
        if let Some(value) = self.look_up(Here { board, ..here }, bound) {
            return value;
        }
        let undo = self.search.position.do_move(mv);
        let mut checks = 0;
        // Nobody breaks.
        let _ = for_each_check(&self.search.position, |set| {
            checks += set.count();
            ControlFlow::Continue(())
        });
        let value = if checks == 0 {
            Value::none(self.total() & !missing(here.hand.to_bits()), FREE)
        } else {
            Value::open(1, checks)
        };
        self.search.position.undo_move(mv, undo);
        value
    }

    fn choose_reply(
        &mut self,
        base: usize,
        here: Here,
        bound: u16,
        line: &mut Line,
        thresholds: Thresholds,
    ) -> Value {
        let mut is_fresh = true;
        loop {
            let (value, mut choice) = self.weigh_replies(base, here, bound, line);
            if value.is_decided() || value.reaches(thresholds) || self.search.pulse.is_over() {
                return value;
            }
            if self.search.is_taken(self.replies[choice.at].board) {
                choice = self.other_reply((base, here, bound), line, choice, thresholds);
            }
            let Choice { at: chosen, second, all } = choice;
            let Reply { mv, board, value, .. } = self.replies[chosen];
            let below = Thresholds {
                pn: all.threshold(thresholds.pn, value.pn),
                dn: thresholds.dn.min(beyond(second)),
            };
            debug_assert!(!value.reaches(below), "a visit that changes nothing: {value:?}, {below:?}");
            let after = Here { board, ..here };
            let bound = shorter(bound);
            // Right after the listing the table knows no more than was seen then.
            let known = if is_fresh { None } else { self.look_up(after, bound) };
            is_fresh = false;
            self.search.enter(board);
            self.replies[chosen].value =
                self.visit(known, mv, below, |finder| finder.attack(after, bound, below));
            self.search.leave(board);
        }
    }

    /// Another thread is at the best reply, and may bring its number up: what is to be visited here as long as that leaves the node
    /// below its thresholds.
    fn other_reply(
        &mut self,
        (base, here, bound): (usize, Here, u16),
        line: &mut Line,
        best: Choice,
        thresholds: Thresholds,
    ) -> Choice {
        let number = self.replies[best.at].value.dn;
        self.replies[best.at].value.dn = beyond(number);
        let (value, other) = self.weigh_replies(base, here, bound, line);
        self.replies[best.at].value.dn = number;
        if value.is_decided() || value.reaches(thresholds) { best } else { other }
    }

    /// The value of a defender's node, and the reply to visit when it is open.
    fn weigh_replies(&mut self, base: usize, here: Here, bound: u16, line: &mut Line) -> (Value, Choice) {
        let (mut smallest, mut second, mut chosen) = (INFINITE, INFINITE, 0);
        let (mut pn, mut is_drop_open) = (Combined::default(), false);
        for at in base..self.replies.len() {
            let reply = &self.replies[at];
            if reply.value.is_mate() {
                continue;
            }
            let mut value = reply.value;
            if reply.waits {
                if is_drop_open {
                    break;
                }
                let square = reply.mv.to();
                if line.answered.contains(square) {
                    continue;
                }
                if !reply.is_listed {
                    let after_sibling = at > base && self.replies[at - 1].mv.to() == square;
                    if after_sibling && self.is_answered(square, here, bound, line, false) {
                        continue;
                    }
                    value = self.glance_reply(at, here, shorter(bound));
                    self.replies[at].is_listed = true;
                    self.replies[at].value = value;
                    if value.is_mate() {
                        continue;
                    }
                }
                is_drop_open = true;
            }
            if value.is_none() {
                return (self.escaped(&value), Choice { at, second: 0, all: pn });
            }
            pn.add(value.pn);
            if value.dn < smallest {
                (second, smallest, chosen) = (smallest, value.dn, at);
            } else {
                second = second.min(value.dn);
            }
        }
        if pn.is_none() {
            return (self.mated(base, line), Choice { at: chosen, second, all: pn });
        }
        (Value::open(pn.number(), smallest), Choice { at: chosen, second, all: pn })
    }

    /// A reply escapes: for which hands.
    fn escaped(&self, reply: &Value) -> Value {
        Value { hand: least(reply.hand, self.total()), length: longer(reply.length), ..*reply }
    }

    /// All replies are answered: with which hand.
    fn mated(&self, base: usize, line: &Line) -> Value {
        let mut length = 0;
        let mut hand = self.unheld(self.gap());
        for reply in self.replies[base..].iter().filter(|reply| reply.value.is_mate()) {
            hand = most(hand, reply.value.hand);
            length = length.max(reply.value.length.saturating_add(1));
        }
        if let Some(answer) = line.answer {
            hand = most(hand, answer.hand);
            length = length.max(answer.length);
        }
        Value::mate(length, hand)
    }
}
