//! The search: layer after layer of positions with the defender to move.
//!
//! Layer *n* holds the positions first reached by the attacker's *n*-th move. Positions are expanded a batch at a time, and
//! their children looked up two batches later, so that the memory of the table is fetched while others are expanded;
//! children are looked up in the order in which they were found.

mod memory;
mod restore;

use super::batch::{Batch, Expander};
use super::expand::push_checks;
use super::frontier::Frontier;
use super::interruption::Interruption;
use super::journal::Journal;
use super::layer_index::LayerIndex;
use super::memory_plan::MemoryPlan;
use super::parents::Trail;
use super::spill::Spill;
use super::workers::Workers;
use crate::movegen::is_mate;
use crate::position::Position;
use crate::solve::outcome::{Progress, Reason};
use crate::store::reserve::{self, coping};
use crate::store::{LookupCounts, VisitedSet};
use crate::types::Color;
use memory::{Arrivals, Memory};
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

/// Why the search came to an end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Halt {
    /// The current layer holds mates.
    Mate,
    /// Everything that can be reached was searched.
    Exhausted,
    /// A limit.
    Limit(Reason),
}

/// Positions expanded at a time: enough look-ups in flight to hide the latency of memory.
const BATCH: usize = 32;
/// Positions expanded between two looks at limits.
const SLICE: usize = 256;
/// Layers from this size on go to several threads: below, handing work over costs more than it saves.
pub(super) const WIDE: usize = 1024;
/// New positions after which limits are looked at in any case: memory must not run out in between.
const SLICE_NEW: usize = 2048;

/// The state of the search.
pub(super) struct Layers {
    memory: Memory,
    expander: Expander,
    /// Room for the next batch.
    room: Batch,
    arrivals: Arrivals,
    frontier: Arc<Frontier>,
    /// The place in `frontier` of the position to be expanded next.
    cursor: usize,
    /// The number of the current layer.
    layer: u64,
    attacker_begins: bool,
    /// Places in the frontier of positions in which the defender is mated.
    mates: Vec<u32>,
    threads: usize,
    /// The threads beside this one, from the first wide layer on.
    workers: Option<Workers>,
    /// The size from which on a layer goes to several threads.
    wide: usize,
    root: Position,
    nodes: u64,
    plan: MemoryPlan,
    /// Where positions are kept that the table may forget, if anywhere.
    spill: Option<Spill>,
    /// Where closed layers are written, if anywhere.
    journal: Option<Journal>,
    /// What was counted before the current layer.
    closed: Counts,
    peak_bytes: u64,
}

/// What a search counts.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Counts {
    /// Positions expanded.
    pub nodes: u64,
    /// Of the table.
    pub lookups: LookupCounts,
    /// False hits to be expected.
    pub false_hits: f64,
}

impl Layers {
    /// `plan`: what may be used. `threads`: how many may expand wide layers.
    pub fn new(
        root: &Position,
        attacker: Color,
        plan: MemoryPlan,
        spill: Option<Spill>,
        threads: usize,
    ) -> Layers {
        let mut layers = Layers::empty(root, attacker, plan, spill, threads);
        if layers.attacker_begins {
            let mut children = Vec::new();
            push_checks(root, &mut children);
            layers.nodes += 1;
            let mut first = Frontier::default();
            first.push(root);
            layers.memory.look_up(&first, &children);
            let closed = layers.close_layer(&mut Interruption::never());
            debug_assert!(closed.is_ok(), "nothing interrupts it");
        } else {
            layers.memory.visited.insert(root.key());
            layers.frontier_mut().push(root);
            layers.spill_layer();
            layers.count_closed();
        }
        layers
    }

    /// Sets the size from which on a layer goes to several threads.
    pub fn set_wide(&mut self, wide: usize) {
        self.wide = wide;
    }

