//! The key of a position without its hands.

use super::state::EMPTY;
use super::{Position, arrived, key};
use crate::types::{Color, Move};

impl Position {
    /// The key of the board and the side to move, without the hands. Positions with the same board key differ
    /// at most in the pieces in hand (優等局面, 劣等局面).
    #[inline]
    pub fn board_key(&self) -> u128 {
        let words = |color| key::hand_words(color, self.hand(color));
        self.key() ^ words(Color::Black) ^ words(Color::White)
    }

    /// The board key after a pseudo-legal move, from the board key before it, which may be offset by a
    /// constant.
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

    /// The key of the same board with the other side to move.
    #[inline]
    pub(crate) fn turned(board_key: u128) -> u128 {
        board_key ^ key::WHITE_TO_MOVE
    }
}
