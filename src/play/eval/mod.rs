//! The static evaluation: the value of a position for the side to move, in centipawns, without any search.
//!
//! The value is the sum of three parts: a linear part (a weight for each pair of a king's square and a piece
//! or hand), a hidden layer, and hand-written terms for attacks. The first two are computed from an
//! [`Accumulator`] for each king's perspective. An accumulator is brought up to date only when a value is
//! asked for: from the nearest up-to-date position earlier on the path, by the changes of the moves since
//! then, or, when its king has moved in between, from the last accumulator computed with the king on that
//! square. The hand-written terms are counted when the value is asked for. All arithmetic is on integers. The
//! value is symmetric: it stays the same when the board is turned and the sides are exchanged. It is defined
//! for positions without kings and with any set of pieces. The weights are tuned by self-play, see
//! [`tune`](crate::play::tune).

mod accumulator;
mod attack_maps;
mod features;
mod hidden;
mod piece_values;
mod quiet_gains;
mod refresh;
mod terms;
mod weights;

pub use features::{FEATURES, KING_BUCKETS, NO_KING, NO_RELATIVE, Perspective, RELATIVES, relative_of};
pub use hidden::{BUCKETS, HiddenLayer, ONE, Sums, UNITS, output_bucket};
pub use piece_values::{board_value, capture_value, hand_value, promotion_gain};
pub use terms::{TERMS, count as count_terms};
pub use weights::{UNIT, Weights, WeightsError};

use accumulator::{Accumulator, Change};
use quiet_gains::QuietGains;
use refresh::RefreshCache;

use crate::position::Position;
use crate::types::{Color, Move, Piece};

/// The evaluation of a position, updated by each move made and taken back.
pub struct Evaluation {
    weights: &'static Weights,
    /// The positions on the path; entries after `top` are left over and will be overwritten.
    path: Vec<Node>,
    top: usize,
    refreshes: RefreshCache,
}

/// The data of one position on the path. The arrays are indexed by the colour of the perspective.
#[derive(Clone)]
struct Node {
    perspectives: [Perspective; 2],
    /// The change by the move that led to this position.
    change: Option<Change>,
    /// Whether the accumulators are up to date.
    known: [bool; 2],
    accumulators: [Accumulator; 2],
}

impl Evaluation {
    /// Values are clamped to ±this; only positions that no game reaches come near it.
    pub const MAX: i32 = 20_000;

    /// Evaluates a position by the program's own weights.
    pub fn new(position: &Position) -> Evaluation {
        Evaluation::with_weights(Weights::tuned(), position)
    }

    /// Evaluates a position by the weights given.
    pub fn with_weights(weights: &'static Weights, position: &Position) -> Evaluation {
        let perspectives = Color::ALL.map(|color| Perspective::new(color, position.king(color)));
        let mut refreshes = RefreshCache::new(weights);
        let accumulators =
            perspectives.each_ref().map(|perspective| refreshes.refresh(weights, perspective, position));
        let first = Node { perspectives, change: None, known: [true; 2], accumulators };
        Evaluation { weights, path: vec![first], top: 0, refreshes }
    }

    /// Records a legal move; `position` is the position **after** it, `captured` the piece taken.
    #[inline]
    pub fn update(&mut self, position: &Position, mv: Move, captured: Option<Piece>) {
        let before = self.top;
        self.top += 1;
        if self.top == self.path.len() {
            self.path.push(self.path[before].clone());
        }
        let mut perspectives = self.path[before].perspectives;
        let change = Change::new(position, mv, captured);
        if let Some(king) = change.as_ref().and_then(Change::moved_king) {
            perspectives[king.index()] = Perspective::new(king, position.king(king));
        }
        let node = &mut self.path[self.top];
        node.perspectives = perspectives;
        node.change = change;
        node.known = [false; 2];
    }

    /// Takes the last move back.
    #[inline]
    pub fn undo(&mut self) {
        self.top -= 1;
    }

    /// Brings one accumulator of the top up to date.
    #[inline]
    fn accumulate(&mut self, color: Color, position: &Position) {
        let side = color.index();
        let mut last = self.top;
        while !self.path[last].known[side] {
            if self.path[last].change.as_ref().and_then(Change::moved_king) == Some(color) {
                let node = &mut self.path[self.top];
                node.accumulators[side] =
                    self.refreshes.refresh(self.weights, &node.perspectives[side], position);
                node.known[side] = true;
                return;
            }
            last -= 1;
        }
        for index in last..self.top {
            let [before, node] = &mut self.path[index..][..2] else { unreachable!("a pair of nodes") };
            let perspective = &node.perspectives[side];
            let before = &before.accumulators[side];
            node.accumulators[side] = match &node.change {
                None => *before,
                Some(change) => {
                    let [added, removed] = change.features(perspective);
                    before.changed(self.weights, perspective, &added, &removed)
                }
            };
            node.known[side] = true;
        }
    }

    /// The changes of the linear part by quiet moves of a side, for move ordering.
    #[inline(always)]
    pub fn quiet_gains(&self, us: Color) -> QuietGains<'_> {
        QuietGains::new(self.weights, us, self.path[self.top].perspectives)
    }

    /// The value of `position` for the side to move; `position` must be the one given to the last update.
    pub fn value(&mut self, position: &Position) -> i32 {
        for color in Color::ALL {
            self.accumulate(color, position);
        }
        let us = position.side_to_move();
        let [black, white] = &self.path[self.top].accumulators;
        let (own, other) = if us == Color::Black { (black, white) } else { (white, black) };
        let bucket = output_bucket(position);
        let mut value = own.linear - other.linear;
        value += self.weights.hidden.value(bucket, &own.hidden, &other.hidden);
        let terms = count_terms(position);
        value +=
            terms.iter().zip(&self.weights.terms).map(|(&t, &w)| i32::from(t) * i32::from(w)).sum::<i32>();
        value += i32::from(self.weights.tempo[bucket]);
        (value / UNIT).clamp(-Evaluation::MAX, Evaluation::MAX)
    }
}
