//! An answer does not depend on what was solved before it in the batch.

use super::mailbox::random::Rng;
use super::oracle::Problem;
use super::solve::{both_orders, read, solve, within};
use tsumugi::position::Position;
use tsumugi::problem::{Choices, Question, Rule};
use tsumugi::solve::tsume::{Futile, Options, Tables};
use tsumugi::solve::{self, Budget, Details, Limits, Outcome, Solver, Stats, Step};
use tsumugi::types::Color;

/// Long enough to fill a small table.
const LONG: &str = "9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P2g4s2n3l13p 1";

/// Everything but the wall times.
fn answer(position: &Position, attacker: Color, options: Options) -> Outcome {
    let outcome = solve(position, attacker, options);
    let stats = Stats { seconds: 0.0, ..outcome.stats };
    let mut outcome = Outcome { stats, ..outcome };
    let Details::Tsume { first_mate_seconds, .. } = &mut outcome.details else { unreachable!() };
    *first_mate_seconds = None;
    outcome
}

#[test]
fn answers_are_the_same_alone_and_after_other_problems_in_any_order() {
    let mut rng = Rng::new(41);
    let mut problems = vec![(read(LONG), Color::Black)];
    while problems.len() < 80 {
        problems.extend(Problem::draw(&mut rng).map(|problem| problem.read()));
    }
    for (futile, memory) in [(Futile::Official, 64 << 10), (Futile::None, 4 << 20)] {
        let options = |tables| {
            let mut options = Options { tables, ..within(futile, 3_000) };
            options.limits.memory = Some(memory);
            options
        };
        let alone: Vec<Outcome> = problems
            .iter()
            .map(|(position, attacker)| answer(position, *attacker, options(Tables::default())))
            .collect();
        for order in both_orders(problems.len()) {
            let tables = Tables::default();
            for at in order {
                let (position, attacker) = &problems[at];
                assert_eq!(answer(position, *attacker, options(tables.clone())), alone[at], "{position}");
            }
        }
    }
}

/// The table of a tsume would take memory in addition to that of the helpmate.
#[test]
fn a_helpmate_is_searched_without_the_table_of_an_earlier_tsume() {
    let root = read("8k/9/8G/9/9/9/9/9/8K b G 1");
    for second in Rule::ALL {
        let limits = Limits { memory: Some(4 << 20), nodes: Some(1_000), ..Limits::default() };
        let options = solve::Options::from(limits);
        for rule in [Rule::Tsume, second] {
            let choices = Choices { rule: Some(rule), ..Choices::default() };
            let question = Question::of(root.clone(), &choices).expect("a question");
            let mut solver = Solver::new(&question, options.clone());
            while let Step::Progress(_) = solver.advance(Budget::Unlimited) {}
        }
        assert_eq!(options.tables.take_out().is_some(), second == Rule::Tsume, "{second:?}");
    }
}
