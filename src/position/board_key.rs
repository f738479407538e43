//! The key of a diagram without its hands.

use super::state::EMPTY;
use super::{Position, arrived, key};
use crate::types::{Color, Move};

impl Position {
    /// The key of the board and the side to move, hands left aside: positions that agree in it differ at most in who
    /// holds what (優等局面, 劣等局面).
    #[inline]
    pub fn board_key(&self) -> u128 {
        let words = |color| key::hand_words(color, self.hand(color));
        self.key() ^ words(Color::Black) ^ words(Color::White)
    }

    /// The key of the board after a pseudo-legal move, when that before it is known (up to a constant).
    #[inline]
    pub(crate) fn board_key_after(&self, board_key: u128, mv: Move) -> u128 {
        let moved = self.pieces_of(mv);
        let piece = moved.piece();
        let to = mv.to().index();
        let mut key = board_key ^ key::WHITE_TO_MOVE ^ key::PIECES[arrived(piece, mv.promotes()).index()][to];
        if moved.taken() != EMPTY {
            key ^= key::PIECES[usize::from(moved.taken())][to];
        }
        if let Some(from) = mv.from() {
            key ^= key::PIECES[piece.index()][from.index()];
        }
        key
    }

    /// The key of the same board with the turn passed.
    #[inline]
    pub(crate) fn turned(board_key: u128) -> u128 {
        board_key ^ key::WHITE_TO_MOVE
    }
}
