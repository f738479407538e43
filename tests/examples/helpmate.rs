//! Solves a helpmate and shows how far the search has come.
//!
//! `cargo run --release --example helpmate -- "k8/9/9/1r7/9/9/9/9/9 b N 1"`

use std::error::Error;
use std::io::Write;
use std::time::Duration;
use tsumugi::{Budget, Choices, Lang, Options, Position, Question, Rule, Solver, Step, Verdict};

/// A knight in hand: a mate in 15.
const SFEN: &str = "k8/9/9/1r7/9/9/9/9/9 b N 1";

pub fn run(arguments: &[String], out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let position = Position::from_sfen(arguments.first().map_or(SFEN, String::as_str))?;
    let choices = Choices { rule: Some(Rule::Helpmate), ..Choices::default() };
    let question = Question::of(position, &choices)?;
    let mut options = Options { threads: 2, ..Options::default() };
    options.limits.memory = Some(256 << 20);
    let mut solver = Solver::new(&question, options);
    let outcome = loop {
        // The caller keeps the clock: between two calls it may show progress, or stop.
        match solver.advance(Budget::Time(Duration::from_millis(100))) {
            Step::Progress(progress) => {
                writeln!(out, "no mate within {} plies, {} positions", progress.plies, progress.positions)?;
            }
            Step::Done(outcome) => break outcome,
        }
    };
    match outcome.verdict {
        Verdict::Mate { plies, exact } => {
            let sure = if exact { "proved" } else { "not proved" };
            writeln!(out, "mate in {plies} ({sure}), {} solutions", outcome.solutions.count)?;
        }
        Verdict::NoMate => writeln!(out, "no mate")?,
        Verdict::Unknown(reason) => writeln!(out, "unknown: {reason}")?,
    }
    for line in &outcome.solutions.listed {
        let moves: Vec<String> = line.iter().map(ToString::to_string).collect();
        writeln!(out, "{}", moves.join(" "))?;
    }
    Ok(())
}

#[allow(dead_code, reason = "the tests call run")]
fn main() -> Result<(), Box<dyn Error>> {
    run(&std::env::args().skip(1).collect::<Vec<_>>(), &mut std::io::stdout()).inspect_err(|error| {
        // Errors for users are in both languages.
        if let Some(error) = error.downcast_ref::<tsumugi::SfenError>() {
            eprintln!("{}", tsumugi::Message::message(error, Lang::Ja));
        }
    })
}
