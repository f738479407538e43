//! The solver, whose search runs on its own thread and pauses between the caller's calls.

use super::control::{BestLine, Caller, Control, SolverMessage, Stack};
use super::length::solve;
use super::options::Options;
use crate::position::{Defect, Position, Rule};
use crate::solve::limits::Budget;
use crate::solve::outcome::{Bounds, Details, Outcome, Reason, Solutions, Stats, Step, Verdict};
use crate::store::reserve;
use crate::types::{Color, Move};
use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, JoinHandle};
use std::time::Instant;

/// A tsume search, to be driven by calls of [`advance`](Solver::advance).
///
/// ```
/// use tsumugi::position::Position;
/// use tsumugi::solve::tsume::{Options, Solver};
/// use tsumugi::solve::{Budget, Step, Verdict};
/// use tsumugi::types::Color;
///
/// let position = Position::from_sfen("3sks3/9/4S4/9/9/B8/9/9/9 b S2rb4g4n4l18p 1")?;
/// let mut solver = Solver::new(&position, Color::Black, Options::default()).expect("a legal tsume");
/// let Step::Done(outcome) = solver.advance(Budget::Unlimited) else { unreachable!() };
/// assert_eq!(outcome.verdict, Verdict::Mate { plies: 3, exact: true });
/// # Ok::<(), tsumugi::position::SfenError>(())
/// ```
pub struct Solver {
    state: State,
}

enum State {
    /// Not started yet.
    Ready(Box<Start>),
    /// A thread searches or waits for the next call.
    Running(Running),
    Done(Box<Outcome>),
}

struct Start {
    root: Position,
    attacker: Color,
    options: Options,
}

struct Running {
    budgets: Option<Sender<Budget>>,
    reports: Receiver<SolverMessage>,
    best_line: BestLine,
    thread: Option<JoinHandle<()>>,
}

impl Solver {
    /// Prepares a search.
    ///
    /// # Errors
    /// All defects by which the position is illegal or no problem for this attacker.
    pub fn new(root: &Position, attacker: Color, options: Options) -> Result<Solver, Vec<Defect>> {
        let defects = root.problem_defects(Rule::Tsume, attacker);
        if !defects.is_empty() {
            return Err(defects);
        }
        Ok(Solver::of_legal(root, attacker, options))
    }

    /// Prepares a search of a position that is known to be legal for this attacker.
    pub(crate) fn of_legal(root: &Position, attacker: Color, options: Options) -> Solver {
        Solver { state: State::Ready(Box::new(Start { root: root.clone(), attacker, options })) }
    }

    /// Continues the search until the budget of this call is used up or the search has ended. Calls after its end
    /// return the same outcome. When the system grants no thread, the outcome is unknown for lack of memory.
    pub fn advance(&mut self, budget: Budget) -> Step {
        if let State::Ready(start) = &self.state {
            reserve::recover();
            self.state = match Running::start(start) {
                Ok(running) => State::Running(running),
                Err(error) => {
                    log::info!("no thread to search a tsume on: {error}");
                    reserve::note_refusal();
                    State::Done(Box::new(without_search(start)))
                }
            };
        }
        let running = match &self.state {
            State::Running(running) => running,
            State::Done(outcome) => return Step::Done(outcome.clone()),
            State::Ready(_) => unreachable!("it was just started"),
        };
        match running.pull(budget) {
            SolverMessage::Paused(progress) => Step::Progress(progress),
            SolverMessage::Done(outcome) => {
                self.state = State::Done(outcome.clone());
                Step::Done(outcome)
            }
        }
    }
}

impl Solver {
    /// Searches until the search has ended.
    pub(crate) fn run(mut self) -> Outcome {
        loop {
            if let Step::Done(outcome) = self.advance(Budget::Unlimited) {
                return *outcome;
            }
        }
    }

    /// The line of the best mate found so far: legal, and a mate at its end, but perhaps neither the shortest nor the
    /// longest defence. Empty while none is known.
    pub fn best_line(&self) -> Vec<Move> {
        match &self.state {
            State::Ready(_) => Vec::new(),
            State::Running(running) => running.best_line.get(),
            State::Done(outcome) => outcome.solutions.listed.first().cloned().unwrap_or_default(),
        }
    }
}

/// The outcome when the system grants no thread: there is no memory for its stack.
fn without_search(start: &Start) -> Outcome {
    Outcome {
        verdict: Verdict::Unknown(Reason::Memory),
        bounds: Bounds { lower: 0, upper: None },
        reason: Some(Reason::Memory),
        solutions: Solutions::default(),
        false_hits_expected: 0.0,
        details: Details::Tsume {
            policy: start.options.futile,
            surplus_is_decided: false,
            traditional: None,
            first_mate_seconds: None,
        },
        stats: Stats::default(),
    }
}

impl Running {
    fn start(start: &Start) -> io::Result<Running> {
        let (budgets, inbox) = channel();
        let (outbox, reports) = channel();
        let Start { root, attacker, options } = start;
        let (root, attacker, options) = (root.clone(), *attacker, options.clone());
        let started = Instant::now();
        let best_line = BestLine::default();
        let shown = best_line.clone();
        let stack = Stack::for_one_of(options.threads);
        let search = move || {
            if let Some(caller) = Caller::wait(inbox, outbox) {
                let mut control = Control::new(options.limits, options.stop.clone(), started, caller);
                let _watched = control.end_signal().watch();
                control.set_stack_limit(stack.limit());
                control.best_line = shown;
                solve(root, attacker, options, control);
            }
        };
        let thread = Builder::new().name("tsume".to_owned()).stack_size(stack.bytes()).spawn(search)?;
        Ok(Running { budgets: Some(budgets), reports, best_line, thread: Some(thread) })
    }

    fn pull(&self, budget: Budget) -> SolverMessage {
        let sent = self.budgets.as_ref().is_some_and(|budgets| budgets.send(budget).is_ok());
        let report = if sent { self.reports.recv().ok() } else { None };
        report.expect("the search sends its outcome before its thread ends")
    }
}

impl Drop for Running {
    /// Ends the search, which notices at its next check of the limits, and waits for that.
    fn drop(&mut self) {
        self.budgets = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
