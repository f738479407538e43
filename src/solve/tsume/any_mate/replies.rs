//! Listing the defender's replies, and the value of their node.

use super::piece_counts::{absent_kinds, max_counts, min_counts};
use super::search::{AnyMateSearch, LineOfCheck, Reply};
use super::value::{AnyMateFact, AnyMateValue};
use crate::board::Bitboard;
use crate::movegen::{MoveSet, for_each_evasion, for_each_legal, in_check};
use crate::solve::tsume::board::PositionKey;
use crate::solve::tsume::dfpn::{FREE, SearchState, longer, shorter};
use crate::types::PieceKind;
use core::ops::ControlFlow;

impl AnyMateSearch<'_> {
    /// Lists the replies and probes the table for them. Returns the value of the node if a reply escapes.
    pub(super) fn list_replies(
        &mut self,
        here: PositionKey,
        bound: u16,
        line: &mut LineOfCheck,
    ) -> Option<AnyMateValue> {
        let start = self.replies.len();
        let mut drops: [(PieceKind, Bitboard); 7] = [(PieceKind::Pawn, Bitboard::EMPTY); 7];
        let mut kinds = 0;
        let SearchState { board, table, .. } = &*self.state;
        let (position, replies) = (&board.position, &mut self.replies);
        let checked = in_check(position);
        let mut list = |set: MoveSet| {
            if let (true, MoveSet::Drops { kind, to }) = (checked, set) {
                drops[kinds] = (kind, to);
                kinds += 1;
                return ControlFlow::Continue(());
            }
            set.try_for_each(|mv| {
                let board = board.after_reply(here, mv).board;
                table.prefetch(board);
                replies.push(Reply {
                    mv,
                    board,
                    value: AnyMateValue::open(1, 1),
                    is_listed: true,
                    waits: false,
                });
                ControlFlow::Continue(())
            })
        };
        // The closure never stops the iteration.
        let _ =
            if checked { for_each_evasion(position, &mut list) } else { for_each_legal(position, &mut list) };
        for at in start..self.replies.len() {
            let value = self.probe_reply(at, here, shorter(bound));
            self.replies[at].value = value;
            if value.is_refuted() {
                return Some(self.escaped(&value));
            }
        }
        if kinds > 0 {
            self.list_drops(here, bound, &drops[..kinds], line);
        }
        None
    }

    /// The value of the position after a reply: from the table, or otherwise from its number of checks.
    pub(super) fn probe_reply(&mut self, at: usize, here: PositionKey, bound: u16) -> AnyMateValue {
        let Reply { mv, board, .. } = self.replies[at];
        if let Some(value) = self.probe_table(PositionKey { board, ..here }, bound) {
            return value;
        }
        let undo = self.state.board.position.do_move(mv);
        let value = match self.state.board.count_checks() {
            0 => AnyMateValue::none(self.total() & !absent_kinds(here.hand.to_bits()), FREE),
            checks => AnyMateValue::open(1, checks),
        };
        self.state.board.position.undo_move(mv, undo);
        value
    }

    /// The value of the node when a reply escapes.
    pub(super) fn escaped(&self, reply: &AnyMateValue) -> AnyMateValue {
        let AnyMateFact { length, hand, .. } = reply.fact;
        let fact = AnyMateFact { length: longer(length), hand: min_counts(hand, self.total()), ..reply.fact };
        AnyMateValue { fact, ..*reply }
    }

    /// The value of the node when all replies are answered.
    pub(super) fn mated(&self, start: usize, line: &LineOfCheck) -> AnyMateValue {
        let mut length = 0;
        let mut hand = self.unheld(self.gap());
        for reply in self.replies[start..].iter().filter(|reply| reply.value.is_proved()) {
            hand = max_counts(hand, reply.value.fact.hand);
            length = length.max(reply.value.fact.length.saturating_add(1));
        }
        if let Some(answer) = line.answer {
            hand = max_counts(hand, answer.hand);
            length = length.max(answer.length);
        }
        AnyMateValue::mate(length, hand)
    }
}
