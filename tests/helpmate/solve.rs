//! Asking the solver.

use tsumugi::position::{Conditions, Position, Rule};
use tsumugi::problem::{Choices, Question};
use tsumugi::solve::helpmate::{Options, Solver};
use tsumugi::solve::{Budget, Outcome, Step};
use tsumugi::types::Color;

/// Reads any text that is an SFEN.
#[track_caller]
pub fn read(sfen: &str) -> Position {
    Position::from_sfen(sfen).unwrap_or_else(|error| panic!("{sfen}: {error}"))
}

/// Options that list so many solutions.
pub fn listing(max_solutions: usize) -> Options {
    Options { max_solutions, ..Options::default() }
}

/// A solver for a position that is a legal helpmate.
#[track_caller]
pub fn solver(position: &Position, attacker: Color, options: Options) -> Solver {
    Solver::new(position, attacker, options).unwrap_or_else(|defects| panic!("{position}: {defects:?}"))
}

/// The outcome in one call.
#[track_caller]
pub fn solve(position: &Position, attacker: Color, options: Options) -> Outcome {
    run(solver(position, attacker, options))
}

/// A position under a rule.
#[track_caller]
pub fn question(rule: Rule, conditions: Conditions, position: &Position, attacker: Color) -> Question {
    let choices = Choices {
        rule: Some(rule),
        conditions: Some(conditions),
        attacker: Some(attacker),
        ..Choices::default()
    };
    Question::of(position.clone(), &choices).unwrap_or_else(|error| panic!("{position}: {error:?}"))
}

/// The outcome of a search to its end.
#[track_caller]
pub fn run(mut solver: Solver) -> Outcome {
    match solver.advance(Budget::Unlimited) {
        Step::Done(outcome) => *outcome,
        Step::Progress(progress) => panic!("stopped without need at {progress:?}"),
    }
}

/// Everything of an outcome that does not depend on the run.
#[track_caller]
pub fn assert_same(found: &Outcome, expected: &Outcome, what: &str) {
    assert_eq!(found.verdict, expected.verdict, "{what}");
    assert_eq!(found.bounds, expected.bounds, "{what}");
    assert_eq!(found.reason, expected.reason, "{what}");
    assert_eq!(found.solutions, expected.solutions, "{what}");
}
