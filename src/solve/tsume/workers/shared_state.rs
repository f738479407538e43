//! The state that the main thread and its helpers share besides the table: the task, the number of working
//! helpers, and the result.

use crate::position::Position;
use crate::solve::limits::EndSignal;
use crate::solve::tsume::control::Leader;
use crate::solve::tsume::dfpn::SearchState;
use crate::solve::tsume::task::{SearchTask, TaskResult};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// A position and the task to run from it.
pub type Assignment = (Position, SearchTask);

/// The state shared by the threads.
#[derive(Default)]
pub struct SharedState {
    state: Mutex<State>,
    changed: Condvar,
    /// Whether working helpers have to check the state: the search is paused, or the task is no longer open.
    must_check: AtomicBool,
    is_answered: AtomicBool,
    /// The number of nodes of all helpers.
    nodes: AtomicU64,
    /// When this signal comes, helpers leave their task, so that the main thread gets a processor and can end.
    end_signal: EndSignal,
}

#[derive(Default)]
struct State {
    /// The task, while it is open.
    assignment: Option<Assignment>,
    /// The number of tasks assigned so far.
    assignments: u64,
    /// The number of working helpers.
    at_work: usize,
    /// The number of working helpers that wait because the search is paused.
    at_rest: usize,
    answer: Option<TaskResult>,
    paused: bool,
    ended: bool,
}

/// The interface for the main thread.
impl SharedState {
    /// The state of a search that ends by this signal.
    pub fn new(end_signal: EndSignal) -> SharedState {
        SharedState { end_signal, ..SharedState::default() }
    }

    /// The number of nodes of all helpers.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Whether a helper has a result for the task.
    pub fn is_answered(&self) -> bool {
        self.is_answered.load(Relaxed)
    }

    pub fn publish(&self, assignment: Assignment) {
        self.change(|state| {
            state.assignment = Some(assignment);
            state.assignments += 1;
        });
    }

    /// Tells the helpers to leave the task, and waits until they have. Returns the result of a helper, if there
    /// is one.
    pub fn finish_task(&self) -> Option<TaskResult> {
        self.change(|state| state.assignment = None);
        let mut state = self.wait_while(|state| state.at_work > 0);
        self.is_answered.store(false, Relaxed);
        state.answer.take()
    }

    /// Pauses the helpers, and returns once all of them are paused; or resumes them.
    pub fn set_paused(&self, paused: bool) {
        self.change(|state| state.paused = paused);
        if paused {
            drop(self.wait_while(|state| state.at_rest < state.at_work));
        }
    }

    /// Tells the helpers to end.
    pub fn end(&self) {
        self.change(|state| state.ended = true);
    }
}

/// The interface for the helpers.
impl SharedState {
    /// The loop of a helper thread.
    pub fn run_helper(&self, search: &mut SearchState) {
        let _watched = self.end_signal.watch();
        let mut last_assignment = 0;
        loop {
            let mut state = self.wait_while(|state| {
                !state.ended && (state.assignment.is_none() || state.assignments == last_assignment)
            });
            let assignment = state.assignment.clone().filter(|_| !state.ended);
            let Some((position, task)) = assignment else { return };
            last_assignment = state.assignments;
            state.at_work += 1;
            drop(state);
            let _at_work = AtWork(self);
            search.board.position = position;
            search.control.start_task();
            let result = task.run(search, true);
            search.table.report();
            self.change(|state| {
                if result.is_conclusive() && state.answer.is_none() {
                    state.answer = Some(result);
                    self.is_answered.store(true, Relaxed);
                }
            });
        }
    }
}

impl Leader for SharedState {
    fn is_open(&self, nodes: u64) -> bool {
        self.nodes.fetch_add(nodes, Relaxed);
        if self.end_signal.is_due() {
            return false;
        }
        !self.must_check.load(Relaxed) || self.rest_while_paused()
    }
}

impl SharedState {
    /// Waits as long as the search is paused. Returns whether the helper's task is still open.
    fn rest_while_paused(&self) -> bool {
        let pauses = |state: &State| state.paused && state.is_open();
        let mut state = self.lock();
        if pauses(&state) {
            state.at_rest += 1;
            self.changed.notify_all();
            let waited = self.changed.wait_while(state, |state| pauses(state));
            state = waited.unwrap_or_else(PoisonError::into_inner);
            state.at_rest -= 1;
        }
        state.is_open()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_while(&self, condition: impl Fn(&State) -> bool) -> MutexGuard<'_, State> {
        let waited = self.changed.wait_while(self.lock(), |state| condition(state));
        waited.unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.lock();
        change(&mut state);
        self.must_check.store(state.paused || !state.is_open(), Relaxed);
        self.changed.notify_all();
    }
}

impl State {
    fn is_open(&self) -> bool {
        self.assignment.is_some() && self.answer.is_none() && !self.ended
    }
}

/// Counts a helper as working until this is dropped, even by a panic.
struct AtWork<'s>(&'s SharedState);

impl Drop for AtWork<'_> {
    fn drop(&mut self) {
        self.0.change(|state| state.at_work -= 1);
    }
}
