//! The layered breadth-first search over positions with the defender to move.
//!
//! Layer *n* holds the positions first reached by the attacker's *n*-th move. Positions are expanded in batches,
//! and their children are looked up two batches later; in between, the memory of these look-ups is prefetched.
//! Children are looked up in the order in which they were found.

pub(super) mod expansion;
mod restore;
mod status;
pub(super) mod tables;

use super::expand::push_permitted_checks;
use super::frontier::{Frontier, MOST_POSITIONS};
use super::interruption::Interruption;
use super::layer_log::LayerLog;
use super::memory_plan::MemoryPlan;
use super::spill::Spill;
use super::task::Task;
use crate::solve::outcome::Reason;
use crate::store::LookupCounts;
use crate::store::reserve::{self, fallible};
use expansion::{BATCH, LayerExpansion, SLICE};
use std::ops::Range;
use std::sync::Arc;
use tables::LayerTables;

/// Why the search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Halt {
    /// Lines end at the current layer.
    Mate,
    /// Everything that can be reached was searched: there is no mate.
    Exhausted,
    /// A limit was reached.
    Limit(Reason),
}

/// The number of batches before the next position to be expanded whose positions are not freed: the children of
/// the last two batches may not have been looked up yet.
const IN_PIPELINE: usize = 8;
/// Look-ups per batch aimed at: where positions have hundreds of children, fewer positions are expanded at a
/// time.
const BATCH_LOOKUPS: u64 = 1024;
/// Layers of at least this size are expanded by several threads; for smaller ones that costs more than it saves.
pub(super) const MIN_PARALLEL_LAYER: usize = 1024;
/// New positions after which limits are checked in any case, so that memory does not run out in between.
const SLICE_NEW: usize = 2048;
/// Look-ups after which limits are checked in any case: they take about a millisecond.
const SLICE_LOOKUPS: u64 = 4096;

/// The state of the search.
pub(super) struct Layers {
    expansion: LayerExpansion,
    /// The indices in the frontier of positions at which lines end.
    mates: Vec<u32>,
    plan: MemoryPlan,
    /// The positions on disk, if they are kept there.
    spill: Option<Spill>,
    /// The log to which closed layers are written, if a checkpoint is kept.
    log: Option<LayerLog>,
    /// The counts at the start of the current layer.
    closed: Counts,
    /// The expected number of false hits, before the search was resumed, in comparisons with positions on disk.
    earlier_false_hits: f64,
    peak_bytes: u64,
}

/// The counts of a search.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Counts {
    /// Positions expanded.
    pub nodes: u64,
    /// Look-ups in the visited set.
    pub lookups: LookupCounts,
    /// The expected number of false hits.
    pub false_hits: f64,
}

impl Layers {
    /// Begins a search. `plan`: the memory that may be used. `threads`: how many threads may expand large layers.
    pub fn new(task: &Task, plan: MemoryPlan, spill: Option<Spill>, threads: usize) -> Layers {
        let mut layers = Layers::empty(task, plan, spill, threads);
        if task.attacker_begins() && !task.begins_mated() {
            let mut children = Vec::new();
            push_permitted_checks(&task.permitted, &task.root, &mut children);
            layers.expansion.nodes += 1;
            let mut first = Frontier::default();
            first.push(&task.root);
            layers.expansion.tables.insert_children(&first, &children, &mut LayerTables::push_edge);
            let closed = layers.close_layer(&mut Interruption::never());
            debug_assert!(closed.is_ok(), "nothing interrupts it");
        } else {
            layers.expansion.tables.visited.insert(task.root.key());
            layers.expansion.frontier_mut().push(&task.root);
            layers.spill_layer();
            layers.count_closed();
            layers.end_at_mated_root();
        }
        layers
    }

    /// Sets the size from which a layer is expanded by several threads.
    pub fn set_min_parallel_layer(&mut self, min_parallel_layer: usize) {
        self.expansion.min_parallel_layer = min_parallel_layer;
    }

    /// Ends the search in the root's layer if the attacked king is already mated in the root.
    fn end_at_mated_root(&mut self) {
        if self.expansion.task.begins_mated() {
            self.mates.push(0);
            self.expansion.cursor = 1;
        }
    }

