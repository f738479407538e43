//! The order in which the results of a step are extended further.

use super::extension::Extension;
use crate::board::Bitboard;
use crate::position::{Position, split_mix};
use crate::types::{Color, HAND_KINDS};

/// The order in which results are extended further.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// Fewest pieces first, counting those on the board and in the attacker's hand.
    #[default]
    Pieces,
    /// Longest first; among equals the fewest pieces.
    Plies,
    /// Smallest bounding rectangle of the pieces on the board first; among equals the fewest pieces.
    Shape,
    /// In random order, determined by the seed.
    Random,
}

impl Order {
    /// All orders.
    pub const ALL: [Order; 4] = [Order::Pieces, Order::Plies, Order::Shape, Order::Random];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Order::Pieces => "pieces",
            Order::Plies => "plies",
            Order::Shape => "shape",
            Order::Random => "random",
        }
    }

    /// The sort key of a result; results with smaller keys are extended first.
    pub(super) fn rank(self, extension: &Extension, attacker: Color, seed: u64) -> (u64, u64) {
        let position = &extension.position;
        let pieces = u64::from(pieces(position, attacker));
        match self {
            Order::Pieces => (pieces, 0),
            Order::Plies => (u64::MAX - extension.line.len() as u64, pieces),
            Order::Shape => (u64::from(room(position)), pieces),
            Order::Random => (split_mix(position.key() as u64 ^ split_mix(seed)), 0),
        }
    }
}

/// The number of pieces on the board and in the attacker's hand.
pub fn pieces(position: &Position, attacker: Color) -> u32 {
    let hand = position.hand(attacker);
    let held: u32 = HAND_KINDS.iter().map(|&kind| hand.count(kind)).sum();
    standing(position).count() + held
}

/// The number of squares in the smallest rectangle that contains all pieces.
fn room(position: &Position) -> u32 {
    let side = |number: fn(crate::types::Square) -> u8| {
        let numbers = || standing(position).into_iter().map(number);
        numbers().max().zip(numbers().min()).map_or(0, |(last, first)| u32::from(last - first) + 1)
    };
    side(|sq| sq.file()) * side(|sq| sq.rank())
}

fn standing(position: &Position) -> Bitboard {
    position.pieces(Color::Black) | position.pieces(Color::White)
}
