//! Asking the solver.

use tsumugi::position::Position;
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
    match solver(position, attacker, options).advance(Budget::Unlimited) {
        Step::Done(outcome) => *outcome,
        Step::Progress(progress) => panic!("{position}: stopped without need at {progress:?}"),
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
