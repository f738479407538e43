//! Large tables and files: the visited set, the proof table, lazily committed memory and its limits, sorted runs
//! and folders on disk, and the detection of processor features. Apart from `board` and its vector registers,
//! only this module contains `unsafe` code.

#[forbid(unsafe_code)]
mod distinct;
mod equal_words;
#[forbid(unsafe_code)]
mod folder;
#[forbid(unsafe_code)]
mod key_sample;
#[forbid(unsafe_code)]
mod proof_table;
mod region;
mod shared_region;
#[forbid(unsafe_code)]
mod sorted_runs;
#[cfg(test)]
mod test_keys;
#[forbid(unsafe_code)]
mod threads;
mod visited;

pub mod memory;
pub mod processor;
pub mod reserve;

pub use distinct::DistinctCount;
pub use equal_words::{equal_halves, equal_words};
pub use folder::{AppendOnly, DiskFolder, FileInTheWay, Folder, FolderError, FolderRemoved};
pub use key_sample::KeySample;
pub use proof_table::{AnyMateProbe, ENTRY_WORDS, Fact, Guess, NumbersOf, ProofTable, TableKey};
pub use region::{Region, prefetch, prefetch_address};
pub use shared_region::{SharedCacheLine, SharedRegion};
pub use sorted_runs::{FINGERPRINT_BITS, SortedRuns};
pub use threads::{SMALL_STACK, thread_builder, would_grant_thread};
pub use visited::{FalseHitTerms, Insert, KeyBits, KeyWidth, LookupCounts, VisitedSet};
