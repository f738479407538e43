//! Solving one problem under the options of the run: reading it, driving the solver, showing progress.

use super::failure::Refusal;
use super::interrupt::Interrupt;
use super::options::SearchOptions;
use super::progress::ProgressLine;
use crate::movegen::play_line;
use crate::position::Position;
use crate::problem::{Problem, Rule, default_attacker};
use crate::solve::{Budget, Outcome, Step, helpmate, tsume};
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
    /// Solves a problem.
    ///
    /// # Errors
    /// What the solver finds illegal about it.
    pub fn solve(&mut self, problem: &Problem, task: &Task) -> Result<Outcome, Refusal> {
        let Session { options, interrupt, progress } = self;
        log::info!("{}: solving {} with {:?}", problem.name(), task.position, options.helpmate.limits);
        let mut advance: Box<dyn FnMut(Budget) -> Step> = match task.rule {
            Rule::Helpmate => {
                let mut solver =
                    helpmate::Solver::new(&task.position, task.attacker, options.helpmate.clone())
                        .map_err(Refusal::Illegal)?;
                Box::new(move |budget| solver.advance(budget))
            }
            Rule::Tsume => {
                let mut solver = tsume::Solver::new(&task.position, task.attacker, options.tsume.clone())
                    .map_err(Refusal::Illegal)?;
                Box::new(move |budget| solver.advance(budget))
            }
        };
        progress.start(problem.name());
        let outcome = interrupt.while_searching(|| {
            loop {
                match advance(Budget::Time(SLICE)) {
                    Step::Progress(step) => {
                        log::debug!("{step:?}");
                        progress.show(&step);
                    }
                    Step::Done(outcome) => break *outcome,
                }
            }
        });
        progress.finish();
        log::info!("{}: {:?} {:?}", problem.name(), outcome.verdict, outcome.stats);
        Ok(outcome)
    }
}
