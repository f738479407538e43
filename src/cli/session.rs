//! Solving one problem under the options of the run: reading it, driving the solver, showing progress.

use super::failure::Refusal;
use super::interrupt::Interrupt;
use super::options::SearchOptions;
use super::progress::ProgressLine;
use crate::movegen::play_line;
use crate::position::Position;
use crate::problem::{Problem, Rule, default_attacker};
use crate::solve::{Budget, Outcome, Progress, Step, helpmate};
use crate::types::Color;
use std::time::Duration;

/// How long the solver works between two looks at the clock.
const SLICE: Duration = Duration::from_millis(100);

/// What solves the problems of a run.
pub struct Session {
    /// The options of the run.
    pub options: SearchOptions,
    /// Ctrl-C.
    pub interrupt: Interrupt,
    /// Progress on stderr.
    pub progress: ProgressLine,
}

/// A problem as the options read it.
#[derive(Debug, Clone)]
pub struct Task {
    /// What is solved.
    pub position: Position,
    /// Under which rule.
    pub rule: Rule,
    /// Who attacks.
    pub attacker: Color,
}

impl Task {
    /// Reads a problem. The intended line is not looked at.
    ///
    /// # Errors
    /// Why it cannot be solved.
    pub fn new(problem: &Problem, options: &SearchOptions) -> Result<Task, Refusal> {
        let rule = options.rule.unwrap_or(problem.rule_or_default());
        if rule == Rule::Tsume {
            return Err(Refusal::Tsume);
        }
        let mut position = problem.position().clone();
        let attacker = options.attacker.or(problem.attacker).or_else(|| default_attacker(&position, rule));
        let attacker = attacker.ok_or(Refusal::NoKing)?;
        let defects = position.problem_defects(rule, attacker);
        if !defects.is_empty() {
            return Err(Refusal::Illegal(defects));
        }
        if options.rest {
            position.give_rest(!attacker);
        }
        Ok(Task { position, rule, attacker })
    }

    /// Tests the legality of the problem's intended line.
    ///
    /// # Errors
    /// The first illegal move.
    pub fn judge_line(&self, problem: &Problem) -> Result<(), Refusal> {
        play_line(&mut self.position.clone(), &problem.record.moves).map_err(Refusal::Line)
    }
}

impl Session {
    /// Solves a problem. The solver is handed back too: it knows more than the outcome.
    ///
    /// # Errors
    /// What the solver finds illegal about it.
    pub fn solve(&mut self, problem: &Problem, task: &Task) -> Result<(Outcome, helpmate::Solver), Refusal> {
        let options = self.options.solver.clone();
        log::info!("{}: solving {} with {:?}", problem.name(), task.position, options.limits);
        let mut solver =
            helpmate::Solver::new(&task.position, task.attacker, options).map_err(Refusal::Illegal)?;
        let outcome = self.pull(problem, |slice| match solver.advance(slice) {
            Step::Progress(progress) => Err(progress),
            Step::Done(outcome) => Ok(*outcome),
        });
        log::info!("{}: {:?} {:?}", problem.name(), outcome.verdict, outcome.stats);
        Ok((outcome, solver))
    }

    /// Pulls a search slice by slice until it has a result, shows how far it has come, and lets Ctrl-C end it.
    pub fn pull<T>(
        &mut self,
        problem: &Problem,
        mut advance: impl FnMut(Budget) -> Result<T, Progress>,
    ) -> T {
        let Session { interrupt, progress, .. } = self;
        progress.start(problem.name());
        let result = interrupt.while_searching(|| {
            loop {
                match advance(Budget::Time(SLICE)) {
                    Ok(result) => break result,
                    Err(step) => {
                        log::debug!("{step:?}");
                        progress.show(&step);
                    }
                }
            }
        });
        progress.finish();
        result
    }
}
