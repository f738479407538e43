//! How many threads are useful on this machine, and a function to lock data that threads share.

use std::num::NonZero;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::available_parallelism;

/// The largest useful number of threads per processor; with more, they only wait for each other.
const FOR_EACH_PROCESSOR: usize = 4;
/// The number of threads that may be requested on any machine.
const ALWAYS: usize = 8;

/// The largest number of threads that a search should be given on this machine: four for each processor that the
/// process may use, but at least eight. With this number time limits are kept; with more threads, the one that
/// has to answer might wait too long for a processor.
pub fn most_threads() -> usize {
    (FOR_EACH_PROCESSOR * processors()).max(ALWAYS)
}

/// Locks a mutex, even if a thread panicked while holding the lock: such a thread left the data as they were.
pub(crate) fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The number of processors that the process may use.
pub(super) fn processors() -> usize {
    available_parallelism().map_or(1, NonZero::get)
}