    /// A search without any position.
    pub fn empty(task: &Task, plan: MemoryPlan, spill: Option<Spill>, threads: usize) -> Layers {
        let mut expansion = LayerExpansion::new(task, plan.visited_set(), threads, MIN_PARALLEL_LAYER);
        expansion.batch = BATCH / 4;
        Layers {
            expansion,
            mates: Vec::new(),
            plan: plan.giving_way(),
            spill,
            log: None,
            closed: Counts::default(),
            earlier_false_hits: 0.0,
            peak_bytes: 0,
        }
    }

    /// Expands a slice of the current layer. Returns `Some` when the search has ended. `must_end` returns the
    /// reason to end at once, if there is one. It is called only during work that takes longer than a slice; if
    /// it interrupts that work, the search cannot be continued.
    pub fn run(&mut self, must_end: &dyn Fn() -> Option<Reason>) -> Option<Halt> {
        self.limit_table();
        self.start_workers();
        if let Err(reason) = self.make_room(&mut Interruption::new(must_end)) {
            return Some(Halt::Limit(reason));
        }
        let enough = (self.expansion.tables.next.len() + SLICE_NEW, self.lookups() + SLICE_LOOKUPS);
        let end = self.expansion.end_of_slice();
        while self.expansion.cursor < end
            && self.expansion.tables.next.len() < enough.0
            && self.lookups() < enough.1
        {
            let places = self.expansion.next_batch(end);
            self.expand(places);
        }
        if self.expansion.cursor < self.expansion.frontier.len() {
            self.free_expanded();
            return None;
        }
        if !self.mates.is_empty() {
            return Some(Halt::Mate);
        }
        self.expansion.look_up_rest(&mut LayerTables::push_edge);
        if self.expansion.tables.next.is_empty() {
            return Some(Halt::Exhausted);
        }
        if let Err(reason) = self.close_layer(&mut Interruption::new(must_end)) {
            return Some(Halt::Limit(reason));
        }
        if self.spill.is_none() && self.expansion.tables.visited.forgets() && self.plan.is_hopeless() {
            return Some(Halt::Limit(Reason::Memory));
        }
        None
    }

    /// Reserves the memory that is needed until the next check of the limits.
    ///
    /// # Errors
    /// The system refuses the memory, the memory budget is used up, or it was interrupted.
    fn make_room(&mut self, interruption: &mut Interruption) -> Result<(), Reason> {
        if self.mates.is_empty() {
            let needed = self.bytes() + self.expansion.tables.index.bytes_to_come(2 * SLICE_NEW);
            let is_full = needed > self.plan.budget() || self.expansion.tables.next.len() > MOST_POSITIONS;
            if is_full || reserve::is_exhausted() {
                return Err(Reason::Memory);
            }
            return self.expansion.tables.index.prepare(2 * SLICE_NEW, interruption);
        }
        if fallible(|| self.mates.try_reserve(SLICE)).is_err() {
            self.release_table();
        }
        Ok(())
    }

    /// Frees the memory of positions that are no longer accessed. Not possible with a checkpoint, which still
    /// writes these positions, or while worker threads hold the layer.
    fn free_expanded(&mut self) {
        if self.log.is_none()
            && self.mates.is_empty()
            && let Some(frontier) = Arc::get_mut(&mut self.expansion.frontier)
        {
            frontier.free_before(self.expansion.cursor.saturating_sub(IN_PIPELINE * self.expansion.batch));
        }
    }

    fn expand(&mut self, places: Range<usize>) {
        let Layers { expansion, mates, .. } = self;
        if !mates.is_empty() {
            // A mate is found: now only the other mates of the layer are wanted.
            let LayerExpansion { expander, frontier, .. } = expansion;
            mates.extend(places.map(|place| place as u32).filter(|&place| expander.ends_at(frontier, place)));
            return;
        }
        // Prefetch after each position: prefetches for a whole batch at once would wait for each other.
        let mut batch = expansion.expand(places, |tables, children| tables.prefetch(children));
        mates.append(&mut batch.mates);
        expansion.look_up(batch, &mut LayerTables::push_edge);
    }

