//! A slice of a wide layer, expanded by several threads side by side.

use super::super::wide::expand_in_order;
use super::{Layers, SLICE};

/// Positions of a wide layer expanded between two looks at limits: a few milliseconds' work.
const WIDE_SLICE: usize = 8192;
/// New positions that such a slice is meant to lead to at most.
const WIDE_SLICE_NEW: usize = 2 * WIDE_SLICE;
/// Positions in the first slice of a layer: nobody knows yet how many children they have.
const FIRST_SLICE: usize = 1024;

impl Layers {
    /// Expands a slice of a wide layer with several threads.
    pub(super) fn expand_wide(&mut self) {
        let end = (self.cursor + self.wide_slice()).min(self.frontier.len());
        let places = std::mem::replace(&mut self.cursor, end)..end;
        let Layers { memory, frontier, arrivals, mates, nodes, root, threads, spill, .. } = self;
        let is_old = |place| spill.as_ref().is_some_and(|spill| spill.is_old(place));
        expand_in_order(frontier, root, places, *threads, is_old, |mut batch| {
            *nodes += batch.nodes;
            mates.append(&mut batch.mates);
            if mates.is_empty() {
                memory.prefetch(&batch.children);
                arrivals.arrive(batch, memory, frontier);
            }
        });
        if mates.is_empty() {
            arrivals.finish(memory, frontier);
        }
    }

    /// How many positions to expand until limits are looked at again, if the others lead to as many new ones as those
    /// before them.
    fn wide_slice(&self) -> usize {
        match self.memory.next.len() {
            0 => FIRST_SLICE,
            new => (WIDE_SLICE_NEW * self.cursor / new).clamp(SLICE, WIDE_SLICE),
        }
    }
}
