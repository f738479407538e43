//! The position that the GUI has set up, and the moves that led to it.

use crate::movegen::{IllegalMove, play_line};
use crate::position::{Defect, Position, Rule};
use crate::report::{Lang, Message};
use crate::types::{Color, Move};
use thiserror::Error;

/// The result of the last `position` command.
#[derive(Debug)]
pub(super) enum Setup {
    /// There was no `position` yet.
    Nothing,
    /// It was accepted.
    Game(Box<Game>),
    /// It was refused; the reason.
    Refused(String),
}

impl Setup {
    /// The game, if the last position was accepted.
    pub(super) fn game(&self) -> Option<&Game> {
        match self {
            Setup::Game(game) => Some(game.as_ref()),
            Setup::Nothing | Setup::Refused(_) => None,
        }
    }
}

/// A position that was accepted, with the moves that led to it.
#[derive(Debug, Clone)]
pub(super) struct Game {
    /// The position in which the moves begin.
    pub root: Position,
    /// The moves, each of them legal.
    pub moves: Vec<Move>,
    /// The position after them.
    pub position: Position,
}

/// Why a position is refused.
#[derive(Debug, Error)]
pub(super) enum Unusable {
    /// The position is legal neither in a game nor as a problem.
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

    /// Sets up a position and plays the moves. Stones, and more pieces of a kind than a set has, cannot occur in a
    /// game, but are accepted if they are allowed in a helpmate.
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
