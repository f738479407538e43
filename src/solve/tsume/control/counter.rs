//! Counts nodes and decides whether the search may go on. Limits are checked at intervals.

use super::caller::Caller;
use super::known::Shown;
use super::stack::StackLimit;
use super::threads::{Helpers, Leader};
use crate::solve::limits::{EndSignal, Limits, StopFlag};
use crate::solve::outcome::{Outcome, Reason};
use crate::store::{TableKey, reserve};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Nodes between two checks of the limits, which take far less than a millisecond.
const INTERVAL: u64 = 512;
/// Nodes between two checks of the limits with several threads. There are fewer, because the threads wait for
/// each other when one of them has the result.
const INTERVAL_OF_MANY: u64 = 64;

/// The source of the decision to stop.
enum StopSource {
    /// The caller of the solver.
    Caller(Caller),
    /// The main search that this one helps, and this search's node count that was last reported to it.
    Leader(Arc<dyn Leader>, u64),
}

/// Returns the positions on the path to the one that is being searched, to be shown to the caller.
type Way<'p> = Option<&'p dyn Fn() -> Vec<TableKey>>;

/// What earlier processes spent on the search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Earlier {
    pub nodes: u64,
    pub time: Duration,
}

/// Counts nodes and decides when to stop.
pub struct Control {
    limits: Limits,
    stop: StopFlag,
    started: Instant,
    earlier: Earlier,
    stop_source: StopSource,
    own_nodes: u64,
    steps: u64,
    next_check: u64,
    /// The limit on the depth of recursion.
    stack_limit: StackLimit,
    /// The node counts at which the search has to stop its present task.
    budget: NodeBudget,
    /// The data that the caller can see.
    pub shown: Arc<Shown>,
    halted: Option<Reason>,
    helpers: Option<Arc<Mutex<dyn Helpers>>>,
}

/// Node counts at which a search has to stop: its own count, and that of all threads together.
#[derive(Clone, Copy)]
pub struct NodeBudget {
    own_nodes: u64,
    nodes: u64,
}

impl NodeBudget {
    const ALL: NodeBudget = NodeBudget { own_nodes: u64::MAX, nodes: u64::MAX };
}

impl Control {
    /// The control of the main search, which works for a caller.
    pub fn new(limits: Limits, stop: StopFlag, started: Instant, caller: Caller) -> Control {
        Control { limits, stop, started, ..Control::guided(StopSource::Caller(caller)) }
    }

    /// The control of a helper's search.
    pub fn of_helper(leader: Arc<dyn Leader>) -> Control {
        Control::guided(StopSource::Leader(leader, 0))
    }

    fn guided(stop_source: StopSource) -> Control {
        Control {
            limits: Limits::default(),
            stop: StopFlag::new(),
            started: Instant::now(),
            earlier: Earlier::default(),
            stop_source,
            own_nodes: 0,
            steps: 0,
            next_check: 0,
            stack_limit: StackLimit::NONE,
            budget: NodeBudget::ALL,
            shown: Arc::default(),
            halted: None,
            helpers: None,
        }
    }

    /// Continues the counts of earlier processes.
    pub fn count_from(&mut self, earlier: Earlier) {
        self.earlier = earlier;
        if let StopSource::Caller(caller) = &mut self.stop_source {
            caller.count_from(earlier.nodes);
        }
    }

    /// Sets the helper threads.
    pub fn set_helpers(&mut self, helpers: Arc<Mutex<dyn Helpers>>) {
        self.helpers = Some(helpers);
    }

    /// The nodes counted on this thread.
    #[inline(always)]
    pub fn own_nodes(&self) -> u64 {
        self.own_nodes
    }

    /// The nodes counted by all threads, including those of earlier processes.
    pub fn nodes(&self) -> u64 {
        self.earlier.nodes + self.own_nodes + self.with_helpers(|others| others.nodes()).unwrap_or(0)
    }

    /// The signal that ends the search for all threads, by the time limit or the stop flag.
    pub fn end_signal(&self) -> EndSignal {
        EndSignal::new(self.limits, &self.stop, self.started)
    }

    /// Wall time since the solver was made, plus that of earlier processes.
    pub fn elapsed(&self) -> Duration {
        self.earlier.time + self.started.elapsed()
    }

    /// The reason why the search was halted, if it was.
    pub fn halted(&self) -> Option<Reason> {
        self.halted
    }

    /// Whether the search was halted or has used up its node budget.
    #[inline(always)]
    pub fn is_over(&self) -> bool {
        self.own_nodes >= self.budget.own_nodes || self.halted.is_some()
    }

    /// Limits the search to `nodes` further nodes, counted over all threads when they work on the same task.
    /// Returns the previous budget, for [`restore_budget`](Control::restore_budget).
    pub fn limit_nodes(&mut self, nodes: u64) -> NodeBudget {
        let before = self.budget;
        let until = |count: u64, budget: u64| budget.min(count.saturating_add(nodes));
        let have_own_tasks = self.with_helpers(|others| others.have_own_tasks()).unwrap_or(false);
        let of_all = if have_own_tasks { before.nodes } else { until(self.nodes(), before.nodes) };
        self.budget = NodeBudget { own_nodes: until(self.own_nodes, before.own_nodes), nodes: of_all };
        before
    }

