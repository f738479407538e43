//! The search of the first thread, with the helpers that it may have.

use super::shared::Counts;
use super::team::Team;
use crate::solve::tsume::dfpn::Search;
use crate::solve::tsume::task::{Finding, MateSearch, Question};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A search and its helpers.
pub struct Workers {
    search: Search,
    team: Option<Arc<Mutex<Team>>>,
}

impl Workers {
    /// A search with helpers, which start working when it has spent so many nodes alone.
    pub fn new(mut search: Search, helpers: usize, alone: u64) -> Workers {
        let team = (helpers > 0).then(|| Arc::new(Mutex::new(Team::of(&mut search, helpers, alone))));
        if let Some(team) = &team {
            search.control.join(team.clone());
        }
        Workers { search, team }
    }

    /// How many threads have worked.
    pub fn threads(&self) -> usize {
        1 + self.team().map_or(0, |team| team.helpers())
    }

    /// What the helpers counted besides nodes, up to the last question.
    pub fn counts_of_helpers(&self) -> Counts {
        self.team().map(|team| team.counts()).unwrap_or_default()
    }

    /// The search, without helpers.
    pub fn into_search(self) -> Search {
        self.search
    }

    fn team(&self) -> Option<MutexGuard<'_, Team>> {
        Some(self.team.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// On several threads.
impl MateSearch for Workers {
    fn base(&self) -> &Search {
        &self.search
    }

    fn base_mut(&mut self) -> &mut Search {
        &mut self.search
    }

    fn search(&mut self, question: Question) -> Finding {
        debug_assert!(self.search.path.len() == 0, "helpers know no path");
        let before = self.search.control.allowed();
        let Some(mut team) = self.team() else { return question.answered_by(&mut self.search, false) };
        let position = self.search.board.position.clone();
        team.propose((position, question.clone()), self.search.control.ticks());
        drop(team);
        let finding = question.answered_by(&mut self.search, false);
        self.search.control.restore(before);
        let others = self.team().and_then(|mut team| team.conclude());
        others.filter(|_| !finding.is_answer()).unwrap_or(finding)
    }
}
