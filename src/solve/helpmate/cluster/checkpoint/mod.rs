//! Checkpoints of a search by several processes: each writes its own files, into a folder of its own or one that all
//! share.
//!
//! A *run* is the search from one start of the processes to their end. In it process *p* writes
//! - `layers-RUN-p.log`: for each closed layer the keys of the positions that it found and its part of the parent log,
//!   and behind them where the positions of the layer come from;
//! - `frontier-RUN-p-N`: the positions of layer *N* that it expands;
//! - `manifest-RUN-p-N`: how much of the log counts at layer *N*, the problem, what was counted, and the runs before
//!   this one.
//!
//! All write at the same layers. Each keeps its last two manifests, for another process may not have come to the end of
//! the last one. A search goes on from the newest layer of which all parts are there, in a new run, whose processes may
//! be others: keys go to their owners, and the logs of earlier runs stay what they are. The checkpoint of a single
//! process counts as a run of one.

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
