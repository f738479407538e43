//! What a search remembers, and how a child is looked up in it: in three steps, with time between them for what each of them
//! fetches.

use super::super::batch::Batch;
use super::super::expand::Child;
use super::super::frontier::Frontier;
use super::super::layer_index::LayerIndex;
use super::super::parents::Trail;
use crate::store::{Insert, VisitedSet};

/// Everything that the look-up of a child may change.
pub(super) struct Memory {
    pub visited: VisitedSet,
    pub index: LayerIndex,
    pub trail: Trail,
    pub next: Frontier,
}

impl Memory {
    /// Starts fetching what looking up the children will touch.
    #[inline(always)]
    pub fn prefetch(&self, children: &[Child]) {
        for child in children {
            self.visited.prefetch(child.key);
            self.index.prefetch(child.key);
        }
    }

    /// Looks where the children are expected, and starts fetching what else looking them up will touch.
    #[inline(always)]
    fn peek(&self, children: &mut [Child]) {
        for child in children {
            child.is_seen = self.visited.is_seen_at_home(child.key);
        }
    }

    /// Looks up the children of positions of a layer; new ones join the next layer.
    #[inline]
    pub fn look_up(&mut self, layer: &Frontier, children: &[Child]) {
        for child in children {
            let is_seen = child.is_seen && self.visited.count_seen();
            if !is_seen && self.visited.insert(child.key) == Insert::New {
                self.index.push(child.key);
                self.trail.push_node(child.parent, child.key);
                self.next.push_after(layer.packed_at(child.parent), child);
                continue;
            }
            if let Some(other) = self.index.get(child.key) {
                self.trail.push_edge(child.parent, other);
            }
        }
    }
}

/// The batches that came last, each a step behind the next: for one memory is being fetched, one was peeked at.
#[derive(Default)]
pub(super) struct Arrivals {
    fetched: Batch,
    peeked: Batch,
}

impl Arrivals {
    /// Takes in a batch from a layer, for the children of which memory is being fetched, and moves each a step on; the
    /// last one's children are looked up, and it is handed back empty.
    #[inline(always)]
    pub fn arrive(&mut self, batch: Batch, memory: &mut Memory, layer: &Frontier) -> Batch {
        let mut fetched = std::mem::replace(&mut self.fetched, batch);
        memory.peek(&mut fetched.children);
        let mut peeked = std::mem::replace(&mut self.peeked, fetched);
        memory.look_up(layer, &peeked.children);
        peeked.clear();
        peeked
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        self.fetched.bytes() + self.peeked.bytes()
    }

    /// Looks up what is still on its way, at the end of a layer or where the search pauses in it.
    pub fn finish(&mut self, memory: &mut Memory, layer: &Frontier) {
        for _ in 0..2 {
            self.arrive(Batch::default(), memory, layer);
        }
    }
}
