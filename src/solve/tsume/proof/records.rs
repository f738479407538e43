//! The records written so far, by board. A record is reused for every position for which it holds.

use crate::certificate::{Claim, Edge, Link, Role};
use crate::store::TableKey;
use crate::store::reserve::fallible;
use crate::types::Move;
use core::ops::RangeInclusive;
use hashbrown::{HashMap, TryReserveError};

/// A proved position, with what an edge to it refers to.
#[derive(Clone, Copy)]
pub struct Proven {
    pub link: Link,
    /// The number of plies in its claim; 0 where it does not matter.
    pub plies: u16,
    pub any_hand: bool,
}

impl Proven {
    /// A position for which no record is needed.
    pub const fn obvious(any_hand: bool) -> Proven {
        Proven { link: Link::Obvious, plies: 0, any_hand }
    }

    /// The edge to the position by a move.
    pub const fn edge(&self, role: Role, mv: Move) -> Edge {
        Edge { role, mv, link: self.link }
    }
}

/// A record that was written.
#[derive(Clone, Copy)]
pub struct Record {
    /// The attacker's hand.
    pub hand: u32,
    pub claim: Claim,
    pub any_hand: bool,
    pub number: u32,
}

/// All records, by board.
#[derive(Default)]
pub struct Records(HashMap<u128, Vec<Record>>);

impl Records {
    /// Adds a record; an error if there is no memory for it.
    pub fn add(&mut self, board: u128, record: Record) -> Result<(), TryReserveError> {
        fallible(|| self.0.try_reserve(1))?;
        self.0.entry(board).or_default().push(record);
        Ok(())
    }

    /// A record of a mate within `bound` plies.
    pub fn mate(&self, table_key: TableKey, bound: u16) -> Option<Proven> {
        self.find(table_key, |record| match record.claim {
            Claim::Within(plies) if plies <= bound => (record.hand == table_key.hand
                || record.any_hand && TableKey::holds(table_key.hand, record.hand))
            .then_some(plies),
            _ => None,
        })
    }

    /// A record that there is no mate within some number of plies in `bounds`, or no mate at all.
    pub fn lasting(&self, table_key: TableKey, bounds: RangeInclusive<u16>) -> Option<Proven> {
        self.find(table_key, |record| match record.claim {
            Claim::NotWithin(plies) if bounds.contains(&plies) => {
                has_less(record, table_key).then_some(plies)
            }
            Claim::NoMate => has_less(record, table_key).then_some(*bounds.start()),
            _ => None,
        })
    }

    /// A record that there is no mate at all.
    pub fn escaping(&self, table_key: TableKey) -> Option<Proven> {
        self.find(table_key, |record| {
            (record.claim == Claim::NoMate && has_less(record, table_key)).then_some(0)
        })
    }

    fn find(&self, table_key: TableKey, fits: impl Fn(&Record) -> Option<u16>) -> Option<Proven> {
        let records = self.0.get(&table_key.board)?;
        records.iter().find_map(|record| {
            let plies = fits(record)?;
            Some(Proven { link: Link::Record(record.number), plies, any_hand: record.any_hand })
        })
    }
}

/// Whether a record about no mate holds for a position: same hand, or any hand not larger than the record's if it
/// allows that.
fn has_less(record: &Record, table_key: TableKey) -> bool {
    record.hand == table_key.hand || record.any_hand && TableKey::holds(record.hand, table_key.hand)
}
