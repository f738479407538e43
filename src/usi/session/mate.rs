//! `go mate`: solves the position as a problem, and answers with exactly one `checkmate`.
//!
//! The solver runs in its own thread, and this one watches the time. When `stop` comes or the time is over, the
//! solver has a moment to return its result; otherwise the answer is sent without it.

use super::control::{Control, TICK};
use super::game::Game;
use super::output::Output;
use super::refusal::Refusal;
use super::shown::{Figures, KnownMate, Lines, OF_FIGURES, Shown, mate_info};
use super::worker::give_back;
use crate::problem::{Problem, Question};
use crate::record::Record;
use crate::report::{Lang, Message, Report, Request};
use crate::solve::tsume::Tables;
use crate::solve::{Budget, Limits, Outcome, Progress, Solver, Step, StopFlag, Verdict, table_memory};
use crate::store::thread_builder;
use crate::types::Move;
use crate::usi::command::MateRequest;
use crate::usi::options::Options;
use crate::usi::reply::{CheckMate, Info, Reply};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The stack size of the thread that runs the solver. It is small because address space may be limited, and recursive
/// parts of the solver have their own threads.
const STACK: usize = 8 << 20;
/// The time slice of the solver, after which its progress is reported.
const SLICE: Duration = Duration::from_millis(50);
/// How long the solver may take to return after it was stopped.
const GRACE: Duration = Duration::from_millis(25);

/// A question to be answered by `go mate`.
pub(super) struct MateTask {
    question: Question,
    limits: Limits,
    options: Options,
    tables: Tables,
    output: Output,
    started: Instant,
}

enum Event {
    /// The progress of the search, with its lines.
    Progress(Progress, Lines),
    Done(Box<Outcome>),
}

impl MateTask {
    /// Interprets the position as a problem.
    ///
    /// # Errors
    /// The position is not a legal problem.
    pub(super) fn new(
        game: Option<&Game>,
        request: MateRequest,
        options: Options,
        tables: Tables,
        output: Output,
    ) -> Result<MateTask, Refusal> {
        let game = game.ok_or_else(|| Refusal("no position: send one before go mate".to_owned()))?;
        let question = Question::of(game.position.clone(), &options.choices());
        let question = question.map_err(|error| Refusal(error.message(Lang::En)))?;
        let MateRequest { time, nodes, plies } = request;
        let limits = Limits { time, nodes, plies, memory: Some(options.memory()) };
        Ok(MateTask { question, limits, options, tables, output, started: Instant::now() })
    }

    /// Solves the problem and answers.
    pub(super) fn run(&self, control: &Control) {
        self.introduce();
        let MateTask { question, limits, options, tables, .. } = self;
        if question.rule().is_cooperative() {
            // The solver for cooperative rules has its own table, so the memory of the tsume tables is freed first.
            give_back(tables.take_out());
        }
        let solver = Solver::new(question, options.of_search(*limits, &control.stop, tables));
        match self.solve(solver, &control.stop) {
            Ok(outcome) => self.answer(&outcome),
            Err(known) => self.give_up(&known, &control.stop),
        }
    }

    /// Sends what the user has to know to understand the answer.
    fn introduce(&self) {
        let position = self.question.position();
        let note = crate::report::attacker_note(self.question.attacker(), position.side_to_move(), Lang::En);
        if let Some(note) = note {
            self.output.send(Info::text(note));
        }
        let conditions = crate::report::conditions_note(self.question.conditions(), Lang::En);
        if let Some(note) = conditions {
            self.output.send(Info::text(note));
        }
        let rest = position.piece_box();
        if !self.question.rule().is_cooperative() && !rest.is_empty() {
            self.output.send(Info::text(format!(
                "warning: {rest} are in the piece box and are not used; the option MateRest (--rest) puts them into \
                 the defender's hand"
            )));
        }
    }

    /// The outcome; or the best mate known so far, if the solver did not return in time.
    fn solve(&self, solver: Solver, stop: &StopFlag) -> Result<Box<Outcome>, KnownMate> {
        let (sender, events) = channel();
        // The solver is passed through a channel, so that this thread can take it back if no other thread can be
        // started.
        let (hand_over, waiting) = channel();
        let _ = hand_over.send(solver);
        let waiting = Arc::new(Mutex::new(waiting));
        let (fetched, reports) = (Arc::clone(&waiting), sender.clone());
        let pull_there = move || pull(&fetched, &reports);
        let thread =
            thread_builder(STACK).and_then(|thread| thread.name("mate".to_owned()).spawn(pull_there));
        if let Err(error) = thread {
            self.output.send(Info::text(format!(
                "error: the thread that keeps the time cannot be started ({error})"
            )));
            pull(&waiting, &sender);
        }
        drop(sender);
        self.wait(&events, stop)
    }

