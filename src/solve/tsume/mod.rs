//! Tsume (詰将棋): the attacker mates as fast as he can against the longest defence.
//!
//! The length of a mate is a minimax value under a stated [policy](Futile) for futile interpositions. A length is
//! called exact only when a mate in it is proved and none that is shorter exists, and `no mate` is a proof that every
//! line was refuted, repetitions included.

mod avoided;
mod best_line;
mod certify;
mod checks;
mod crew;
mod find;
mod hand;
mod judge;
mod line;
mod marks;
mod number;
mod path;
mod polish;
mod pulse;
mod replies;
mod search;
mod seed;
mod stack;
mod stages;
mod surplus;
mod tables;

use super::limits::{Budget, Limits, StopFlag};
use super::outcome::{Bounds, Outcome, Reason, Solutions, Stats, Step, Verdict};
use crate::position::{Defect, Position, Rule};
pub use crate::problem::Futile;
use crate::store::reserve;
use crate::types::{Color, Move};
use best_line::BestLine;
pub use certify::{CertifyError, Written, certify};
use pulse::{Pulse, Report};
use stack::Stack;
use stages::Stages;
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, JoinHandle};
use std::time::Instant;
pub use tables::Tables;

/// What is to be proved about a mate that was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Prove {
    /// Nothing: the search ends with the first mate.
    None,
    /// That it has the right length.
    #[default]
    Length,
}

impl Prove {
    /// The name in JSON and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Prove::None => "none",
            Prove::Length => "length",
        }
    }
}

/// What to search for, and with what.
#[derive(Clone, Debug)]
pub struct Options {
    /// Bounds of the search.
    pub limits: Limits,
    /// Threads that may work on it. Verdict, length and exactness do not depend on it when no limit was reached and the length is
    /// to be proved.
    pub threads: usize,
    /// Nodes that one of them searches alone before the others join: most problems are solved by then.
    pub alone: u64,
    /// Which interpositions count.
    pub futile: Futile,
    /// Positions that the attacker must not come to, with him to move: they, and their boards with less in his hand, count as
    /// no mate. A root among them is searched all the same.
    pub avoided: Arc<[Position]>,
    /// What is to be proved.
    pub prove: Prove,
    /// Nodes at least for finding out whether a defence as long as the line found leaves nothing in the attacker's hand (駒余り); a
    /// tenth of those that the proof of the length took are spent on it in any case.
    pub surplus_nodes: u64,
    /// The number of lines to list.
    pub max_solutions: usize,
    /// Stops the search from outside.
    pub stop: StopFlag,
    /// The table that the search works with; a clone of these options given to the next search spares a new one.
    pub tables: Tables,
    /// Whether the search before, whose table it is, was one of the same problem: then what it found is at hand.
    pub goes_on: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            limits: Limits::default(),
            threads: 1,
            alone: ALONE,
            futile: Futile::default(),
            avoided: Arc::default(),
            prove: Prove::default(),
            surplus_nodes: SURPLUS_NODES,
            max_solutions: 10,
            stop: StopFlag::new(),
            tables: Tables::default(),
            goes_on: false,
        }
    }
}

/// Nodes that a search spends alone when nothing else is said: some hundredths of a second.
const ALONE: u64 = 20_000;

/// Nodes at least for finding out about surplus pieces when nothing else is said.
const SURPLUS_NODES: u64 = 5_000;

/// Memory that a search may use when no limit is given, in bytes.
pub const DEFAULT_MEMORY: u64 = 1 << 30;

/// A tsume search, to be pulled with [`advance`](Solver::advance).
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
    /// Not pulled yet.
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
    reports: Receiver<Report>,
    best_line: BestLine,
    thread: Option<JoinHandle<()>>,
}

impl Solver {
    /// Prepares a search.
    ///
    /// # Errors
    /// Everything that makes the position illegal, or no problem for this attacker.
    pub fn new(root: &Position, attacker: Color, options: Options) -> Result<Solver, Vec<Defect>> {
        let defects = root.problem_defects(Rule::Tsume, attacker);
        if !defects.is_empty() {
            return Err(defects);
        }
        Ok(Solver { state: State::Ready(Box::new(Start { root: root.clone(), attacker, options })) })
    }

    /// Searches on until the budget of this call is used up or the search has ended. Further calls after its end
    /// return the same outcome. When the system gives no thread to search on, nothing is known for want of memory.
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
            Report::Rest(progress) => Step::Progress(progress),
            Report::Done(outcome) => {
                self.state = State::Done(outcome.clone());
                Step::Done(outcome)
            }
        }
    }
}

impl Solver {
    /// The line of the best mate found so far: legal, and a mate at its end, but perhaps neither the shortest nor the longest
    /// defence. Empty while none is known.
    pub fn best_line(&self) -> Vec<Move> {
        match &self.state {
            State::Ready(_) => Vec::new(),
            State::Running(running) => running.best_line.get(),
            State::Done(outcome) => outcome.solutions.listed.first().cloned().unwrap_or_default(),
        }
    }
}

/// The outcome when the system gives no thread: there is no memory for its stack.
fn without_search(start: &Start) -> Outcome {
    Outcome {
        verdict: Verdict::Unknown(Reason::Memory),
        bounds: Bounds { lower: 0, upper: None },
        reason: Some(Reason::Memory),
        solutions: Solutions::default(),
        false_hits_expected: 0.0,
        verified: None,
        policy: Some(start.options.futile),
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
            let pulse = Pulse::begin(options.limits, options.stop.clone(), started, inbox, outbox);
            if let Some(mut pulse) = pulse {
                let _watched = pulse.end().watch();
                pulse.stay_above(stack.floor());
                pulse.best_line = shown;
                Stages::new(root, attacker, options, pulse).run();
            }
        };
        let thread = Builder::new().name("tsume".to_owned()).stack_size(stack.bytes()).spawn(search)?;
        Ok(Running { budgets: Some(budgets), reports, best_line, thread: Some(thread) })
    }

    fn pull(&self, budget: Budget) -> Report {
        let sent = self.budgets.as_ref().is_some_and(|budgets| budgets.send(budget).is_ok());
        let report = if sent { self.reports.recv().ok() } else { None };
        report.expect("the search sends its outcome before its thread ends")
    }
}

impl Drop for Running {
    /// Lets the search end at its next look at the limits and waits for that.
    fn drop(&mut self) {
        self.budgets = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
