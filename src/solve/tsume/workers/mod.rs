//! Helper threads of a search.
//!
//! All threads search from the same position, each with its own path, and share the table. Only facts that hold
//! on every path are stored there as proved, so it does not matter which thread found them.
//! [`VirtualLoss`](super::dfpn::VirtualLoss) spreads the threads over the tree. The first thread that solves the
//! task ends it for all.
//!
//! Helpers are started when a task turns out to be long, pause between the caller's calls, and leave a task
//! before the next one is assigned.

mod helper_threads;
mod parallel_search;
mod shared_state;

pub(super) use parallel_search::ParallelSearch;
