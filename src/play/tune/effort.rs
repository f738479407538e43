//! What a player may use for a move.

use crate::play::Limits;
use std::time::Duration;

/// What a player may use for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// So many nodes.
    Nodes(u64),
    /// So long.
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
