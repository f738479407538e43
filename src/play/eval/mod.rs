//! The evaluation: what a position is worth for the side to move, in centipawns, without any search.
//!
//! Material and places are kept up to date move by move; attacks are looked at when the value is asked for. The value is
//! symmetric (a turned position with the sides exchanged has the same), made of integers only, and defined without
//! either king and with any set of pieces.

#[cfg(not(feature = "eval-material"))]
mod attacks;
mod placement;
mod values;

pub use values::{board_value, capture_value, hand_value, promotion_gain};

use crate::position::Position;
use crate::types::{Color, Move, Piece, PieceKind, Square};

/// The value of a position, kept up to date move by move.
#[derive(Clone, Debug, Default)]
pub struct Evaluation {
    now: Sums,
    before: Vec<Sums>,
}

/// What is kept up to date, from Black's point of view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sums {
    /// Pieces on their squares and in hand.
    pieces: i32,
    /// What stands beside each king, Black's first.
    near: [i32; 2],
}

impl Evaluation {
    /// The largest value that may come out: positions far outside a game are cut off here.
    pub const MAX: i32 = 20_000;

    /// Evaluates a position from scratch.
    pub fn new(position: &Position) -> Evaluation {
        let mut sums = Sums::default();
        for sq in position.occupied() {
            if let Some(piece) = position.piece_at(sq) {
                sums.pieces += placed(piece, sq);
            }
        }
        for color in Color::ALL {
            let hand: i32 =
                position.hand(color).iter().map(|(kind, count)| hand_value(kind) * count as i32).sum();
            sums.pieces += signed(color, hand);
            sums.near[color.index()] = near(position, color);
        }
        Evaluation { now: sums, before: Vec::with_capacity(256) }
    }

    /// Follows a legal move; `position` is the one **after** it, `captured` what it took.
    #[inline]
    pub fn update(&mut self, position: &Position, mv: Move, captured: Option<Piece>) {
        self.before.push(self.now);
        let to = mv.to();
        let Some(arrived) = position.piece_at(to) else { return };
        let us = arrived.color();
        let kings = Color::ALL.map(|color| position.king(color));
        if let Some(captured) = captured {
            self.remove(captured, to, kings);
            self.now.pieces += signed(us, hand_value(captured.kind().unpromoted()));
        }
        match mv.from() {
            Some(from) => {
                let left = if mv.promotes() { Piece::new(us, arrived.kind().unpromoted()) } else { arrived };
                self.remove(left, from, kings);
            }
            None => self.now.pieces -= signed(us, hand_value(arrived.kind())),
        }
        self.add(arrived, to, kings);
        if arrived.kind() == PieceKind::King {
            self.now.near[us.index()] = near(position, us);
        }
    }

    /// Goes back to before the last update.
    #[inline]
    pub fn undo(&mut self) {
        if let Some(before) = self.before.pop() {
            self.now = before;
        }
    }

    /// The value for the side to move of the position that this was made or last updated with.
    #[inline]
    pub fn value(&self, position: &Position) -> i32 {
        let Sums { pieces, near } = self.now;
        let placed = signed(position.side_to_move(), pieces + near[0] + near[1]);
        #[cfg(not(feature = "eval-material"))]
        let placed = placed + attacks::value(position);
        placed.clamp(-Evaluation::MAX, Evaluation::MAX)
    }

    #[inline(always)]
    fn add(&mut self, piece: Piece, sq: Square, kings: [Option<Square>; 2]) {
        self.now.pieces += placed(piece, sq);
        for color in Color::ALL {
            self.now.near[color.index()] += beside(color, kings[color.index()], piece, sq);
        }
    }

    #[inline(always)]
    fn remove(&mut self, piece: Piece, sq: Square, kings: [Option<Square>; 2]) {
        self.now.pieces -= placed(piece, sq);
        for color in Color::ALL {
            self.now.near[color.index()] -= beside(color, kings[color.index()], piece, sq);
        }
    }
}

/// A piece's worth on its square, from Black's point of view.
#[inline(always)]
fn placed(piece: Piece, sq: Square) -> i32 {
    if cfg!(feature = "eval-material") {
        signed(piece.color(), board_value(piece.kind()))
    } else {
        placement::on_square(piece, sq)
    }
}

/// A piece's worth beside a king, if he is there.
#[inline(always)]
fn beside(owner: Color, king: Option<Square>, piece: Piece, sq: Square) -> i32 {
    if cfg!(feature = "eval-material") {
        return 0;
    }
    king.map_or(0, |king| placement::near_king(owner, king, piece, sq))
}

/// What all pieces beside a king are worth, from Black's point of view.
fn near(position: &Position, owner: Color) -> i32 {
    let king = position.king(owner);
    let pieces = position.pieces(Color::Black) | position.pieces(Color::White);
    pieces.into_iter().filter_map(|sq| Some(beside(owner, king, position.piece_at(sq)?, sq))).sum()
}

/// A value of `color`'s, from Black's point of view; or the other way round.
#[inline(always)]
fn signed(color: Color, value: i32) -> i32 {
    match color {
        Color::Black => value,
        Color::White => -value,
    }
}
