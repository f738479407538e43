//! Refreshing an accumulator after its king has moved, when all its features have changed. The last
//! accumulator computed for each perspective is kept, so that only the squares and hands that differ from
//! then have to be added and removed.

use super::accumulator::{Accumulator, MOST};
use super::features::{Feature, PERSPECTIVES, Perspective, SQUARES};
use super::weights::Weights;
use crate::position::Position;
use crate::types::{Color, HAND_KINDS, Hand, Piece, Square};
use arrayvec::ArrayVec;

/// The last accumulator of each perspective, with the board and hands that it was computed for.
pub struct RefreshCache {
    slots: Vec<Slot>,
}

#[derive(Clone)]
struct Slot {
    accumulator: Accumulator,
    board: [Option<Piece>; SQUARES],
    hands: [Hand; 2],
}

impl RefreshCache {
    /// A cache of empty boards.
    pub fn new(weights: &Weights) -> RefreshCache {
        let accumulator = Accumulator::empty(weights);
        let empty = Slot { accumulator, board: [None; SQUARES], hands: [Hand::EMPTY; 2] };
        RefreshCache { slots: vec![empty; PERSPECTIVES] }
    }

    /// The accumulator of a position from a perspective.
    pub fn refresh(
        &mut self,
        weights: &Weights,
        perspective: &Perspective,
        position: &Position,
    ) -> Accumulator {
        let slot = &mut self.slots[perspective.number];
        let mut changes =
            Changes { weights, perspective, slot, added: ArrayVec::new(), removed: ArrayVec::new() };
        for sq in Square::all() {
            let (before, after) = (changes.slot.board[sq.index()], position.piece_at(sq));
            if before != after {
                changes.slot.board[sq.index()] = after;
                let feature = |piece: Option<Piece>| piece.map(|piece| perspective.piece(piece, sq));
                changes.note(feature(after), feature(before));
            }
        }
        for color in Color::ALL {
            let (before, after) = (changes.slot.hands[color.index()], position.hand(color));
            if before == after {
                continue;
            }
            changes.slot.hands[color.index()] = after;
            for kind in HAND_KINDS {
                let feature = |hand: Hand| {
                    let count = hand.count(kind);
                    (count > 0).then(|| perspective.hand(color, kind, count))
                };
                if before.count(kind) != after.count(kind) {
                    changes.note(feature(after), feature(before));
                }
            }
        }
        changes.apply();
        slot.accumulator
    }
}

/// Features to be added and removed, collected and applied in small groups.
struct Changes<'a> {
    weights: &'a Weights,
    perspective: &'a Perspective,
    slot: &'a mut Slot,
    added: ArrayVec<Feature, MOST>,
    removed: ArrayVec<Feature, MOST>,
}

impl Changes<'_> {
    fn note(&mut self, added: Option<Feature>, removed: Option<Feature>) {
        if self.added.is_full() || self.removed.is_full() {
            self.apply();
        }
        self.added.extend(added);
        self.removed.extend(removed);
    }

    fn apply(&mut self) {
        let accumulator = &mut self.slot.accumulator;
        *accumulator = accumulator.changed(self.weights, self.perspective, &self.added, &self.removed);
        self.added.clear();
        self.removed.clear();
    }
}
