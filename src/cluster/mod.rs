//! Connections between the processes of a search on several machines (`tsumugi solve --hosts`).
//!
//! Each process listens on its own address of the list and nothing else, and connects to those named before it. A
//! connection begins with a handshake that tells both sides that the other knows the shared secret, has the same build,
//! and was given the same problem, options and list. Whoever cannot do that is refused, and the search goes on.
//!
//! After it messages are frames with a length. Processes that have nothing to say send a sign of life each second, so
//! that one that was killed, cut off or stopped is noticed within five seconds; it is named, and the others end too.
//!
//! Nothing is encrypted: what travels are keys and positions of the problem. The machines should be on a private network
//! or a tunnel.

mod error;
mod frames;
mod handshake;
mod hosts;
mod links;
mod secret;

pub use error::{ClusterError, Difference};
pub use hosts::Hosts;
pub use links::{Links, join};
pub use secret::Secret;
