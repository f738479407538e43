//! The key of a diagram without its hands.

use super::{Position, key};
use crate::types::Color;

impl Position {
    /// The key of the board and the side to move, hands left aside: positions that agree in it differ at most in who holds
    /// what (優等局面, 劣等局面).
    #[inline]
    pub fn board_key(&self) -> u128 {
        let mut key = self.key();
        for color in Color::ALL {
            let hand = self.hand(color);
            if !hand.is_empty() {
                for (kind, count) in hand.iter() {
                    key ^= key::hand_word(color, kind, count);
                }
            }
        }
        key
    }
}
