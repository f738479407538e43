//! The main thread's search, with its helpers if there are any.

use super::shared::Counts;
use super::team::Team;
use crate::solve::tsume::dfpn::SearchState;
use crate::solve::tsume::task::{MateSearch, SearchTask, TaskResult};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A search and its helpers.
pub struct Workers {
    search: SearchState,
    team: Option<Arc<Mutex<Team>>>,
}

impl Workers {
    /// A search with so many helpers, which are started after it has spent `alone` nodes.
    pub fn new(mut search: SearchState, helpers: usize, alone: u64) -> Workers {
        let team = (helpers > 0).then(|| Arc::new(Mutex::new(Team::of(&mut search, helpers, alone))));
        if let Some(team) = &team {
            search.control.set_helpers(team.clone());
        }
        Workers { search, team }
    }

    /// The number of threads that have worked.
    pub fn threads(&self) -> usize {
        1 + self.team().map_or(0, |team| team.helpers())
    }

    /// The helpers' counts besides nodes, up to the last task.
    pub fn counts_of_helpers(&self) -> Counts {
        self.team().map(|team| team.counts()).unwrap_or_default()
    }

    /// The search, without helpers.
    pub fn into_search(self) -> SearchState {
        self.search
    }

    fn team(&self) -> Option<MutexGuard<'_, Team>> {
        Some(self.team.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// On several threads.
impl MateSearch for Workers {
    fn state(&self) -> &SearchState {
        &self.search
    }

    fn state_mut(&mut self) -> &mut SearchState {
        &mut self.search
    }

    fn search(&mut self, task: SearchTask) -> TaskResult {
        debug_assert!(self.search.path.len() == 0, "helpers know no path");
        let before = self.search.control.node_budget();
        let Some(mut team) = self.team() else { return task.run(&mut self.search, false) };
        let position = self.search.board.position.clone();
        team.assign((position, task.clone()), self.search.control.own_nodes());
        drop(team);
        let finding = task.run(&mut self.search, false);
        self.search.control.restore_budget(before);
        let others = self.team().and_then(|mut team| team.finish_task());
        others.filter(|_| !finding.is_conclusive()).unwrap_or(finding)
    }
}
