//! A game that was looked at: a report, a JSON object, the record with comments, and a graph.

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

/// A game as it was read, and what was found about it.
#[derive(Clone, Copy, Debug)]
pub struct ReviewReport<'a> {
    /// The record with the game.
    pub problem: &'a Problem,
    /// The moves that were looked at: those of the main line before the first illegal one.
    pub moves: &'a [Move],
    /// The first illegal move, where there is one.
    pub illegal: Option<&'a IllegalMove>,
    /// How the game ended, where it was looked at up to its end; with an illegal move it ended by that.
    pub ending: Option<Ending>,
    /// How it was looked at.
    pub options: &'a Options,
    /// What was found.
    pub game: &'a Game,
}
