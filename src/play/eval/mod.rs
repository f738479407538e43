//! The static evaluation: the value of a position for the side to move, in centipawns, without any search.
//!
//! It is the sum of three parts: a linear one (a weight for each pair of a king's square and a piece or hand), a small
//! hidden layer, and hand-written terms for attacks. The first two are kept up to date move by move in an
//! [`Accumulator`]; the terms are counted when the value is asked for. All arithmetic is on integers. The value is
//! symmetric: with the board turned and the sides exchanged it is the same. It is defined without either king and with
//! any set of pieces. The weights are tuned by self-play, see [`tune`](crate::play::tune).

mod attack_maps;
mod features;
mod hidden;
mod piece_values;
mod quiet_gains;
mod terms;
mod weights;

pub use features::{FEATURES, KING_BUCKETS, NO_KING, NO_RELATIVE, Perspective, RELATIVES, relative_of};
pub use hidden::{HiddenLayer, ONE, UNITS};
pub use piece_values::{board_value, capture_value, hand_value, promotion_gain};
pub use terms::{TERMS, count as count_terms};
pub use weights::{UNIT, Weights, WeightsError};

use features::Feature;
use quiet_gains::QuietGains;

use crate::position::Position;
use crate::types::{Color, Move, Piece, PieceKind};

/// The evaluation of a position that is updated with each move and taken back with it.
#[derive(Clone)]
pub struct Evaluation {
    weights: &'static Weights,
    accumulator: Accumulator,
    /// The accumulators before each move that can be taken back.
    stack: Vec<Accumulator>,
}

/// The sums over all features of a position, separately from the perspective of each king, by colour.
#[derive(Clone, Copy)]
struct Accumulator {
    perspectives: [Perspective; 2],
    /// The linear part: the sum of the weights of the features.
    linear: [i32; 2],
    /// The inputs of the hidden units.
    hidden: [hidden::Sums; 2],
}

impl Evaluation {
    /// Values are clamped to this; only positions far outside a game reach it.
    pub const MAX: i32 = 20_000;

    /// Evaluates a position from scratch by the program's own weights.
    pub fn new(position: &Position) -> Evaluation {
        Evaluation::with_weights(Weights::tuned(), position)
    }

    /// Evaluates a position from scratch by the weights given.
    pub fn with_weights(weights: &'static Weights, position: &Position) -> Evaluation {
        let perspectives = Color::ALL.map(|color| Perspective::new(color, position.king(color)));
        let hidden = [weights.hidden.bias; 2];
        let mut accumulator = Accumulator { perspectives, linear: [0; 2], hidden };
        for color in Color::ALL {
            accumulator.refresh(weights, color, position);
        }
        Evaluation { weights, accumulator, stack: Vec::with_capacity(256) }
    }

    /// Updates the accumulator for a legal move; `position` is the one **after** it, `captured` the piece taken.
    #[inline]
    pub fn update(&mut self, position: &Position, mv: Move, captured: Option<Piece>) {
        self.stack.push(self.accumulator);
        let to = mv.to();
        let Some(moved) = position.piece_at(to) else { return };
        let us = moved.color();
        let king_moved = moved.kind() == PieceKind::King;
        for color in Color::ALL {
            if king_moved && color == us {
                self.accumulator.perspectives[us.index()] = Perspective::new(us, position.king(us));
                self.accumulator.refresh(self.weights, us, position);
            } else {
                self.update_perspective(color, position, mv, moved, captured);
            }
        }
    }

    /// Adds and removes the features that a move changes, from the perspective of a king that has not moved.
    #[inline(always)]
    fn update_perspective(
        &mut self,
        color: Color,
        position: &Position,
        mv: Move,
        moved: Piece,
        captured: Option<Piece>,
    ) {
        let perspective = self.accumulator.perspectives[color.index()];
        let row = self.weights.row(perspective.king_bucket);
        let layer = &self.weights.hidden;
        let mut linear = self.accumulator.linear[color.index()];
        let mut hidden = self.accumulator.hidden[color.index()];
        let mut added = |feature: Feature| {
            linear += i32::from(row[feature.index]);
            hidden = layer.added(hidden, feature);
        };
        let (us, to) = (moved.color(), mv.to());
        added(perspective.piece(moved, to));
        // The count of a kind in hand is one feature: with another count it is another feature.
        let taken = captured.map(|captured| captured.kind().unpromoted());
        let held = |kind| (kind, position.hand(us).count(kind));
        if let Some((kind, now)) = taken.map(held) {
            added(perspective.hand(us, kind, now));
        }
        let dropped = if mv.from().is_none() { Some(held(moved.kind())) } else { None };
        if let Some((kind, now)) = dropped.filter(|&(_, now)| now > 0) {
            added(perspective.hand(us, kind, now));
        }
        let mut removed = |feature: Feature| {
            linear -= i32::from(row[feature.index]);
            hidden = layer.removed(hidden, feature);
        };
        if let Some(captured) = captured {
            removed(perspective.piece(captured, to));
        }
        if let Some((kind, now)) = taken.map(held).filter(|&(_, now)| now > 1) {
            removed(perspective.hand(us, kind, now - 1));
        }
        if let Some((kind, now)) = dropped {
            removed(perspective.hand(us, kind, now + 1));
        }
        if let Some(from) = mv.from() {
            let before = if mv.promotes() { Piece::new(us, moved.kind().unpromoted()) } else { moved };
            removed(perspective.piece(before, from));
        }
        self.accumulator.linear[color.index()] = linear;
        self.accumulator.hidden[color.index()] = hidden;
    }

    /// Restores the accumulator of before the last update.
    #[inline]
    pub fn undo(&mut self) {
        if let Some(before) = self.stack.pop() {
            self.accumulator = before;
        }
    }

    /// What quiet moves of a side add to the linear part, for move ordering.
    #[inline(always)]
    pub fn quiet_gains(&self, us: Color) -> QuietGains<'_> {
        QuietGains::new(self.weights, us, self.accumulator.perspectives)
    }

    /// The value for the side to move of `position`, which must be the one of the last update.
    #[inline]
    pub fn value(&self, position: &Position) -> i32 {
        let us = position.side_to_move();
        let Accumulator { linear, hidden, .. } = &self.accumulator;
        let [own, other] = [us.index(), us.opposite().index()];
        let mut value = linear[own] - linear[other];
        value += self.weights.hidden.value(&hidden[own], &hidden[other]);
        let terms = count_terms(position);
        value +=
            terms.iter().zip(&self.weights.terms).map(|(&t, &w)| i32::from(t) * i32::from(w)).sum::<i32>();
        value += i32::from(self.weights.tempo);
        (value / UNIT).clamp(-Evaluation::MAX, Evaluation::MAX)
    }
}

impl Accumulator {
    /// Recomputes one perspective from all features of the position: needed when its king has moved, for then each
    /// feature changes.
    fn refresh(&mut self, weights: &Weights, color: Color, position: &Position) {
        let perspective = self.perspectives[color.index()];
        let row = weights.row(perspective.king_bucket);
        let (mut linear, mut hidden) = (0, weights.hidden.bias);
        perspective.for_each_feature(position, |feature| {
            linear += i32::from(row[feature.index]);
            hidden = weights.hidden.added(hidden, feature);
        });
        self.linear[color.index()] = linear;
        self.hidden[color.index()] = hidden;
    }
}