    /// The present node budget.
    pub fn node_budget(&self) -> NodeBudget {
        self.budget
    }

    /// Restores an earlier node budget.
    pub fn restore_budget(&mut self, budget: NodeBudget) {
        self.budget = budget;
    }

    /// Prepares a helper for its next task.
    pub fn start_task(&mut self) {
        (self.halted, self.next_check, self.budget) = (None, self.own_nodes, NodeBudget::ALL);
    }

    /// Counts a node. Returns true when the search is over.
    #[inline(always)]
    pub fn count_node(&mut self) -> bool {
        self.count(None)
    }

    /// The same; the path to the node (`way`) is shown to the caller if the search pauses here.
    #[inline(always)]
    pub fn count_node_behind(&mut self, way: impl Fn() -> Vec<TableKey>) -> bool {
        self.count(Some(&way))
    }

    #[inline(always)]
    fn count(&mut self, way: Way) -> bool {
        // Once halted, count nothing more while the search unwinds, so that no limit of nodes is exceeded.
        if self.halted.is_some() {
            return true;
        }
        self.own_nodes += 1;
        if self.own_nodes >= self.next_check {
            self.check_limits(way);
        }
        self.check_stack();
        self.is_over()
    }

    /// Counts a step of a loop that visits no node, so that the limits are checked in such loops too.
    #[inline(always)]
    pub fn count_step(&mut self) {
        self.steps += 1;
        if self.steps.is_multiple_of(INTERVAL) {
            self.check_limits(None);
        }
    }

    /// Sets the limit of the stack; a search that reaches it is halted with [`Reason::Memory`].
    pub fn set_stack_limit(&mut self, stack_limit: StackLimit) {
        self.stack_limit = stack_limit;
    }

    /// Halts the search if the stack is nearly used up. For recursions that count no nodes.
    #[inline(always)]
    pub fn check_stack(&mut self) {
        if self.stack_limit.is_reached() {
            self.halt_for_stack();
        }
    }

    #[cold]
    fn halt_for_stack(&mut self) {
        reserve::note_refusal();
        self.halt(Reason::Memory);
    }

    /// Halts the search for a reason other than its limits. An earlier reason is kept.
    pub fn halt(&mut self, reason: Reason) {
        self.halted.get_or_insert(reason);
    }

    /// Sends the outcome to the caller, if this is the main search.
    pub fn finish(self, outcome: Outcome) {
        if let StopSource::Caller(caller) = self.stop_source {
            // End the helpers first.
            drop(self.helpers);
            caller.finish(outcome);
        }
    }

    fn with_helpers<T>(&self, what: impl FnOnce(&mut dyn Helpers) -> T) -> Option<T> {
        let helpers = self.helpers.as_ref()?;
        Some(what(&mut *helpers.lock().unwrap_or_else(PoisonError::into_inner)))
    }

    #[cold]
    fn check_limits(&mut self, way: Way) {
        if self.halted.is_some() {
            return;
        }
        let is_alone = self.helpers.is_none() && matches!(self.stop_source, StopSource::Caller(_));
        self.next_check = self.own_nodes + if is_alone { INTERVAL } else { INTERVAL_OF_MANY };
        match &mut self.stop_source {
            StopSource::Leader(leader, told) => {
                if !leader.is_open(self.own_nodes - std::mem::replace(told, self.own_nodes)) {
                    self.halted = Some(Reason::Interrupted);
                }
            }
            StopSource::Caller(_) => self.check_caller_limits(way),
        }
    }

    fn check_caller_limits(&mut self, way: Way) {
        let is_answered = self.with_helpers(|others| others.poll(self.own_nodes)).unwrap_or(false);
        let nodes = self.nodes();
        if is_answered || nodes >= self.budget.nodes {
            self.budget.own_nodes = 0;
        }
        if self.stop.is_set() {
            self.halted = Some(Reason::Interrupted);
        } else if self.limits.time.is_some_and(|time| self.started.elapsed() >= time) {
            self.halted = Some(Reason::Time);
        } else if self.limits.nodes.is_some_and(|limit| nodes >= limit) {
            self.halted = Some(Reason::Nodes);
        } else if reserve::is_exhausted() {
            self.halted = Some(Reason::Memory);
        } else {
            self.pause_if_spent(nodes, way);
        }
        let StopSource::Caller(caller) = &self.stop_source else { return };
        for end in [self.limits.nodes, caller.last_node()].into_iter().flatten() {
            self.next_check = self.next_check.min(self.own_nodes + end.saturating_sub(nodes).max(1));
        }
    }

    fn pause_if_spent(&mut self, nodes: u64, way: Way) {
        if !matches!(&self.stop_source, StopSource::Caller(caller) if caller.is_spent(nodes)) {
            return;
        }
        if let Some(way) = way {
            self.shown.set_path(way());
        }
        // Helpers pause between the caller's calls.
        self.with_helpers(|others| others.set_paused(true));
        let time = self.elapsed();
        let StopSource::Caller(caller) = &mut self.stop_source else { return };
        let goes_on = caller.pause(nodes, time);
        self.with_helpers(|others| others.set_paused(false));
        self.halted = goes_on.err();
    }
}
