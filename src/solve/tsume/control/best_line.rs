//! The line of the best mate so far, shared between the search's thread and the caller of the solver.

use crate::types::Move;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A shared line; empty while no mate is known.
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
