//! A side line.

use super::{Comment, Ending, Time};
use crate::types::Move;

/// A side line (変化).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The place in [`Record::branches`](super::Record::branches) of the line it branches off; `None` for the main
    /// line.
    pub parent: Option<usize>,
    /// The ply of its first move, counted from the root: it stands in the place of that ply of its parent, or behind
    /// the parent's last move.
    pub ply: usize,
    /// Its moves; none only where it says no more than how the game ends there.
    pub moves: Vec<Move>,
    /// What is said about its positions, by ply in ascending order; plies are counted from the root.
    pub comments: Vec<Comment>,
    /// The time used for its moves, by ply in ascending order; plies are counted from the root.
    pub times: Vec<Time>,
    /// How it ends, where that is said.
    pub ending: Option<Ending>,
}

impl Branch {
    /// A line without comments and times.
    pub fn new(parent: Option<usize>, ply: usize, moves: Vec<Move>) -> Branch {
        Branch { parent, ply, moves, comments: Vec::new(), times: Vec::new(), ending: None }
    }

    /// The ply of its last move, the one before it where it has none.
    pub fn last_ply(&self) -> usize {
        self.ply + self.moves.len() - 1
    }
}
