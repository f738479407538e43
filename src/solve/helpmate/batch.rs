//! Expanding positions of a layer in batches.
//!
//! Expanding positions and looking up children evict each other's code and data from the processor's inner caches; so a batch of positions
//! is expanded before its children are looked up.

use super::expand::{Child, Expanded, expand};
use super::frontier::Frontier;
use crate::movegen::DoubleMoves;
use crate::position::Position;
use std::ops::Range;

/// The result of expanding a batch of positions.
#[derive(Default)]
pub(super) struct Batch {
    /// Their children, in the order of their parents.
    pub children: Vec<Child>,
    /// The indices in the layer of positions in which the defender is mated.
    pub mates: Vec<u32>,
    /// The number of positions expanded, plus that of the defender's moves in them.
    pub nodes: u64,
}

impl Batch {
    /// Empties the batch and keeps its memory.
    pub fn clear(&mut self) {
        self.children.clear();
        self.mates.clear();
        self.nodes = 0;
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        (self.children.capacity() * size_of::<Child>()) as u64
    }
}

/// A move generator with a position to unpack into.
pub(super) struct Expander {
    moves: DoubleMoves,
    position: Position,
}

impl Expander {
    /// For a problem with this root.
    pub fn new(root: &Position) -> Expander {
        Expander { moves: DoubleMoves::default(), position: root.clone() }
    }

    /// The position at an index of a layer.
    pub fn position(&mut self, layer: &Frontier, place: u32) -> &Position {
        layer.unpack(place, &mut self.position);
        &self.position
    }

    /// Expands the positions at some indices of a layer into a batch; known duplicates are skipped.
    #[inline(always)]
    pub fn expand(&mut self, layer: &Frontier, places: Range<usize>, batch: &mut Batch) {
        for place in places {
            if layer.is_duplicate(place) {
                continue;
            }
            let place = place as u32;
            layer.unpack(place, &mut self.position);
            match expand(&mut self.moves, &mut self.position, place, &mut batch.children) {
                Expanded::Mate => batch.mates.push(place),
                Expanded::Replies(replies) => batch.nodes += u64::from(replies),
            }
            batch.nodes += 1;
        }
    }
}
