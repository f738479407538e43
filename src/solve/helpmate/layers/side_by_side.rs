//! A slice of a wide layer, expanded by several threads side by side.

use super::super::frontier::Frontier;
use super::super::spill::Spill;
use super::super::wide::{Chunk, expand_in_order};
use super::memory::Memory;
use super::{Layers, SLICE, WIDE};

/// Positions of a wide layer expanded between two looks at limits: a few milliseconds' work.
const WIDE_SLICE: usize = 8192;
/// New positions that such a slice is meant to lead to at most.
const WIDE_SLICE_NEW: usize = 2 * WIDE_SLICE;

impl Layers {
    /// Expands a slice of a wide layer with several threads.
    pub(super) fn expand_wide(&mut self) {
        let end = (self.cursor + self.wide_slice()).min(self.frontier.len());
        let places = std::mem::replace(&mut self.cursor, end)..end;
        let Layers { memory, frontier, mates, nodes, scratch, threads, spill, .. } = self;
        let mut arrivals = Arrivals { memory, frontier, spill: spill.as_ref(), fetched: None, peeked: None };
        expand_in_order(frontier, scratch, places, *threads, |mut chunk| {
            *nodes += chunk.replies + chunk.places.len() as u64;
            mates.append(&mut chunk.mates);
            if mates.is_empty() {
                arrivals.arrive(Some(chunk));
            }
        });
        if mates.is_empty() {
            (0..2).for_each(|_| arrivals.arrive(None));
        }
    }

    /// How many positions to expand until limits are looked at again, if the others lead to as many new ones as those
    /// before them.
    fn wide_slice(&self) -> usize {
        match self.memory.next.len() {
            0 => WIDE,
            new => (WIDE_SLICE_NEW * self.cursor / new).clamp(SLICE as usize, WIDE_SLICE),
        }
    }
}

/// The chunks that arrived last, each a step behind the next: for one memory is being fetched, one was peeked at.
struct Arrivals<'a> {
    memory: &'a mut Memory,
    frontier: &'a Frontier,
    spill: Option<&'a Spill>,
    fetched: Option<Chunk>,
    peeked: Option<Chunk>,
}

impl Arrivals<'_> {
    /// Moves each chunk a step on; the last one's children are looked up.
    fn arrive(&mut self, chunk: Option<Chunk>) {
        if let Some(chunk) = &chunk {
            self.memory.prefetch(&chunk.children);
        }
        let mut fetched = std::mem::replace(&mut self.fetched, chunk);
        if let Some(chunk) = &mut fetched {
            self.memory.peek(&mut chunk.children);
        }
        if let Some(chunk) = std::mem::replace(&mut self.peeked, fetched) {
            self.look_up(&chunk);
        }
    }

    fn look_up(&mut self, chunk: &Chunk) {
        let mut start = 0;
        for (place, &end) in chunk.places.clone().zip(&chunk.ends) {
            let is_old = self.spill.is_some_and(|spill| spill.is_old(place));
            if start < end && !is_old {
                let place = place as u32;
                self.memory.look_up(place, self.frontier.packed_at(place), &chunk.children[start..end]);
            }
            start = end;
        }
    }
}
