//! The solver, whose search runs on its own thread and pauses between the caller's calls.

use super::at_hand;
use super::board::Board;
use super::checkpoint::{CheckpointWriter, Spent, Task};
use super::control::{
    Caller, CallerMessage, Control, Earlier, Known, Place, SearchThread, Shown, SolverMessage,
};
use super::length::{Begun, solve};
use super::memory::MemoryShares;
use super::options::Options;
use crate::position::{Defect, Position, Rule};
use crate::solve::checkpoint::DiskFailure;
use crate::solve::limits::Budget;
use crate::solve::outcome::{Bounds, Details, Outcome, Progress, Reason, Solutions, Stats, Step, Verdict};
use crate::solve::stage::Stage;
use crate::store::{ProofTable, reserve};
use crate::types::{Color, Move};
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

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
    pub(super) task: Task,
    state: State,
    /// The data that the search's thread shows.
    pub(super) shown: Arc<Shown>,
    /// What was spent when the search was last paused.
    spent: Spent,
    pub(super) checkpoint: Option<CheckpointWriter>,
    /// Why the last checkpoint could not be written.
    pub(super) disk_failure: Option<DiskFailure>,
    /// Whether the table stays accessible after the end even if the solver keeps no checkpoint.
    keeps_table: bool,
}

enum State {
    /// Not started yet; holds the state that an earlier process left, if there is one.
    Ready(Option<Box<Begun>>),
    /// A thread is searching, or waiting for the next call.
    Running(Running),
    Done(Box<Outcome>),
}

struct Running {
    calls: Option<Sender<CallerMessage>>,
    reports: Receiver<SolverMessage>,
    thread: Option<SearchThread>,
}

impl Solver {
    /// Prepares a search.
    ///
    /// # Errors
    /// All defects that make the position illegal, or unsuitable as a problem for this attacker.
    pub fn new(root: &Position, attacker: Color, options: Options) -> Result<Solver, Vec<Defect>> {
        let defects = root.problem_defects(Rule::Tsume, attacker);
        if !defects.is_empty() {
            return Err(defects);
        }
        Ok(Solver::of_legal(root, attacker, options))
    }

    /// Prepares a search of a position that is known to be legal for this attacker.
    pub(crate) fn of_legal(root: &Position, attacker: Color, options: Options) -> Solver {
        let task = Task { root: root.clone(), attacker, options };
        let shown = Arc::new(Shown::default());
        // A checkpoint may be written before the search begins.
        shown.set(&Known::at_start(root, attacker));
        Solver {
            task,
            state: State::Ready(None),
            shown,
            spent: Spent::default(),
            checkpoint: None,
            disk_failure: None,
            keeps_table: false,
        }
    }

    /// A solver that continues an earlier search, and keeps writing its checkpoint if one is given.
    pub(super) fn going_on(task: Task, begun: Begun, checkpoint: Option<CheckpointWriter>) -> Solver {
        let Earlier { nodes, time } = begun.earlier;
        let shown = Arc::new(Shown::default());
        shown.set(&begun.known);
        shown.set_table(Some(begun.table.for_another_thread()));
        Solver {
            task,
            state: State::Ready(Some(Box::new(begun))),
            shown,
            spent: Spent { nodes, time, is_finished: false },
            checkpoint,
            disk_failure: None,
            keeps_table: false,
        }
    }

    /// Makes the limit on nodes count from now on, without the nodes that are already done.
    pub(crate) fn limit_nodes_anew(&mut self) {
        let limits = &mut self.task.options.limits;
        limits.nodes = limits.nodes.map(|nodes| nodes.saturating_add(self.spent.nodes));
    }