    fn wait(&self, events: &Receiver<Event>, stop: &StopFlag) -> Result<Box<Outcome>, KnownMate> {
        let mut shown = Shown::new(self.figures(), &self.output, self.options.pv_interval());
        let mut over_since = None;
        loop {
            match events.recv_timeout(TICK) {
                Ok(Event::Done(outcome)) => return Ok(outcome),
                Ok(Event::Progress(progress, lines)) => shown.show(&progress, lines),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(shown.into_mate()),
            }
            let is_late = self.limits.time.is_some_and(|time| self.started.elapsed() >= time);
            if stop.is_set() || is_late {
                let since = *over_since.get_or_insert_with(Instant::now);
                if since.elapsed() >= GRACE {
                    return Err(shown.into_mate());
                }
            }
        }
    }

    /// Answers with what is known, because the solver was stopped and has not returned.
    fn give_up(&self, known: &KnownMate, stop: &StopFlag) {
        let why = if stop.is_set() { "interrupted" } else { "time" };
        let KnownMate { plies, line } = known;
        if line.is_empty() {
            self.output.send(Info::text(format!("unknown: {why}")));
            self.output.send(Reply::CheckMate(CheckMate::Timeout));
        } else {
            let rule = self.question.rule().name();
            let text = format!("{rule} in at most {plies} (not proved shortest: {why})");
            self.output.send(Info::text(text));
            self.output.send(Reply::CheckMate(CheckMate::Moves(line)));
        }
        stop.stop();
    }

    fn answer(&self, outcome: &Outcome) {
        let problem = Problem::new(Record::new(self.question.position().clone(), Vec::new()));
        let report = Report {
            problem: &problem,
            question: &self.question,
            outcome,
            side_lines: &[],
            request: Request::default(),
        };
        for (pv, number) in outcome.solutions.listed.iter().zip(1..) {
            let multipv = (outcome.solutions.listed.len() > 1).then_some(number);
            self.output.send(Info { multipv, ..self.solution(outcome, pv) });
        }
        let verdict = report.verdict_line(Lang::En);
        self.output.send(Info::text(match outcome.verdict {
            Verdict::Mate { plies: 0, .. } => "mate in 0".to_owned(),
            Verdict::NoMate if !report.is_exact() => format!("unknown: {verdict}"),
            _ => verdict,
        }));
        self.output.send(Info::text(match report.policy_line(Lang::En) {
            Some(policy) => policy,
            None => format!("{:.1e} false hits expected", outcome.false_hits_expected),
        }));
        let reply = match (outcome.verdict, outcome.solutions.listed.first()) {
            (Verdict::Mate { plies: 0, .. }, _) => CheckMate::NotImplemented,
            (Verdict::Mate { .. }, Some(moves)) if !moves.is_empty() => CheckMate::Moves(moves),
            (Verdict::NoMate, _) if report.is_exact() => CheckMate::NoMate,
            _ => CheckMate::Timeout,
        };
        self.output.send(Reply::CheckMate(reply));
    }

    fn figures(&self) -> Figures<'_> {
        let memory = table_memory(self.question.rule(), self.options.memory());
        Figures { question: &self.question, memory, started: self.started }
    }

    fn solution<'a>(&self, outcome: &Outcome, pv: &'a [Move]) -> Info<'a> {
        let mut info = mate_info(&self.question, pv);
        info.nodes = Some(outcome.stats.nodes);
        info.time = Some(self.started.elapsed());
        info.hashfull = Some(self.figures().hashfull(outcome.stats.peak_bytes));
        info
    }
}

/// Runs the solver to its end, and sends its progress and its outcome.
fn pull(waiting: &Mutex<Receiver<Solver>>, events: &Sender<Event>) {
    let fetched = waiting.lock().unwrap_or_else(PoisonError::into_inner).try_recv();
    let Ok(mut solver) = fetched else { return };
    let mut asked = Instant::now();
    loop {
        let (event, is_last) = match solver.advance(Budget::Time(SLICE)) {
            Step::Progress(progress) => {
                let mut lines = Lines { mate: solver.best_line(), ..Lines::default() };
                if asked.elapsed() >= OF_FIGURES {
                    (asked, lines.at_hand) = (Instant::now(), Some(solver.line_at_hand()));
                }
                (Event::Progress(progress, lines), false)
            }
            Step::Done(outcome) => (Event::Done(outcome), true),
        };
        // The event is sent before the solver is dropped, since freeing the tables of a helpmate takes time.
        if events.send(event).is_err() || is_last {
            return;
        }
    }
}
