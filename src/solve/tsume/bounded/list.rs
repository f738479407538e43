//! Listing the replies of a node, and the pairs that may answer drops.

use super::initial::share_of_work;
use super::replies::{BusyChains, DropSquare, Pair, Replies, Reply};
use super::search::BoundedSearch;
use super::value::BoundedValue;
use crate::board::Bitboard;
use crate::movegen::{MoveSet, for_each_check, for_each_evasion, for_each_legal, in_check};
use crate::problem::Futile;
use crate::solve::tsume::board::{PositionKey, distance};
use crate::solve::tsume::dfpn::{SearchState, shorter};
use crate::types::{Move, Square};
use core::ops::ControlFlow;

impl BoundedSearch<'_> {
    /// Lists the replies and probes the table for them. Returns the value of the node if a reply escapes.
    pub(super) fn list_replies(
        &mut self,
        node: &mut Replies,
        here: PositionKey,
        bound: u16,
    ) -> Option<BoundedValue> {
        let Replies { replies, drops, .. } = node;
        let SearchState { board, table, .. } = &*self.state;
        let position = &board.position;
        let checked = in_check(position);
        let mut list = |set: MoveSet| {
            if let (true, MoveSet::Drops { kind, to }) = (checked, set) {
                drops.push((kind, to));
                return ControlFlow::Continue(());
            }
            set.try_for_each(|mv| {
                let board = board.after_reply(here, mv).board;
                table.prefetch(board);
                let value = BoundedValue::open(1, 1);
                replies.push(Reply { mv, value, board, is_listed: true, drop_square: None, chain: None });
                ControlFlow::Continue(())
            })
        };
        // The closure never stops the iteration.
        let _ =
            if checked { for_each_evasion(position, &mut list) } else { for_each_legal(position, &mut list) };
        for reply in &mut node.replies {
            let after = PositionKey { board: reply.board, ..here };
            reply.value = self.probe_reply(reply.mv, after, shorter(bound));
            if reply.value.is_refuted() {
                return Some(reply.value.before_escape());
            }
        }
        if !node.drops.is_empty() {
            self.list_drops(node, here, bound);
        }
        None
    }

    /// The value of the position after a reply: from the table, or otherwise from its number of checks.
    fn probe_reply(&mut self, mv: Move, after: PositionKey, bound: u16) -> BoundedValue {
        if let Some(value) = self.probe_table_attacking(after, bound) {
            return value;
        }
        let share = share_of_work(&self.state.board, mv);
        let undo = self.state.board.position.do_move(mv);
        let value = self.initial_after_reply(bound, share);
        self.state.board.position.undo_move(mv, undo);
        value
    }

    /// Lists the interpositions by drops, from the square next to the king outwards, with their pairs.
    fn list_drops(&mut self, node: &mut Replies, here: PositionKey, bound: u16) {
        let Some(king) = self.state.board.target() else { return };
        let drops = std::mem::take(&mut node.drops);
        let all = drops.iter().fold(Bitboard::EMPTY, |all, &(_, to)| all | to);
        let mut squares: Vec<Square> = all.into_iter().collect();
        squares.sort_by_key(|sq| distance(*sq, king));
        let defender = !self.state.board.attacker;
        let occupied = self.state.board.position.occupied();
        for square in squares {
            let drop_square = node.drop_squares.len() as u8;
            node.drop_squares.push(DropSquare::Open);
            let kinds = drops.iter().filter(|(_, to)| to.contains(square)).map(|&(kind, _)| kind);
            let mut first = None;
            let is_supported = !self.state.board.position.attackers_to(square, defender, occupied).is_empty();
            let chain = if is_supported { drop_square } else { u8::MAX };
            for kind in kinds {
                let mv = Move::drop(kind, square);
                let gives_check = self.state.board.gives_check(mv);
                if !gives_check {
                    first.get_or_insert(mv);
                }
                let drop_square = (!gives_check).then_some(drop_square);
                let value = BoundedValue::open(1, 1);
                let chain = Some(chain);
                node.replies.push(Reply { mv, value, board: 0, is_listed: false, drop_square, chain });
            }
            if let Some(drop) = first {
                self.list_pairs(node, here, drop, drop_square, bound);
            }
        }
        node.drops = drops;
    }

    /// Lists the pairs of a drop and its captures, and probes them.
    fn list_pairs(&mut self, node: &mut Replies, here: PositionKey, drop: Move, drop_square: u8, bound: u16) {
        let start = node.pairs.len();
        let position = &mut self.state.board.position;
        let undo = position.do_move(drop);
        // The closure never stops the iteration.
        let _ = for_each_check(position, |set| {
            set.try_for_each(|capture| {
                if capture.to() == drop.to() {
                    node.pairs.push(Pair { drop, capture, drop_square, value: BoundedValue::open(1, 1) });
                }
                ControlFlow::Continue(())
            })
        });
        position.undo_move(drop, undo);
        let bound_of_pair = self.bound_of_pair(bound);
        for at in start..node.pairs.len() {
            let Pair { drop, capture, .. } = node.pairs[at];
            let pair = self.state.board.do_pair(drop, capture);
            let after = PositionKey { board: self.state.board.here().board, ..here };
            let value = self.probe_defending(after, bound_of_pair, true);
            self.state.board.undo_pair(pair);
            node.pairs[at].value = value;
            if value.is_proved() {
                node.answer_square(at, self.state.board.futile, bound);
            }
        }
    }

    /// Probes the table for the drops that are now the first open ones of their chains.
    pub(super) fn list_heads(&mut self, node: &mut Replies, here: PositionKey, bound: u16) {
        let mut busy = BusyChains::default();
        for at in 0..node.replies.len() {
            if node.is_answered(at) || busy.waits(&node.replies[at]) {
                continue;
            }
            if !node.replies[at].is_listed {
                let mv = node.replies[at].mv;
                let after = self.state.board.after_reply(here, mv);
                let value = self.probe_reply(mv, after, shorter(bound));
                let reply = &mut node.replies[at];
                (reply.value, reply.board, reply.is_listed) = (value, after.board, true);
                if value.is_proved() {
                    continue;
                }
            }
            busy.occupy(&node.replies[at]);
        }
    }

    /// The bound within which the position after a pair must be a mate.
    pub(super) fn bound_of_pair(&self, bound: u16) -> u16 {
        if self.state.board.futile == Futile::Official { bound } else { bound - 2 }
    }
}
