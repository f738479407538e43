//! A root position and the line of moves played from it: what readers return and writers print.
//!
//! Whether the moves are legal is not known here: this layer has no rules. `movegen::play_line` judges them.

use crate::position::{Position, flip_line, mirror_line};
use crate::types::Move;
use std::fmt;

/// A position and the moves that follow it; none when only the position is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Where the line starts.
    pub root: Position,
    /// The line, in order.
    pub moves: Vec<Move>,
}

impl Record {
    /// The same record on the board turned by 180°, sides exchanged.
    pub fn flip(&self) -> Record {
        Record { root: self.root.flip(), moves: flip_line(&self.moves) }
    }

    /// The same record with left and right exchanged.
    pub fn mirror(&self) -> Record {
        Record { root: self.root.mirror(), moves: mirror_line(&self.moves) }
    }
}

impl fmt::Display for Record {
    /// A bare SFEN, or `position sfen … moves …` when there are moves.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.moves.is_empty() {
            return write!(f, "{}", self.root.sfen());
        }
        write!(f, "position sfen {} moves", self.root.sfen())?;
        self.moves.iter().try_for_each(|mv| write!(f, " {mv}"))
    }
}
