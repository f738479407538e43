//! The layered search by several processes, each of which holds a part of the positions.
//!
//! Keys travel, positions stay. Each key belongs to one process, its *owner*, in whose visited set it is looked up. A
//! process that expands positions (their *finder*'s children are its own) sends the children's keys to their owners and
//! is told which are new; those it keeps. After each layer, surplus positions move, so that all have the same number to
//! expand. From the mates back to the root the processes follow their parent logs together, one exchange a layer; the
//! first one rebuilds the graph of solutions from the edges found.
//!
//! All processes go through the same steps: what is sent from each to each is a message of an
//! [`exchange`](Exchange::exchange), in which every process takes part. So nothing depends on which process is faster.

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
