//! The tasks of a search from one position, and the interface for running them on one thread or several.

use super::any_mate::{AnyMateSearch, AnyMateValue};
use super::board::Board;
use super::bounded::{BoundedSearch, BoundedValue, MateWithin, length_of};
use super::dfpn::SearchState;
use crate::position::Undo;
use crate::types::Move;
use std::fmt::Debug;
use std::sync::Arc;

/// What to search for from a position.
#[derive(Clone, Debug)]
pub(super) enum SearchTask {
    /// A mate within `bound` plies, or the proof that there is none.
    Within { bound: u16 },
    /// A mate of any length, or the proof that there is none.
    AnyMate,
    /// A mate within `bound` plies by the search for any mate, whose refutations prove nothing.
    ShorterMate { bound: u16 },
    /// Many small searches that the threads divide among themselves.
    Parallel(Arc<dyn ParallelWork>),
}

/// Many small searches from positions below the present one. Each thread takes the next one until none is left.
pub(super) trait ParallelWork: Debug + Send + Sync {
    /// Runs searches as long as some are left. `helps`: whether this thread is a helper; a helper then continues
    /// with related work until the task ends.
    fn work_on(&self, search: &mut SearchState, helps: bool);
}

/// The result of a task.
#[derive(Clone, Copy, Debug)]
pub(super) enum TaskResult {
    Within(BoundedValue),
    AnyMate(AnyMateValue),
    /// No search of the parallel task is left.
    Parallel,
}

impl SearchTask {
    /// Runs the task on this thread. For [`Within`](SearchTask::Within), the table must not answer the question
    /// already.
    pub fn run(&self, search: &mut SearchState, helps: bool) -> TaskResult {
        match self {
            SearchTask::Within { bound } => {
                TaskResult::Within(BoundedSearch::new(search).search_unknown(*bound))
            }
            SearchTask::AnyMate => TaskResult::AnyMate(AnyMateSearch::new(search).search_any()),
            SearchTask::ShorterMate { bound } => {
                TaskResult::AnyMate(AnyMateSearch::within(search).search(*bound))
            }
            SearchTask::Parallel(work) => {
                work.work_on(search, helps);
                TaskResult::Parallel
            }
        }
    }
}

impl TaskResult {
    /// Whether the task is finished with this result.
    pub fn is_conclusive(&self) -> bool {
        match self {
            TaskResult::Within(value) => value.is_decided(),
            TaskResult::AnyMate(value) => value.is_decided(),
            // The main thread decides when a parallel task is finished.
            TaskResult::Parallel => false,
        }
    }
}

/// A search for mates from the present position, on one thread or several.
pub(super) trait MateSearch {
    /// The state of this thread's search.
    fn state(&self) -> &SearchState;

    /// The state of this thread's search, mutable: it may be moved to other positions.
    fn state_mut(&mut self) -> &mut SearchState;

    /// The present position.
    fn board(&self) -> &Board {
        &self.state().board
    }

    /// Whether the search of this thread is over.
    fn is_over(&self) -> bool {
        self.state().control.is_over()
    }

    /// Plays a move.
    fn do_move(&mut self, mv: Move) -> Undo {
        self.state_mut().board.position.do_move(mv)
    }

    /// Undoes a move.
    fn undo_move(&mut self, mv: Move, undo: Undo) {
        self.state_mut().board.position.undo_move(mv, undo);
    }

    /// Runs a task from the present position.
    fn run_task(&mut self, task: SearchTask) -> TaskResult;

    /// Whether there is a mate within a bound, from the table, the path and the number of moves alone.
    fn probe(&mut self, bound: u16) -> BoundedValue {
        BoundedSearch::new(self.state_mut()).probe(bound)
    }

    /// Whether there is a mate within a bound; searches if a probe does not decide it.
    fn mate_within(&mut self, bound: u16) -> BoundedValue {
        let value = self.probe(bound);
        if value.is_decided() {
            return value;
        }
        match self.run_task(SearchTask::Within { bound }) {
            TaskResult::Within(value) => value,
            _ => unreachable!("a result is of its task's kind"),
        }
    }

    /// Whether there is a mate within a bound; searches with at most `nodes` nodes.
    fn mate_within_nodes(&mut self, nodes: u64, bound: u16) -> BoundedValue {
        self.with_nodes(nodes, |it| it.mate_within(bound))
    }

    /// Whether there is a mate within a bound after a move.
    fn mate_after(&mut self, mv: Move, bound: u16) -> MateWithin {
        self.after(mv, |it| it.mate_within(bound)).into()
    }

    /// Whether there is a mate within a bound after a move; searches without the path to the present position, so
    /// that the answer holds on every path.
    fn mate_off_path(&mut self, mv: Move, bound: u16) -> MateWithin {
        let before = self.state_mut().path.hide();
        let answer = self.mate_after(mv, bound);
        self.state_mut().path.show(before);
        answer
    }

    /// Whether there is a mate of any length.
    fn any_mate(&mut self) -> AnyMateValue {
        match self.run_task(SearchTask::AnyMate) {
            TaskResult::AnyMate(value) => value,
            _ => unreachable!("a result is of its task's kind"),
        }
    }

    /// The length of a mate within a bound, if one is found with at most `nodes` nodes for each of two searches:
    /// the search for any mate, whose results hold for many hands at once, and the bounded search, which
    /// recognizes futile interpositions.
    fn length_within(&mut self, bound: u16, nodes: u64) -> Option<u16> {
        self.length_by_any_mate_search(bound, nodes).or_else(|| {
            let value = self.mate_within_nodes(nodes, bound);
            value.is_proved().then_some(value.fact.upper)
        })
    }

    /// The length of a mate within a bound, if the search for any mate finds one with at most `nodes` nodes.
    fn length_by_any_mate_search(&mut self, bound: u16, nodes: u64) -> Option<u16> {
        match self.with_nodes(nodes, |it| it.run_task(SearchTask::ShorterMate { bound })) {
            TaskResult::AnyMate(value) => value.is_proved().then_some(value.fact.length),
            _ => unreachable!("a result is of its task's kind"),
        }
    }

    /// Whether an interposition by a drop is futile. `others`: the replies that are not such drops, after each of
    /// which there must be a mate within the bound. `None` when `nodes` nodes do not decide it.
    fn is_futile(&mut self, drop: Move, others: &[Move], bound: u16, nodes: u64) -> Option<bool> {
        self.with_nodes(nodes, |it| {
            let length = length_of(others, bound, |reply, bound| it.mate_off_path(reply, bound))?;
            BoundedSearch::new(it.state_mut()).is_futile(drop, length)
        })
    }

    /// Calls `what` in the position after a move.
    #[inline]
    fn after<T>(&mut self, mv: Move, what: impl FnOnce(&mut Self) -> T) -> T {
        let undo = self.do_move(mv);
        let result = what(self);
        self.undo_move(mv, undo);
        result
    }

    /// Calls `what` with a budget of `nodes` nodes.
    #[inline]
    fn with_nodes<T>(&mut self, nodes: u64, what: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.state_mut().control.limit_nodes(nodes);
        let result = what(self);
        self.state_mut().control.restore_budget(before);
        result
    }
}

/// The search on one thread.
impl MateSearch for SearchState {
    fn state(&self) -> &SearchState {
        self
    }

    fn state_mut(&mut self) -> &mut SearchState {
        self
    }

    fn run_task(&mut self, task: SearchTask) -> TaskResult {
        task.run(self, false)
    }
}