    /// A search without a position.
    pub fn empty(
        root: &Position,
        attacker: Color,
        plan: MemoryPlan,
        spill: Option<Spill>,
        threads: usize,
    ) -> Layers {
        let mut layers = Layers {
            memory: Memory {
                visited: plan.visited_set(),
                index: LayerIndex::new(),
                trail: Trail::default(),
                next: Frontier::default(),
            },
            expander: Expander::new(root),
            room: Batch::default(),
            arrivals: Arrivals::default(),
            frontier: Arc::default(),
            cursor: 0,
            layer: 0,
            attacker_begins: root.side_to_move() == attacker,
            mates: Vec::new(),
            threads,
            workers: None,
            wide: WIDE,
            root: root.clone(),
            nodes: 0,
            plan,
            spill,
            journal: None,
            closed: Counts::default(),
            peak_bytes: 0,
        };
        layers.memory.visited.set_threads(threads);
        layers.memory.trail.open_layer();
        layers
    }

    /// Expands a slice of the current layer. `Some` when the search has come to its end. `must_end` tells why it must end at
    /// once, if it must; it is asked only in work that takes longer than a slice, and the search cannot go on after that.
    pub fn run(&mut self, must_end: &dyn Fn() -> Option<Reason>) -> Option<Halt> {
        self.limit_table();
        self.start_workers();
        if !self.has_room() {
            return Some(Halt::Limit(Reason::Memory));
        }
        let enough = self.memory.next.len() + SLICE_NEW;
        let end = self.frontier.len().min(self.cursor + SLICE);
        while self.cursor < end && self.memory.next.len() < enough {
            let start = self.cursor;
            self.cursor = match &self.workers {
                Some(workers) if workers.is_at_work() => Workers::end_of_batch(start, &self.frontier),
                _ => end.min(start + BATCH),
            };
            self.expand(start..self.cursor);
        }
        if self.cursor < self.frontier.len() {
            return None;
        }
        if !self.mates.is_empty() {
            return Some(Halt::Mate);
        }
        self.arrivals.finish(&mut self.memory, &self.frontier);
        if self.memory.next.is_empty() {
            return Some(Halt::Exhausted);
        }
        if let Err(reason) = self.close_layer(&mut Interruption::new(must_end)) {
            return Some(Halt::Limit(reason));
        }
        if self.spill.is_none() && self.memory.visited.forgets() && self.plan.is_hopeless() {
            return Some(Halt::Limit(Reason::Memory));
        }
        None
    }

    /// Takes the memory that is needed until the next look at limits; whether it is there.
    fn has_room(&mut self) -> bool {
        if self.mates.is_empty() {
            return self.memory.index.prepare(2 * SLICE_NEW) && !reserve::is_exhausted();
        }
        if coping(|| self.mates.try_reserve(SLICE)).is_err() {
            self.release_table();
        }
        true
    }

    fn expand(&mut self, places: Range<usize>) {
        let Layers { memory, expander, room, arrivals, frontier, mates, nodes, workers, .. } = self;
        if !mates.is_empty() {
            // Nothing is wanted any more but the other mates of the layer.
            mates.extend(
                places.map(|place| place as u32).filter(|&place| is_mate(expander.position(frontier, place))),
            );
            return;
        }
        let mut batch = std::mem::take(room);
        match workers {
            Some(workers) if workers.is_at_work() => batch = workers.batch(places.start, expander),
            _ => expander.expand(frontier, places, &mut batch),
        }
        memory.prefetch(&batch.children);
        *nodes += batch.nodes;
        mates.append(&mut batch.mates);
        *room = arrivals.arrive(batch, memory, frontier);
    }

    /// # Errors
    /// It was interrupted.
    fn close_layer(&mut self, interruption: &mut Interruption) -> Result<(), Reason> {
        self.peak_bytes = self.peak_bytes.max(self.bytes());
        self.layer += 1;
        if let Some(workers) = &mut self.workers {
            workers.finish();
        }
        let next = Arc::new(std::mem::take(&mut self.memory.next));
        if let Ok(mut room) = Arc::try_unwrap(std::mem::replace(&mut self.frontier, next)) {
            room.clear();
            self.memory.next = room;
        }
        self.cursor = 0;
        self.memory.index.clear();
        self.spill_layer();
        self.count_closed();
        self.start_workers();
        if let Some(journal) = &mut self.journal {
            let trail = self.memory.trail.layer(self.layer as usize);
            journal.write_layer(self.layer, self.frontier.keys(), &trail);
        }
        if self.memory.visited.forgets() {
            self.plan.meet(self.frontier.keys());
        }
        self.keep_to_plan(interruption)?;
        self.memory.trail.open_layer();
        Ok(())
    }

