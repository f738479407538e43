//! How many threads are of use on this machine; what they share.

use std::num::NonZero;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::available_parallelism;

/// Threads for each processor: beyond that they only wait for each other.
const FOR_EACH_PROCESSOR: usize = 4;
/// The number of threads that may always be asked for.
const ALWAYS: usize = 8;

/// The most threads that a search is to be given here: four for each processor that the process may use, and always
/// eight. With that number of threads the limits of time are kept; with more of them the one that has to answer may
/// wait too long for its turn.
pub fn most_threads() -> usize {
    (FOR_EACH_PROCESSOR * processors()).max(ALWAYS)
}

/// Locks; a thread that died holding the lock left what it guards as it was.
pub(crate) fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The processors that the process may use.
pub(super) fn processors() -> usize {
    available_parallelism().map_or(1, NonZero::get)
}
