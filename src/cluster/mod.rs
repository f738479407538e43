//! Connections between the processes of a search on several machines (`tsumugi solve --hosts`).
//!
//! Each process listens only on its own address of the list, and connects to the processes before it in the list. A
//! connection begins with a handshake that proves to both sides that the other one knows the shared secret, has the
//! same build, and was given the same problem, options and list. A connection that fails the handshake, or has not
//! finished it within a few seconds, is closed, and the search goes on.
//!
//! After the handshake, messages are sent as frames with a length. A process that has nothing to send gives a sign of
//! life each second, so that one that was killed, disconnected or suspended is noticed within five seconds. While
//! some processes have not connected yet, such a process is waited for again; later its number is reported, and the
//! other processes end too.
//!
//! Nothing is encrypted: the data sent are hash keys and positions of the problem. The machines should be connected
//! by a private network or a tunnel.

mod early_link;
mod error;
mod frames;
mod handshake;
mod hosts;
mod join;
mod life;
mod links;
mod secret;
mod timed;

pub use error::{ClusterError, Difference};
pub use hosts::Hosts;
pub use join::join;
pub use links::Links;
pub use secret::Secret;
