//! Big memory: the visited set, lazily committed regions, prefetching, what the machine has and what is done when it
//! refuses; folders of files that outlive the process. With `board`, whose sets of squares are vector registers, the only
//! place of `unsafe`.

#[forbid(unsafe_code)]
mod distinct;
mod equal_words;
#[forbid(unsafe_code)]
mod folder;
#[forbid(unsafe_code)]
mod proof_table;
mod region;
mod shared;
#[forbid(unsafe_code)]
mod sorted_runs;
mod visited;

pub mod memory;
pub mod reserve;

pub use distinct::DistinctCount;
pub use folder::{AppendOnly, DiskFolder, Folder, FolderError, FolderRemoved};
pub use proof_table::{Fact, Found, Guess, Place, ProofTable};
pub use region::{Region, prefetch, prefetch_address};
pub use shared::{SharedLine, SharedRegion};
pub use sorted_runs::{FINGERPRINT_BITS, SortedRuns};
pub use visited::{Insert, KeyBits, KeyWidth, LookupCounts, VisitedSet};
