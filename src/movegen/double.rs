//! Double moves: a move of the defender, who is in check, and a check in answer. The step of the helpmate search.
//!
//! Most answers to check are king moves, and half of all positions after the defender's move hold no check. So the
//! positions after king moves are looked at without being made. A legal king move goes to a square that no slider of
//! the attacker reaches even through the king's old square; therefore the king's new place cuts no slide, and what the
//! sliders attack is computed once for all his moves.

use super::checks::{Duties, for_each_check, for_each_check_in};
use super::evasions::answer;
use super::flights::{Slides, stepped_around};
use super::legal::for_each_legal;
use super::moveset::MoveSet;
use crate::board::{Bitboard, between, king_attacks};
use crate::position::{Position, View};
use crate::types::{Color, Move, Piece, PieceKind, Square};
use core::ops::ControlFlow;

/// A defender's move, the attacker's check after it, and the key of the position that they lead to.
#[derive(Clone, Copy, Debug)]
pub struct DoubleMove {
    /// The defender's move.
    pub reply: Move,
    /// The attacker's move.
    pub check: Move,
    /// The key after both.
    pub key: u128,
}

/// What [`DoubleMoves::for_each`] saw besides the double moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Replies {
    /// The number of legal moves of the defender.
    pub count: u32,
    /// Whether he was in check: without a move he is mated then.
    pub in_check: bool,
}

/// The generator; it keeps its buffer from position to position.
#[derive(Default)]
pub struct DoubleMoves {
    replies: Vec<Move>,
}

impl DoubleMoves {
    /// Hands out all double moves from a position with the defender to move, each as often as there are ways. The position
    /// is unchanged in the end.
    #[inline]
    pub fn for_each(&mut self, position: &mut Position, mut listener: impl FnMut(DoubleMove)) -> Replies {
        self.replies.clear();
        let them = position.side_to_move();
        let view = View::new(position);
        let Some(king) = view.king(them) else { return Replies { count: 0, in_check: false } };
        let threats = view.threats(king, !them);
        let mut count = 0;
        let replies = &mut self.replies;
        let mut keep = |set: MoveSet| {
            set.try_for_each(|mv| {
                replies.push(mv);
                ControlFlow::Continue(())
            })
        };
        // Nobody breaks here: the list is complete.
        let _ = if threats.checkers.is_empty() {
            for_each_legal(position, keep)
        } else {
            count += after_king_moves(position, &view, king, &mut listener);
            answer(position, king, threats, &mut keep)
        };
        for &reply in &self.replies {
            let undo = position.do_move(reply);
            let _ = for_each_check(position, |set| {
                keys_after(position, !them, position.key(), &set, king, |check, key| {
                    listener(DoubleMove { reply, check, key });
                })
            });
            position.undo_move(reply, undo);
        }
        Replies { count: count + self.replies.len() as u32, in_check: !threats.checkers.is_empty() }
    }
}

/// The double moves that begin with a king move; the number of king moves.
#[inline(always)]
fn after_king_moves(
    position: &Position,
    view: &View,
    king: Square,
    listener: &mut impl FnMut(DoubleMove),
) -> u32 {
    let them = position.side_to_move();
    let us = !them;
    let steps = king_attacks(king).without(view.pieces(them) | view.stones());
    if steps.is_empty() {
        return 0;
    }
    let lifted = view.lift_king(them);
    let slides = Slides::new(&lifted, us);
    let flights = steps.without(slides.union() | stepped_around(view, king, us));
    // Nothing but a slider can threaten the attacker's king when the defender's king leaves its square, and where
    // he goes matters only if he cuts a line.
    let (anywhere, lines) = match view.king(us).map(|own| (own, lifted.sliders_aimed_at(own, them))) {
        Some((own, aimed)) if !aimed.is_empty() => {
            let lines = aimed.into_iter().fold(Bitboard::EMPTY, |lines, slider| lines | between(own, slider));
            (Duties::new(&lifted, us), lines)
        }
        _ => (Duties::none(view.king(us)), Bitboard::EMPTY),
    };
    for to in flights {
        let reply = Move::board(king, to, false);
        let mut key_after_reply = None;
        let moved = lifted.set_king(them, to);
        // A slider that he takes is on no line any more either.
        let duties = if lines.contains(to) || view.pieces(us).contains(to) {
            Duties::new(&moved, us)
        } else {
            anywhere
        };
        let _ = for_each_check_in(&moved, us, duties, position.hand(us), &slides, &mut |set| {
            let key = *key_after_reply.get_or_insert_with(|| position.key_after(reply));
            keys_after(position, us, key, &set, king, |check, key| listener(DoubleMove { reply, check, key }))
        });
    }
    flights.count()
}

/// Hands out the checks of a set, each with the key after it. What stands on `vacated` counts as gone if it is a king.
#[inline(always)]
fn keys_after(
    position: &Position,
    us: Color,
    key: u128,
    set: &MoveSet,
    vacated: Square,
    mut listener: impl FnMut(Move, u128),
) -> ControlFlow<()> {
    let captured =
        |to: Square| position.piece_at(to).filter(|piece| to != vacated || piece.kind() != PieceKind::King);
    match *set {
        MoveSet::Board { from, stay, promote } => {
            let (left, piece) = position.key_leaving_square(from);
            let key = key ^ left;
            if let Some(kind) = piece.kind().promoted() {
                let promoted = Piece::new(us, kind);
                for to in promote {
                    listener(
                        Move::board(from, to, true),
                        key ^ position.key_arriving(promoted, to, captured(to)),
                    );
                }
            }
            for to in stay {
                listener(Move::board(from, to, false), key ^ position.key_arriving(piece, to, captured(to)));
            }
        }
        MoveSet::Drops { kind, to } => {
            let (left, piece) = position.key_leaving_hand(us, kind);
            for to in to {
                listener(Move::drop(kind, to), key ^ left ^ position.key_arriving(piece, to, None));
            }
        }
        // Only the generator of all legal moves hands out pawns together.
        MoveSet::Pawns { .. } => debug_assert!(false, "checks by pawns come one by one"),
    }
    ControlFlow::Continue(())
}
