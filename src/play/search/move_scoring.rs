//! Generating and scoring the moves of each stage of the picker into the searcher's buffer.

use super::picker::Picker;
use super::scored_move::ScoredMove;
use super::{Searcher, arriving, attacker_value, dropped};
use crate::board::{Bitboard, attacks};
use crate::movegen::MoveSet;
use crate::play::eval::{capture_value, promotion_gain};
use crate::play::histories::{Histories, LOW_PLIES, PieceTo};
use crate::play::see;
use crate::types::{Piece, PieceKind};
use core::ops::ControlFlow;

/// The bound of the part of a quiet move's score that comes from its gain in the linear evaluation; the other
/// part comes from the histories.
const MAX_GAIN: i32 = 6_000;

impl Picker {
    /// Generates captures and promotions, scored by material gain, least valuable attacker, and capture
    /// history.
    pub(super) fn generate_tactical(&mut self, searcher: &mut Searcher) {
        let Searcher { position, buffer, histories, .. } = searcher;
        let _ = self.staged.for_each_tactical(position, |set: MoveSet| {
            set.try_for_each(|mv| {
                if Some(mv) != self.tt_move {
                    let captured = position.piece_at(mv.to());
                    let piece = mv.from().and_then(|from| position.piece_at(from));
                    let gain = captured.map_or(0, |piece| capture_value(piece.kind()));
                    if let Some(piece) = piece {
                        let promotion = if mv.promotes() { promotion_gain(piece.kind()) } else { 0 };
                        let now = PieceTo::new(arriving(piece, mv), mv.to());
                        let score = 8 * (gain + promotion) - attacker_value(piece.kind()) / 2
                            + histories.capture(now, captured) / 4;
                        buffer.push(ScoredMove::new(mv, score));
                    }
                }
                ControlFlow::Continue(())
            })
        });
    }

    /// Generates quiet moves, scored by checks, gain in the linear evaluation, and histories.
    pub(super) fn generate_quiet(&mut self, searcher: &mut Searcher) {
        // Losing captures stay at the front of the buffer; the other captures have been yielded and are
        // dropped.
        searcher.buffer.truncate(self.losing);
        self.next = self.losing;
        let earlier = [1, 2, 4].map(|plies| searcher.move_before(plies));
        let ply = searcher.ply;
        let pawns = searcher.frames[ply].pawns;
        let Searcher { position, buffer, histories, eval, shared, .. } = searcher;
        let margins = &shared.margins;
        let (gain_weight, check_bonus) = (margins.gain_weight, margins.check_bonus);
        let (pawn_weight, low_ply_weight) = (margins.pawn_order, margins.low_ply_order);
        let low_plies = (ply < LOW_PLIES).then(|| histories.low_ply_row(ply));
        let us = position.side_to_move();
        let pawns = histories.pawn_row(pawns, us);
        let gains = eval.quiet_gains(us);
        let (king, occupied) = (position.king(!us), position.occupied());
        let quiet = histories.quiet_row(us);
        let [first, second, fourth] = earlier.map(|earlier| histories.continuation_row(earlier));
        let _ = self.staged.for_each_quiet(position, |set: MoveSet| {
            let kind = match set {
                MoveSet::Board { from, .. } => position.piece_at(from).map(Piece::kind),
                MoveSet::Pawns { .. } => Some(PieceKind::Pawn),
                MoveSet::Drops { kind, .. } => Some(kind),
            };
            let Some(kind) = kind else { return ControlFlow::Continue(()) };
            let promoted = kind.promoted().unwrap_or(kind);
            let gains = gains.of_kind(position, kind, matches!(set, MoveSet::Drops { .. }));
            let checking =
                |kind| king.map_or(Bitboard::EMPTY, |king| attacks(Piece::new(!us, kind), king, occupied));
            let (checks, promoted_checks) = (checking(kind), checking(promoted));
            set.try_for_each(|mv| {
                if Some(mv) == self.tt_move {
                    return ControlFlow::Continue(());
                }
                let now = Histories::kind_and_square(if mv.promotes() { promoted } else { kind }, mv.to());
                let squares = if mv.promotes() { promoted_checks } else { checks };
                let check = if squares.contains(mv.to()) && see::gains_at_least(position, mv, -50) {
                    check_bonus
                } else {
                    0
                };
                let score = check
                    + (gains.of(mv) * gain_weight / 16).clamp(-MAX_GAIN, MAX_GAIN)
                    + i32::from(quiet[Histories::move_index(mv)])
                    + 2 * i32::from(first[now])
                    + i32::from(second[now])
                    + i32::from(fourth[now]) / 2
                    + i32::from(pawns[now]) * pawn_weight / 16
                    + low_plies.map_or(0, |row| {
                        i32::from(row[Histories::move_index(mv)]) * low_ply_weight / (16 * (1 + ply as i32))
                    });
                buffer.push(ScoredMove::new(mv, score));
                ControlFlow::Continue(())
            })
        });
    }

    /// Generates evasions of a check: captures first, the others by their histories.
    pub(super) fn generate_evasions(&mut self, searcher: &mut Searcher) {
        let earlier = searcher.move_before(1);
        let Searcher { position, buffer, histories, .. } = searcher;
        let us = position.side_to_move();
        let _ = self.staged.for_each_evasion(position, |set: MoveSet| {
            set.try_for_each(|mv| {
                if Some(mv) == self.tt_move {
                    return ControlFlow::Continue(());
                }
                let piece = match mv.from() {
                    Some(from) => position.piece_at(from),
                    None => Some(dropped(us, mv)),
                };
                let Some(piece) = piece else { return ControlFlow::Continue(()) };
                let now = PieceTo::new(arriving(piece, mv), mv.to());
                let score = match position.piece_at(mv.to()) {
                    Some(captured) => {
                        (1 << 20) + 8 * capture_value(captured.kind()) - attacker_value(piece.kind())
                    }
                    None => histories.quiet(us, mv) + histories.continuation(earlier, now),
                };
                buffer.push(ScoredMove::new(mv, score));
                ControlFlow::Continue(())
            })
        });
    }
}
