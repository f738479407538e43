//! Solves a tsume within limits and says what is proved.
//!
//! `cargo run --release --example tsume -- "3sks3/9/4S4/9/9/B8/9/9/9 b S 1"`

use std::error::Error;
use std::io::Write;
use std::time::Duration;
use tsumugi::{Choices, Limits, Position, Question, Rule, Solver, Verdict};

/// A mate in three.
const SFEN: &str = "3sks3/9/4S4/9/9/B8/9/9/9 b S 1";

pub fn run(arguments: &[String], out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let position = Position::from_sfen(arguments.first().map_or(SFEN, String::as_str))?;
    // As in print, the defender holds all pieces that stand nowhere else.
    let choices = Choices { rule: Some(Rule::Tsume), rest: true, ..Choices::default() };
    let question = Question::of(position, &choices)?;
    let limits = Limits { time: Some(Duration::from_secs(10)), nodes: Some(5_000_000), ..Limits::default() };
    let outcome = Solver::new(&question, limits).run();
    match outcome.verdict {
        Verdict::Mate { plies, exact: true } => writeln!(out, "mate in {plies}, proved")?,
        Verdict::Mate { plies, exact: false } => {
            writeln!(out, "mate in at most {plies}, at least {}", outcome.bounds.lower)?;
        }
        Verdict::NoMate => writeln!(out, "no mate, proved")?,
        Verdict::Unknown(reason) => writeln!(out, "unknown: {reason}")?,
    }
    if let Some(line) = outcome.solutions.listed.first() {
        let moves: Vec<String> = line.iter().map(ToString::to_string).collect();
        writeln!(out, "{}", moves.join(" "))?;
    }
    Ok(())
}

#[allow(dead_code, reason = "the tests call run")]
fn main() -> Result<(), Box<dyn Error>> {
    run(&std::env::args().skip(1).collect::<Vec<_>>(), &mut std::io::stdout())
}
