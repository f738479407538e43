//! The journeys of single pieces through a solution: each piece is followed from its first square until it is
//! captured.

use crate::position::Position;
use crate::types::{Color, Move, PieceKind, Square};
use std::collections::HashMap;

/// Consecutive moves of the attacker's by the same piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The kind of the piece at the end of them.
    pub kind: PieceKind,
    /// The number of moves.
    pub moves: u64,
}

/// The journey of one piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Journey {
    /// The kind of the piece at the end of it.
    pub kind: PieceKind,
    /// The number of moves; a drop is not counted.
    pub moves: u64,
    /// The square on which the piece stands at the start or is dropped.
    pub from: Square,
    /// The square on which the journey ends.
    pub to: Square,
}

/// Follows the pieces of a line as it is played.
#[derive(Debug, Default)]
pub(super) struct Journeys {
    /// The pieces that have moved or were dropped, by the squares on which they stand.
    by_square: HashMap<Square, Journey>,
    longest: Option<Journey>,
    /// The attacker's current run of moves, with the square of the moving piece.
    run: Option<(Square, Run)>,
    longest_run: Option<Run>,
}

impl Journeys {
    /// Follows a legal move; must be called before the move is played.
    pub(super) fn follow(&mut self, position: &Position, mv: Move, attacker: Color) {
        let Some((kind, before)) = moving_kind(position, mv).map(|kind| (arrived_kind(kind, mv), kind))
        else {
            return;
        };
        let to = mv.to();
        let journey = match mv.from() {
            None => Journey { kind, moves: 0, from: to, to },
            Some(from) => {
                let so_far = self.by_square.remove(&from);
                let so_far = so_far.unwrap_or(Journey { kind: before, moves: 0, from, to: from });
                Journey { kind, moves: so_far.moves + 1, to, ..so_far }
            }
        };
        // Overwrites the journey of a captured piece, which ends here.
        self.by_square.insert(to, journey);
        if kind != PieceKind::King && self.longest.is_none_or(|longest| journey.moves > longest.moves) {
            self.longest = Some(journey);
        }
        if position.side_to_move() == attacker {
            let moves = match self.run {
                Some((at, run)) if mv.from() == Some(at) => run.moves + 1,
                _ => 1,
            };
            let run = Run { kind, moves };
            self.run = Some((to, run));
            if self.longest_run.is_none_or(|longest| run.moves > longest.moves) {
                self.longest_run = Some(run);
            }
        }
    }

    /// The longest journey; the first one if several are equally long.
    pub(super) fn longest(&self) -> Option<Journey> {
        self.longest.filter(|journey| journey.moves > 0)
    }

    /// The longest run; the first one if several are equally long.
    pub(super) fn longest_run(&self) -> Option<Run> {
        self.longest_run
    }
}

/// The kind of the piece that a move moves or drops, before the move.
pub(super) fn moving_kind(position: &Position, mv: Move) -> Option<PieceKind> {
    match mv.from() {
        Some(from) => position.piece_at(from).map(|piece| piece.kind()),
        None => mv.dropped(),
    }
}

/// The kind of that piece after the move.
pub(super) fn arrived_kind(kind: PieceKind, mv: Move) -> PieceKind {
    kind.promoted().filter(|_| mv.promotes()).unwrap_or(kind)
}
