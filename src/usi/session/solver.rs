//! The solvers behind `go mate`, as one.

use super::give_back::give_back;
use crate::position::{Defect, Position, Rule};
use crate::problem::default_attacker;
use crate::report::{Lang, Message};
use crate::solve::{Budget, Limits, Step, StopFlag, helpmate, tsume};
use crate::types::{Color, Move};
use crate::usi::options::Options;

/// What is to be solved.
#[derive(Debug, Clone)]
pub(super) struct Question {
    /// The position; the piece box is in the defender's hand when the options say so.
    pub position: Position,
    /// The rule.
    pub rule: Rule,
    /// Who attacks.
    pub attacker: Color,
}

impl Question {
    /// Reads a position as a problem.
    ///
    /// # Errors
    /// Why it is none.
    pub(super) fn new(position: &Position, rule: Rule, attacker: Option<Color>) -> Result<Question, String> {
        let attacker = attacker.or_else(|| default_attacker(position, rule));
        let attacker = attacker.ok_or("no king on the board, nobody can be mated")?;
        let defects = position.problem_defects(rule, attacker);
        if !defects.is_empty() {
            return Err(format!("not a legal {rule}: {}", defects.message(Lang::En)));
        }
        Ok(Question { position: position.clone(), rule, attacker })
    }
}

/// A search for a mate under either rule, to be pulled.
pub(super) enum Solver {
    Helpmate(Box<helpmate::Solver>),
    Tsume(Box<tsume::Solver>),
}

impl Solver {
    /// Prepares a search. What tsume searches of the same game found is at hand in `tables`.
    ///
    /// # Errors
    /// What the solver finds illegal about the position.
    pub(super) fn new(
        question: &Question,
        limits: Limits,
        options: &Options,
        stop: &StopFlag,
        tables: &tsume::Tables,
    ) -> Result<Solver, Vec<Defect>> {
        let Question { position, rule, attacker } = question;
        let (threads, max_solutions, stop) = (options.threads(), options.max_solutions(), stop.clone());
        Ok(match rule {
            Rule::Helpmate => {
                // This solver has a table of its own.
                give_back(tables.take_out());
                let options = helpmate::Options {
                    limits,
                    threads,
                    max_solutions,
                    stop,
                    ..helpmate::Options::default()
                };
                Solver::Helpmate(Box::new(helpmate::Solver::new(position, *attacker, options)?))
            }
            Rule::Tsume => {
                let futile = options.mate_futile();
                let options = tsume::Options {
                    limits,
                    threads,
                    futile,
                    max_solutions,
                    stop,
                    tables: tables.clone(),
                    goes_on: true,
                    ..tsume::Options::default()
                };
                Solver::Tsume(Box::new(tsume::Solver::new(position, *attacker, options)?))
            }
        })
    }

    /// The line of the best mate so far; empty while none is known.
    pub(super) fn best_line(&self) -> Vec<Move> {
        match self {
            // The first mate that it finds is the answer.
            Solver::Helpmate(_) => Vec::new(),
            Solver::Tsume(solver) => solver.best_line(),
        }
    }

    /// Searches on until the budget is used up or the search has ended.
    pub(super) fn advance(&mut self, budget: Budget) -> Step {
        match self {
            Solver::Helpmate(solver) => solver.advance(budget),
            Solver::Tsume(solver) => solver.advance(budget),
        }
    }
}
