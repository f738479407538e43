//! The moves at the root.

use crate::play::info::Bound;
use crate::play::value::{INFINITE, Value};
use crate::types::Move;

/// A move at the root with its value and principal variation.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The principal variation, which begins with the move.
    pub pv: Vec<Move>,
    /// The value in the current iteration; `-INFINITE` while the move has not raised alpha.
    pub value: Value,
    /// The value in the previous iteration.
    pub previous: Value,
    /// The kind of bound that the value is; not exact when the value lay outside of the window.
    pub bound: Bound,
    /// The selective depth of its search.
    pub seldepth: usize,
}

impl RootMove {
    /// A move that has not been searched yet.
    pub fn new(mv: Move) -> RootMove {
        RootMove { pv: vec![mv], value: -INFINITE, previous: -INFINITE, bound: Bound::Exact, seldepth: 0 }
    }

    /// The move itself.
    pub fn mv(&self) -> Move {
        self.pv[0]
    }

    /// Whether the value in the current iteration lay outside of the window.
    pub fn is_at_bound(&self) -> bool {
        self.value != -INFINITE && self.bound != Bound::Exact
    }

    /// The value in the current iteration or, before there is one, in the previous iteration.
    pub fn last_value(&self) -> Value {
        if self.value == -INFINITE { self.previous } else { self.value }
    }
}
