//! Big memory: the visited set, lazily committed regions, prefetching, what the machine has. The home of `unsafe`.

mod region;
mod shared;
mod visited;

pub mod memory;

pub use region::Region;
pub use shared::{SharedLine, SharedRegion};
pub use visited::{Insert, VisitedSet};
