//! Interpositions by drops, in the search for any mate.
//!
//! Drops are searched one after another, those next to the king first; each one only after the previous one was
//! answered. If the checking slider captures a dropped piece and that mates even with the piece given back to the
//! defender, the capture answers all drops on that square.

use super::piece_counts::max_counts;
use super::search::{AnyMateSearch, LineOfCheck, Reply};
use super::value::{AnyMateFact, AnyMateValue};
use crate::board::Bitboard;
use crate::position::Position;
use crate::problem::Futile;
use crate::solve::tsume::board::{PositionKey, distance};
use crate::solve::tsume::dfpn::{Proved, longer};
use crate::types::{Move, PieceKind, Square};

impl AnyMateSearch<'_> {
    /// Lists the interpositions by drops, from the square next to the king outwards.
    pub(super) fn list_drops(
        &mut self,
        here: PositionKey,
        bound: u16,
        drops: &[(PieceKind, Bitboard)],
        line: &mut LineOfCheck,
    ) {
        let board = &self.state.board;
        let Some(king) = board.target() else { return };
        let occupied = board.position.occupied();
        let checkers = board.position.attackers_to(king, board.attacker, occupied);
        if board.position.king(board.attacker).is_none() {
            line.checker = checkers.first();
        }
        let mut rest = drops.iter().fold(Bitboard::EMPTY, |all, &(_, to)| all | to);
        while let Some(square) = rest.into_iter().min_by_key(|&sq| distance(sq, king)) {
            rest = rest.without(Bitboard::square(square));
            if self.is_answered(square, here, bound, line, true) {
                continue;
            }
            for &(kind, to) in drops {
                if to.contains(square) {
                    let mv = Move::drop(kind, square);
                    let board = self.state.board.after_reply(here, mv).board;
                    self.replies.push(Reply {
                        mv,
                        board,
                        value: AnyMateValue::open(1, 1),
                        is_listed: false,
                        waits: true,
                    });
                }
            }
        }
    }

    /// Whether all drops on a square are answered by the slider's capture. `looks_at_board`: if the table has no
    /// value for the position after the capture, computes its initial value on the board.
    pub(super) fn is_answered(
        &mut self,
        square: Square,
        here: PositionKey,
        bound: u16,
        line: &mut LineOfCheck,
        looks_at_board: bool,
    ) -> bool {
        if line.answered.contains(square) {
            return true;
        }
        let Some(from) = line.checker else { return false };
        let Some(piece) = self.state.board.position.piece_at(from) else { return false };
        let color = piece.color();
        let zone = Bitboard::promotion_zone(color);
        let may_promote = piece.kind().promoted().is_some()
            && piece.kind() != PieceKind::Lance
            && (zone.contains(from) || zone.contains(square));
        let ways = if may_promote { &[true, false][..] } else { &[false] };
        for &promotes in ways {
            let mv = Move::board(from, square, promotes);
            // With the dropped piece given back, the position is the same as if the slider had just moved closer.
            let board = Position::turned(self.state.board.position.board_key_after(here.board, mv));
            let after = PositionKey { board, hand: here.hand };
            // The drop and the capture take two plies.
            let bound = bound - 2;
            let mut value = self.probe_table(after, bound);
            if value.is_none() && looks_at_board {
                let position = &mut self.state.board.position;
                position.set_side_to_move(color);
                let undo = position.do_move(mv);
                let judged = self.initial_check(after, bound);
                self.state.board.position.undo_move(mv, undo);
                self.state.board.position.set_side_to_move(!color);
                value = Some(judged);
            }
            if let Some(AnyMateFact { length, hand, .. }) =
                value.filter(AnyMateValue::is_proved).map(|value| value.fact)
            {
                line.answered |= Bitboard::square(square);
                let answer = line.answer.get_or_insert(AnyMateFact { hand, ..AnyMateFact::NOTHING });
                answer.hand = max_counts(answer.hand, hand);
                answer.length = answer.length.max(self.with_pair(length));
                return true;
            }
        }
        false
    }

    /// The length of a mate after an interposition and its capture. Nothing is added when the capture mates at
    /// once under the official policy, since the drop is then futile.
    fn with_pair(&self, length: u16) -> u16 {
        if length == 0 && self.state.board.futile == Futile::Official { 0 } else { longer(longer(length)) }
    }
}
