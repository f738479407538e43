//! The tables of the search, and a software pipeline in three steps that hides the latency of memory when children are
//! looked up.

use super::super::batch::Batch;
use super::super::expand::Child;
use super::super::frontier::Frontier;
use super::super::layer_index::LayerIndex;
use super::super::parents::ParentLog;
use crate::store::{Insert, VisitedSet};
use std::sync::Arc;

/// Between two batches the index's lines are evicted from the processor's innermost cache. They are prefetched
/// again, this many children ahead of their use.
const LOOK_AHEAD: usize = 6;

/// The tables into which a new child is entered.
pub(in crate::solve::helpmate) struct LayerTables {
    pub visited: VisitedSet,
    pub index: LayerIndex,
    pub parent_log: ParentLog,
    pub next: Frontier,
}

impl LayerTables {
    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        self.visited.bytes() + self.index.bytes() + self.parent_log.bytes() + self.next.bytes()
    }

    /// Makes the next layer, now complete, the current one, and reuses the memory of the old layer for the
    /// following one.
    pub fn close_layer(&mut self, frontier: &mut Arc<Frontier>) {
        let filled = Arc::new(std::mem::take(&mut self.next));
        if let Ok(mut before) = Arc::try_unwrap(std::mem::replace(frontier, filled)) {
            before.clear();
            self.next = before;
        }
    }

    /// First step: prefetches the memory that the children's look-ups touch first.
    #[inline(always)]
    pub fn prefetch(&self, children: &[Child]) {
        self.visited.prefetch(children.iter().map(|child| child.key));
    }

    /// Second step: probes the children's home slots in the table, and prefetches the index for them. The index
    /// is prefetched only now because it is nearer to the processor than the table, and so that the prefetches do
    /// not wait for each other.
    #[inline(always)]
    fn probe_home(&self, children: &mut [Child]) {
        self.visited.look_at_home(children.iter_mut().map(|child| (child.key, &mut child.is_seen)));
        self.index.prefetch(children.iter().map(|child| child.key));
    }

    /// Third step: looks the children up. New ones join the next layer; the others are passed to `on_seen`.
    #[inline(always)]
    pub fn insert_children(
        &mut self,
        layer: &Frontier,
        children: &[Child],
        on_seen: &mut impl FnMut(&mut LayerTables, &Child),
    ) {
        for (at, child) in children.iter().enumerate() {
            if let Some(soon) = children.get(at + LOOK_AHEAD) {
                self.index.prefetch(std::iter::once(soon.key));
            }
            if self.visited.insert_looked_at(child.key, child.is_seen) == Insert::New {
                self.index.push(child.key);
                self.parent_log.push_node(child.parent, child.key);
                self.next.push_after(layer.packed_at(child.parent), child);
                continue;
            }
            on_seen(self, child);
        }
    }

    /// Records a further parent for a position that was met before, if it is in the next layer. The index cannot
    /// tell apart positions of the next layer with the same check, so the edge is recorded for each of them.
    #[inline(always)]
    pub fn push_edge(&mut self, child: &Child) {
        let LayerTables { index, parent_log, .. } = self;
        index.for_each_place(child.key, |other| parent_log.push_edge(child.parent, other));
    }
}

/// The batches in the pipeline: one whose memory is being prefetched, and one that was probed.
#[derive(Default)]
pub(in crate::solve::helpmate) struct LookupPipeline {
    fetched: Batch,
    probed: Batch,
}

impl LookupPipeline {
    /// Puts a batch whose memory is being prefetched into the pipeline, and moves the other batches one step on.
    /// The children of the last batch are looked up, and the batch is returned empty. `on_seen` handles children
    /// that were met before.
    #[inline(always)]
    pub fn push(
        &mut self,
        batch: Batch,
        tables: &mut LayerTables,
        layer: &Frontier,
        on_seen: &mut impl FnMut(&mut LayerTables, &Child),
    ) -> Batch {
        let mut fetched = std::mem::replace(&mut self.fetched, batch);
        tables.probe_home(&mut fetched.children);
        let mut probed = std::mem::replace(&mut self.probed, fetched);
        tables.insert_children(layer, &probed.children, on_seen);
        probed.clear();
        probed
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        self.fetched.bytes() + self.probed.bytes()
    }

    /// Looks up all batches that are still in the pipeline. `spare`: an empty batch, exchanged for another one so
    /// that its memory is reused.
    pub fn finish(
        &mut self,
        spare: &mut Batch,
        tables: &mut LayerTables,
        layer: &Frontier,
        on_seen: &mut impl FnMut(&mut LayerTables, &Child),
    ) {
        for _ in 0..2 {
            *spare = self.push(std::mem::take(spare), tables, layer, on_seen);
        }
    }
}
