//! Which of a book's moves is played.

use super::entry::BookMove;
use std::cmp::Reverse;

/// The value of a move of which nothing is known: what `book build` would give it after as many games won as lost.
const UNDECIDED: i32 = 0;

/// The rules by which a move is chosen, as engines name them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// `BookEvalDiff`: how much worse than the best one a move may be, in hundredths of a pawn.
    pub value_difference: u32,
    /// `BookDepthLimit`: moves searched less deep than this are left out; 0: none is. A move of unknown depth is left
    /// out, too.
    pub least_depth: u32,
}

impl Choice {
    /// The moves that may be played, the best first: by value, then by how often each was played, then in the order
    /// of the book. A move without a value counts as 0, but never as better than the best value known.
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

    /// One of these moves by lot: each as often as it was played. `lot` is any number, each as likely as any other.
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
