//! The evaluation: what a position is worth for the side to move, in centipawns, without any search.
//!
//! What each king sees (pieces on squares, hands) is kept up to date move by move; attacks are looked at when the value is
//! asked for. The value is symmetric (a turned position with the sides exchanged has the same), made of integers only, and defined without either king and with any set of pieces. The weights are tuned by the program's own games.

mod attack_maps;
mod features;
mod hidden;
mod piece_values;
mod quiet_gains;
mod terms;
mod weights;

pub use features::{CODES, NO_WAY, NOWHERE, PLACES, View, WAYS, way_of};
pub use hidden::{Hidden, ONE, UNITS};
pub use piece_values::{board_value, capture_value, hand_value, promotion_gain};
pub use terms::{TERMS, count as count_terms};
pub use weights::{UNIT, Weights, WeightsError};

use features::Thing;
use quiet_gains::Placing;

use crate::position::Position;
use crate::types::{Color, Move, Piece, PieceKind};

/// The value of a position, kept up to date move by move.
#[derive(Clone)]
pub struct Evaluation {
    weights: &'static Weights,
    now: Sums,
    before: Vec<Sums>,
}

/// What is kept up to date, for each king: how he looks, and what he makes of what he sees, for his own side.
#[derive(Clone, Copy)]
struct Sums {
    views: [View; 2],
    sums: [i32; 2],
    hidden: [hidden::Sums; 2],
}

impl Evaluation {
    /// The largest value that may come out: positions far outside a game are cut off here.
    pub const MAX: i32 = 20_000;

    /// Evaluates a position from scratch.
    pub fn new(position: &Position) -> Evaluation {
        Evaluation::with(Weights::tuned(), position)
    }

    /// Evaluates a position from scratch by other weights than the program's.
    pub fn with(weights: &'static Weights, position: &Position) -> Evaluation {
        let views = Color::ALL.map(|color| View::new(color, position.king(color)));
        let mut now = Sums { views, sums: [0; 2], hidden: [weights.hidden.bias; 2] };
        for color in Color::ALL {
            now.look(weights, color, position);
        }
        Evaluation { weights, now, before: Vec::with_capacity(256) }
    }

    /// Follows a legal move; `position` is the one **after** it, `captured` what it took.
    #[inline]
    pub fn update(&mut self, position: &Position, mv: Move, captured: Option<Piece>) {
        self.before.push(self.now);
        let to = mv.to();
        let Some(arrived) = position.piece_at(to) else { return };
        let us = arrived.color();
        let king_moved = arrived.kind() == PieceKind::King;
        for color in Color::ALL {
            if king_moved && color == us {
                self.now.views[us.index()] = View::new(us, position.king(us));
                self.now.look(self.weights, us, position);
            } else {
                self.follow(color, position, mv, arrived, captured);
            }
        }
    }

    /// What a king who stays where he is makes of a move.
    #[inline(always)]
    fn follow(
        &mut self,
        color: Color,
        position: &Position,
        mv: Move,
        arrived: Piece,
        captured: Option<Piece>,
    ) {
        let view = self.now.views[color.index()];
        let row = self.weights.row(view.place);
        let hidden = &self.weights.hidden;
        let mut sum = self.now.sums[color.index()];
        let mut units = self.now.hidden[color.index()];
        let mut comes = |thing: Thing| {
            sum += i32::from(row[thing.code]);
            units = hidden.with(units, thing);
        };
        let (us, to) = (arrived.color(), mv.to());
        comes(view.piece(arrived, to));
        // A hand is one thing: of another number of pieces it is another.
        let taken = captured.map(|captured| captured.kind().unpromoted());
        let held = |kind| (kind, position.hand(us).count(kind));
        if let Some((kind, now)) = taken.map(held) {
            comes(view.hand(us, kind, now));
        }
        let dropped = if mv.from().is_none() { Some(held(arrived.kind())) } else { None };
        if let Some((kind, now)) = dropped.filter(|&(_, now)| now > 0) {
            comes(view.hand(us, kind, now));
        }
        let mut goes = |thing: Thing| {
            sum -= i32::from(row[thing.code]);
            units = hidden.without(units, thing);
        };
        if let Some(captured) = captured {
            goes(view.piece(captured, to));
        }
        if let Some((kind, now)) = taken.map(held).filter(|&(_, now)| now > 1) {
            goes(view.hand(us, kind, now - 1));
        }
        if let Some((kind, now)) = dropped {
            goes(view.hand(us, kind, now + 1));
        }
        if let Some(from) = mv.from() {
            let left = if mv.promotes() { Piece::new(us, arrived.kind().unpromoted()) } else { arrived };
            goes(view.piece(left, from));
        }
        self.now.sums[color.index()] = sum;
        self.now.hidden[color.index()] = units;
    }

    /// Goes back to before the last update.
    #[inline]
    pub fn undo(&mut self) {
        if let Some(before) = self.before.pop() {
            self.now = before;
        }
    }

    /// What quiet moves of a side, as the kings stand, gain at first sight.
    #[inline(always)]
    pub fn placing(&self, us: Color) -> Placing<'_> {
        Placing::new(self.weights, us, self.now.views)
    }

    /// The value for the side to move of the position that this was made or last updated with.
    #[inline]
    pub fn value(&self, position: &Position) -> i32 {
        let us = position.side_to_move();
        let Sums { sums, hidden, .. } = &self.now;
        let [own, other] = [us.index(), us.opposite().index()];
        let mut value = sums[own] - sums[other];
        value += self.weights.hidden.value(&hidden[own], &hidden[other]);
        if !cfg!(feature = "eval-material") {
            let terms = count_terms(position);
            value += terms
                .iter()
                .zip(&self.weights.terms)
                .map(|(&t, &w)| i32::from(t) * i32::from(w))
                .sum::<i32>();
            value += i32::from(self.weights.tempo);
        }
        (value / UNIT).clamp(-Evaluation::MAX, Evaluation::MAX)
    }
}

impl Sums {
    /// A king looks at everything anew.
    fn look(&mut self, weights: &Weights, color: Color, position: &Position) {
        let view = self.views[color.index()];
        let row = weights.row(view.place);
        let (mut sum, mut units) = (0, weights.hidden.bias);
        view.each(position, |thing| {
            sum += i32::from(row[thing.code]);
            units = weights.hidden.with(units, thing);
        });
        self.sums[color.index()] = sum;
        self.hidden[color.index()] = units;
    }
}
