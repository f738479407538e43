//! The results of a review: a game and its positions.

use super::chances::winning_chance;
use super::event::Event;
use crate::play::Score;
use crate::solve::Reason;
use crate::types::{Color, Move};
use std::time::Duration;

/// Whether the side to move has a mate by checks alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mate {
    /// A line into a mate, replayed by the rules. It is proved shortest if `exact`; otherwise there may be a
    /// shorter mate.
    Found {
        /// The moves from the position to the mate.
        line: Vec<Move>,
        /// Whether it is proved that there is no shorter mate.
        exact: bool,
    },
    /// It is proved that there is no such mate.
    None,
    /// Not known.
    Unknown(Reason),
}

/// The result of the engine's search of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Searched {
    /// The score for the side to move.
    pub score: Score,
    /// The depth of the search, and the selective depth, in plies.
    pub depth: [u32; 2],
    /// Positions searched.
    pub nodes: u64,
    /// The time it took.
    pub time: Duration,
    /// The line; all its moves are legal.
    pub line: Vec<Move>,
}

/// A position of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The side to move.
    pub side: Color,
    /// `None` when the game is over, the side to move may declare a win, or the position was skipped.
    pub searched: Option<Searched>,
    /// Whether the side to move has lost: it has no legal move, or the other king has entered (トライ).
    pub is_over: bool,
    /// Whether the side to move mates by checks.
    pub mate: Mate,
    /// Whether the side to move may declare a win (入玉宣言).
    pub can_declare: bool,
    /// The move that wins by the try rule, when that rule applies and there is one.
    pub winning_try: Option<Move>,
    /// The reason why the position was skipped, if it was.
    pub left_out: Option<Reason>,
}

/// A game with the results of its review.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// The results for each position, the root first; one more than there are moves.
    pub standings: Vec<Standing>,
    /// The remarks, by ply.
    pub events: Vec<Event>,
    /// Whether the review ended before all positions were examined.
    pub is_interrupted: bool,
}

impl Game {
    /// The number of positions that were skipped because of a limit of the whole game, and that limit.
    pub fn left_out(&self) -> Option<(usize, Reason)> {
        let reasons = || self.standings.iter().filter_map(|standing| standing.left_out);
        let limits = || reasons().filter(|&reason| reason != Reason::Interrupted);
        limits().next().map(|reason| (limits().count(), reason))
    }
}

impl Standing {
    /// The chance of winning of the side to move; `None` when it is not known.
    pub fn chance(&self) -> Option<f64> {
        if matches!(self.mate, Mate::Found { .. }) || self.can_declare || self.winning_try.is_some() {
            return Some(1.0);
        }
        if self.is_over {
            return Some(0.0);
        }
        self.searched.as_ref().map(|searched| winning_chance(searched.score))
    }

    /// Black's chance of winning.
    pub fn chance_of_black(&self) -> Option<f64> {
        let chance = self.chance()?;
        Some(if self.side == Color::Black { chance } else { 1.0 - chance })
    }
}
