//! `tsumugi check`: whether problems are sound.

use super::args::CheckFlags;
use super::batch::Batch;
use super::exit::Tally;
use super::failure::{Failure, Refusal};
use super::graph::GraphFile;
use super::heading::heading;
use super::inputs::{Visit, for_each_problem};
use super::session::{Search, Session, Task};
use crate::analysis::{Check, CheckStep, Examination, Intended, Soundness};
use crate::problem::{ExpectedPlies, Problem, Rule};
use crate::report::{CheckReport, Lang, Report};
use crate::solve::{Budget, Progress};
use std::ops::ControlFlow;

/// Positions expanded in each search of a backward check that has no other limit.
const BACKWARD_NODES: u64 = 10_000_000;

/// Checks every problem of the inputs.
///
/// # Errors
/// Those of stdout.
pub fn run(flags: &CheckFlags, session: &mut Session, lang: Lang) -> anyhow::Result<Tally> {
    let limits = &mut session.options.solver.limits;
    if flags.backward && limits.nodes.is_none() && limits.time.is_none() {
        limits.nodes = Some(BACKWARD_NODES);
    }
    let mut run = Run {
        batch: Batch { json: flags.json, ..Batch::new(lang) },
        flags,
        graph: GraphFile::new(&flags.graph),
        is_first: true,
    };
    for_each_problem(&flags.inputs.inputs, &flags.inputs.reading, &mut |problem| {
        run.visit(problem, session)
    })?;
    Ok(run.batch.tally)
}

struct Run<'a> {
    batch: Batch,
    flags: &'a CheckFlags,
    graph: GraphFile,
    is_first: bool,
}

impl Run<'_> {
    fn visit(&mut self, problem: Result<Problem, Failure>, session: &mut Session) -> Visit {
        let lang = self.batch.lang;
        let answer = problem.and_then(|problem| {
            let answer = self.answer(&problem, session);
            answer.map_err(|refusal| Failure::refused(&problem, &refusal, lang))
        });
        match answer {
            Ok(text) => self.batch.output.write(&text)?,
            Err(failure) => self.batch.fail(failure)?,
        }
        self.batch.tally.interrupted |= session.interrupt.is_set();
        Ok(if session.interrupt.is_set() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    /// What is said about a problem as it is written.
    fn answer(&mut self, problem: &Problem, session: &mut Session) -> Result<String, Refusal> {
        if session.options.rule.unwrap_or(problem.rule_or_default()) == Rule::Tsume {
            return Err(Refusal::TsumeCheck);
        }
        let task = Task::new(problem, &session.options)?;
        let line = problem.record.moves.clone();
        if self.flags.backward && line.is_empty() {
            return Err(Refusal::NoLine);
        }
        let stated = match problem.plies {
            Some(ExpectedPlies::Mate(plies)) => Some(plies),
            Some(ExpectedPlies::NoMate) | None => None,
        };
        let intended = Intended { line, plies: self.flags.plies.or(stated) };
        let options = session.options.solver.clone();
        log::info!("{}: solving {} with {:?}", problem.name(), task.position, options.limits);
        let mut check = Check::new(&task.position, task.attacker, intended, options, self.flags.backward)
            .map_err(Refusal::Illegal)?;
        let found = session.pull(problem, &mut check);
        log::info!("{}: {:?} {:?}", problem.name(), found.soundness, found.outcome.stats);
        match found.soundness {
            Soundness::Sound => {}
            Soundness::Unsound(_) => self.batch.tally.differs = true,
            Soundness::Unknown(_) => self.batch.tally.unknown = true,
        }
        let graph = || check.solution_graph().cloned();
        self.graph.write(problem, &found.outcome, graph, &mut self.batch.tally);
        let Task { position, rule, attacker } = &task;
        let outcome = &found.outcome;
        let report = Report { problem, position, rule: *rule, attacker: *attacker, outcome, side_lines: &[] };
        let report = CheckReport { report, examination: &found };
        if self.batch.json {
            return Ok(report.json() + "\n");
        }
        let gap = if std::mem::take(&mut self.is_first) { "" } else { "\n" };
        Ok(format!("{gap}{}{}", heading(problem), report.text(self.batch.lang, self.flags.full)))
    }
}

impl Search for Check {
    type Found = Box<Examination>;

    fn advance(&mut self, slice: Budget) -> Result<Box<Examination>, Progress> {
        match Check::advance(self, slice) {
            CheckStep::Progress(progress) => Err(progress.search),
            CheckStep::Done(found) => Ok(found),
        }
    }
}
