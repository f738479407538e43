//! Tables that outlive a problem.

use crate::store::ProofTable;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Where searches leave their table for the next one: clones share it. A search of another problem finds it as if it were new, so that
/// its answer does not depend on the problems before; only the memory is at hand.
#[derive(Clone, Default)]
pub struct Tables(Arc<Mutex<Slot>>);

#[derive(Default)]
struct Slot {
    table: Option<ProofTable>,
    /// Searches at work. One that comes too late, when another has begun without its table, leaves none.
    at_work: usize,
}

impl Tables {
    /// A table of so many bytes: the one that was left here if it has that size. For another problem it is empty; when the problem is
    /// the same, all that is known is at hand.
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

    /// Takes what was left out, to give its memory back; `None` when there is nothing.
    #[must_use = "to drop it gives the memory back, which may take some time"]
    pub fn take_out(&self) -> Option<impl Send + use<>> {
        self.lock().table.take()
    }

    /// Leaves a table.
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
