//! The channels between the search's thread and the caller of the solver: budgets are received, and reports are
//! sent.

use crate::solve::limits::Budget;
use crate::solve::outcome::{Outcome, Reason};
use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, Instant};

/// A message from the caller to the search.
pub enum CallerMessage {
    /// The search may use this budget.
    GoOn(Budget),
    /// The search has to end, for this reason.
    End(Reason),
}

/// A message from the search to its caller.
pub enum SolverMessage {
    /// The budget is used up. The search is paused until the next call.
    Paused {
        /// The number of nodes so far.
        nodes: u64,
        /// The time so far.
        time: Duration,
    },
    /// The search has ended.
    Done(Box<Outcome>),
}

/// The search's end of the channels to its caller.
pub struct Caller {
    inbox: Receiver<CallerMessage>,
    outbox: Sender<SolverMessage>,
    call: Call,
}

/// A call of the solver's `advance`.
#[derive(Clone, Copy)]
struct Call {
    began: Instant,
    budget: Budget,
    /// The node count when it began.
    before: u64,
}

impl Caller {
    /// Waits for the first call. `None` if the search is ended before, or the solver was dropped.
    pub fn wait(inbox: Receiver<CallerMessage>, outbox: Sender<SolverMessage>) -> Option<Caller> {
        let CallerMessage::GoOn(budget) = inbox.recv().ok()? else { return None };
        Some(Caller { inbox, outbox, call: Call { began: Instant::now(), budget, before: 0 } })
    }

    /// Sets the node count from which the budget of the first call counts, for a search that was resumed.
    pub fn count_from(&mut self, nodes: u64) {
        self.call.before = nodes;
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

    /// Reports progress and waits for the next call.
    ///
    /// # Errors
    /// The reason why the search ends.
    pub fn pause(&mut self, nodes: u64, time: Duration) -> Result<(), Reason> {
        let told = self.outbox.send(SolverMessage::Paused { nodes, time }).ok();
        match told.and_then(|()| self.inbox.recv().ok()) {
            Some(CallerMessage::GoOn(budget)) => {
                self.call = Call { began: Instant::now(), budget, before: nodes };
                Ok(())
            }
            Some(CallerMessage::End(reason)) => Err(reason),
            // The solver was dropped.
            None => Err(Reason::Interrupted),
        }
    }

    /// Sends the outcome.
    pub fn finish(self, outcome: Outcome) {
        // Sending fails only if the solver was dropped.
        let _ = self.outbox.send(SolverMessage::Done(Box::new(outcome)));
    }
}
