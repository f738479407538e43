//! The moves at the root.

use crate::play::info::Bound;
use crate::play::value::{INFINITE, Value};
use crate::types::Move;

/// A move at the root with its value and principal variation.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The principal variation, which begins with the move.
    pub pv: Vec<Move>,
    /// Its value in the present iteration; `-INFINITE` while it has not raised alpha.
    pub value: Value,
    /// Its value in the previous iteration.
    pub previous: Value,
    /// What the value is worth: a bound where it lay outside of the window.
    pub bound: Bound,
    /// The selective depth of its search.
    pub seldepth: usize,
}

impl RootMove {
    /// A move that was not searched yet.
    pub fn new(mv: Move) -> RootMove {
        RootMove { pv: vec![mv], value: -INFINITE, previous: -INFINITE, bound: Bound::Exact, seldepth: 0 }
    }

    /// The move itself.
    pub fn mv(&self) -> Move {
        self.pv[0]
    }

    /// Whether its value in the present iteration lay outside of the window.
    pub fn is_at_bound(&self) -> bool {
        self.value != -INFINITE && self.bound != Bound::Exact
    }

    /// Its value in the present iteration, or else in the previous one.
    pub fn last_value(&self) -> Value {
        if self.value == -INFINITE { self.previous } else { self.value }
    }
}
