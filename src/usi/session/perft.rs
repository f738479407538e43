//! `go perft N`: the number of sequences of N legal moves.

use super::control::Control;
use super::output::Output;
use crate::movegen::{DEEPEST_PERFT, legal_moves, perft_bulk};
use crate::position::Position;
use crate::usi::reply::Info;
use std::time::Instant;

/// Trees of this depth are counted without checking the stop flag: that takes milliseconds in any position.
const UNINTERRUPTED: u32 = 3;

/// Counts the sequences, and answers with one line: `info string perft N nodes COUNT …`.
pub(super) fn run(mut position: Position, depth: u32, control: &Control, output: &Output) {
    if depth > DEEPEST_PERFT {
        return output.send(Info::text(format!("error: perft {depth}: {DEEPEST_PERFT} plies at most")));
    }
    let start = Instant::now();
    let counted = count(&mut position, depth, control);
    let time = start.elapsed();
    output.send(Info::text(match counted {
        Some(nodes) => {
            let rate = nodes as f64 / time.as_secs_f64().max(1e-6) / 1e6;
            format!("perft {depth} nodes {nodes} time {} ms, {rate:.1} M/s", time.as_millis())
        }
        None => format!("perft {depth} stopped"),
    }));
}

/// Returns `None` if it was stopped.
fn count(position: &mut Position, depth: u32, control: &Control) -> Option<u64> {
    if control.stop.is_set() {
        return None;
    }
    if depth <= UNINTERRUPTED {
        return Some(perft_bulk(position, depth));
    }
    let mut nodes = 0u64;
    for &mv in &legal_moves(position) {
        let undo = position.do_move(mv);
        let below = count(position, depth - 1, control);
        position.undo_move(mv, undo);
        nodes += below?;
    }
    Some(nodes)
}
