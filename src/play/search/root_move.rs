//! A move at the root.

use crate::play::value::{INFINITE, Value};
use crate::types::Move;

/// A move at the root and what is known of it.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The best line that begins with it.
    pub line: Vec<Move>,
    /// Its value in the iteration at hand; `-INFINITE` while none of its searches came out above alpha.
    pub value: Value,
    /// Its value in the iteration before.
    pub previous: Value,
    /// The longest line looked at for it.
    pub seldepth: usize,
}

impl RootMove {
    /// A move of which nothing is known.
    pub fn new(mv: Move) -> RootMove {
        RootMove { line: vec![mv], value: -INFINITE, previous: -INFINITE, seldepth: 0 }
    }

    /// The move itself.
    pub fn mv(&self) -> Move {
        self.line[0]
    }

    /// The last value that was found.
    pub fn last_value(&self) -> Value {
        if self.value == -INFINITE { self.previous } else { self.value }
    }
}
