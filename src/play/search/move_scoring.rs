//! What moves promise before they are tried: each stage's moves, made and scored into the searcher's buffer.

use super::picker::Picker;
use super::scored_move::Scored;
use super::{Searcher, arriving, dropped, worth};
use crate::board::{Bitboard, attacks};
use crate::movegen::MoveSet;
use crate::play::eval::{capture_value, promotion_gain};
use crate::play::histories::{Histories, Played};
use crate::play::see;
use crate::types::{Piece, PieceKind};
use core::ops::ControlFlow;

/// What a quiet move gains at first sight (in the evaluation's units) counts up to this against what the histories say of it.
const MOST_GAINED: i32 = 6_000;
/// A quiet check that loses nothing counts as much as this.
const CHECK: i32 = 6_000;

impl Picker {
    pub(super) fn make_tactical(&mut self, searcher: &mut Searcher) {
        let Searcher { position, buffer, histories, .. } = searcher;
        let _ = self.staged.for_each_tactical(position, |set: MoveSet| {
            set.try_for_each(|mv| {
                if Some(mv) != self.known {
                    let captured = position.piece_at(mv.to());
                    let piece = mv.from().and_then(|from| position.piece_at(from));
                    let gain = captured.map_or(0, |piece| capture_value(piece.kind()));
                    if let Some(piece) = piece {
                        let promotion = if mv.promotes() { promotion_gain(piece.kind()) } else { 0 };
                        let now = Played::new(arriving(piece, mv), mv.to());
                        let score = 8 * (gain + promotion) - worth(piece.kind()) / 2
                            + histories.capture(now, captured) / 4;
                        buffer.push(Scored::new(mv, score));
                    }
                }
                ControlFlow::Continue(())
            })
        });
    }

    pub(super) fn make_quiet(&mut self, searcher: &mut Searcher) {
        // The losing captures stay at the front; what was popped and tried in between is dropped.
        searcher.buffer.truncate(self.losing);
        self.next = self.losing;
        let earlier = [1, 2, 4].map(|plies| searcher.played_before(plies));
        let Searcher { position, buffer, histories, eval, .. } = searcher;
        let us = position.side_to_move();
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
                if Some(mv) == self.known {
                    return ControlFlow::Continue(());
                }
                let now = Histories::kind_and_square(if mv.promotes() { promoted } else { kind }, mv.to());
                let squares = if mv.promotes() { promoted_checks } else { checks };
                let check = if squares.contains(mv.to()) && see::gains_at_least(position, mv, -50) {
                    CHECK
                } else {
                    0
                };
                let score = check
                    + (gains.of(mv) * 3 / 2).clamp(-MOST_GAINED, MOST_GAINED)
                    + i32::from(quiet[Histories::of_move(mv)])
                    + 2 * i32::from(first[now])
                    + i32::from(second[now])
                    + i32::from(fourth[now]) / 2;
                buffer.push(Scored::new(mv, score));
                ControlFlow::Continue(())
            })
        });
    }

    pub(super) fn make_evasions(&mut self, searcher: &mut Searcher) {
        let earlier = searcher.played_before(1);
        let Searcher { position, buffer, histories, .. } = searcher;
        let us = position.side_to_move();
        let _ = self.staged.for_each_evasion(position, |set: MoveSet| {
            set.try_for_each(|mv| {
                if Some(mv) == self.known {
                    return ControlFlow::Continue(());
                }
                let piece = match mv.from() {
                    Some(from) => position.piece_at(from),
                    None => Some(dropped(us, mv)),
                };
                let Some(piece) = piece else { return ControlFlow::Continue(()) };
                let now = Played::new(arriving(piece, mv), mv.to());
                let score = match position.piece_at(mv.to()) {
                    Some(captured) => (1 << 20) + 8 * capture_value(captured.kind()) - worth(piece.kind()),
                    None => histories.quiet(us, mv) + histories.continuation(earlier, now),
                };
                buffer.push(Scored::new(mv, score));
                ControlFlow::Continue(())
            })
        });
    }
}
