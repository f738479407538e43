//! `tsumugi solve`: problems in, answers out.

use super::args::SolveFlags;
use super::batch::Batch;
use super::exit::Tally;
use super::failure::{Failure, Refusal};
use super::graph::GraphFile;
use super::heading::heading;
use super::inputs::{Visit, for_each_problem};
use super::session::{Session, Task};
use crate::problem::Problem;
use crate::report::{Lang, Report};
use crate::solve::{Reason, Verdict};
use std::ops::ControlFlow;

/// Solves every problem of the inputs.
///
/// # Errors
/// Those of stdout.
pub fn run(flags: &SolveFlags, session: &mut Session, lang: Lang) -> anyhow::Result<Tally> {
    let mut run = Run {
        batch: Batch { json: flags.json, ..Batch::new(lang) },
        full: flags.full,
        graph: GraphFile::new(&flags.graph),
        is_first: true,
    };
    for_each_problem(&flags.inputs.inputs, &mut |problem| run.visit(problem, session))?;
    Ok(run.batch.tally)
}

struct Run {
    batch: Batch,
    full: bool,
    graph: GraphFile,
    is_first: bool,
}

impl Run {
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
        Ok(if session.interrupt.is_set() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    /// The answer to a problem as it is written.
    fn answer(&mut self, problem: &Problem, session: &mut Session) -> Result<String, Refusal> {
        let task = Task::new(problem, &session.options)?;
        task.judge_line(problem)?;
        let (outcome, solver) = session.solve(problem, &task)?;
        self.graph.write(problem, &outcome, || solver.solution_graph(), &mut self.batch.tally);
        match outcome.verdict {
            Verdict::Unknown(_) => self.batch.tally.unknown = true,
            Verdict::Mate { .. } | Verdict::NoMate => {}
        }
        let reasons = [outcome.reason, verdict_reason(outcome.verdict)];
        self.batch.tally.interrupted |= reasons.contains(&Some(Reason::Interrupted));
        let Task { position, rule, attacker } = &task;
        let report = Report { problem, position, rule: *rule, attacker: *attacker, outcome: &outcome };
        if self.batch.json {
            return Ok(report.json() + "\n");
        }
        let gap = if std::mem::take(&mut self.is_first) { "" } else { "\n" };
        Ok(format!("{gap}{}{}", heading(problem), report.text(self.batch.lang, self.full)))
    }
}

fn verdict_reason(verdict: Verdict) -> Option<Reason> {
    match verdict {
        Verdict::Unknown(reason) => Some(reason),
        Verdict::Mate { .. } | Verdict::NoMate => None,
    }
}
