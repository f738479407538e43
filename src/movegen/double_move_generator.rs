//! The double-move generator: a move of the defender, who is in check, and a check in answer. The helpmate
//! search expands positions with it.
//!
//! The defender's moves are not made on the board, because about half of them allow no check. Most are king
//! moves. The target of a legal king move is not attacked by a slider of the attacker, even through the
//! king's old square; so the king blocks no slide there, and the squares that sliders attack can be computed
//! once for all its moves. The other moves capture the checker or interpose; they change only a few slides.

use super::double_move::DoubleMove;
use super::evasions::answer;
use super::flights::stepped;
use super::king_move_checks::Stepper;
use super::legal_moves::for_each_legal;
use super::moveset::MoveSet;
use super::own_king::OwnKing;
use super::quiet_captures::quiet_captors;
use super::reply_checks::{ReplyContext, after_move_made};
use super::slides::Slides;
use crate::board::{Bitboard, king_attacks};
use crate::position::{Position, View};
use crate::types::{Color, Move, PieceKind};
use core::ops::ControlFlow;

/// The defender's replies that [`DoubleMoves::for_each`] counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReplyCount {
    /// The number of legal moves of the defender.
    pub count: u32,
    /// Whether the defender was in check; if there is also no move, it is mated.
    pub in_check: bool,
}

/// The generator, which reuses its buffers from position to position.
pub struct DoubleMoves {
    replies: Vec<Move>,
    drops: Vec<(PieceKind, Bitboard)>,
    steppers: Vec<Stepper>,
    /// The attacker's slides, with the defender's king off the board.
    slides: Slides,
    checks: Vec<MoveSet>,
}

impl Default for DoubleMoves {
    fn default() -> DoubleMoves {
        DoubleMoves {
            replies: Vec::new(),
            drops: Vec::new(),
            steppers: Vec::new(),
            slides: Slides::none(),
            checks: Vec::new(),
        }
    }
}

impl DoubleMoves {
    /// Generates all double moves from a position with the defender to move; a double move that is possible
    /// in several ways is generated that often. The position is unchanged at the end.
    #[inline]
    pub fn for_each(&mut self, position: &mut Position, mut listener: impl FnMut(DoubleMove)) -> ReplyCount {
        // Two copies of the code, one for each side, since most tables have a row for each side.
        match position.side_to_move() {
            Color::Black => self.for_each_of(Color::Black, position, &mut listener),
            Color::White => self.for_each_of(Color::White, position, &mut listener),
        }
    }

    #[inline(always)]
    fn for_each_of(
        &mut self,
        them: Color,
        position: &mut Position,
        listener: &mut impl FnMut(DoubleMove),
    ) -> ReplyCount {
        let us = !them;
        self.replies.clear();
        self.drops.clear();
        let view = View::new(position);
        let Some(king) = view.king(them) else { return ReplyCount { count: 0, in_check: false } };
        let threats = view.threats(king, us);
        if threats.checkers.is_empty() {
            return self.after_any_move(position, listener);
        }
        // The listener never breaks, so the list is complete.
        let _ = answer(position, king, threats, &mut |set| {
            match set {
                MoveSet::Drops { kind, to } => self.drops.push((kind, to)),
                _ => set.try_for_each(|mv| {
                    self.replies.push(mv);
                    ControlFlow::Continue(())
                })?,
            }
            ControlFlow::Continue(())
        });
        let steps = king_attacks(king).without(view.pieces(them) | view.stones());
        let mut count = self.replies.len() as u32;
        count += self.drops.iter().map(|(_, to)| to.count()).sum::<u32>();
        if steps.is_empty() && count == 0 {
            return ReplyCount { count, in_check: true };
        }
        let lifted = view.lift_king(them);
        // When the defender's king leaves its square, only a slider can threaten the attacker's king, and the
        // king's destination matters only if it blocks a line.
        let own_king = OwnKing::new(&lifted, us);
        self.slides.find(&lifted, us, own_king.lifted());
        let attacked = self.slides.union() | stepped(&view, us);
        let flights = steps.without(attacked);
        let scene = ReplyContext { us, king, own_king };
        let others = count;
        if !flights.is_empty() {
            count += flights.count();
            scene.after_king_moves(
                position,
                &lifted,
                (flights, attacked),
                (&mut self.steppers, &self.slides, &mut self.checks),
                listener,
            );
        }
        if others > 0 && scene.own_king.may_discover(&view, us, king) {
            // The squares to which the attacker's king may move depend on all of the defender's pieces.
            let drops =
                self.drops.iter().flat_map(|&(kind, to)| to.into_iter().map(move |to| Move::drop(kind, to)));
            for reply in self.replies.iter().copied().chain(drops) {
                after_move_made(position, reply, &mut self.checks, listener);
            }
            return ReplyCount { count, in_check: true };
        }
        if let Some(checker) = threats.checkers.first().filter(|_| !self.replies.is_empty()) {
            let captures = self.replies.iter().filter(|reply| reply.to() == checker);
            let captors = captures.filter_map(|reply| reply.from()).collect();
            let scenery = (&scene.own_king, &self.slides);
            let quiet = quiet_captors(position, us, (king, checker), captors, scenery);
            for &reply in &self.replies {
                let is_quiet = reply.to() == checker && reply.from().is_some_and(|from| quiet.contains(from));
                if !is_quiet {
                    scene.after_board_move(position, reply, (&self.slides, &mut self.checks), listener);
                }
            }
        }
        if !self.drops.is_empty() {
            for to in self.drops.iter().fold(Bitboard::EMPTY, |all, (_, to)| all | *to) {
                let kinds = self.drops.iter().filter(|(_, set)| set.contains(to)).map(|(kind, _)| *kind);
                scene.after_drops(position, to, kinds, (&self.slides, &mut self.checks), listener);
            }
        }
        ReplyCount { count, in_check: true }
    }

    /// The double moves when the defender is not in check.
    #[cold]
    fn after_any_move(
        &mut self,
        position: &mut Position,
        listener: &mut impl FnMut(DoubleMove),
    ) -> ReplyCount {
        let _ = for_each_legal(position, |set| {
            set.try_for_each(|mv| {
                self.replies.push(mv);
                ControlFlow::Continue(())
            })
        });
        for &reply in &self.replies {
            after_move_made(position, reply, &mut self.checks, listener);
        }
        ReplyCount { count: self.replies.len() as u32, in_check: false }
    }
}
