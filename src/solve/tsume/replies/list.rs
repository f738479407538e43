//! The replies of a node, and what may answer them, listed.

use super::super::Futile;
use super::super::checks::distance;
use super::super::number::{Number, longer, shorter};
use super::super::search::Search;
use super::weigh::refuted_by;
use super::{Group, NOTHING_ADDED, Pair, Replies, Reply};
use crate::board::Bitboard;
use crate::movegen::{MoveSet, for_each_check, for_each_evasion, for_each_legal, in_check};
use crate::store::Fact;
use crate::types::{Move, PieceKind, Square};
use core::ops::ControlFlow;

impl Search {
    /// Lists the replies; stops at one that is known to escape.
    pub(super) fn list_replies(&mut self, node: &mut Replies, bound: u16) -> Option<Number> {
        let mut drops = std::mem::take(&mut node.drops);
        let checked = in_check(&self.position);
        let here = self.place().board;
        let mut list = |set: MoveSet| {
            if let (true, MoveSet::Drops { kind, to }) = (checked, set) {
                drops.push((kind, to));
                return ControlFlow::Continue(());
            }
            set.try_for_each(|mv| {
                self.table.prefetch(self.position.board_key_after(here, mv));
                let number = Number::open(1, 1);
                node.replies.push(Reply { mv, number, is_listed: true, group: None, chain: None });
                ControlFlow::Continue(())
            })
        };
        // Nobody breaks.
        let _ = if checked {
            for_each_evasion(&self.position, &mut list)
        } else {
            for_each_legal(&self.position, &mut list)
        };
        node.drops = drops;
        for reply in &mut node.replies {
            reply.number = self.glance_after(here, reply.mv, bound);
            if reply.number.dn == 0 {
                return Some(refuted_by(reply.number));
            }
        }
        if !node.drops.is_empty() {
            self.list_drops(node, bound);
        }
        None
    }

    /// What is known of the position after a reply; `here` is the board of the present place.
    pub(super) fn glance_after(&mut self, here: u128, mv: Move, bound: u16) -> Number {
        if let Some(number) = self.known_attacking(self.place_after(here, mv), shorter(bound)) {
            return number;
        }
        let undo = self.position.do_move(mv);
        let number = self.judge_attacking(shorter(bound));
        self.position.undo_move(mv, undo);
        number
    }

    /// Lists the drops onto the line of check, the squares next to the king first, and what may answer them.
    pub(super) fn list_drops(&mut self, node: &mut Replies, bound: u16) {
        let defender = !self.attacker;
        let Some(king) = self.position.king(defender) else { return };
        let drops = std::mem::take(&mut node.drops);
        let all = drops.iter().fold(Bitboard::EMPTY, |all, &(_, to)| all | to);
        let mut squares: Vec<Square> = all.into_iter().collect();
        squares.sort_by_key(|sq| distance(*sq, king));
        let occupied = self.position.occupied();
        for square in squares {
            let group = node.groups.len() as u8;
            node.groups.push(Group::Open);
            let kinds = drops.iter().filter(|(_, to)| to.contains(square)).map(|&(kind, _)| kind);
            let mut first = None;
            let is_supported = !self.position.attackers_to(square, defender, occupied).is_empty();
            let chain = if is_supported { group } else { u8::MAX };
            for kind in kinds {
                let mv = Move::drop(kind, square);
                let gives_check = self.gives_check(mv);
                if !gives_check {
                    first.get_or_insert(mv);
                }
                let group = (!gives_check).then_some(group);
                let number = Number::open(1, 1);
                node.replies.push(Reply { mv, number, is_listed: false, group, chain: Some(chain) });
            }
            if let Some(drop) = first {
                self.list_pairs(node, drop, group, bound);
            }
        }
        node.drops = drops;
    }

    /// Whether a drop of the defender's checks the attacker's king.
    pub(in super::super) fn gives_check(&mut self, drop: Move) -> bool {
        if self.position.king(self.attacker).is_none() {
            return false;
        }
        let undo = self.position.do_move(drop);
        let gives_check = in_check(&self.position);
        self.position.undo_move(drop, undo);
        gives_check
    }

    pub(super) fn list_pairs(&mut self, node: &mut Replies, drop: Move, group: u8, bound: u16) {
        let start = node.pairs.len();
        let undo = self.position.do_move(drop);
        // Nobody breaks.
        let _ = for_each_check(&self.position, |set| {
            set.try_for_each(|capture| {
                if capture.to() == drop.to() {
                    node.pairs.push(Pair { drop, capture, group, number: Number::open(1, 1) });
                }
                ControlFlow::Continue(())
            })
        });
        self.position.undo_move(drop, undo);
        let bound_of_pair = self.bound_of_pair(bound);
        for at in start..node.pairs.len() {
            let Pair { drop, capture, .. } = node.pairs[at];
            let number =
                self.after_pair(drop, capture, |search| search.glance_defending(bound_of_pair, true));
            node.pairs[at].number = number;
            if number.pn == 0 {
                self.answer_group(node, at, bound);
            }
        }
    }

    /// The bound of the question about the position after a pair.
    pub(super) fn bound_of_pair(&self, bound: u16) -> u16 {
        if self.futile == Futile::Official { bound } else { bound - 2 }
    }

    /// Asks something about the position after a drop, its capture, and the return of the dropped piece.
    pub(in super::super) fn after_pair<T>(
        &mut self,
        drop: Move,
        capture: Move,
        ask: impl FnOnce(&mut Search) -> T,
    ) -> T {
        let kind = drop.dropped().unwrap_or(PieceKind::Pawn);
        let dropped = self.position.do_move(drop);
        let captured = self.position.do_move(capture);
        let hands = [self.attacker, !self.attacker].map(|side| (side, self.position.hand(side)));
        let [(attacker, mut taken), (defender, mut given)] = hands;
        taken.remove(kind);
        given.add(kind);
        self.position.set_hand(attacker, taken);
        self.position.set_hand(defender, given);
        let answer = ask(self);
        for (side, hand) in hands {
            self.position.set_hand(side, hand);
        }
        self.position.undo_move(capture, captured);
        self.position.undo_move(drop, dropped);
        answer
    }

    /// Notes that a pair leads to a mate.
    pub(super) fn answer_group(&self, node: &mut Replies, pair: usize, bound: u16) {
        let Pair { group, number, .. } = node.pairs[pair];
        let fact = number.fact;
        let is_safe = !fact.upper_hand_only;
        let both_plies = Fact { upper: longer(longer(fact.upper)), ..fact };
        let answer = match self.futile {
            Futile::Official if fact.upper == 0 => Group::Answered(NOTHING_ADDED),
            Futile::None => Group::Answered(both_plies),
            // Taken and kept, the piece makes the mate no longer.
            Futile::Official if is_safe && both_plies.upper <= bound => Group::Answered(both_plies),
            Futile::Official => Group::Pending,
        };
        let known = &mut node.groups[usize::from(group)];
        if !matches!(known, Group::Answered(_)) {
            *known = answer;
        }
    }
}
