//! Big memory: the visited set, lazily committed regions, prefetching, what the machine has. The home of `unsafe`.

mod proof_table;
mod region;
mod shared;
mod visited;

pub mod memory;

pub use proof_table::{Fact, Place, ProofTable};
pub use region::Region;
pub use shared::{SharedLine, SharedRegion};
pub use visited::{Insert, VisitedSet};
