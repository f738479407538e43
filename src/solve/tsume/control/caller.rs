//! The channels between the search's thread and the caller of the solver: budgets come in, reports go out.

use crate::solve::limits::Budget;
use crate::solve::outcome::{Outcome, Progress};
use crate::types::Move;
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// A message from the search to its caller.
pub enum SolverMessage {
    /// The budget is used up.
    Paused(Progress),
    /// The search has ended.
    Done(Box<Outcome>),
}

/// The search's end of the channels to its caller.
pub struct Caller {
    inbox: Receiver<Budget>,
    outbox: Sender<SolverMessage>,
    call: Call,
}

/// A call of the solver.
#[derive(Clone, Copy)]
struct Call {
    began: Instant,
    budget: Budget,
    /// The node count at its start.
    before: u64,
}

impl Caller {
    /// Waits for the first call. `None` when there will be none.
    pub fn wait(inbox: Receiver<Budget>, outbox: Sender<SolverMessage>) -> Option<Caller> {
        let budget = inbox.recv().ok()?;
        Some(Caller { inbox, outbox, call: Call { began: Instant::now(), budget, before: 0 } })
    }

    /// The node count at which the budget of the call is used up, if it is a budget of nodes.
    pub fn last_node(&self) -> Option<u64> {
        let Call { budget, before, .. } = self.call;
        if let Budget::Nodes(nodes) = budget { Some(before + nodes) } else { None }
    }

    /// Whether the budget of the call is used up after `nodes` nodes.
    pub fn is_spent(&self, nodes: u64) -> bool {
        let Call { began, budget, before } = self.call;
        match budget {
            Budget::Nodes(budget) => nodes - before >= budget,
            Budget::Time(time) => began.elapsed() >= time,
            Budget::Unlimited => false,
        }
    }

    /// Reports progress and waits for the next call; `false` when the solver was dropped.
    pub fn pause(&mut self, progress: Progress, nodes: u64) -> bool {
        let next =
            self.outbox.send(SolverMessage::Paused(progress)).ok().and_then(|()| self.inbox.recv().ok());
        if let Some(budget) = next {
            self.call = Call { began: Instant::now(), budget, before: nodes };
        }
        next.is_some()
    }

    /// Sends the outcome.
    pub fn finish(self, outcome: Outcome) {
        // Sending fails only if the solver was dropped.
        let _ = self.outbox.send(SolverMessage::Done(Box::new(outcome)));
    }
}

/// The line of the best mate so far, which the search's thread writes and the caller reads; empty while no mate is
/// known.
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
