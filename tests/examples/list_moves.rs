//! Reads a position and lists its legal moves, checks first, by their Japanese names.
//!
//! `cargo run --example list_moves -- "8k/9/8G/9/9/9/9/9/9 b G 1"`

use std::error::Error;
use std::io::Write;
use tsumugi::notation::japanese;
use tsumugi::{Position, checks, legal_moves};

/// Two golds, one on the board and one in hand.
const SFEN: &str = "8k/9/8G/9/9/9/9/9/9 b G 1";

pub fn run(arguments: &[String], out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let position = Position::from_sfen(arguments.first().map_or(SFEN, String::as_str))?;
    let checks = checks(&position);
    let moves = legal_moves(&position);
    writeln!(out, "{} legal moves, {} of them checks", moves.len(), checks.len())?;
    let others = moves.iter().filter(|mv| !checks.contains(mv));
    for &mv in checks.iter().chain(others) {
        writeln!(out, "{mv}\t{}", japanese(&position, mv, None))?;
    }
    Ok(())
}

#[allow(dead_code, reason = "the tests call run")]
fn main() -> Result<(), Box<dyn Error>> {
    run(&std::env::args().skip(1).collect::<Vec<_>>(), &mut std::io::stdout())
}
