//! The playing engine on positions in which the side to move has won and the other side did not know, as
//! [`tune::collapse`](crate::play::tune::collapse) defines them: how many it sees.

use super::play::search;
use super::signature::Signature;
use crate::play::tune::collapse::is_seen;
use crate::play::{Limits, Score};

/// Nodes for each position.
pub const NODES: u64 = 5_000;

/// From games of the engine against itself, five plies before the loser, who had thought not to be worse, knew; a hundred
/// times [`NODES`] see that they are won. The first hundred that `tsumugi tune play --nodes 1000 --seed 1001` and `tsumugi
/// tune collapses` give, with the weights of November 2026.
const POSITIONS: &str = include_str!("collapses.sfen");

/// What came of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figures {
    /// How many there are.
    pub positions: usize,
    /// How many of them the engine sees.
    pub seen: usize,
    /// Of the scores.
    pub signature: Signature,
}

/// Searches the positions with so many nodes each, each with a new engine.
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

/// A score as one number, mates beyond all others.
fn value(score: Score) -> i32 {
    match score {
        Score::Centipawns(value) => value,
        Score::Mate(plies) if plies > 0 => i32::MAX,
        Score::Mate(_) => i32::MIN,
    }
}
