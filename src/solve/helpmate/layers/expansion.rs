//! The expansion of a layer: its positions, how many of them are expanded, and the tables into which their
//! children are entered.
//!
//! The search for one problem (`layers`) and the search for many starts (`shared`) share this code. They differ
//! in how they handle children that were met before, and in when they end.

use super::super::batch::{Batch, Expander};
use super::super::expand::Child;
use super::super::frontier::Frontier;
use super::super::layer_index::LayerIndex;
use super::super::parents::ParentLog;
use super::super::task::Task;
use super::super::workers::Workers;
use super::tables::{LayerTables, LookupPipeline};
use crate::store::VisitedSet;
use std::ops::Range;
use std::sync::Arc;

/// The largest number of positions per batch: enough look-ups in flight to hide the latency of memory.
pub(in crate::solve::helpmate) const BATCH: usize = 32;
/// Positions expanded between two checks of the limits.
pub(in crate::solve::helpmate) const SLICE: usize = 256;

/// The layer that is being expanded, and the tables into which its children are entered.
pub(in crate::solve::helpmate) struct LayerExpansion {
    pub task: Task,
    pub tables: LayerTables,
    pub expander: Expander,
    pub frontier: Arc<Frontier>,
    /// The number of this layer.
    pub layer: u64,
    /// The index in `frontier` of the position to be expanded next.
    pub cursor: usize,
    /// Positions per batch in this layer.
    pub batch: usize,
    /// The number of positions expanded, plus that of the defender's moves in them.
    pub nodes: u64,
    /// The size from which a layer is expanded by several threads.
    pub min_parallel_layer: usize,
    threads: usize,
    /// The worker threads, once there was a large layer.
    workers: Option<Workers>,
    /// An empty batch whose memory the next batch reuses.
    spare_batch: Batch,
    pipeline: LookupPipeline,
}

impl LayerExpansion {
    /// An empty layer. `threads`: how many threads may expand large layers.
    pub fn new(
        task: &Task,
        visited: VisitedSet,
        threads: usize,
        min_parallel_layer: usize,
    ) -> LayerExpansion {
        let mut tables = LayerTables {
            visited,
            index: LayerIndex::new(),
            parent_log: ParentLog::default(),
            next: Frontier::default(),
        };
        tables.visited.set_threads(threads);
        tables.parent_log.open_layer();
        LayerExpansion {
            task: task.clone(),
            tables,
            expander: Expander::new(task),
            frontier: Arc::default(),
            layer: 0,
            cursor: 0,
            batch: BATCH,
            nodes: 0,
            min_parallel_layer,
            threads,
            workers: None,
            spare_batch: Batch::default(),
            pipeline: LookupPipeline::default(),
        }
    }

    /// The current layer, while it is being filled.
    pub fn frontier_mut(&mut self) -> &mut Frontier {
        Arc::get_mut(&mut self.frontier).expect("nobody works on a layer that is being filled")
    }

    /// Has the workers expand the current layer, if it is large and they have not begun yet.
    pub fn start_workers(&mut self) {
        let is_parallel = self.threads > 1 && self.frontier.len() >= self.min_parallel_layer;
        if is_parallel && !self.workers.as_ref().is_some_and(Workers::is_at_work) {
            let workers = self.workers.get_or_insert_with(|| Workers::new(&self.task, self.threads - 1));
            workers.begin(&self.frontier, self.cursor, self.batch);
        }
    }

    /// The index after the last position that is expanded before the limits are checked again.
    pub fn end_of_slice(&self) -> usize {
        self.frontier.len().min(self.cursor + SLICE)
    }

    /// The places of the next batch, which count as expanded from now on. `end`: the end of the current slice.
    #[inline(always)]
    pub fn next_batch(&mut self, end: usize) -> Range<usize> {
        let start = self.cursor;
        let given_out = self.workers.as_ref().and_then(|workers| workers.end_of_batch(start));
        self.cursor = given_out.unwrap_or_else(|| end.min(start + self.batch));
        start..self.cursor
    }

    /// Expands a batch, or takes it from the workers. `on_children` is called with the batch's children: if they
    /// are expanded here, with those of each position as soon as they are known.
    #[inline(always)]
    pub fn expand(&mut self, places: Range<usize>, on_children: impl Fn(&LayerTables, &[Child])) -> Batch {
        let LayerExpansion { tables, expander, frontier, workers, spare_batch, .. } = self;
        let mut batch = std::mem::take(spare_batch);
        match workers {
            Some(workers) if workers.is_at_work() => {
                batch = workers.batch(places.start, expander);
                on_children(tables, &batch.children);
            }
            _ => expander.expand(frontier, places, &mut batch, |children| on_children(tables, children)),
        }
        self.nodes += batch.nodes;
        batch
    }

    /// Puts a batch into the look-up pipeline: its children are looked up two batches later, after their memory
    /// was prefetched. `on_seen` handles children that were met before.
    #[inline(always)]
    pub fn look_up(&mut self, batch: Batch, on_seen: &mut impl FnMut(&mut LayerTables, &Child)) {
        self.spare_batch = self.pipeline.push(batch, &mut self.tables, &self.frontier, on_seen);
    }

    /// Looks up the children of all batches that are still in the pipeline.
    pub fn look_up_rest(&mut self, on_seen: &mut impl FnMut(&mut LayerTables, &Child)) {
        self.pipeline.finish(&mut self.spare_batch, &mut self.tables, &self.frontier, on_seen);
    }

    /// Makes the next layer, now complete, the current one.
    pub fn close_layer(&mut self) {
        if let Some(workers) = &mut self.workers {
            workers.finish();
        }
        self.tables.close_layer(&mut self.frontier);
        self.layer += 1;
        self.cursor = 0;
    }

    /// Frees the memory of the table and of the next layer, and ends the workers.
    pub fn release(&mut self) {
        self.tables.visited = VisitedSet::new(0, Default::default(), Default::default());
        self.tables.next.clear();
        self.workers = None;
    }

    /// The number of look-ups in the table.
    pub fn lookups(&self) -> u64 {
        self.tables.visited.lookups()
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        self.tables.bytes()
            + self.frontier.bytes()
            + self.spare_batch.bytes()
            + self.pipeline.bytes()
            + self.workers.as_ref().map_or(0, |_| Workers::bytes())
    }
}
