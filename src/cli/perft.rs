//! `tsumugi perft`: how many sequences of moves there are, and how fast they are counted.

use super::exit::Tally;
use super::output::{Output, complain};
use crate::movegen::{legal_moves, perft, perft_bulk, play_line};
use crate::position::{Position, parse_position};
use std::time::Instant;

/// What is counted.
pub struct Perft<'a> {
    /// The number of moves in a sequence.
    pub depth: u32,
    /// The position as it was typed.
    pub sfen: &'a str,
    /// Whether each first move gets a line.
    pub divide: bool,
    /// Whether the last ply is counted without being played.
    pub bulk: bool,
}

/// Counts, and prints nodes, seconds and rate.
///
/// # Errors
/// Those of stdout.
pub fn run(options: &Perft) -> anyhow::Result<Tally> {
    let mut position = match read(options.sfen) {
        Ok(position) => position,
        Err(message) => {
            complain(format_args!("perft: {message}"));
            return Ok(Tally { unreadable: true, ..Tally::default() });
        }
    };
    let mut output = Output::new();
    let count = if options.bulk { perft_bulk } else { perft };
    let start = Instant::now();
    let nodes = match options.depth.checked_sub(1) {
        Some(rest) if options.divide => {
            let mut nodes = 0;
            for &mv in legal_moves(&position).iter() {
                let undo = position.do_move(mv);
                let below = count(&mut position, rest);
                position.undo_move(mv, undo);
                output.line(format_args!("{mv} {below}"))?;
                nodes += below;
            }
            nodes
        }
        _ => count(&mut position, options.depth),
    };
    let seconds = start.elapsed().as_secs_f64();
    let rate = nodes as f64 / seconds.max(1e-9) / 1e6;
    output.line(format_args!("nodes {nodes}  seconds {seconds:.3}  rate {rate:.1} M/s"))?;
    Ok(Tally::default())
}

/// The position, in which the rules must be able to say what is legal.
fn read(text: &str) -> Result<Position, String> {
    let (mut position, moves) = parse_position(text).map_err(|error| error.to_string())?;
    let defects: Vec<String> = position.defects().iter().map(|defect| defect.to_string()).collect();
    if !defects.is_empty() {
        return Err(format!("not a legal position: {}", defects.join("; ")));
    }
    play_line(&mut position, &moves).map_err(|error| error.to_string())?;
    Ok(position)
}
