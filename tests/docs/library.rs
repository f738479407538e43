//! The example of the library is compiled here.

use super::pages::page;
use tsumugi::position::Position;
use tsumugi::solve::helpmate::{Options, Solver};
use tsumugi::solve::{Budget, Step, Verdict};
use tsumugi::types::Color;

#[test]
fn the_example_is_the_code_below() {
    let source = include_str!("library.rs");
    let begin = source.find("    // The example begins.\n").expect("the beginning");
    let end = source.find("    // The example ends.\n").expect("the end");
    let example: Vec<&str> = source[begin..end].lines().skip(1).map(str::trim_start).collect();
    assert_eq!(page("docs/guide.md").blocks_under("library")[0].lines, example);
}

#[test]
fn the_example_holds() -> Result<(), Box<dyn std::error::Error>> {
    // The example begins.
    let position = Position::from_sfen("6R2/8k/4B1n1s/9/9/9/9/9/9 b P 1")?;
    let mut solver = Solver::new(&position, Color::Black, Options::default()).expect("a legal helpmate");
    let Step::Done(outcome) = solver.advance(Budget::Unlimited) else { unreachable!() };
    assert_eq!(outcome.verdict, Verdict::Mate { plies: 5, exact: true });
    let line: Vec<String> = outcome.solutions.listed[0].iter().map(|mv| mv.to_string()).collect();
    assert_eq!(line.join(" "), "3a3b 1b1a P*1b 1a2a 5c3a+");
    // The example ends.
    Ok(())
}
