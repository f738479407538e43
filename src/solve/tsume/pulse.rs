//! The search's side of being pulled: it counts nodes, looks at the limits now and then, and rests between two calls.

use super::super::limits::{Budget, Limits, StopFlag};
use super::super::outcome::{Outcome, Progress, Reason};
use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, Instant};

/// Nodes between two looks at the clock: far below a millisecond.
const INTERVAL: u64 = 512;

/// What the search sends to whoever pulls it.
pub(super) enum Report {
    /// The budget is used up.
    Rest(Progress),
    /// The search has ended.
    Done(Box<Outcome>),
}

/// Counts nodes and says when to stop.
pub(super) struct Pulse {
    limits: Limits,
    stop: StopFlag,
    started: Instant,
    inbox: Receiver<Budget>,
    outbox: Sender<Report>,
    nodes: u64,
    next_look: u64,
    allowed: u64,
    /// When the present call began, its budget, and the nodes before it.
    call: (Instant, Budget, u64),
    /// What progress says.
    pub progress: Progress,
    halted: Option<Reason>,
}

impl Pulse {
    /// Waits for the first call. `None` when there will be none.
    pub fn begin(
        limits: Limits,
        stop: StopFlag,
        started: Instant,
        inbox: Receiver<Budget>,
        outbox: Sender<Report>,
    ) -> Option<Pulse> {
        let budget = inbox.recv().ok()?;
        Some(Pulse {
            limits,
            stop,
            started,
            inbox,
            outbox,
            nodes: 0,
            next_look: 0,
            allowed: u64::MAX,
            call: (Instant::now(), budget, 0),
            progress: Progress::default(),
            halted: None,
        })
    }

    /// Nodes counted.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Wall time since the solver was made.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Why the search must end, if it must.
    pub fn halted(&self) -> Option<Reason> {
        self.halted
    }

    /// Whether the search must end, or has used up what it was allowed.
    #[inline(always)]
    pub fn is_over(&self) -> bool {
        self.nodes >= self.allowed || self.halted.is_some()
    }

    /// Lets the search go on for so many nodes from here.
    pub fn allow(&mut self, nodes: u64) {
        self.allowed = self.nodes.saturating_add(nodes);
    }

    /// Counts a node; true when the search is over.
    #[inline(always)]
    pub fn tick(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.next_look {
            self.look();
        }
        self.is_over()
    }

    /// Ends the search for a reason of its own.
    pub fn halt(&mut self, reason: Reason) {
        self.halted.get_or_insert(reason);
    }

    /// Sends the outcome.
    pub fn finish(self, outcome: Outcome) {
        // Nobody waiting for it is no error: the solver was dropped.
        let _ = self.outbox.send(Report::Done(Box::new(outcome)));
    }

    #[cold]
    fn look(&mut self) {
        if self.halted.is_some() {
            return;
        }
        self.next_look = self.nodes + INTERVAL;
        if self.stop.is_set() {
            self.halted = Some(Reason::Interrupted);
        } else if self.limits.time.is_some_and(|time| self.elapsed() >= time) {
            self.halted = Some(Reason::Time);
        } else if self.limits.nodes.is_some_and(|nodes| self.nodes >= nodes) {
            self.halted = Some(Reason::Nodes);
        } else {
            self.rest_if_spent();
        }
        let (_, budget, before) = self.call;
        let ends = [self.limits.nodes, if let Budget::Nodes(n) = budget { Some(before + n) } else { None }];
        for end in ends.into_iter().flatten() {
            self.next_look = self.next_look.min(end.max(self.nodes + 1));
        }
    }

    fn rest_if_spent(&mut self) {
        let (called, budget, before) = self.call;
        let spent = match budget {
            Budget::Nodes(nodes) => self.nodes - before >= nodes,
            Budget::Time(time) => called.elapsed() >= time,
            Budget::Unlimited => false,
        };
        if !spent {
            return;
        }
        self.progress.nodes = self.nodes;
        self.progress.seconds = self.elapsed().as_secs_f64();
        let next = self.outbox.send(Report::Rest(self.progress)).ok().and_then(|()| self.inbox.recv().ok());
        match next {
            Some(budget) => self.call = (Instant::now(), budget, self.nodes),
            None => self.halted = Some(Reason::Interrupted),
        }
    }
}
