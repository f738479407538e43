//! The layered search from several starts at once.
//!
//! Layer 0 holds the starts. Otherwise this is the search of `layers`, with two differences: it does not end with
//! the first mate, and it also records moves that lead back into earlier layers.

use super::super::batch::Batch;
use super::super::expand::{Child, push_checks};
use super::super::frontier::Frontier;
use super::super::interruption::Interruption;
use super::super::layers::expansion::LayerExpansion;
use super::super::layers::tables::LayerTables;
use super::super::memory_plan::MemoryPlan;
use super::super::options::Options;
use super::super::parents::ParentLog;
use super::super::task::Task;
use super::main_line::MainLine;
use super::records::Records;
use crate::position::{Position, Rule};
use crate::solve::outcome::Reason;
use crate::store::reserve;
use crate::types::Color;
use std::ops::Range;
use std::sync::Arc;

/// Children for which the layer's index must have room before a slice begins.
const SLICE_NEW: usize = 1 << 13;

/// Identifies a position: its layer, and its index in that layer.
pub(super) type LayerPlace = (u64, u32);

/// The result of a slice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RunStep {
    /// The layer is not finished.
    Working,
    /// The layer is finished, and the next one begins.
    Closed,
    /// All layers are finished.
    Done,
    /// There was not enough memory.
    Failed(Reason),
}

/// One search from some of the starts.
pub(super) struct Run {
    expansion: LayerExpansion,
    plan: MemoryPlan,
    pub records: Records,
    /// Mates other than the solution's.
    pub mates: Vec<LayerPlace>,
    /// Positions with a move to a position of the solution that mates no later than the solution does, each with
    /// the number of layers from that position of the solution to its mate.
    pub joins: Vec<(LayerPlace, u32)>,
    /// Positions that were in the table from the beginning, which are not counted as found.
    known: u64,
}

impl Run {
    pub fn new(starts: &[&Position], attacker: Color, main_line: &MainLine, options: &Options) -> Run {
        let plan = options.memory_plan();
        let task = Task::plain(starts[0], attacker, Rule::Helpmate);
        let (threads, min_parallel_layer) = (options.threads.max(1), options.min_parallel_layer);
        let mut expansion = LayerExpansion::new(&task, plan.visited_set(), threads, min_parallel_layer);
        let visited = &mut expansion.tables.visited;
        main_line.keys().for_each(|key| {
            visited.insert(key);
        });
        let known = visited.len() as u64;
        let mut run =
            Run { expansion, plan, records: Records::default(), mates: Vec::new(), joins: Vec::new(), known };
        run.begin(starts, main_line);
        run
    }

    fn begin(&mut self, starts: &[&Position], main_line: &MainLine) {
        let mut first = Frontier::default();
        starts.iter().for_each(|start| first.push(start));
        self.records.open_layer(first.keys());
        if !self.expansion.task.attacker_begins() {
            first.keys().for_each(|key| {
                self.expansion.tables.visited.insert(key);
            });
            self.known += starts.len() as u64;
            self.expansion.frontier = Arc::new(first);
            return;
        }
        let mut children = Vec::new();
        for (number, start) in starts.iter().enumerate() {
            let begin = children.len();
            push_checks(start, &mut children);
            children[begin..].iter_mut().for_each(|child| child.parent = number as u32);
        }
        self.expansion.nodes += starts.len() as u64;
        self.expansion.frontier = Arc::new(first);
        self.look_up(Batch { children, ..Batch::default() }, main_line);
        self.look_up_rest(main_line);
        self.close_layer();
    }

    /// Searches for a fraction of a millisecond.
    pub fn step(&mut self, main_line: &MainLine) -> RunStep {
        self.limit_table();
        if self.expansion.tables.visited.forgets()
            || self.expansion.tables.index.prepare(2 * SLICE_NEW, &mut Interruption::never()).is_err()
            || reserve::is_exhausted()
        {
            return RunStep::Failed(Reason::Memory);
        }
        if self.expansion.layer == main_line.last_layer {
            return self.step_last();
        }
        self.expansion.start_workers();
        let end = self.expansion.end_of_slice();
        while self.expansion.cursor < end {
            let places = self.expansion.next_batch(end);
            self.expand(places, main_line);
        }
        if self.expansion.cursor < self.expansion.frontier.len() {
            return RunStep::Working;
        }
        self.look_up_rest(main_line);
        if self.expansion.tables.next.is_empty() {
            return RunStep::Done;
        }
        self.close_layer();
        RunStep::Closed
    }