    /// Continues the search until the budget of this call is used up or the search has ended. Calls after its end
    /// return the same outcome. When the system refuses a thread, the verdict is unknown, with memory as the
    /// reason.
    pub fn advance(&mut self, budget: Budget) -> Step {
        if let State::Ready(begun) = &mut self.state {
            reserve::recover();
            let begun = begun.take().map(|begun| *begun);
            self.state = match Running::start(&self.task, begun, Arc::clone(&self.shown)) {
                Ok(running) => State::Running(running),
                Err(error) => {
                    log::info!("no thread to search a tsume on: {error}");
                    reserve::note_refusal();
                    State::Done(Box::new(without_search(&self.task.options)))
                }
            };
        }
        let running = match &self.state {
            State::Running(running) => running,
            State::Done(outcome) => return Step::Done(outcome.clone()),
            State::Ready(_) => unreachable!("it was just started"),
        };
        let call = match self.disk_failure {
            Some(_) => CallerMessage::End(Reason::Disk),
            None => CallerMessage::GoOn(budget),
        };
        match running.pull(call) {
            SolverMessage::Paused { nodes, time } => {
                self.spent = Spent { nodes, time, is_finished: false };
                Step::Progress(self.progress())
            }
            SolverMessage::Done(outcome) => {
                let time = Duration::try_from_secs_f64(outcome.stats.seconds).unwrap_or_default();
                let is_finished = outcome.is_whole() && self.shown.known().stage == Stage::Done;
                self.spent = Spent { nodes: outcome.stats.nodes, time, is_finished };
                if self.checkpoint.is_none() && !self.keeps_table {
                    // Release the table, so that the next search can use its memory.
                    self.shown.set_table(None);
                }
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

    /// Keeps the table accessible after the search has ended, until the solver is dropped, for a checkpoint that
    /// the solver does not write itself.
    pub(crate) fn keep_table(&mut self) {
        self.keeps_table = true;
    }

    /// Whether the search has a table, which it does not have before it begins.
    pub(crate) fn has_table(&self) -> bool {
        !matches!(self.state, State::Ready(None))
    }

    /// The line of the best mate found so far: legal, and ending in mate, but perhaps neither the shortest mate
    /// nor the longest defence. Empty while no line is known.
    pub fn best_line(&self) -> Vec<Move> {
        match &self.state {
            State::Ready(_) | State::Running(_) => self.shown.known().mate.unwrap_or_default(),
            State::Done(outcome) => outcome.solutions.listed.first().cloned().unwrap_or_default(),
        }
    }

    /// The moves from the problem to the position that is being searched. Empty once a mate is known, and when no
    /// search is running. The line ends where an interposition is captured and given back, which cannot be
    /// expressed by moves.
    pub fn line_at_hand(&self) -> Vec<Move> {
        if self.is_without_mate() { at_hand::line(self.board(), &self.shown.path()) } else { Vec::new() }
    }

    /// Whether a search is running and knows no mate yet.
    fn is_without_mate(&self) -> bool {
        matches!(self.state, State::Running(_)) && !self.shown.has_mate()
    }

    /// The board of the problem.
    fn board(&self) -> Board {
        let Task { root, attacker, options } = &self.task;
        let mut board = Board::new(root.clone(), *attacker, options.futile);
        board.avoid(&options.avoided);
        board
    }

    /// The number of plies from the problem to the last of the defender's positions on the path to the one being
    /// searched.
    fn depth(&self) -> u32 {
        let Task { root, attacker, .. } = &self.task;
        let plies = 2 * self.shown.path_length() as u32;
        // If the defender moves first, the root itself is on the path.
        plies.saturating_sub(if root.side_to_move() == *attacker { 1 } else { 2 })
    }

    /// What was spent when the search was last paused.
    pub(super) fn spent(&self) -> Spent {
        self.spent
    }

    /// The progress of the search, which must be paused.
    fn progress(&self) -> Progress {
        let Known { stage, lower, upper, .. } = self.shown.known();
        let figures = |table: &ProofTable| (table.stored(), table.lookups(), table.bytes());
        let is_without_mate = self.is_without_mate();
        let Task { root, attacker, .. } = &self.task;
        let has_numbers = is_without_mate && stage == Stage::AnyMate && root.side_to_move() == *attacker;
        let (positions, lookups, bytes) = self.shown.with_table(figures).unwrap_or_default();
        Progress {
            stage: Some(stage),
            plies: u64::from(lower).saturating_sub(1),
            upper: upper.map(u32::from),
            depth: if is_without_mate { self.depth() } else { 0 },
            numbers: if has_numbers { self.shown.numbers() } else { None },
            frontier: 0,
            positions,
            nodes: self.spent.nodes,
            lookups,
            bytes,
            budget: MemoryShares::of(&self.task.options).table,
            seconds: self.spent.time.as_secs_f64(),
        }
    }
}

/// The outcome when the system refuses a thread, for lack of memory for its stack.
fn without_search(options: &Options) -> Outcome {
    Outcome {
        verdict: Verdict::Unknown(Reason::Memory),
        bounds: Bounds { lower: 0, upper: None },
        reason: Some(Reason::Memory),
        solutions: Solutions::default(),
        false_hits_expected: 0.0,
        details: Details::Tsume {
            policy: options.futile,
            surplus_is_decided: false,
            traditional: None,
            traditional_is_decided: false,
            first_mate_seconds: None,
        },
        stats: Stats::default(),
    }
}

impl Running {
    fn start(task: &Task, begun: Option<Begun>, shown: Arc<Shown>) -> io::Result<Running> {
        let (calls, inbox) = channel();
        let (outbox, reports) = channel();
        let Task { root, attacker, options } = task.clone();
        let started = Instant::now();
        let search = move |place: Place| {
            if let Some(caller) = Caller::wait(inbox, outbox) {
                let mut control = Control::new(options.limits, options.stop.clone(), started, caller);
                let _watched = control.end_signal().watch();
                control.set_stack_limit(place.stack);
                control.shown = shown;
                let (control, outcome) = solve(root, attacker, options, control, begun);
                // Before the outcome is sent: the receiver may begin the next search at once.
                place.keep_after(outcome.stats.nodes);
                control.finish(outcome);
            }
        };
        let thread = SearchThread::start(task.options.threads, search)?;
        Ok(Running { calls: Some(calls), reports, thread: Some(thread) })
    }

    fn pull(&self, call: CallerMessage) -> SolverMessage {
        let sent = self.calls.as_ref().is_some_and(|calls| calls.send(call).is_ok());
        let report = if sent { self.reports.recv().ok() } else { None };
        report.expect("the search sends its outcome before its thread ends")
    }
}

impl Drop for Running {
    /// Ends the search, which notices at its next check of the limits, and waits for that.
    fn drop(&mut self) {
        self.calls = None;
        if let Some(thread) = self.thread.take() {
            thread.wait();
        }
    }
}
