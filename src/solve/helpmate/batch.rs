//! Neighbouring positions of a layer, expanded one after the other.
//!
//! Neither expanding a position nor looking its children up leaves the other's code and data in the processor's nearest
//! caches; so many positions are expanded, and then the children of as many are looked up.

use super::expand::{Child, Expanded, expand};
use super::frontier::Frontier;
use crate::movegen::DoubleMoves;
use crate::position::Position;
use std::ops::Range;

/// What expanding some positions showed.
#[derive(Default)]
pub(super) struct Batch {
    /// Their children, in the order of their parents.
    pub children: Vec<Child>,
    /// The places at which the defender is mated.
    pub mates: Vec<u32>,
    /// The positions expanded and the defender's moves in them.
    pub nodes: u64,
}

impl Batch {
    /// Empties the batch; it keeps its room.
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

/// What expanding positions needs.
pub(super) struct Expander {
    moves: DoubleMoves,
    position: Position,
}

impl Expander {
    /// For a problem with this root.
    pub fn new(root: &Position) -> Expander {
        Expander { moves: DoubleMoves::default(), position: root.clone() }
    }

    /// A position of the problem.
    pub fn position(&mut self, layer: &Frontier, place: u32) -> &Position {
        layer.unpack(place, &mut self.position);
        &self.position
    }

    /// Adds the expansions of the positions at some places to a batch, but for those that are old.
    #[inline(always)]
    pub fn expand(&mut self, layer: &Frontier, places: Range<usize>, batch: &mut Batch) {
        for place in places {
            if layer.is_old(place) {
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
