//! Positions that the attacker must avoid, in a search for mates other than a known one.
//!
//! Such a position counts as no mate with its hand and with every smaller one. So it remains true that a larger
//! hand never prevents a mate, which the tables rely on.

use crate::store::TableKey;

/// Positions with the attacker to move, sorted by board.
#[derive(Clone, Default)]
pub(super) struct Avoided(Vec<TableKey>);

impl Avoided {
    /// Whether a position is one of them, or has the board of one of them with a smaller hand.
    #[inline]
    pub fn contains(&self, table_key: TableKey) -> bool {
        if self.0.is_empty() {
            return false;
        }
        let from = self.0.partition_point(|avoided| avoided.board < table_key.board);
        let same = self.0[from..].iter().take_while(|avoided| avoided.board == table_key.board);
        same.into_iter().any(|avoided| TableKey::holds(avoided.hand, table_key.hand))
    }
}

impl FromIterator<TableKey> for Avoided {
    fn from_iter<I: IntoIterator<Item = TableKey>>(places: I) -> Avoided {
        let mut places: Vec<TableKey> = places.into_iter().collect();
        places.sort_unstable_by_key(|table_key| (table_key.board, table_key.hand));
        Avoided(places)
    }
}
