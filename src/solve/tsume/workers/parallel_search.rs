//! The main thread's search, with its helpers if there are any.

use super::helper_threads::HelperThreads;
use crate::solve::tsume::dfpn::SearchState;
use crate::solve::tsume::task::{MateSearch, SearchTask, TaskResult};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A search and its helpers.
pub struct ParallelSearch {
    state: SearchState,
    helpers: Option<Arc<Mutex<HelperThreads>>>,
}

impl ParallelSearch {
    /// A search with `helper_count` helpers, which are started after it has spent `nodes_before_helpers` nodes.
    pub fn new(mut state: SearchState, helper_count: usize, nodes_before_helpers: u64) -> ParallelSearch {
        let helpers = (helper_count > 0)
            .then(|| Arc::new(Mutex::new(HelperThreads::of(&mut state, helper_count, nodes_before_helpers))));
        if let Some(helpers) = &helpers {
            state.control.set_helpers(helpers.clone());
        }
        ParallelSearch { state, helpers }
    }

    /// The number of threads that were started, including the main one.
    pub fn threads(&self) -> usize {
        1 + self.helpers().map_or(0, |helpers| helpers.running())
    }

    /// The state of the main thread's search; the helpers are dropped.
    pub fn into_state(self) -> SearchState {
        self.state
    }

    fn helpers(&self) -> Option<MutexGuard<'_, HelperThreads>> {
        Some(self.helpers.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The search on several threads.
impl MateSearch for ParallelSearch {
    fn state(&self) -> &SearchState {
        &self.state
    }

    fn state_mut(&mut self) -> &mut SearchState {
        &mut self.state
    }

    fn run_task(&mut self, task: SearchTask) -> TaskResult {
        debug_assert!(self.state.path.len() == 0, "helpers know no path");
        let before = self.state.control.node_budget();
        let Some(mut helpers) = self.helpers() else {
            return task.run(&mut self.state, false);
        };
        let position = self.state.board.position.clone();
        helpers.assign((position, task.clone()), self.state.control.own_nodes());
        drop(helpers);
        let result = task.run(&mut self.state, false);
        self.state.control.restore_budget(before);
        let others = self.helpers().and_then(|mut helpers| helpers.finish_task());
        others.filter(|_| !result.is_conclusive()).unwrap_or(result)
    }
}