    /// Makes the next layer, now complete, the current one.
    ///
    /// # Errors
    /// It was interrupted.
    fn close_layer(&mut self, interruption: &mut Interruption) -> Result<(), Reason> {
        self.peak_bytes = self.peak_bytes.max(self.bytes());
        self.expansion.close_layer();
        self.choose_batch();
        self.spill_layer();
        self.count_closed();
        self.start_workers();
        if let Some(log) = &mut self.log {
            let parent_log = self.expansion.tables.parent_log.layer(self.expansion.layer as usize);
            log.write_layer(self.expansion.layer, self.expansion.frontier.keys(), &parent_log);
        }
        if self.expansion.tables.visited.forgets() {
            self.plan.count_met(self.expansion.frontier.keys());
        }
        self.expansion.tables.index.clear(interruption)?;
        self.keep_to_plan(interruption)?;
        self.expansion.tables.parent_log.open_layer();
        Ok(())
    }

    /// Chooses how many positions of the current layer are expanded at a time, by the average number of children
    /// so far. A resumed search has the same counts and makes the same choice.
    fn choose_batch(&mut self) {
        let expanded = self.positions().saturating_sub(self.expansion.frontier.len() as u64);
        if let Some(children) = self.lookups().checked_div(expanded) {
            self.expansion.batch = (BATCH_LOOKUPS / children.max(1)).clamp(1, BATCH as u64) as usize;
        }
    }

    fn spill_layer(&mut self) {
        if let Some(spill) = &mut self.spill {
            let forgets = self.expansion.tables.visited.forgets();
            let duplicates =
                spill.close_layer(self.expansion.frontier.keys(), self.expansion.frontier.len(), forgets);
            self.expansion.frontier_mut().set_duplicates(duplicates);
        }
    }

    /// Has the workers expand the current layer if it is large, unless only its other mates are wanted.
    fn start_workers(&mut self) {
        if self.mates.is_empty() {
            self.expansion.start_workers();
        }
    }

    fn count_closed(&mut self) {
        self.closed = Counts {
            nodes: self.expansion.nodes,
            lookups: self.expansion.tables.visited.counts(),
            false_hits: self.false_hits_so_far(),
        };
    }

    fn false_hits_so_far(&self) -> f64 {
        let on_disk = self.spill.as_ref().map_or(0.0, Spill::false_hits);
        self.expansion.tables.visited.false_hits_expected() + on_disk + self.earlier_false_hits
    }

    /// Applies the memory plan, between two layers.
    ///
    /// # Errors
    /// It was interrupted.
    fn keep_to_plan(&mut self, interruption: &mut Interruption) -> Result<(), Reason> {
        if self.plan.should_prune(self.expansion.tables.parent_log.bytes()) {
            self.expansion.tables.parent_log.prune(interruption)?;
            self.plan.note_pruned(self.expansion.tables.parent_log.bytes());
        }
        self.limit_table();
        self.expansion.tables.visited.regrow(self.plan.regrown_table());
        Ok(())
    }

    /// Limits the table to the part of the memory budget that nothing else uses now; if hardly any is left, the
    /// table shrinks.
    fn limit_table(&mut self) {
        let (bytes, table) = (self.bytes(), self.expansion.tables.visited.bytes());
        self.peak_bytes = self.peak_bytes.max(bytes);
        let rest = bytes - table;
        self.expansion.tables.visited.limit(self.plan.table_limit(rest));
        let soon = rest + self.expansion.tables.index.bytes_to_come_soon(2 * SLICE_NEW);
        self.plan.note_rest(soon);
        if let Some(less) = self.plan.shrunk_table(table, soon) {
            // A table that is not dense yet becomes so by the limit, and can then shrink.
            self.expansion.tables.visited.limit(less);
            self.expansion.tables.visited.shrink(less);
        }
    }

    /// Frees the table: the mates are found, and rebuilding their solutions needs the memory.
    pub fn release_table(&mut self) {
        self.peak_bytes = self.peak_bytes();
        self.expansion.release();
    }
}
