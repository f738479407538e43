//! Statistics of a book.

use super::whole::Book;
use crate::types::Color;

/// Statistics of a book.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BookStats {
    /// The number of positions.
    pub positions: u64,
    /// The number of moves of all positions.
    pub moves: u64,
    /// The largest number of moves of one position.
    pub most_moves: u64,
    /// The number of moves with a depth of at least 1.
    pub with_depth: u64,
    /// The depth of the deepest search.
    pub deepest: u32,
    /// The sum of the counts of all moves.
    pub played: u64,
    /// The number of positions with White to move.
    pub white_to_move: u64,
}

/// Computes the statistics of a book.
pub fn stats(book: &Book) -> BookStats {
    let mut stats = BookStats::default();
    for (position, moves) in book.positions() {
        stats.positions += 1;
        stats.white_to_move += u64::from(position.side_to_move() == Color::White);
        stats.most_moves = stats.most_moves.max(moves.len() as u64);
        for book in moves {
            stats.moves += 1;
            let depth = book.depth.unwrap_or(0);
            stats.with_depth += u64::from(depth > 0);
            stats.deepest = stats.deepest.max(depth);
            stats.played = stats.played.saturating_add(book.count.unwrap_or(0));
        }
    }
    stats
}
