//! The count of nodes, and whether the search may go on: the limits are looked at now and then.

use super::best_line::BestLine;
use super::caller::Caller;
use super::stack::Floor;
use crate::solve::limits::{End, Limits, StopFlag};
use crate::solve::outcome::{Outcome, Progress, Reason};
use crate::store::reserve;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Nodes between two looks at the clock: far below a millisecond.
const INTERVAL: u64 = 512;
/// The same where other threads work on the question: they wait for each other when one of them has the answer.
const INTERVAL_OF_MANY: u64 = 64;

/// Other threads that work on the question of the search, as its control sees them.
pub trait Companions: Send {
    /// Nodes counted by them.
    fn nodes(&self) -> u64;

    /// The search has counted so many nodes itself: they may be started on its question now. Whether one of them has the answer.
    fn attend(&mut self, nodes: u64) -> bool;

    /// Whether each thread has questions of its own, to which the nodes of the others do not count.
    fn have_own_questions(&self) -> bool;

    /// Lets them rest, or go on.
    fn set_resting(&self, rests: bool);
}

/// The search that a helper's search works for.
pub trait Leader: Send + Sync {
    /// Takes note of so many further nodes; waits while the solver rests. Whether the helper's question is still open.
    fn is_open(&self, nodes: u64) -> bool;
}

/// Who says when to stop.
enum Guide {
    /// Whoever pulls the solver.
    Caller(Caller),
    /// The search that this one helps, which was told of so many nodes.
    Leader(Arc<dyn Leader>, u64),
}

/// Counts nodes and says when to stop.
pub struct Control {
    limits: Limits,
    stop: StopFlag,
    started: Instant,
    guide: Guide,
    ticks: u64,
    turns: u64,
    next_look: u64,
    /// How deep the search may go.
    floor: Floor,
    /// Up to which counts the search may go on: of its own nodes, and of those of all threads.
    allowed: Allowed,
    /// What progress says.
    pub progress: Progress,
    /// The line of the best mate so far.
    pub best_line: BestLine,
    halted: Option<Reason>,
    companions: Option<Arc<Mutex<dyn Companions>>>,
}

/// How far a search may go on.
#[derive(Clone, Copy)]
pub struct Allowed {
    ticks: u64,
    nodes: u64,
}

impl Allowed {
    const ALL: Allowed = Allowed { ticks: u64::MAX, nodes: u64::MAX };
}

impl Control {
    /// The control of a search for a caller.
    pub fn new(limits: Limits, stop: StopFlag, started: Instant, caller: Caller) -> Control {
        Control { limits, stop, started, ..Control::guided(Guide::Caller(caller)) }
    }

    /// The control of a helper's search.
    pub fn of_helper(leader: Arc<dyn Leader>) -> Control {
        Control::guided(Guide::Leader(leader, 0))
    }

    fn guided(guide: Guide) -> Control {
        Control {
            limits: Limits::default(),
            stop: StopFlag::new(),
            started: Instant::now(),
            guide,
            ticks: 0,
            turns: 0,
            next_look: 0,
            floor: Floor::NONE,
            allowed: Allowed::ALL,
            progress: Progress::default(),
            best_line: BestLine::default(),
            halted: None,
            companions: None,
        }
    }

    /// Other threads work on the questions of this search from now on.
    pub fn join(&mut self, companions: Arc<Mutex<dyn Companions>>) {
        self.companions = Some(companions);
    }

    /// Nodes counted on this thread.
    #[inline(always)]
    pub fn ticks(&self) -> u64 {
        self.ticks
    }

    /// Nodes counted by all threads.
    pub fn nodes(&self) -> u64 {
        self.ticks + self.with_companions(|others| others.nodes()).unwrap_or(0)
    }

    /// When the search must end, whoever notices.
    pub fn end(&self) -> End {
        End::new(self.limits, &self.stop, self.started)
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
        self.ticks >= self.allowed.ticks || self.halted.is_some()
    }

    /// Lets the search go on for so many nodes from here at most, those of all threads together when they are at the same question. How
    /// far it could go before, for [`restore`](Control::restore).
    pub fn allow(&mut self, nodes: u64) -> Allowed {
        let before = self.allowed;
        let until = |count: u64, allowed: u64| allowed.min(count.saturating_add(nodes));
        let are_apart = self.with_companions(|others| others.have_own_questions()).unwrap_or(false);
        let of_all = if are_apart { before.nodes } else { until(self.nodes(), before.nodes) };
        self.allowed = Allowed { ticks: until(self.ticks, before.ticks), nodes: of_all };
        before
    }

