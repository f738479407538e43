//! The answer of a search with a checkpoint: one problem, as text or JSON, on standard output.

use crate::cli::exit::Tally;
use crate::cli::input::failure::{Failure, Refusal};
use crate::cli::output::batch::Batch;
use crate::cli::output::graph::GraphFile;
use crate::cli::output::heading::heading;
use crate::cli::run::session::{Session, Solved, Task};
use crate::problem::Problem;
use crate::solve::{Reason, Verdict};

/// Answers on stdout.
pub struct Answers {
    batch: Batch,
    full: bool,
    graph: GraphFile,
    is_first: bool,
}

impl Answers {
    /// No answer yet. Long solutions are shown whole if `full`.
    pub fn new(batch: Batch, full: bool, graph: GraphFile) -> Answers {
        Answers { batch, full, graph, is_first: true }
    }

    /// What occurred.
    pub fn tally(&self) -> Tally {
        self.batch.tally
    }

    /// Writes the answer to a problem, or why there is none. `solve` is called when
    /// there is something to solve.
    ///
    /// # Errors
    /// Those of stdout.
    pub fn write(
        &mut self,
        problem: Result<Problem, Failure>,
        session: &mut Session,
        solve: impl FnOnce(&Problem, &Task, &mut Session) -> Result<Solved, Refusal>,
    ) -> anyhow::Result<()> {
        let lang = self.batch.lang;
        let answer = problem.and_then(|problem| {
            let answer = self.answer(&problem, session, solve);
            answer.map_err(|refusal| Failure::refused(&problem, &refusal, lang))
        });
        match answer {
            Ok(text) => self.batch.output.write(&text)?,
            Err(failure) => self.batch.fail(failure)?,
        }
        Ok(())
    }

    /// The answer to a problem as it is written.
    fn answer(
        &mut self,
        problem: &Problem,
        session: &mut Session,
        solve: impl FnOnce(&Problem, &Task, &mut Session) -> Result<Solved, Refusal>,
    ) -> Result<String, Refusal> {
        let task = Task::new(problem, &session.options)?;
        task.judge_line(problem)?;
        let (outcome, solver) = solve(problem, &task, session)?;
        if let Some(solver) = &solver {
            self.graph.write(problem, &outcome, || solver.solution_graph(), &mut self.batch.tally);
        }
        match outcome.verdict {
            Verdict::Unknown(_) => self.batch.tally.unknown = true,
            Verdict::Mate { .. } | Verdict::NoMate => {}
        }
        let reasons = [outcome.reason, verdict_reason(outcome.verdict)];
        self.batch.tally.interrupted |= reasons.contains(&Some(Reason::Interrupted));
        let report = task.report(problem, &outcome);
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
