//! The choice of one of a book's moves.

use super::entry::BookMove;
use std::cmp::Reverse;

/// The value of a move without a value: the one that `book build` gives after as many games won as lost.
const UNDECIDED: i32 = 0;

/// The rules for choosing a move, named as in engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// `BookEvalDiff`: by how much a move may be worse than the best one, in hundredths of a pawn.
    pub value_difference: u32,
    /// `BookDepthLimit`: moves searched less deep than this, or of unknown depth, are excluded; 0 excludes
    /// none.
    pub least_depth: u32,
}

impl Choice {
    /// The moves that may be played, the best first: by value, then by count, then in the order of the book.
    /// A move without a value counts as 0, but never as better than the best known value.
    pub fn candidates(&self, moves: &[BookMove]) -> Vec<BookMove> {
        let is_deep = |book: &&BookMove| self.least_depth == 0 || book.depth.unwrap_or(0) >= self.least_depth;
        let mut moves: Vec<BookMove> = moves.iter().filter(is_deep).copied().collect();
        if let Some(best) = moves.iter().filter_map(|book| book.value).max() {
            let value = |book: &BookMove| book.value.unwrap_or(UNDECIDED.min(best));
            let least = i64::from(best) - i64::from(self.value_difference);
            moves.retain(|book| i64::from(value(book)) >= least);
            moves.sort_by_key(|book| (Reverse(value(book)), Reverse(book.count)));
        } else {
            moves.sort_by_key(|book| Reverse(book.count));
        }
        moves
    }

    /// Draws one of these moves at random, with probabilities proportional to their counts. `lot` is a random
    /// number, uniformly distributed over all 64-bit numbers.
    pub fn draw(candidates: &[BookMove], lot: u64) -> Option<BookMove> {
        let weight = |book: &BookMove| u128::from(book.count.unwrap_or(1).max(1));
        let all: u128 = candidates.iter().map(weight).sum();
        let mut left = u128::from(lot) * all / (u128::from(u64::MAX) + 1);
        candidates.iter().copied().find(|book| {
            let is_drawn = left < weight(book);
            left = left.saturating_sub(weight(book));
            is_drawn
        })
    }
}
