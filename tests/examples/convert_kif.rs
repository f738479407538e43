//! Reads records in any format from a file and writes them as KIF.
//!
//! `cargo run --example convert_kif -- problems/helpmate/soundness.sfen`

use std::error::Error;
use std::fs;
use std::io::Write;
use tsumugi::notation::read::{Encoding, Reader};
use tsumugi::notation::{RecordFormat, write};

/// A game with a lance as handicap.
const KI2: &str = "手合割：香落ち\n△３四歩▲７六歩△４四歩\n";

pub fn run(arguments: &[String], out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let (text, name) = match arguments.first() {
        Some(path) => (fs::read(path)?, path.as_str()),
        None => (KI2.as_bytes().to_vec(), "example.ki2"),
    };
    // What a text holds, and its encoding, is told by its content.
    for problem in Reader::new(text.as_slice(), Encoding::Auto, name) {
        write!(out, "{}", write(&problem?, RecordFormat::Kif)?)?;
    }
    Ok(())
}

#[allow(dead_code, reason = "the tests call run")]
fn main() -> Result<(), Box<dyn Error>> {
    run(&std::env::args().skip(1).collect::<Vec<_>>(), &mut std::io::stdout())
}
