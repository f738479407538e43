//! A move with its score in one integer, for sorting.

use crate::types::Move;

/// A move and its score: the score in the high bits, the complement of the move's bits in the low ones. Equal scores
/// are ordered by the move, so that the order does not depend on where a move lies in the buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ScoredMove(i64);

impl ScoredMove {
    /// A move with its score; a higher score is better.
    #[inline(always)]
    pub fn new(mv: Move, score: i32) -> ScoredMove {
        ScoredMove(i64::from(score) << 16 | i64::from(!mv.to_bits()))
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
