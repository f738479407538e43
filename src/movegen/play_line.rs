//! The legality of single moves and of lines.

use super::legal_moves::for_each_legal;
use super::mate::{in_check, is_mate};
use crate::position::{Position, Rule};
use crate::types::{Color, Move};
use core::ops::ControlFlow;
use thiserror::Error;

/// A move of a line that cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("move {ply} of the line, {mv}, is illegal in {sfen}")]
pub struct IllegalMove {
    /// Its place in the line, 1 for the first move.
    pub ply: usize,
    /// The move.
    pub mv: Move,
    /// The position in which it was to be played.
    pub sfen: String,
}

/// Whether a move is legal in a position; it may be any move.
pub fn is_legal(position: &Position, mv: Move) -> bool {
    for_each_legal(position, |set| {
        set.try_for_each(|legal| if legal == mv { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })
    .is_break()
}

/// What keeps a line from being a mate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineFlaw {
    /// A move cannot be played.
    Illegal {
        /// Its place, 1 for the first move.
        ply: usize,
        /// The move.
        mv: Move,
    },
    /// A move of the attacker's does not give check.
    NoCheck {
        /// Its place, 1 for the first move.
        ply: usize,
        /// The move.
        mv: Move,
    },
    /// The side to be mated is not mated at the end.
    NoMate,
}

/// The first flaw of a line under a rule, if there is one.
pub fn line_flaw(root: &Position, rule: Rule, attacker: Color, line: &[Move]) -> Option<LineFlaw> {
    let mut position = root.clone();
    for (ply, &mv) in (1..).zip(line) {
        if !is_legal(&position, mv) {
            return Some(LineFlaw::Illegal { ply, mv });
        }
        let attacks = position.side_to_move() == attacker;
        position.do_move(mv);
        if attacks && !in_check(&position) {
            return Some(LineFlaw::NoCheck { ply, mv });
        }
    }
    let is_mated = position.side_to_move() == rule.mated(attacker) && is_mate(&position);
    if is_mated { None } else { Some(LineFlaw::NoMate) }
}

/// Plays a line of moves, each tested for legality.
///
/// # Errors
/// The first illegal move; the position is then the one before it.
pub fn play_line(position: &mut Position, line: &[Move]) -> Result<(), IllegalMove> {
    for (index, &mv) in line.iter().enumerate() {
        if !is_legal(position, mv) {
            return Err(IllegalMove { ply: index + 1, mv, sfen: position.sfen() });
        }
        position.do_move(mv);
    }
    Ok(())
}
