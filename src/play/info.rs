//! What a search reports while it runs, and its answer.

use crate::types::Move;
use std::time::Duration;

/// The value of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Positive: the side to move mates in so many plies. Zero or negative: the side to move is mated in that
    /// number of plies.
    Mate(i32),
}

/// The kind of bound that a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The value is exact.
    Exact,
    /// A lower bound (fail high).
    Lower,
    /// An upper bound (fail low).
    Upper,
}

/// A report on one line: the fields of USI's `info` command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// Plies searched.
    pub depth: u32,
    /// Selective depth: the longest line searched, in plies.
    pub seldepth: u32,
    /// The rank of the line among the best moves, from 1.
    pub multipv: u32,
    /// The value of the line.
    pub score: Score,
    /// The kind of bound that the score is.
    pub bound: Bound,
    /// Positions searched by all threads.
    pub nodes: u64,
    /// The time since the search started.
    pub time: Duration,
    /// How full the transposition table is, in thousandths.
    pub hashfull: u32,
    /// The line; it starts with the root move, and all its moves are legal.
    pub pv: Vec<Move>,
}

/// The decision of a search: USI's `bestmove`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Best {
    /// Play a move.
    Move(Move),
    /// Resign: there is no legal move, or the score is hopeless.
    Resign,
    /// Declare a win by the entering-king rule, whose conditions are met.
    Win,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The decision.
    pub best: Best,
    /// The opponent's expected reply: the move to ponder on.
    pub ponder: Option<Move>,
    /// The last report on the best move; `None` when nothing was searched.
    pub info: Option<Info>,
    /// Positions searched by all threads.
    pub nodes: u64,
}
