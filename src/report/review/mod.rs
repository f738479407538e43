//! The review of a game: a report, a JSON object, the record with comments, and a graph.

mod comments;
mod graph;
mod json;
mod text;
mod words;

pub use comments::illegal_text;
pub use json::limits_json;

use crate::movegen::IllegalMove;
use crate::problem::Problem;
use crate::record::Ending;
use crate::review::{Game, Options};
use crate::types::Move;

/// A game as it was read, with the results of its review.
#[derive(Clone, Copy, Debug)]
pub struct ReviewReport<'a> {
    /// The record with the game.
    pub problem: &'a Problem,
    /// The moves that were reviewed: those of the main line before the first illegal one.
    pub moves: &'a [Move],
    /// The first illegal move, if there is one.
    pub illegal: Option<&'a IllegalMove>,
    /// The ending of the game, if it was reviewed up to its end; with an illegal move, the ending by that
    /// move.
    pub ending: Option<Ending>,
    /// The options of the review.
    pub options: &'a Options,
    /// The results.
    pub game: &'a Game,
}
