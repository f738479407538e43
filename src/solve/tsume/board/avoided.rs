//! Positions that the attacker must avoid, in a search for mates other than a known one.
//!
//! Such a position counts as no mate with its hand and with every smaller one. So a larger hand still never spoils a mate, which the tables
//! rely on.

use crate::store::Place;

/// Positions with the attacker to move, sorted by board.
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

impl FromIterator<Place> for Avoided {
    fn from_iter<I: IntoIterator<Item = Place>>(places: I) -> Avoided {
        let mut places: Vec<Place> = places.into_iter().collect();
        places.sort_unstable_by_key(|place| (place.board, place.hand));
        Avoided(places)
    }
}
