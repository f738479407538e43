//! Rewards for moves that cut off.

use super::{Searcher, margins};
use crate::play::eval::Evaluation;
use crate::play::histories::{ErrorKeys, Histories};
use crate::play::info::Bound;
use crate::play::value::{DECIDED, Value};
use crate::types::{Color, Move, Piece};

/// A quiet move or capture that was tried before another one cut off.
#[derive(Clone, Copy, Debug)]
pub struct Tried {
    mv: Move,
    captured: Option<Piece>,
    tactical: bool,
}

impl Searcher<'_> {
    /// A move as it will be remembered when another cuts off.
    #[inline]
    pub(super) fn tried(&self, mv: Move, tactical: bool) -> Tried {
        Tried { mv, captured: self.position.piece_at(mv.to()), tactical }
    }

    /// A move cut off after others had been tried: it is rewarded, they are not.
    pub(super) fn reward(&mut self, best: Tried, others: &[Option<Tried>], depth: i32) {
        let bonus = margins::bonus(depth);
        let us = self.position.side_to_move();
        if best.tactical {
            let now = self.as_played(best.mv);
            self.histories.reward_capture(now, best.captured, bonus);
        } else {
            self.reward_quiet(us, best.mv, bonus);
            for other in others.iter().flatten().filter(|other| !other.tactical) {
                self.reward_quiet(us, other.mv, -bonus);
            }
        }
        for other in others.iter().flatten().filter(|other| other.tactical) {
            let now = self.as_played(other.mv);
            self.histories.reward_capture(now, other.captured, -bonus);
        }
    }

    /// The table tells that a move cuts off: a quiet one is rewarded without being searched again.
    pub(super) fn reward_known(&mut self, mv: Move, depth: i32) {
        let us = self.position.side_to_move();
        // By a collision of keys the move may be another position's.
        let piece = mv.from().map(|from| self.position.piece_at(from));
        let is_ours = piece.is_none_or(|piece| piece.is_some_and(|piece| piece.color() == us));
        if is_ours && !self.is_tactical(mv) {
            self.reward_quiet(us, mv, margins::bonus(depth) / 2);
        }
    }

    /// Adds a bonus to a quiet move of the position at hand.
    pub(super) fn reward_quiet(&mut self, us: Color, mv: Move, bonus: i32) {
        let now = self.as_played(mv);
        let earlier = [1, 2, 4].map(|plies| self.played_before(plies));
        let histories: &mut Histories = self.histories;
        histories.reward_quiet(us, mv, bonus);
        for earlier in earlier {
            histories.reward_continuation(earlier, now, bonus);
        }
    }

    /// An evaluation of the position at hand, corrected by how far off those of like positions were.
    #[inline]
    pub(super) fn corrected(&self, value: Value) -> Value {
        let error = self.histories.error(ErrorKeys::new(&self.position, self.played_before(1)));
        (value + error).clamp(-Evaluation::MAX, Evaluation::MAX)
    }

    /// A node was searched: how far off was its evaluation? Of captures it is not expected to know, and a bound on the side of the
    /// evaluation says nothing.
    pub(super) fn learn_error(&mut self, best: Value, best_move: Option<Move>, bound: Bound, depth: i32) {
        let Some(eval) = self.frames[self.ply].eval else { return };
        let says_nothing = match bound {
            Bound::Exact => false,
            Bound::Lower => best <= eval,
            Bound::Upper => best >= eval,
        };
        if says_nothing || best.abs() >= DECIDED || best_move.is_some_and(|mv| self.is_tactical(mv)) {
            return;
        }
        let keys = ErrorKeys::new(&self.position, self.played_before(1));
        self.histories.learn_error(keys, best - eval, depth);
    }

    /// What the histories say of a quiet move of the position at hand.
    #[inline]
    pub(super) fn promise(&self, us: Color, mv: Move) -> i32 {
        let now = self.as_played(mv);
        self.histories.quiet(us, mv)
            + self.histories.continuation(self.played_before(1), now)
            + self.histories.continuation(self.played_before(2), now)
    }
}
