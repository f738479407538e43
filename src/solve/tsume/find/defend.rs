//! The defender's nodes.
//!
//! Drops onto a line of check are searched one after another, those next to the king first: the next comes up when the one
//! before it is answered. A piece dropped on a square that no other guards is taken by the piece that gives check; if that mates with
//! the piece given back, it answers all drops on the square.

use super::super::checks::distance;
use super::super::number::{Combined, FREE, INFINITE, LONGEST, Thresholds, beyond};
use super::super::path::Step;
use super::super::policy::Futile;

use super::hands::{least, missing, most};
use super::{Finder, Here, Value};
use crate::board::{Bitboard, between};
use crate::movegen::{MoveSet, for_each_check, for_each_evasion, for_each_legal, in_check};
use crate::position::Position;
use crate::types::{Move, PieceKind, Square};
use core::ops::ControlFlow;

/// A reply and what is known of the position after it.
pub(super) struct Reply {
    mv: Move,
    board: u128,
    value: Value,
    /// Whether it was looked at.
    is_listed: bool,
    /// Whether it is a drop onto a line of check, which waits for those before it.
    waits: bool,
}

/// The squares of a line of check on which all drops are answered at once.
#[derive(Default)]
struct Line {
    /// The piece that gives check from a distance, when it can take what is put between.
    checker: Option<Square>,
    /// The squares that are answered, and what answers them together.
    answered: Bitboard,
    answer: Option<Value>,
}

