//! What is known about a game and its positions.

use super::chances::winning_chance;
use super::event::Event;
use crate::play::Score;
use crate::solve::Reason;
use crate::types::{Color, Move};
use std::time::Duration;

/// Whether the side to move mates by checks alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mate {
    /// A line into a mate, replayed by the rules, of the length that is proved to be right if `exact`, else perhaps not
    /// the shortest.
    Found {
        /// From the position to the mate.
        line: Vec<Move>,
        /// Whether no shorter mate exists.
        exact: bool,
    },
    /// Proved: there is none.
    None,
    /// Not known.
    Unknown(Reason),
}

/// What the engine says about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Searched {
    /// For the side to move.
    pub score: Score,
    /// Plies searched, and the longest line.
    pub depth: [u32; 2],
    /// Positions searched.
    pub nodes: u64,
    /// The time it took.
    pub time: Duration,
    /// The line, all of it legal.
    pub line: Vec<Move>,
}

/// A position of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Who is to move.
    pub side: Color,
    /// `None` where the game is over, the side to move may declare a win, or the position was left out.
    pub searched: Option<Searched>,
    /// Whether the side to move has lost: it has no legal move, or the other king has entered (トライ).
    pub is_over: bool,
    /// Whether it mates.
    pub mate: Mate,
    /// Whether it may declare a win (入玉宣言).
    pub can_declare: bool,
    /// The move with which the king wins by the try rule, where that is played by.
    pub winning_try: Option<Move>,
    /// Why it was not looked at.
    pub left_out: Option<Reason>,
}

/// A game and what was found about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// One for each position, the root first; one more than there are moves.
    pub standings: Vec<Standing>,
    /// What is worth telling, by ply.
    pub events: Vec<Event>,
    /// Whether the review was ended before all positions were looked at.
    pub is_interrupted: bool,
}

impl Game {
    /// How many positions were left out because of a limit of the whole game, and which.
    pub fn left_out(&self) -> Option<(usize, Reason)> {
        let reasons = || self.standings.iter().filter_map(|standing| standing.left_out);
        let limits = || reasons().filter(|&reason| reason != Reason::Interrupted);
        limits().next().map(|reason| (limits().count(), reason))
    }
}

impl Standing {
    /// The chance of winning of the side to move; `None` where nothing is known.
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
