//! The effort that a player may spend on a move.

use crate::play::Limits;
use std::time::Duration;

/// The effort that a player may spend on a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// This number of nodes.
    Nodes(u64),
    /// This thinking time.
    Time(Duration),
}

impl Effort {
    /// The limits of a search.
    pub fn limits(self) -> Limits {
        match self {
            Effort::Nodes(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
            Effort::Time(time) => Limits { move_time: Some(time), ..Limits::default() },
        }
    }
}
