//! Accumulators: the sums over all features of a position from one king's perspective, and how a move changes
//! them.

use super::features::{Feature, Perspective};
use super::hidden::Sums;
use super::weights::Weights;
use crate::position::Position;
use crate::types::{Color, Move, Piece, PieceKind, Square};
use arrayvec::ArrayVec;

/// The sums over all features of a position, from one perspective.
#[derive(Clone, Copy)]
pub struct Accumulator {
    /// The linear part: the sum of the weights of the features.
    pub linear: i32,
    /// The inputs of the hidden units.
    pub hidden: Sums,
}

impl Accumulator {
    /// The sums without any feature.
    pub fn empty(weights: &Weights) -> Accumulator {
        Accumulator { linear: 0, hidden: weights.hidden.bias }
    }

    /// The sums after some features were added and others removed.
    #[inline]
    pub fn changed(
        &self,
        weights: &Weights,
        perspective: &Perspective,
        added: &[Feature],
        removed: &[Feature],
    ) -> Accumulator {
        let row = weights.row(perspective.king_bucket);
        let linear = |features: &[Feature]| features.iter().map(|f| i32::from(row[f.index])).sum::<i32>();
        Accumulator {
            linear: self.linear + linear(added) - linear(removed),
            hidden: weights.hidden.changed(&self.hidden, added, removed),
        }
    }
}

/// The largest number of features that one move adds or removes.
pub const MOST: usize = 4;
/// A list of features.
pub type Features = ArrayVec<Feature, MOST>;

/// What a move changes on the board and in the mover's hand.
#[derive(Clone, Copy)]
pub struct Change {
    mover: Color,
    to: Square,
    arrives: Piece,
    /// The piece that stood on `to` before the move.
    captured: Option<Piece>,
    /// The piece that leaves a square, and that square; `None` for a drop.
    leaves: Option<(Piece, Square)>,
    /// The kind whose count in the mover's hand changes, with the counts before and after.
    held: Option<(PieceKind, u32, u32)>,
}

impl Change {
    /// The change by a legal move; `position` is the one **after** it, `captured` the piece taken.
    #[inline]
    pub fn new(position: &Position, mv: Move, captured: Option<Piece>) -> Option<Change> {
        let to = mv.to();
        let arrives = position.piece_at(to)?;
        let mover = arrives.color();
        let now = |kind| position.hand(mover).count(kind);
        let leaves = mv.from().map(|from| {
            let before = if mv.promotes() { Piece::new(mover, arrives.kind().unpromoted()) } else { arrives };
            (before, from)
        });
        let held = match (captured, leaves) {
            (Some(captured), _) => {
                let kind = captured.kind().unpromoted();
                (kind != PieceKind::King).then(|| (kind, now(kind).saturating_sub(1), now(kind)))
            }
            (None, None) => Some((arrives.kind(), now(arrives.kind()) + 1, now(arrives.kind()))),
            (None, Some(_)) => None,
        };
        Some(Change { mover, to, arrives, captured, leaves, held })
    }

    /// The side whose king has moved, if one has: every feature of its perspective changes then.
    #[inline(always)]
    pub fn moved_king(&self) -> Option<Color> {
        (self.arrives.kind() == PieceKind::King).then_some(self.mover)
    }

    /// The features added and the features removed, from the perspective of a king that has not moved. Each
    /// count of a kind in hand is a feature of its own, so a change of the count removes one feature and adds
    /// another.
    #[inline]
    pub fn features(&self, perspective: &Perspective) -> [Features; 2] {
        let (mut added, mut removed) = (Features::new(), Features::new());
        added.push(perspective.piece(self.arrives, self.to));
        removed.extend(self.captured.map(|piece| perspective.piece(piece, self.to)));
        removed.extend(self.leaves.map(|(piece, from)| perspective.piece(piece, from)));
        if let Some((kind, before, after)) = self.held {
            let hand = |count| (count > 0).then(|| perspective.hand(self.mover, kind, count));
            removed.extend(hand(before));
            added.extend(hand(after));
        }
        [added, removed]
    }
}
