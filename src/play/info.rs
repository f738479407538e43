//! What a search reports while it runs, and its answer.

use crate::types::Move;
use std::time::Duration;

/// What a position is worth for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// The side to move mates in so many plies; when negative or zero, it is mated in so many.
    Mate(i32),
}

/// How a score is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// As it is.
    Exact,
    /// At least this.
    Lower,
    /// At most this.
    Upper,
}

/// One line of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// Plies searched.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub seldepth: u32,
    /// Which of the best moves this is, from 1.
    pub multipv: u32,
    /// The value of the line.
    pub score: Score,
    /// How to read it.
    pub bound: Bound,
    /// Positions searched by all threads.
    pub nodes: u64,
    /// Since the search began.
    pub time: Duration,
    /// How full the transposition table is, in thousandths.
    pub hashfull: u32,
    /// The line, all of it legal; it starts with the root move.
    pub pv: Vec<Move>,
}

impl Info {
    /// Nodes a second.
    pub fn nps(&self) -> u64 {
        let micros = self.time.as_micros().max(1);
        (u128::from(self.nodes) * 1_000_000 / micros) as u64
    }
}

/// What to do at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Best {
    /// Play a move.
    Move(Move),
    /// Resign: there is no legal move, or the score is hopeless.
    Resign,
    /// Declare a win by the entering-king rule; it holds.
    Win,
}

/// The answer of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What to do.
    pub best: Best,
    /// The reply expected to `best`: what to ponder on.
    pub ponder: Option<Move>,
    /// The last report on the best move, as it was given; `None` when nothing was searched.
    pub info: Option<Info>,
    /// Positions searched by all threads.
    pub nodes: u64,
}