    fn spill_layer(&mut self) {
        if let Some(spill) = &mut self.spill {
            let forgets = self.memory.visited.forgets();
            let old = spill.close_layer(self.frontier.keys(), self.frontier.len(), forgets);
            self.frontier_mut().set_old(old);
        }
    }

    /// The current layer, while it is being filled.
    fn frontier_mut(&mut self) -> &mut Frontier {
        Arc::get_mut(&mut self.frontier).expect("nobody works on a layer that is being filled")
    }

    /// Sets several threads to work on a wide layer.
    fn start_workers(&mut self) {
        let is_wide = self.threads > 1 && self.frontier.len() >= self.wide && self.mates.is_empty();
        if is_wide && !self.workers.as_ref().is_some_and(Workers::is_at_work) {
            let workers = self.workers.get_or_insert_with(|| Workers::new(&self.root, self.threads - 1));
            workers.begin(&self.frontier, self.cursor);
        }
    }

    fn count_closed(&mut self) {
        self.closed = Counts {
            nodes: self.nodes,
            lookups: self.memory.visited.counts(),
            false_hits: self.false_hits_so_far(),
        };
    }

    fn false_hits_so_far(&self) -> f64 {
        self.memory.visited.false_hits_expected() + self.spill.as_ref().map_or(0.0, Spill::false_hits)
    }

    /// Divides the memory anew, between two layers.
    ///
    /// # Errors
    /// It was interrupted.
    fn keep_to_plan(&mut self, interruption: &mut Interruption) -> Result<(), Reason> {
        if self.plan.should_prune(self.memory.trail.bytes()) {
            self.memory.trail.prune(interruption)?;
            self.plan.pruned(self.memory.trail.bytes());
        }
        self.limit_table();
        Ok(())
    }

    /// Limits the table to the part of the memory budget that nothing else uses now.
    fn limit_table(&mut self) {
        let rest = self.bytes() - self.memory.visited.bytes();
        self.memory.visited.limit(self.plan.table(rest));
    }

    /// Frees the table: the mates are found, and their solutions need the memory.
    pub fn release_table(&mut self) {
        self.peak_bytes = self.peak_bytes();
        self.memory.visited = VisitedSet::new(0, Default::default(), Default::default());
        self.memory.next.clear();
        self.workers = None;
    }

    /// The number of the current layer.
    pub fn layer(&self) -> usize {
        self.layer as usize
    }

    /// The length in plies of a mate in the current layer: all shorter ones are excluded.
    pub fn length(&self) -> u64 {
        2 * self.layer - u64::from(self.attacker_begins)
    }

    /// Whether a mate was found in the current layer.
    pub fn has_mate(&self) -> bool {
        !self.mates.is_empty()
    }

    /// The places of the mates in the current layer.
    pub fn mates(&self) -> &[u32] {
        &self.mates
    }

    pub fn trail(&self) -> &Trail {
        &self.memory.trail
    }

    pub fn positions(&self) -> u64 {
        self.memory.visited.len() as u64
    }

    pub fn lookups(&self) -> u64 {
        self.memory.visited.lookups()
    }

    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The false hits to be expected among the look-ups on which the answer rests. Those of the layer with the mates are
    /// none of them, and how many there are depends on the threads.
    pub fn false_hits_expected(&self) -> f64 {
        if self.has_mate() { self.closed.false_hits } else { self.false_hits_so_far() }
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        self.memory.visited.bytes()
            + self.memory.index.bytes()
            + self.memory.trail.bytes()
            + self.memory.next.bytes()
            + self.frontier.bytes()
            + self.room.bytes()
            + self.arrivals.bytes()
            + self.spill.as_ref().map_or(0, Spill::bytes)
            + self.workers.as_ref().map_or(0, |_| Workers::bytes())
    }

    pub fn peak_bytes(&self) -> u64 {
        self.peak_bytes.max(self.bytes())
    }

    pub fn progress(&self, elapsed: Duration) -> Progress {
        Progress {
            upper: None,
            plies: self.length(),
            frontier: self.frontier.len() as u64,
            positions: self.positions(),
            nodes: self.nodes,
            lookups: self.lookups(),
            bytes: self.bytes(),
            budget: self.plan.budget(),
            seconds: elapsed.as_secs_f64(),
        }
    }
}
