//! Double moves: a move of the defender, who is in check, and a check in answer. The step of the helpmate search.
//!
//! Most answers to check are king moves, and half of all positions after the defender's move hold no check. So the
//! positions after king moves are looked at without being made. A legal king move goes to a square that no slider of
//! the attacker reaches even through the king's old square; therefore the king's new place cuts no slide, and what the
//! sliders attack is computed once for all his moves.

use super::checks::{for_each_check, for_each_check_in};
use super::evasions::answer;
use super::flights::{Slides, attacked_around};
use super::legal::for_each_legal;
use super::moveset::MoveSet;
use crate::board::king_attacks;
use crate::position::{Position, View};
use crate::types::{Move, Square};
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
        let lines = view.lines_to(king, !them);
        let checkers = lines.open | view.step_attackers_to(king, !them);
        let mut count = 0;
        let replies = &mut self.replies;
        let mut keep = |set: MoveSet| {
            set.try_for_each(|mv| {
                replies.push(mv);
                ControlFlow::Continue(())
            })
        };
        // Nobody breaks here: the list is complete.
        let _ = if checkers.is_empty() {
            for_each_legal(position, keep)
        } else {
            count += after_king_moves(position, &view, king, &mut listener);
            answer(position, king, checkers, lines.blockers, &mut keep)
        };
        for &reply in &self.replies {
            let undo = position.do_move(reply);
            let _ = for_each_check(position, |set| {
                set.try_for_each(|check| {
                    listener(DoubleMove { reply, check, key: position.key_after(check) });
                    ControlFlow::Continue(())
                })
            });
            position.undo_move(reply, undo);
        }
        Replies { count: count + self.replies.len() as u32, in_check: !checkers.is_empty() }
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
    let flights = steps.without(attacked_around(&lifted, king, us, &slides));
    for to in flights {
        let reply = Move::board(king, to, false);
        let mut key_after_reply = None;
        let moved = lifted.set_king(them, to);
        let _ = for_each_check_in(&moved, us, position.hand(us), &slides, &mut |set| {
            let key = *key_after_reply.get_or_insert_with(|| position.key_after(reply));
            set.try_for_each(|check| {
                // The cell that the king left still names him.
                let captured = position.piece_at(check.to()).filter(|_| check.to() != king);
                listener(DoubleMove { reply, check, key: key ^ position.key_change(us, check, captured) });
                ControlFlow::Continue(())
            })
        });
    }
    flights.count()
}