    /// How far the search may go on.
    pub fn allowed(&self) -> Allowed {
        self.allowed
    }

    /// Lets the search go on as far as it could before.
    pub fn restore(&mut self, allowed: Allowed) {
        self.allowed = allowed;
    }

    /// A helper begins with a question.
    pub fn wake(&mut self) {
        (self.halted, self.next_look, self.allowed) = (None, self.ticks, Allowed::ALL);
    }

    /// Counts a node; true when the search is over.
    #[inline(always)]
    pub fn tick(&mut self) -> bool {
        self.ticks += 1;
        if self.ticks >= self.next_look {
            self.look();
        }
        self.check_stack();
        self.is_over()
    }

    /// Counts a turn of a loop that visited no node, so that the limits are looked at however many there are.
    #[inline(always)]
    pub fn turn(&mut self) {
        self.turns += 1;
        if self.turns.is_multiple_of(INTERVAL) {
            self.look();
        }
    }

    /// Lets the search go down to the floor of its stack, and end there for want of memory.
    pub fn stay_above(&mut self, floor: Floor) {
        self.floor = floor;
    }

    /// Ends the search if the present call lies too deep in the stack; for what does not count nodes.
    #[inline(always)]
    pub fn check_stack(&mut self) {
        if self.floor.is_reached() {
            self.halt_for_stack();
        }
    }

    #[cold]
    fn halt_for_stack(&mut self) {
        reserve::note_refusal();
        self.halt(Reason::Memory);
    }

    /// Ends the search for a reason of its own.
    pub fn halt(&mut self, reason: Reason) {
        self.halted.get_or_insert(reason);
    }

    /// Sends the outcome.
    pub fn finish(self, outcome: Outcome) {
        if let Guide::Caller(caller) = self.guide {
            // The helpers end first.
            drop(self.companions);
            caller.finish(outcome);
        }
    }

    fn with_companions<T>(&self, what: impl FnOnce(&mut dyn Companions) -> T) -> Option<T> {
        let companions = self.companions.as_ref()?;
        Some(what(&mut *companions.lock().unwrap_or_else(PoisonError::into_inner)))
    }

    #[cold]
    fn look(&mut self) {
        if self.halted.is_some() {
            return;
        }
        let is_alone = self.companions.is_none() && matches!(self.guide, Guide::Caller(_));
        self.next_look = self.ticks + if is_alone { INTERVAL } else { INTERVAL_OF_MANY };
        match &mut self.guide {
            Guide::Leader(leader, told) => {
                if !leader.is_open(self.ticks - std::mem::replace(told, self.ticks)) {
                    self.halted = Some(Reason::Interrupted);
                }
            }
            Guide::Caller(_) => self.look_at_limits(),
        }
    }

    fn look_at_limits(&mut self) {
        let is_answered = self.with_companions(|others| others.attend(self.ticks)).unwrap_or(false);
        let nodes = self.nodes();
        if is_answered || nodes >= self.allowed.nodes {
            self.allowed.ticks = 0;
        }
        if self.stop.is_set() {
            self.halted = Some(Reason::Interrupted);
        } else if self.limits.time.is_some_and(|time| self.elapsed() >= time) {
            self.halted = Some(Reason::Time);
        } else if self.limits.nodes.is_some_and(|limit| nodes >= limit) {
            self.halted = Some(Reason::Nodes);
        } else if reserve::is_exhausted() {
            self.halted = Some(Reason::Memory);
        } else {
            self.rest_if_spent(nodes);
        }
        let Guide::Caller(caller) = &self.guide else { return };
        for end in [self.limits.nodes, caller.last_node()].into_iter().flatten() {
            self.next_look = self.next_look.min(self.ticks + end.saturating_sub(nodes).max(1));
        }
    }

    fn rest_if_spent(&mut self, nodes: u64) {
        if !matches!(&self.guide, Guide::Caller(caller) if caller.is_spent(nodes)) {
            return;
        }
        self.progress.nodes = nodes;
        self.progress.seconds = self.elapsed().as_secs_f64();
        // They do not work while the solver is not pulled.
        self.with_companions(|others| others.set_resting(true));
        let Guide::Caller(caller) = &mut self.guide else { return };
        let goes_on = caller.rest(self.progress, nodes);
        self.with_companions(|others| others.set_resting(false));
        if !goes_on {
            self.halted = Some(Reason::Interrupted);
        }
    }
}
