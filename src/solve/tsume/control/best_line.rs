//! The line of the best mate so far, for whoever pulls the solver: the search writes it in its thread.

use crate::types::Move;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A line that both sides see; empty while no mate is known.
#[derive(Clone, Default)]
pub struct BestLine(Arc<Mutex<Vec<Move>>>);

impl BestLine {
    pub fn set(&self, line: &[Move]) {
        line.clone_into(&mut self.lock());
    }

    pub fn get(&self) -> Vec<Move> {
        self.lock().clone()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Move>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
