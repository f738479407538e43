//! Tables that outlive a problem.

use crate::store::ProofTable;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// Where searches leave their table for the next one: clones share it. Nothing is cleared between problems; entries of
/// other problems do no harm, for what differs between problems is part of every key.
#[derive(Clone, Default)]
pub struct Tables(Arc<Mutex<Option<ProofTable>>>);

impl Tables {
    /// A table of so many bytes for another problem: the one that was left here if it has that size.
    pub(super) fn take(&self, bytes: u64) -> ProofTable {
        let mut table = self.take_again(bytes);
        table.grow_older();
        table
    }

    /// A table of so many bytes for the same problem: all that is known is at hand, if one of that size was left here.
    pub(super) fn take_again(&self, bytes: u64) -> ProofTable {
        let left = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        left.filter(|table| table.asked_bytes() == bytes).unwrap_or_else(|| ProofTable::new(bytes))
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
