//! Reuses the table of one search in the next one.

use crate::store::ProofTable;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A slot, shared by clones, in which a search leaves its table for the next one. A search of another problem finds the
/// table empty, so that its answer does not depend on earlier problems; only the memory is reused.
#[derive(Clone, Default)]
pub struct Tables(Arc<Mutex<Slot>>);

#[derive(Default)]
struct Slot {
    table: Option<ProofTable>,
    /// The number of running searches; only the last of them to end leaves its table.
    at_work: usize,
}

impl Tables {
    /// A table of `bytes` bytes: the one in the slot if it has that size, or a new one. A reused table is emptied
    /// unless `goes_on`, which says that the search is for the same problem.
    pub(super) fn take(&self, bytes: u64, goes_on: bool) -> ProofTable {
        let left = {
            let mut slot = self.lock();
            slot.at_work += 1;
            slot.table.take()
        };
        match left.filter(|table| table.asked_bytes() == bytes) {
            Some(mut table) if goes_on => {
                table.go_on();
                table
            }
            Some(mut table) => {
                table.start_afresh();
                table
            }
            None => ProofTable::new(bytes),
        }
    }

    /// Registers a search that begins with a table of its own, which it will leave here at the end.
    pub(super) fn join(&self) {
        self.lock().at_work += 1;
    }

    /// Takes the table out of the slot, to free its memory; `None` when there is none.
    #[must_use = "dropping it frees the memory, which may take some time"]
    pub fn take_out(&self) -> Option<impl Send + use<>> {
        self.lock().table.take()
    }

    /// Leaves a table in the slot.
    pub(super) fn leave(&self, table: ProofTable) {
        let displaced = {
            let mut slot = self.lock();
            slot.at_work -= 1;
            if slot.at_work == 0 { slot.table.replace(table) } else { Some(table) }
        };
        drop(displaced);
    }

    fn lock(&self) -> MutexGuard<'_, Slot> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Tables")
    }
}
