//! The position that the GUI has set up, and the moves that led to it.

use crate::movegen::{IllegalMove, play_line};
use crate::position::{Defect, Position, Rule};
use crate::report::{Lang, Message};
use crate::types::{Color, Move};
use thiserror::Error;

/// What the last `position` has left.
#[derive(Debug)]
pub(super) enum Setup {
    /// There was none.
    Nothing,
    /// It was a good one.
    Game(Box<Game>),
    /// It was refused, and why.
    Refused(String),
}

impl Setup {
    /// The game, if the last position was a good one.
    pub(super) fn game(&self) -> Option<&Game> {
        match self {
            Setup::Game(game) => Some(game.as_ref()),
            Setup::Nothing | Setup::Refused(_) => None,
        }
    }
}

/// A position that was accepted, with its history.
#[derive(Debug, Clone)]
pub(super) struct Game {
    /// Where the moves start.
    pub root: Position,
    /// The moves, legal one after the other.
    pub moves: Vec<Move>,
    /// The position after them.
    pub position: Position,
}

/// A position that is of no use.
#[derive(Debug, Error)]
pub(super) enum Unusable {
    /// The diagram is neither legal in a game nor as a problem.
    #[error("not a legal position: {}", .0.message(Lang::En))]
    Defects(Vec<Defect>),
    /// A move cannot be played.
    #[error(transparent)]
    Move(#[from] IllegalMove),
}

impl Game {
    /// The game from the start position.
    pub(super) fn start() -> Game {
        Game { root: Position::startpos(), moves: Vec::new(), position: Position::startpos() }
    }

    /// Sets up a position and plays the moves. What no game has, stones and more pieces than a set, is accepted when a
    /// helpmate may have it.
    pub(super) fn new(root: Position, moves: Vec<Move>) -> Result<Game, Unusable> {
        let defects = root.play_defects();
        let is_helpmate = |&attacker: &Color| root.problem_defects(Rule::Helpmate, attacker).is_empty();
        if !defects.is_empty() && !Color::ALL.iter().any(is_helpmate) {
            return Err(Unusable::Defects(defects));
        }
        let mut position = root.clone();
        play_line(&mut position, &moves)?;
        Ok(Game { root, moves, position })
    }
}