    /// In the last layer only mates are looked for; no position is expanded.
    fn step_last(&mut self) -> RunStep {
        let end = self.expansion.end_of_slice();
        let LayerExpansion { expander, frontier, layer, cursor, nodes, .. } = &mut self.expansion;
        let places = *cursor as u32..end as u32;
        self.mates
            .extend(places.filter(|&place| expander.ends_at(frontier, place)).map(|place| (*layer, place)));
        *nodes += (end - *cursor) as u64;
        *cursor = end;
        if end < frontier.len() { RunStep::Working } else { RunStep::Done }
    }

    fn expand(&mut self, places: Range<usize>, main_line: &MainLine) {
        let mut batch = self.expansion.expand(places, |_, _| {});
        let layer = self.expansion.layer;
        self.mates.extend(batch.mates.drain(..).map(|place| (layer, place)));
        self.look_up(batch, main_line);
    }

    fn look_up(&mut self, mut batch: Batch, main_line: &MainLine) {
        let Run { expansion, records, joins, .. } = self;
        let (layer, frontier) = (expansion.layer, &expansion.frontier);
        if main_line.is_leaving_layer(layer) {
            batch
                .children
                .retain(|child| !main_line.is_on_start_way(layer, frontier.key_at(child.parent), child));
        }
        expansion.tables.prefetch(&batch.children);
        expansion.look_up(batch, &mut on_seen(layer, main_line, records, joins));
    }

    fn look_up_rest(&mut self, main_line: &MainLine) {
        let Run { expansion, records, joins, .. } = self;
        expansion.look_up_rest(&mut on_seen(expansion.layer, main_line, records, joins));
    }

    fn close_layer(&mut self) {
        self.expansion.close_layer();
        let cleared = self.expansion.tables.index.clear(&mut Interruption::never());
        debug_assert!(cleared.is_ok(), "nothing interrupts it");
        self.records.open_layer(self.expansion.frontier.keys());
        self.expansion.tables.parent_log.open_layer();
    }

    fn limit_table(&mut self) {
        let rest = self.bytes() - self.expansion.tables.visited.bytes()
            + self.expansion.tables.index.bytes_to_come_soon(2 * SLICE_NEW);
        self.expansion.tables.visited.limit(self.plan.table_limit(rest));
    }

    /// The number of positions entered into the table.
    pub fn positions(&self) -> u64 {
        self.expansion.tables.visited.len() as u64 - self.known
    }

    /// The number of positions expanded, plus that of the defender's moves in them.
    pub fn nodes(&self) -> u64 {
        self.expansion.nodes
    }

    /// Look-ups in the table.
    pub fn lookups(&self) -> u64 {
        self.expansion.lookups()
    }

    /// The number of the current layer.
    pub fn layer(&self) -> u64 {
        self.expansion.layer
    }

    /// How many positions of the current layer have been expanded.
    pub fn expanded(&self) -> usize {
        self.expansion.cursor
    }

    /// The number of positions in the current layer.
    pub fn width(&self) -> u64 {
        self.expansion.frontier.len() as u64
    }

    /// The parents of all positions.
    pub fn parent_log(&self) -> &ParentLog {
        &self.expansion.tables.parent_log
    }

    /// The expected number of false hits.
    pub fn false_hits_expected(&self) -> f64 {
        self.expansion.tables.visited.false_hits_expected()
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        self.expansion.bytes() + self.records.bytes()
    }
}

/// The handler of children that were met before.
#[inline(always)]
fn on_seen(
    layer: u64,
    main_line: &MainLine,
    records: &mut Records,
    joins: &mut Vec<(LayerPlace, u32)>,
) -> impl FnMut(&mut LayerTables, &Child) {
    move |tables: &mut LayerTables, child: &Child| {
        // The index compares only a part of the key, so compare whole keys: otherwise a move into an earlier
        // layer could be taken for one within this layer and be lost.
        let mut other = None;
        tables.index.for_each_place(child.key, |place| {
            if tables.next.key_at(place) == child.key {
                other = Some(place);
            }
        });
        if let Some(other) = other {
            tables.parent_log.push_edge(child.parent, other);
            return;
        }
        match main_line.layers_left(child.key) {
            // The solution's position is reached later than in the solution, so a mate through it takes longer.
            Some(left) if layer + 1 + u64::from(left) > main_line.last_layer => {}
            Some(left) => joins.push(((layer, child.parent), left)),
            None => records.push_earlier(child.parent, child.key),
        }
    }
}
