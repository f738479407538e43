//! A side line.

use super::{Comment, Ending, Time};
use crate::types::Move;

/// A side line (変化).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The index in [`Record::branches`](super::Record::branches) of the line from which it branches off;
    /// `None` for the main line.
    pub parent: Option<usize>,
    /// The ply of its first move, counted from the root. That move replaces the parent's move at this ply, or
    /// follows the parent's last move.
    pub ply: usize,
    /// Its moves; empty only if the branch merely states how the game ends there.
    pub moves: Vec<Move>,
    /// Comments on its positions, by ply in ascending order; plies are counted from the root.
    pub comments: Vec<Comment>,
    /// The time used for its moves, by ply in ascending order; plies are counted from the root.
    pub times: Vec<Time>,
    /// Its ending, if stated.
    pub ending: Option<Ending>,
}

impl Branch {
    /// A line without comments and times.
    pub fn new(parent: Option<usize>, ply: usize, moves: Vec<Move>) -> Branch {
        Branch { parent, ply, moves, comments: Vec::new(), times: Vec::new(), ending: None }
    }

    /// The ply of its last move; if it has no moves, the ply before it begins.
    pub fn last_ply(&self) -> usize {
        self.ply + self.moves.len() - 1
    }
}
