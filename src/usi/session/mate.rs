//! `go mate`: a problem in, exactly one `checkmate` out.
//!
//! The solver works in a thread of its own and this one keeps the time: when `stop` comes or the time is over, the solver
//! has a moment to hand over what it holds, then the answer goes out without it.

use super::control::{Control, TICK};
use super::game::Game;
use super::output::Output;
use super::refusal::Refusal;
use super::shown::{Figures, Known, Shown, mate_info};
use super::solver::{Question, Solver};
use crate::problem::{Problem, Rule};
use crate::record::Record;
use crate::report::{Lang, Message, Report, Request, RuleFrom};
use crate::solve::tsume::Tables;
use crate::solve::{Budget, Limits, Outcome, Progress, Step, StopFlag, Verdict};
use crate::types::Move;
use crate::usi::command::MateRequest;
use crate::usi::options::Options;
use crate::usi::reply::{CheckMate, Info, Reply};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};

/// The stack of the thread that pulls the solver. Address space may be scarce, and what is recursive has a thread of its own.
const STACK: usize = 8 << 20;
/// How long the solver works between two looks at the clock.
const SLICE: Duration = Duration::from_millis(50);
/// How long the solver may take to come back when it has to.
const GRACE: Duration = Duration::from_millis(25);

/// A question to be answered.
pub(super) struct Task {
    question: Question,
    limits: Limits,
    options: Options,
    tables: Tables,
    output: Output,
    started: Instant,
}

enum Event {
    /// How far the search has come, and the line of the best mate so far, empty while there is none.
    Progress(Progress, Vec<Move>),
    Done(Box<Outcome>),
}

impl Task {
    /// Reads the position as a problem.
    ///
    /// # Errors
    /// Why it is none.
    pub(super) fn new(
        game: Option<&Game>,
        request: MateRequest,
        options: Options,
        tables: Tables,
        output: Output,
    ) -> Result<Task, Refusal> {
        let game = game.ok_or_else(|| Refusal("no position: send one before go mate".to_owned()))?;
        let question = Question::new(&game.position, options.mate_rule(), options.mate_attacker());
        let mut question = question.map_err(Refusal)?;
        if options.mate_rest() {
            question.position.give_rest(!question.attacker);
        }
        let MateRequest { time, nodes, plies } = request;
        let limits = Limits { time, nodes, plies, memory: Some(options.memory()) };
        Ok(Task { question, limits, options, tables, output, started: Instant::now() })
    }

    /// Solves and answers.
    pub(super) fn run(&self, control: &Control) {
        self.introduce();
        let Task { question, limits, options, tables, .. } = self;
        let solver = match Solver::new(question, *limits, options, &control.stop, tables) {
            Ok(solver) => solver,
            Err(defects) => return Refusal(defects.message(Lang::En)).answer_mate(&self.output),
        };
        match self.solve(solver, &control.stop) {
            Ok(outcome) => self.answer(&outcome),
            Err(known) => self.give_up(&known, &control.stop),
        }
    }

    /// What has to be known to read the answer.
    fn introduce(&self) {
        let Question { position, rule, attacker } = &self.question;
        if let Some(note) = crate::report::attacker_note(*attacker, position.side_to_move(), Lang::En) {
            self.output.send(Info::text(note));
        }
        let rest = position.piece_box();
        if *rule == Rule::Tsume && !rest.is_empty() {
            self.output.send(Info::text(format!(
                "warning: {rest} are in the piece box and take no part; the option MateRest (--rest) puts them into \
                 the defender's hand"
            )));
        }
    }

    /// The outcome, or the mate that is known when the solver did not come back in time.
    fn solve(&self, solver: Solver, stop: &StopFlag) -> Result<Box<Outcome>, Known> {
        let (sender, events) = channel();
        // The solver waits to be fetched, by the thread or, if there is none to be had, from here.
        let (hand_over, waiting) = channel();
        let _ = hand_over.send(solver);
        let waiting = Arc::new(Mutex::new(waiting));
        let (fetched, reports) = (Arc::clone(&waiting), sender.clone());
        let pull_there = move || pull(&fetched, &reports);
        let thread = Builder::new().name("mate".to_owned()).stack_size(STACK).spawn(pull_there);
        if let Err(error) = thread {
            self.output.send(Info::text(format!("error: no thread to keep the time on ({error})")));
            pull(&waiting, &sender);
        }
        drop(sender);
        self.wait(&events, stop)
    }

    fn wait(&self, events: &Receiver<Event>, stop: &StopFlag) -> Result<Box<Outcome>, Known> {
        let mut shown = Shown::new(self.figures(), &self.output, self.options.pv_interval());
        let mut over_since = None;
        loop {
            match events.recv_timeout(TICK) {
                Ok(Event::Done(outcome)) => return Ok(outcome),
                Ok(Event::Progress(progress, line)) => shown.show(&progress, line),
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

    /// The solver was stopped and has not come back: the answer is what it has shown.
    fn give_up(&self, known: &Known, stop: &StopFlag) {
        let why = if stop.is_set() { "interrupted" } else { "time" };
        let Known { plies, line } = known;
        if line.is_empty() {
            self.output.send(Info::text(format!("unknown: {why}")));
            self.output.send(Reply::CheckMate(CheckMate::Timeout));
        } else {
            let rule = self.question.rule.name();
            let text = format!("{rule} in at most {plies} (not proved shortest: {why})");
            self.output.send(Info::text(text));
            self.output.send(Reply::CheckMate(CheckMate::Moves(line)));
        }
        stop.stop();
    }

    fn answer(&self, outcome: &Outcome) {
        let Question { position, rule, attacker } = &self.question;
        let problem = Problem::new(Record::new(position.clone(), Vec::new()));
        let report = Report {
            problem: &problem,
            position,
            rule: *rule,
            rule_from: RuleFrom::Option,
            attacker: *attacker,
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
        Figures { question: &self.question, memory: self.options.memory(), started: self.started }
    }

    fn solution<'a>(&self, outcome: &Outcome, pv: &'a [Move]) -> Info<'a> {
        let mut info = mate_info(&self.question, pv);
        info.nodes = Some(outcome.stats.nodes);
        info.time = Some(self.started.elapsed());
        info.hashfull = Some(self.figures().hashfull(outcome.stats.peak_bytes));
        info
    }
}

/// Lets the solver work to its end, and reports.
fn pull(waiting: &Mutex<Receiver<Solver>>, events: &Sender<Event>) {
    let fetched = waiting.lock().unwrap_or_else(PoisonError::into_inner).try_recv();
    let Ok(mut solver) = fetched else { return };
    loop {
        let (event, is_last) = match solver.advance(Budget::Time(SLICE)) {
            Step::Progress(progress) => (Event::Progress(progress, solver.best_line()), false),
            Step::Done(outcome) => (Event::Done(outcome), true),
        };
        // The tables of a helpmate are given back after the answer is on its way.
        if events.send(event).is_err() || is_last {
            return;
        }
    }
}
