//! Says whether a helpmate is sound, and where its solutions differ.
//!
//! `cargo run --release --example check -- "8k/9/8G/9/9/9/9/9/9 b G 1"`

use std::error::Error;
use std::io::Write;
use tsumugi::analysis::{CheckStep, Intended, Soundness, SoundnessCheck};
use tsumugi::{Budget, Choices, Options, Position, Question, Rule};

/// A gold mates on two squares.
const SFEN: &str = "8k/9/8G/9/9/9/9/9/9 b G 1";

pub fn run(arguments: &[String], out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let position = Position::from_sfen(arguments.first().map_or(SFEN, String::as_str))?;
    let choices = Choices { rule: Some(Rule::Helpmate), ..Choices::default() };
    let question = Question::of(position, &choices)?;
    let mut check = SoundnessCheck::new(&question, Intended::default(), &Options::default(), false);
    let found = loop {
        if let CheckStep::Done(found) = check.advance(Budget::Unlimited) {
            break found;
        }
    };
    match &found.soundness {
        Soundness::Sound => writeln!(out, "sound")?,
        Soundness::Unsound(flaws) => {
            let names: Vec<&str> = flaws.iter().map(|flaw| flaw.name()).collect();
            writeln!(out, "unsound: {}", names.join(", "))?;
        }
        Soundness::Unknown(_) => writeln!(out, "unknown")?,
    }
    for place in found.differences.iter().flat_map(|differences| &differences.places) {
        let others: Vec<String> = place.alternatives.iter().map(|other| other.mv.to_string()).collect();
        writeln!(out, "ply {}: {} or {}", place.ply, place.main, others.join(", "))?;
    }
    Ok(())
}

#[allow(dead_code, reason = "the tests call run")]
fn main() -> Result<(), Box<dyn Error>> {
    run(&std::env::args().skip(1).collect::<Vec<_>>(), &mut std::io::stdout())
}
