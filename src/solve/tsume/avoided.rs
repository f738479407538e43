//! Positions that the attacker must not come to: what a search for mates that go another way leaves out.
//!
//! Such a position counts as no mate with its hand and with every smaller one. So more in hand still never spoils a mate,
//! on which the tables rely: from a larger hand the same moves lead to positions with as much more in hand.

use super::hand::pack;
use super::search::Search;
use crate::position::Position;
use crate::store::Place;

/// Positions with the attacker to move, in the order of their boards.
#[derive(Clone, Default)]
pub(super) struct Avoided(Vec<Place>);

impl Avoided {
    /// Whether a position is one of them, or has their board with less in hand.
    #[inline]
    pub fn contains(&self, place: Place) -> bool {
        if self.0.is_empty() {
            return false;
        }
        let from = self.0.partition_point(|avoided| avoided.board < place.board);
        let same = self.0[from..].iter().take_while(|avoided| avoided.board == place.board);
        same.into_iter().any(|avoided| Place::holds(avoided.hand, place.hand))
    }
}

impl Search {
    /// Takes positions with the attacker to move out of the search. They become a part of every key: what is known about
    /// them does not hold without them.
    pub fn avoid(&mut self, positions: &[Position]) {
        for position in positions {
            self.seed = (self.seed ^ position.key()).wrapping_mul(0xa3ec_647e_9f3b_1d27_8d5f_3c11_6b2f_9be5);
            self.seed ^= self.seed >> 61;
        }
        let seed = self.seed;
        let place = |position: &Position| Place {
            board: position.board_key() ^ seed,
            hand: pack(position.hand(self.attacker)),
        };
        let attacking = positions.iter().filter(|position| position.side_to_move() == self.attacker);
        self.avoided.0 = attacking.map(place).collect();
        self.avoided.0.sort_unstable_by_key(|place| (place.board, place.hand));
    }
}
