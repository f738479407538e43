//! A move with its score, for sorting.

use crate::types::Move;

/// A move and what it promises, in one number: the score above, the move's own bits below. Of equal scores the lower move is
/// the better one, so that the order never depends on where a move lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Scored(i64);

impl Scored {
    /// A move and its score: more is better.
    #[inline(always)]
    pub fn new(mv: Move, score: i32) -> Scored {
        Scored(i64::from(score) << 16 | i64::from(!mv.to_bits()))
    }

    /// The move.
    #[inline(always)]
    pub fn mv(self) -> Move {
        Move::of_bits(!(self.0 as u16))
    }

    /// The score.
    #[inline(always)]
    pub fn score(self) -> i32 {
        (self.0 >> 16) as i32
    }
}
