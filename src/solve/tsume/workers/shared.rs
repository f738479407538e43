//! What a search and its helpers share beside the table: the question, who is at work, the answer.

use crate::position::Position;
use crate::solve::limits::End;
use crate::solve::tsume::control::Leader;
use crate::solve::tsume::dfpn::Search;
use crate::solve::tsume::task::{Finding, Question};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// A position, and what is asked about it.
pub type Asked = (Position, Question);

/// What helpers counted besides nodes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    pub stored: u64,
    pub lookups: u64,
}

/// What the threads share.
#[derive(Default)]
pub struct Shared {
    state: Mutex<State>,
    changed: Condvar,
    /// Whether helpers that are at work are to look at the state.
    calls: AtomicBool,
    is_answered: AtomicBool,
    /// Nodes of all helpers.
    nodes: AtomicU64,
    /// Helpers leave the question then, for the search to have a processor and end.
    end: End,
}

#[derive(Default)]
struct State {
    /// The question, as long as it is open.
    asked: Option<Asked>,
    /// How many questions were asked.
    number: u64,
    /// Helpers at work.
    at_work: usize,
    answer: Option<Finding>,
    rests: bool,
    ended: bool,
    counts: Counts,
}

/// The search's side.
impl Shared {
    /// For a search with such an end.
    pub fn new(end: End) -> Shared {
        Shared { end, ..Shared::default() }
    }

    /// Nodes of all helpers.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// What they counted besides, up to the last question.
    pub fn counts(&self) -> Counts {
        self.lock().counts
    }

    /// Whether a helper has the answer to the question.
    pub fn is_answered(&self) -> bool {
        self.is_answered.load(Relaxed)
    }

    pub fn ask(&self, asked: Asked) {
        self.change(|state| {
            state.asked = Some(asked);
            state.number += 1;
        });
    }

    /// Lets the helpers leave the question, and waits for that. The answer that one of them has.
    pub fn conclude(&self) -> Option<Finding> {
        self.change(|state| state.asked = None);
        let mut state = self.wait_while(|state| state.at_work > 0);
        self.is_answered.store(false, Relaxed);
        state.answer.take()
    }

    /// Lets the helpers rest, or go on.
    pub fn set_resting(&self, rests: bool) {
        self.change(|state| state.rests = rests);
    }

    /// Lets the helpers end.
    pub fn end(&self) {
        self.change(|state| state.ended = true);
    }
}

/// The helpers' side.
impl Shared {
    /// What a helper does all its life.
    pub fn serve(&self, search: &mut Search) {
        let _watched = self.end.watch();
        let mut last = 0;
        loop {
            let mut state =
                self.wait_while(|state| !state.ended && (state.asked.is_none() || state.number == last));
            let asked = state.asked.clone().filter(|_| !state.ended);
            let Some((position, question)) = asked else { return };
            last = state.number;
            state.at_work += 1;
            drop(state);
            let _at_work = AtWork(self);
            search.board.position = position;
            search.control.wake();
            let before = counts(search);
            let finding = question.answered_by(search, true);
            let after = counts(search);
            self.change(|state| {
                state.counts.stored += after.stored - before.stored;
                state.counts.lookups += after.lookups - before.lookups;
                if finding.is_answer() && state.answer.is_none() {
                    state.answer = Some(finding);
                    self.is_answered.store(true, Relaxed);
                }
            });
        }
    }
}

impl Leader for Shared {
    fn is_open(&self, nodes: u64) -> bool {
        self.nodes.fetch_add(nodes, Relaxed);
        if self.end.has_come() {
            return false;
        }
        !self.calls.load(Relaxed) || self.wait_while(|state| state.rests && state.is_open()).is_open()
    }
}

impl Shared {
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
        self.calls.store(state.rests || !state.is_open(), Relaxed);
        self.changed.notify_all();
    }
}

impl State {
    fn is_open(&self) -> bool {
        self.asked.is_some() && self.answer.is_none() && !self.ended
    }
}

fn counts(search: &Search) -> Counts {
    Counts { stored: search.table.stored(), lookups: search.table.lookups() }
}

/// A helper at work; it no longer is when this is dropped, also by a panic.
struct AtWork<'s>(&'s Shared);

impl Drop for AtWork<'_> {
    fn drop(&mut self) {
        self.0.change(|state| state.at_work -= 1);
    }
}
