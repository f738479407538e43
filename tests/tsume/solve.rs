//! Asking the solver.

use tsumugi::position::Position;
use tsumugi::problem::{Choices, Question, Rule};
use tsumugi::solve::tsume::{Futile, Options, Solver};
use tsumugi::solve::{Budget, Outcome, Step};
use tsumugi::types::Color;

/// Both policies.
pub const POLICIES: [Futile; 2] = [Futile::None, Futile::Official];

/// Reads any text that is an SFEN.
#[track_caller]
pub fn read(sfen: &str) -> Position {
    Position::from_sfen(sfen).unwrap_or_else(|error| panic!("{sfen}: {error}"))
}

/// A position as a tsume.
#[track_caller]
pub fn tsume(position: &Position) -> Question {
    let choices = Choices { rule: Some(Rule::Tsume), ..Choices::default() };
    Question::of(position.clone(), &choices).unwrap_or_else(|error| panic!("{position}: {error:?}"))
}

/// The outcome in one call.
#[track_caller]
pub fn solve(position: &Position, attacker: Color, options: Options) -> Outcome {
    let mut solver =
        Solver::new(position, attacker, options).unwrap_or_else(|defects| panic!("{position}: {defects:?}"));
    match solver.advance(Budget::Unlimited) {
        Step::Done(outcome) => *outcome,
        Step::Progress(progress) => panic!("{position}: stopped without need at {progress:?}"),
    }
}

/// The places of so many tasks from the first to the last, and from the last to the first.
pub fn both_orders(tasks: usize) -> [Vec<usize>; 2] {
    [(0..tasks).collect(), (0..tasks).rev().collect()]
}

/// Options with a policy and a limit of nodes.
pub fn within(futile: Futile, nodes: u64) -> Options {
    let mut options = Options { futile, ..Options::default() };
    options.limits.nodes = Some(nodes);
    options.limits.memory = Some(64 << 20);
    options
}
