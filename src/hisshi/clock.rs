//! The limits of the whole search, and the budget of one call.

use crate::solve::{Budget, Limits, Reason, StopFlag};
use std::time::{Duration, Instant};

/// The reason why a search returns without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The budget of the call is used up.
    Paused,
    /// A limit of the whole search was reached.
    Halted(Reason),
}

/// The limits of the search, its counts, and the budget of the current call.
#[derive(Debug)]
pub struct Clock {
    limits: Limits,
    stop: StopFlag,
    started: Instant,
    /// The number of positions expanded so far.
    pub nodes: u64,
    /// The node limit of one search for a tsume in this round.
    pub effort: u64,
    /// Whether the current call has decided or searched anything; it does not return before that.
    pub has_worked: bool,
    until: Option<Instant>,
    until_nodes: Option<u64>,
}

impl Clock {
    /// The clock of a search that begins now.
    pub fn new(limits: Limits, stop: StopFlag, effort: u64) -> Clock {
        let (started, nodes, has_worked, until, until_nodes) = (Instant::now(), 0, false, None, None);
        Clock { limits, stop, started, nodes, effort, has_worked, until, until_nodes }
    }

    /// Begins a call with this budget.
    pub fn begin(&mut self, budget: Budget) {
        self.has_worked = false;
        (self.until, self.until_nodes) = match budget {
            Budget::Nodes(nodes) => (None, Some(self.nodes.saturating_add(nodes.max(1)))),
            Budget::Time(time) => (Instant::now().checked_add(time), None),
            Budget::Unlimited => (None, None),
        };
    }

    /// Checks whether the search may continue.
    ///
    /// # Errors
    /// The reason why it may not.
    pub fn check(&self) -> Result<(), Stopped> {
        let now = Instant::now();
        if self.stop.is_set() {
            return Err(Stopped::Halted(Reason::Interrupted));
        }
        if self.limits.time.is_some_and(|time| now.duration_since(self.started) >= time) {
            return Err(Stopped::Halted(Reason::Time));
        }
        if self.limits.nodes.is_some_and(|nodes| self.nodes >= nodes) {
            return Err(Stopped::Halted(Reason::Nodes));
        }
        let is_used_up = self.until.is_some_and(|until| now >= until)
            || self.until_nodes.is_some_and(|nodes| self.nodes >= nodes);
        if is_used_up && self.has_worked { Err(Stopped::Paused) } else { Ok(()) }
    }

    /// The rest of this call's budget.
    pub fn rest_of_call(&self) -> Budget {
        match (self.until, self.until_nodes) {
            (Some(until), _) => Budget::Time(until.saturating_duration_since(Instant::now())),
            (None, Some(nodes)) => Budget::Nodes(nodes.saturating_sub(self.nodes).max(1)),
            (None, None) => Budget::Unlimited,
        }
    }

    /// The limits of a search for a tsume that begins now, with `memory` bytes.
    pub fn limits_of_leaf(&self, memory: Option<u64>) -> Limits {
        let left = self.limits.nodes.map_or(u64::MAX, |nodes| nodes.saturating_sub(self.nodes));
        let time = self.limits.time.map(|time| time.saturating_sub(self.started.elapsed()));
        Limits { time, nodes: Some(self.effort.min(left)), plies: None, memory }
    }

    /// The flag that stops the search.
    pub fn stop_flag(&self) -> StopFlag {
        self.stop.clone()
    }

    /// The time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}
