//! The layered search by several processes, each of which holds a part of the positions.
//!
//! Keys travel between processes, positions stay. Each key belongs to one process, its *owner*, which looks it up
//! in its visited set. A process that expands positions sends the children's keys to their owners, which answer
//! which of them are new. It keeps the new children, and is called their *finder*. After each layer, surplus
//! positions move, so that all processes have the same number to expand. To get from the mates back to the root,
//! the processes follow their parent logs together, with one exchange per layer; the first process rebuilds the
//! graph of solutions from the edges found.
//!
//! All processes go through the same steps. Whatever they send to each other is a message of an
//! [`exchange`](Exchange::exchange), in which every process takes part. So nothing depends on which process is
//! faster.

mod ahead;
mod asked;
mod balance;
mod checkpoint;
mod exchange;
mod finders;
mod layer_origins;
mod message;
mod moving;
mod owner;
mod recent_keys;
mod rounds;
mod search;
mod trail;
mod walk_back;

pub use checkpoint::ResumeError;
pub use exchange::{Alone, Exchange, HostLost};
pub use search::{ClusterOptions, ClusterSearch};
