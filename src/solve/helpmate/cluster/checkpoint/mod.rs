//! Checkpoints of a search by several processes: each writes its own files, into a folder of its own or one that all
//! share.
//!
//! A *run* is the search from one start of the processes to their end. In a run, process *p* writes
//! - `layers-RUN-p.log`: for each closed layer the keys of the positions that it found and its part of the parent
//!   log, followed by the origins of the positions of the layer that it expands;
//! - `frontier-RUN-p-N`: the positions of layer *N* that it expands;
//! - `manifest-RUN-p-N`: how much of the log is valid at layer *N*, the problem, the counts, and the runs before
//!   this one.
//!
//! All processes write at the same layers. Each keeps its last two manifests, since another process may not have
//! finished writing its last one. A search is resumed from the newest layer of which all parts exist, in a new
//! run, possibly with another number of processes: keys go to their owners, and the logs of earlier runs stay
//! unchanged. The checkpoint of a single process counts as a run of one process.

mod agreement;
mod gathering;
mod key_delivery;
mod saved;
mod trail_reader;
mod writer;

pub(super) use agreement::Agreed;
pub use agreement::ResumeError;
pub(super) use gathering::WithSent;
pub(super) use key_delivery::KeyDelivery;
pub(super) use saved::Run;
pub(super) use trail_reader::read_trail;
pub(super) use writer::{PartWriter, Pending, State};
