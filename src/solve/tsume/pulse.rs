//! The search's side of being pulled: it counts nodes, looks at the limits now and then, and rests between two calls.

use super::super::limits::{Budget, End, Limits, StopFlag};
use super::super::outcome::{Outcome, Progress, Reason};
use super::best_line::BestLine;
use super::crew::{Crew, Shared};
use super::stack::Floor;
use crate::store::reserve;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, Instant};

/// Nodes between two looks at the clock: far below a millisecond.
const INTERVAL: u64 = 512;
/// The same where other threads work on the question: they wait for each other when one of them has the answer.
const INTERVAL_OF_CREW: u64 = 64;

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
    /// The threads that work on the same question.
    pub crew: Option<Crew>,
}

#[derive(Clone, Copy)]
pub(super) struct Allowed {
    ticks: u64,
    nodes: u64,
}

impl Allowed {
    const ALL: Allowed = Allowed { ticks: u64::MAX, nodes: u64::MAX };
}

/// Who says what to do.
enum Guide {
    /// Whoever pulls the solver.
    Caller(Caller),
    /// The search that this one helps, which was told of so many nodes.
    Leader(Arc<Shared>, u64),
}

struct Caller {
    inbox: Receiver<Budget>,
    outbox: Sender<Report>,
    /// When the present call began, its budget, and the nodes before it.
    call: (Instant, Budget, u64),
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
        let guide = Guide::Caller(Caller { inbox, outbox, call: (Instant::now(), budget, 0) });
        Some(Pulse { limits, stop, started, ..Pulse::guided(guide) })
    }

    /// The pulse of a helper.
    pub fn of_helper(shared: Arc<Shared>) -> Pulse {
        Pulse::guided(Guide::Leader(shared, 0))
    }

    fn guided(guide: Guide) -> Pulse {
        Pulse {
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
            crew: None,
        }
    }

    /// Nodes counted on this thread.
    #[inline(always)]
    pub fn ticks(&self) -> u64 {
        self.ticks
    }

    /// Nodes counted by all threads.
    pub fn nodes(&self) -> u64 {
        self.ticks + self.crew.as_ref().map_or(0, Crew::nodes)
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

    /// Lets the search go on for so many nodes from here at most, those of all threads together when they are at the same question.
    pub fn allow(&mut self, nodes: u64) {
        let until = |before: u64, allowed: u64| allowed.min(before.saturating_add(nodes));
        let Allowed { ticks, nodes: of_all } = self.allowed;
        let is_polishing = self.crew.as_ref().is_some_and(Crew::is_polishing);
        let of_all = if is_polishing { of_all } else { until(self.nodes(), of_all) };
        self.allowed = Allowed { ticks: until(self.ticks, ticks), nodes: of_all };
    }

    /// How far the search may go on, for [`restore`](Pulse::restore).
    pub fn allowed(&self) -> Allowed {
        self.allowed
    }

    /// Lets the search go on as far as it could before.
    pub fn restore(&mut self, allowed: Allowed) {
        self.allowed = allowed;
    }

    /// Whether this is the pulse of a helper.
    pub fn helps(&self) -> bool {
        matches!(self.guide, Guide::Leader(..))
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
        self.feel_floor();
        self.is_over()
    }

    /// Lets the search go down to the floor of its stack, and end there for want of memory.
    pub fn stay_above(&mut self, floor: Floor) {
        self.floor = floor;
    }

    /// Looks how deep the present call lies; also for what does not tick.
    #[inline(always)]
    pub fn feel_floor(&mut self) {
        if self.floor.is_reached() {
            self.halt_at_floor();
        }
    }

    #[cold]
    fn halt_at_floor(&mut self) {
        reserve::note_refusal();
        self.halt(Reason::Memory);
    }

    /// Counts a turn of a loop that visited no node, so that the limits are looked at however many there are.
    #[inline(always)]
    pub fn turn(&mut self) {
        self.turns += 1;
        if self.turns.is_multiple_of(INTERVAL) {
            self.look();
        }
    }

    /// Ends the search for a reason of its own.
    pub fn halt(&mut self, reason: Reason) {
        self.halted.get_or_insert(reason);
    }

    /// Sends the outcome.
    pub fn finish(self, outcome: Outcome) {
        if let Guide::Caller(Caller { outbox, .. }) = self.guide {
            // The helpers end first.
            drop(self.crew);
            // Nobody waiting for it is no error: the solver was dropped.
            let _ = outbox.send(Report::Done(Box::new(outcome)));
        }
    }

    #[cold]
    fn look(&mut self) {
        if self.halted.is_some() {
            return;
        }
        let is_alone = self.crew.is_none() && !self.helps();
        self.next_look = self.ticks + if is_alone { INTERVAL } else { INTERVAL_OF_CREW };
        match &mut self.guide {
            Guide::Leader(shared, told) => {
                if !shared.is_open(self.ticks - std::mem::replace(told, self.ticks)) {
                    self.halted = Some(Reason::Interrupted);
                }
            }
            Guide::Caller(_) => self.look_at_limits(),
        }
    }

    fn look_at_limits(&mut self) {
        let is_answered = self.crew.as_mut().is_some_and(|crew| crew.attend(self.ticks));
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
        let Guide::Caller(Caller { call: (_, budget, before), .. }) = self.guide else { return };
        let ends = [self.limits.nodes, if let Budget::Nodes(n) = budget { Some(before + n) } else { None }];
        for end in ends.into_iter().flatten() {
            self.next_look = self.next_look.min(self.ticks + end.saturating_sub(nodes).max(1));
        }
    }

    fn rest_if_spent(&mut self, nodes: u64) {
        let elapsed = self.elapsed();
        let Guide::Caller(Caller { inbox, outbox, call }) = &mut self.guide else { return };
        let (called, budget, before) = *call;
        let spent = match budget {
            Budget::Nodes(budget) => nodes - before >= budget,
            Budget::Time(time) => called.elapsed() >= time,
            Budget::Unlimited => false,
        };
        if !spent {
            return;
        }
        self.progress.nodes = nodes;
        self.progress.seconds = elapsed.as_secs_f64();
        let pulled = || outbox.send(Report::Rest(self.progress)).ok().and_then(|()| inbox.recv().ok());
        let next = match &self.crew {
            Some(crew) => crew.rest(pulled),
            None => pulled(),
        };
        match next {
            Some(budget) => *call = (Instant::now(), budget, nodes),
            None => self.halted = Some(Reason::Interrupted),
        }
    }
}
