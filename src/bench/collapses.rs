//! The playing engine on positions in which the side to move has won although the other side did not know, as
//! defined by [`tune::collapse`](crate::play::tune::collapse): counts the positions in which the engine sees
//! the win.

use super::play::search;
use super::signature::Signature;
use crate::play::tune::collapse::is_seen;
use crate::play::{Limits, Score};

/// The node limit for each position.
pub const NODES: u64 = 5_000;

/// Positions from games of the engine against itself, five plies before the loser, who had not considered
/// itself worse, knew that it was lost; with a hundred times [`NODES`] the engine sees that they are won.
/// They are the first hundred given by `tsumugi tune play --nodes 1000 --seed 1001` and `tsumugi tune
/// collapses`, with the weights of November 2026.
const POSITIONS: &str = include_str!("collapses.sfen");

/// The results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figures {
    /// The number of positions.
    pub positions: usize,
    /// The number of positions in which the engine sees the win.
    pub seen: usize,
    /// The signature of the scores.
    pub signature: Signature,
}

/// Searches the positions with `nodes` nodes each, each with a new engine.
pub fn run(nodes: u64) -> Figures {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let sfens = POSITIONS.lines().filter(|line| !line.starts_with('#'));
    let values: Vec<i32> = sfens.map(|sfen| value(search(sfen, &limits).score)).collect();
    Figures {
        positions: values.len(),
        seen: values.iter().filter(|&&value| is_seen(value)).count(),
        signature: Signature::of(values.iter().map(|&value| value as u64)),
    }
}

/// A score as one number; mates are beyond all other scores.
fn value(score: Score) -> i32 {
    match score {
        Score::Centipawns(value) => value,
        Score::Mate(plies) if plies > 0 => i32::MAX,
        Score::Mate(_) => i32::MIN,
    }
}
