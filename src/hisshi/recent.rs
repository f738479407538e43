//! Moves that were decisive most recently; they are tried first in the next position of the same kind.

use crate::types::Move;

/// The number of moves remembered.
const MOST: usize = 12;

/// Moves, the latest first.
#[derive(Clone, Debug, Default)]
pub struct Recent(Vec<Move>);

impl Recent {
    /// Records that a move was decisive.
    pub fn note(&mut self, mv: Move) {
        self.0.retain(|&other| other != mv);
        self.0.insert(0, mv);
        self.0.truncate(MOST);
    }

    /// Whether a move is remembered.
    pub fn knows(&self, mv: Move) -> bool {
        self.0.contains(&mv)
    }

    /// The rank of a move: 0 for the latest, `MOST` for one that is not remembered.
    pub fn rank(&self, mv: Move) -> usize {
        self.0.iter().position(|&other| other == mv).unwrap_or(MOST)
    }
}
