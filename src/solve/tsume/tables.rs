//! Tables that outlive a problem.

use crate::store::ProofTable;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// Where searches leave their table for the next one: clones share it. Nothing is cleared between problems; entries of
/// other problems do no harm, for what differs between problems is part of every key.
#[derive(Clone, Default)]
pub struct Tables(Arc<Mutex<Option<ProofTable>>>);

impl Tables {
    /// A table of so many bytes: the one that was left here if it has that size. For another problem it begins small again; when
    /// the problem is the same, all that is known is at hand.
    pub(super) fn take(&self, bytes: u64, goes_on: bool) -> ProofTable {
        let left = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        match left.filter(|table| table.asked_bytes() == bytes) {
            Some(mut table) if goes_on => {
                table.go_on();
                table
            }
            Some(mut table) => {
                table.grow_older();
                table
            }
            None => ProofTable::new(bytes),
        }
    }

    /// Leaves a table.
    pub(super) fn leave(&self, table: ProofTable) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(table);
    }
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Tables")
    }
}
