//! The double-move generator: a move of the defender, who is in check, and a check in answer. It expands positions of
//! the helpmate search.
//!
//! The defender's moves are not made on the board, because after half of them there is no check. Most are king moves.
//! The target of a legal one is not attacked by a slider of the attacker, even through the king's old square; so the
//! king blocks no slide there, and the squares that sliders attack are computed once for all his moves. The other moves
//! capture the checker or interpose; they change few slides.

use super::checks::{for_each_check, for_each_check_in};
use super::double_move::{DoubleMove, UnmadeReply};
use super::drops::pawn_drop_needs_takers;
use super::evasions::answer;
use super::flights::stepped;
use super::king_move_checks::{KingMoveChecks, Stepper};
use super::legal_mask::LegalMask;
use super::legal_moves::for_each_legal;
use super::moveset::MoveSet;
use super::own_king::OwnKing;
use super::quiet_captures::quiet_captors;
use super::slides::Slides;
use crate::board::{Bitboard, king_attacks};
use crate::position::{Position, View, arrived};
use crate::types::{Color, Hand, Move, Piece, PieceKind, Square};
use core::ops::ControlFlow;

/// The defender's replies that [`DoubleMoves::for_each`] counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReplyCount {
    /// The number of legal moves of the defender.
    pub count: u32,
    /// Whether he was in check: without a move he is mated then.
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
    /// Generates all double moves from a position with the defender to move, each as often as there are ways. The
    /// position is unchanged in the end.
    #[inline]
    pub fn for_each(&mut self, position: &mut Position, mut listener: impl FnMut(DoubleMove)) -> ReplyCount {
        // Two copies of the code, each for one side: most tables have a row for each.
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
        // Nobody breaks here: the list is complete.
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
        // Nothing but a slider can threaten the attacker's king when the defender's king leaves its square, and where
        // he goes matters only if he cuts a line.
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
            // Where he may go depends on all of the defender's pieces.
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
            let quiet = quiet_captors(&view, us, (king, checker), captors, position.hand(us), scenery);
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

/// What the attacker's checks after all moves of the defender have in common.
struct ReplyContext {
    us: Color,
    /// The defender's king.
    king: Square,
    own_king: OwnKing,
}

// The slides are the attacker's with that king off the board; `checks` is room for the answers to one move.
impl ReplyContext {
    /// The double moves that begin with a king move to one of `flights`.
    #[inline(always)]
    fn after_king_moves(
        &self,
        position: &Position,
        lifted: &View,
        (flights, attacked): (Bitboard, Bitboard),
        (steppers, slides, checks): (&mut Vec<Stepper>, &Slides, &mut Vec<MoveSet>),
        listener: &mut impl FnMut(DoubleMove),
    ) {
        let ReplyContext { us, king, ref own_king } = *self;
        let hand = position.hand(us);
        let general = match own_king.lifted().double_check {
            true => flights,
            false => slides.discoveries(lifted, us, flights) | flights & own_king.lines(),
        };
        let king_checks =
            KingMoveChecks::new(lifted, us, (king, flights), own_king.lifted(), hand, attacked, steppers);
        let leaving = UnmadeReply::by_king(position, king);
        let likely = general | king_checks.by_others_than_sliders();
        for to in flights {
            if !likely.contains(to) && !slides.may_check(us, to) {
                continue;
            }
            checks.clear();
            if general.contains(to) {
                let moved = lifted.set_king(!us, to);
                let legal_mask = own_king.legal_mask_after(&moved, us, Bitboard::square(to), Bitboard::EMPTY);
                collect_checks(&moved, us, &legal_mask, hand, (slides, Bitboard::EMPTY), checks);
            } else {
                let _ = king_checks.for_each_check(lifted, slides, to, &mut into(checks));
            }
            if !checks.is_empty() {
                leaving.to(position, to).emit_checks(position, us, checks, listener);
            }
        }
    }

    /// The double moves that begin with a given move of a piece on the board other than the king.
    #[inline(always)]
    fn after_board_move(
        &self,
        position: &Position,
        mv: Move,
        (slides, checks): (&Slides, &mut Vec<MoveSet>),
        listener: &mut impl FnMut(DoubleMove),
    ) {
        let (us, to) = (self.us, mv.to());
        let from = mv.from().map_or(Bitboard::EMPTY, Bitboard::square);
        let moved = position.pieces_of(mv);
        let arrived = arrived(moved.piece(), mv.promotes());
        let view = View::new(position).move_other(!us, from, to).arrive(arrived, to);
        let changed = from | Bitboard::square(to) | Bitboard::square(self.king);
        let aimed = self.own_king.aimed_at_by(arrived, to);
        let legal_mask = self.own_king.legal_mask_after(&view, us, changed, aimed);
        checks.clear();
        collect_checks(&view, us, &legal_mask, position.hand(us), (slides, changed), checks);
        if !checks.is_empty() {
            let reply =
                UnmadeReply::new(position, mv, mv.from().unwrap_or(self.king)).with_arrived(to, arrived);
            reply.emit_checks(position, us, checks, listener);
        }
    }

    /// The double moves that begin with a drop of one of some kinds on a square. Nearly always the attacker can answer
    /// all of them in the same ways.
    #[inline(never)]
    fn after_drops(
        &self,
        position: &Position,
        to: Square,
        kinds: impl Iterator<Item = PieceKind>,
        (slides, checks): (&Slides, &mut Vec<MoveSet>),
        listener: &mut impl FnMut(DoubleMove),
    ) {
        let us = self.us;
        let hand = position.hand(us);
        let changed = Bitboard::square(to) | Bitboard::square(self.king);
        let slides = (slides, changed);
        let view = View::new(position).move_other(!us, Bitboard::EMPTY, to);
        let plain_duties = self.own_king.legal_mask_after(&view, us, changed, Bitboard::EMPTY);
        // It matters what was dropped where it attacks: the attacker's king, or a pawn dropped for mate.
        let needs_takers = hand.has(PieceKind::Pawn) && pawn_drop_needs_takers(&view, self.king, us, slides);
        let mut are_known = false;
        for kind in kinds {
            let piece = Piece::new(!us, kind);
            let aimed = self.own_king.aimed_at_by(piece, to);
            let is_aimed = !aimed.is_empty();
            if needs_takers || is_aimed || !are_known {
                let view = view.arrive(piece, to);
                let mut legal_mask = plain_duties;
                if is_aimed {
                    legal_mask = self.own_king.legal_mask_after(&view, us, changed, aimed);
                }
                checks.clear();
                collect_checks(&view, us, &legal_mask, hand, slides, checks);
                are_known = !is_aimed;
            }
            if !checks.is_empty() {
                let reply =
                    UnmadeReply::new(position, Move::drop(kind, to), self.king).with_arrived(to, piece);
                reply.emit_checks(position, us, checks, listener);
            }
        }
    }
}

/// Appends the checks of `us` in a view to others; `slides` as for [`for_each_check_in`].
// As a part of all its callers it would leave the rest no room in the processor's instruction cache.
#[inline(never)]
fn collect_checks(
    view: &View,
    us: Color,
    legal_mask: &LegalMask,
    hand: Hand,
    slides: (&Slides, Bitboard),
    checks: &mut Vec<MoveSet>,
) {
    let _ = for_each_check_in(view, us, legal_mask, hand, slides, &mut into(checks));
}

/// Takes every check.
fn into(checks: &mut Vec<MoveSet>) -> impl FnMut(MoveSet) -> ControlFlow<()> {
    |set| {
        checks.push(set);
        ControlFlow::Continue(())
    }
}

/// The double moves that begin with a given move, which is played and taken back.
#[cold]
fn after_move_made(
    position: &mut Position,
    mv: Move,
    checks: &mut Vec<MoveSet>,
    listener: &mut impl FnMut(DoubleMove),
) {
    // No move of the attacker ends on the king's square, so after a drop it may stand for one that was left.
    let Some(king) = position.king(position.side_to_move()) else { return };
    let reply = UnmadeReply::new(position, mv, mv.from().unwrap_or(king));
    let undo = position.do_move(mv);
    let us = position.side_to_move();
    checks.clear();
    let _ = for_each_check(position, into(checks));
    reply.emit_checks(position, us, checks, listener);
    position.undo_move(mv, undo);
}