impl Finder<'_> {
    /// Judges a position with the defender in check at first sight.
    pub(super) fn judge_check(&mut self) -> Value {
        let (moves, drops) = self.search.count_replies();
        let plies = match (moves, drops) {
            (0, false) => Some(0),
            (0, true) => self.search.is_dead(),
            _ => None,
        };
        if let Some(plies) = plies {
            let plies = if self.search.futile == Futile::Official { 0 } else { plies };
            return Value::mate(plies, self.unheld(self.gap()));
        }
        Value::open(moves + u32::from(drops), 1)
    }

    /// The squares on which something can be put between the king and what checks him.
    fn gap(&self) -> Bitboard {
        let search = &*self.search;
        let Some(king) = search.position.king(!search.attacker) else { return Bitboard::EMPTY };
        let checkers = search.position.attackers_to(king, search.attacker, search.position.occupied());
        match checkers.first() {
            Some(checker) if !checkers.has_many() => between(king, checker),
            _ => Bitboard::EMPTY,
        }
    }

    /// What the attacker holds of the kinds that the defender lacks to put between: with less in the attacker's hand the
    /// defender would have some.
    fn unheld(&self, gap: Bitboard) -> u64 {
        if gap.is_empty() {
            return 0;
        }
        let search = &*self.search;
        let held = search.position.hand(!search.attacker).to_bits();
        search.position.hand(search.attacker).to_bits() & missing(held)
    }

    /// Visits the present position, the defender to move.
    pub(super) fn defend(&mut self, here: Here, thresholds: Thresholds) -> Value {
        let nodes = self.search.pulse.ticks();
        if self.search.pulse.tick() {
            return Value::open(1, 1);
        }
        self.search.path.push(Step::of_any(here.place()));
        let at = self.search.path.len();
        let base = self.replies.len();
        let mut line = Line::default();
        let mut value = match self.list_replies(here, &mut line) {
            Some(refuted) => refuted,
            None => self.choose_reply(base, here, &mut line, thresholds),
        };
        self.replies.truncate(base);
        self.search.path.pop();
        if value.is_none() && value.reach != FREE {
            if value.reach >= at {
                value.reach = FREE;
            } else if self.is_scrupulous {
                self.search.path.remember(here.place(), LONGEST, value.reach);
            }
        }
        self.keep(here, value, nodes);
        value
    }

    /// Lists the replies; stops at one that is known to escape.
    fn list_replies(&mut self, here: Here, line: &mut Line) -> Option<Value> {
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
            let value = self.glance_reply(at, here);
            self.replies[at].value = value;
            if value.is_none() {
                return Some(self.escaped(&value));
            }
        }
        if kinds > 0 {
            self.list_drops(here, &drops[..kinds], line);
        }
        None
    }

    /// Lists the drops onto the line of check, the squares next to the king first.
    fn list_drops(&mut self, here: Here, drops: &[(PieceKind, Bitboard)], line: &mut Line) {
        let defender = !self.search.attacker;
        let Some(king) = self.search.position.king(defender) else { return };
        let occupied = self.search.position.occupied();
        let checkers = self.search.position.attackers_to(king, self.search.attacker, occupied);
        if self.search.position.king(self.search.attacker).is_none() {
            line.checker = checkers.first();
        }
        let mut rest = drops.iter().fold(Bitboard::EMPTY, |all, &(_, to)| all | to);
        while let Some(square) = rest.into_iter().min_by_key(|&sq| distance(sq, king)) {
            rest = rest.without(Bitboard::square(square));
            if self.is_answered(square, here, line, true) {
                continue;
            }
            for &(kind, to) in drops {
                if to.contains(square) {
                    let mv = Move::drop(kind, square);
                    let board = self.search.position.board_key_after(here.board, mv);
                    self.replies.push(Reply {
                        mv,
                        board,
                        value: Value::open(1, 1),
                        is_listed: false,
                        waits: true,
                    });
                }
            }
        }
    }

    /// Whether all drops on a square are answered by taking the piece.
    fn is_answered(&mut self, square: Square, here: Here, line: &mut Line, looks_at_board: bool) -> bool {
        if line.answered.contains(square) {
            return true;
        }
        let Some(from) = line.checker else { return false };
        let Some(piece) = self.search.position.piece_at(from) else { return false };
        let color = piece.color();
        let zone = Bitboard::promotion_zone(color);
        let may_promote = piece.kind().promoted().is_some()
            && piece.kind() != PieceKind::Lance
            && (zone.contains(from) || zone.contains(square));
        let ways = if may_promote { &[true, false][..] } else { &[false] };
        for &promotes in ways {
            let mv = Move::board(from, square, promotes);
            // The defender's piece on the square is gone again, so it is as if the checking piece had just moved closer.
            let board = Position::turned(self.search.position.board_key_after(here.board, mv));
            let after = Here { board, hand: here.hand };
            let mut value = self.look_up(after);
            if value.is_none() && looks_at_board {
                let position = &mut self.search.position;
                position.set_side_to_move(color);
                let undo = position.do_move(mv);
                let judged = self.judge_check();
                self.search.position.undo_move(mv, undo);
                self.search.position.set_side_to_move(!color);
                value = Some(judged);
            }
            if let Some(value) = value.filter(Value::is_mate) {
                line.answered |= Bitboard::square(square);
                let answer = line.answer.get_or_insert(value);
                answer.hand = most(answer.hand, value.hand);
                answer.length = answer.length.max(value.length);
                return true;
            }
        }
        false
    }

    fn glance_reply(&mut self, at: usize, here: Here) -> Value {
        let Reply { mv, board, .. } = self.replies[at];
        if let Some(value) = self.look_up(Here { board, ..here }) {
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

    fn choose_reply(&mut self, base: usize, here: Here, line: &mut Line, thresholds: Thresholds) -> Value {
        loop {
            let (value, mut chosen, mut second, pn) = self.weigh_replies(base, here, line);
            let is_over = value.pn >= thresholds.pn || value.dn >= thresholds.dn;
            if value.is_decided() || is_over || self.search.pulse.is_over() {
                return value;
            }
            if self.search.is_taken(self.replies[chosen].board) {
                (chosen, second) = self.other_reply(base, here, line, (chosen, second), thresholds.dn);
            }
            let Reply { mv, board, value, .. } = self.replies[chosen];
            let below = Thresholds {
                pn: pn.threshold(thresholds.pn, value.pn),
                dn: thresholds.dn.min(beyond(second)),
            };
            let after = Here { board, ..here };
            let known = self.look_up(after);
            self.search.enter(board);
            self.replies[chosen].value = self.visit(known, mv, below, |finder| finder.attack(after, below));
            self.search.leave(board);
        }
    }

    /// Another thread is at the best reply, and may bring its number up: the one to visit here, and the number of the second best.
    fn other_reply(
        &mut self,
        base: usize,
        here: Here,
        line: &mut Line,
        best: (usize, u32),
        threshold: u32,
    ) -> (usize, u32) {
        let number = self.replies[best.0].value.dn;
        self.replies[best.0].value.dn = beyond(number);
        let (_, other, next, _) = self.weigh_replies(base, here, line);
        self.replies[best.0].value.dn = number;
        if self.replies[other].value.dn < threshold { (other, next) } else { best }
    }

    /// The value of a defender's node, the reply to visit, the second smallest disproof number, and the proof numbers.
    fn weigh_replies(&mut self, base: usize, here: Here, line: &mut Line) -> (Value, usize, u32, Combined) {
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
                    if after_sibling && self.is_answered(square, here, line, false) {
                        continue;
                    }
                    value = self.glance_reply(at, here);
                    self.replies[at].is_listed = true;
                    self.replies[at].value = value;
                    if value.is_mate() {
                        continue;
                    }
                }
                is_drop_open = true;
            }
            if value.is_none() {
                return (self.escaped(&value), 0, 0, pn);
            }
            pn.add(value.pn);
            if value.dn < smallest {
                (second, smallest, chosen) = (smallest, value.dn, at);
            } else {
                second = second.min(value.dn);
            }
        }
        if pn.is_none() {
            return (self.mated(base, line), 0, 0, pn);
        }
        (Value::open(pn.number(), smallest), chosen, second, pn)
    }

    /// A reply escapes: for which hands.
    fn escaped(&self, reply: &Value) -> Value {
        Value { hand: least(reply.hand, self.total()), ..*reply }
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
            length = length.max(answer.length.saturating_add(2));
        }
        Value::mate(length, hand)
    }
}
