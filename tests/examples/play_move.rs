//! Lets the engine choose a move.
//!
//! `cargo run --release --example play_move -- "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"`

use std::error::Error;
use std::io::Write;
use tsumugi::play::{Best, Engine, Limits, Options, Ponder, Score};
use tsumugi::{Position, StopFlag};

pub fn run(arguments: &[String], out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let position = match arguments.first() {
        Some(sfen) => Position::from_sfen(sfen)?,
        None => Position::startpos(),
    };
    let mut engine = Engine::new(Options { hash_bytes: 16 << 20, ..Options::default() });
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let (stop, ponder) = (StopFlag::new(), Ponder::new());
    let found = engine.search(&position, &[], &limits, &stop, &ponder, &mut |_| {});
    match found.best {
        Best::Move(mv) => writeln!(out, "{mv}")?,
        Best::Resign => writeln!(out, "resigns")?,
        Best::Win => writeln!(out, "declares a win")?,
    }
    if let Some(info) = found.info {
        match info.score {
            Score::Centipawns(value) => writeln!(out, "worth {value} after {} plies", info.depth)?,
            Score::Mate(plies) => writeln!(out, "mate in {plies}")?,
        }
    }
    Ok(())
}

#[allow(dead_code, reason = "the tests call run")]
fn main() -> Result<(), Box<dyn Error>> {
    run(&std::env::args().skip(1).collect::<Vec<_>>(), &mut std::io::stdout())
}
