//! What a search remembers, and how a child is looked up in it: in three steps, with time between them for what each of them
//! fetches.

use super::super::expand::Child;
use super::super::frontier::Frontier;
use super::super::layer_index::LayerIndex;
use super::super::trail::Trail;
use crate::position::Packed;
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

    /// Looks where the children of a position are expected, and starts fetching what else looking them up will touch.
    #[inline(always)]
    pub fn peek(&self, children: &mut [Child]) {
        for child in children {
            child.is_seen = self.visited.is_seen_at_home(child.key);
        }
    }

    /// Looks up the children of a position at a place; new ones join the next layer.
    #[inline]
    pub fn look_up(&mut self, place: u32, parent: &Packed, children: &[Child]) {
        for child in children {
            let is_seen = child.is_seen && self.visited.count_seen();
            if !is_seen && self.visited.insert(child.key) == Insert::New {
                self.index.push(child.key);
                self.trail.push_node(place, child.key);
                self.next.push_after(parent, child);
                continue;
            }
            if let Some(other) = self.index.get(child.key) {
                self.trail.push_edge(place, other);
            }
        }
    }
}
