//! The layered search from several starts at once.
//!
//! Layer 0 holds the starts; else it is the search of `layers`, with two differences. It does not end with the first
//! mate, and moves that lead back into earlier layers are recorded too.

use super::super::batch::{Batch, Expander};
use super::super::expand::{Child, push_checks};
use super::super::frontier::Frontier;
use super::super::interruption::Interruption;
use super::super::layer_index::LayerIndex;
use super::super::layers::tables::{LayerTables, LookupPipeline};
use super::super::memory_plan::MemoryPlan;
use super::super::options::Options;
use super::super::parents::ParentLog;
use super::super::task::Task;
use super::super::workers::Workers;
use super::main_line::MainLine;
use super::records::Records;
use crate::position::{Position, Rule};
use crate::solve::outcome::Reason;
use crate::store::reserve;
use crate::types::Color;
use std::ops::Range;
use std::sync::Arc;

const BATCH: usize = 32;
/// Positions expanded between two checks of the limits.
const SLICE: usize = 256;
/// Room that the index of a layer must have for a slice.
const SLICE_NEW: usize = 1 << 13;

/// A position: its layer, and its index in it.
pub(super) type Place = (u64, u32);

/// What a slice came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RunStep {
    /// The layer is not done.
    Working,
    /// The layer is done, the next one begins.
    Closed,
    /// All layers are done.
    Done,
    /// There was no memory for all.
    Failed(Reason),
}

/// A search.
pub(super) struct Run {
    tables: LayerTables,
    expander: Expander,
    spare_batch: Batch,
    pipeline: LookupPipeline,
    frontier: Arc<Frontier>,
    cursor: usize,
    layer: u64,
    task: Task,
    threads: usize,
    min_parallel_layer: usize,
    workers: Option<Workers>,
    plan: MemoryPlan,
    pub records: Records,
    /// Mates other than the solution's.
    pub mates: Vec<Place>,
    /// Positions that lead to one of the solution's in no more moves than the solution, and the layers left from that
    /// one.
    pub joins: Vec<(Place, u32)>,
    /// Positions expanded, and the defender's moves in them.
    pub nodes: u64,
    /// Positions that were in the table from the beginning.
    known: u64,
}

impl Run {
    pub fn new(starts: &[&Position], attacker: Color, main_line: &MainLine, options: &Options) -> Run {
        let plan = options.memory_plan();
        let task = Task::plain(starts[0], attacker, Rule::Helpmate);
        let mut visited = plan.visited_set();
        let threads = options.threads.max(1);
        visited.set_threads(threads);
        main_line.keys().for_each(|key| {
            visited.insert(key);
        });
        let known = visited.len() as u64;
        let mut run = Run {
            tables: LayerTables {
                visited,
                index: LayerIndex::new(),
                parent_log: ParentLog::default(),
                next: Frontier::default(),
            },
            expander: Expander::new(&task),
            spare_batch: Batch::default(),
            pipeline: LookupPipeline::default(),
            frontier: Arc::default(),
            cursor: 0,
            layer: 0,
            threads,
            min_parallel_layer: options.min_parallel_layer,
            workers: None,
            plan,
            records: Records::default(),
            mates: Vec::new(),
            joins: Vec::new(),
            nodes: 0,
            known,
            task,
        };
        run.tables.parent_log.open_layer();
        run.begin(starts, main_line);
        run
    }

    fn begin(&mut self, starts: &[&Position], main_line: &MainLine) {
        let mut first = Frontier::default();
        starts.iter().for_each(|start| first.push(start));
        self.records.open_layer(first.keys());
        if !self.task.attacker_begins() {
            first.keys().for_each(|key| {
                self.tables.visited.insert(key);
            });
            self.known += starts.len() as u64;
            self.frontier = Arc::new(first);
            return;
        }
        let mut children = Vec::new();
        for (number, start) in starts.iter().enumerate() {
            let begin = children.len();
            push_checks(start, &mut children);
            children[begin..].iter_mut().for_each(|child| child.parent = number as u32);
        }
        self.nodes += starts.len() as u64;
        self.frontier = Arc::new(first);
        self.look_up(Batch { children, ..Batch::default() }, main_line);
        self.pipeline_finish(main_line);
        self.close_layer();
    }

    /// Searches for a fraction of a millisecond.
    pub fn step(&mut self, main_line: &MainLine) -> RunStep {
        self.limit_table();
        if self.tables.visited.forgets()
            || self.tables.index.prepare(2 * SLICE_NEW, &mut Interruption::never()).is_err()
            || reserve::is_exhausted()
        {
            return RunStep::Failed(Reason::Memory);
        }
        if self.layer == main_line.last_layer {
            return self.step_last();
        }
        self.start_workers();
        let end = self.frontier.len().min(self.cursor + SLICE);
        while self.cursor < end {
            let start = self.cursor;
            let given_out = self.workers.as_ref().and_then(|workers| workers.end_of_batch(start));
            self.cursor = given_out.unwrap_or_else(|| end.min(start + BATCH));
            self.expand(start..self.cursor, main_line);
        }
        if self.cursor < self.frontier.len() {
            return RunStep::Working;
        }
        self.pipeline_finish(main_line);
        if let Some(workers) = &mut self.workers {
            workers.finish();
        }
        if self.tables.next.is_empty() {
            return RunStep::Done;
        }
        self.close_layer();
        RunStep::Closed
    }

    /// In the last layer only mates are wanted.
    fn step_last(&mut self) -> RunStep {
        let end = self.frontier.len().min(self.cursor + SLICE);
        for place in self.cursor as u32..end as u32 {
            if self.expander.ends_at(&self.frontier, place) {
                self.mates.push((self.layer, place));
            }
        }
        self.nodes += (end - self.cursor) as u64;
        self.cursor = end;
        if end < self.frontier.len() { RunStep::Working } else { RunStep::Done }
    }

    fn expand(&mut self, places: Range<usize>, main_line: &MainLine) {
        let mut batch = std::mem::take(&mut self.spare_batch);
        match &mut self.workers {
            Some(workers) if workers.is_at_work() => batch = workers.batch(places.start, &mut self.expander),
            _ => self.expander.expand(&self.frontier, places, &mut batch, |_| {}),
        }
        self.nodes += batch.nodes;
        self.mates.extend(batch.mates.drain(..).map(|place| (self.layer, place)));
        self.spare_batch = self.look_up(batch, main_line);
    }

    fn look_up(&mut self, mut batch: Batch, main_line: &MainLine) -> Batch {
        if main_line.is_leaving_layer(self.layer) {
            let (layer, frontier) = (self.layer, &self.frontier);
            batch
                .children
                .retain(|child| !main_line.is_on_start_way(layer, frontier.key_at(child.parent), child));
        }
        self.tables.prefetch(&batch.children);
        let Run { tables, pipeline, frontier, layer, records, joins, .. } = self;
        let mut on_seen = on_seen(*layer, main_line, records, joins);
        pipeline.push(batch, tables, frontier, &mut on_seen)
    }

    fn pipeline_finish(&mut self, main_line: &MainLine) {
        let Run { tables, spare_batch, pipeline, frontier, layer, records, joins, .. } = self;
        let mut on_seen = on_seen(*layer, main_line, records, joins);
        pipeline.finish(spare_batch, tables, frontier, &mut on_seen);
    }

    fn close_layer(&mut self) {
        self.layer += 1;
        self.tables.close_layer(&mut self.frontier);
        self.cursor = 0;
        let cleared = self.tables.index.clear(&mut Interruption::never());
        debug_assert!(cleared.is_ok(), "nothing interrupts it");
        self.records.open_layer(self.frontier.keys());
        self.tables.parent_log.open_layer();
    }

    fn start_workers(&mut self) {
        let is_parallel = self.threads > 1 && self.frontier.len() >= self.min_parallel_layer;
        if is_parallel && !self.workers.as_ref().is_some_and(Workers::is_at_work) {
            let workers = self.workers.get_or_insert_with(|| Workers::new(&self.task, self.threads - 1));
            workers.begin(&self.frontier, self.cursor, BATCH);
        }
    }

    fn limit_table(&mut self) {
        let rest =
            self.bytes() - self.tables.visited.bytes() + self.tables.index.bytes_to_come_soon(2 * SLICE_NEW);
        self.tables.visited.limit(self.plan.table_limit(rest));
    }

    /// Positions entered.
    pub fn positions(&self) -> u64 {
        self.tables.visited.len() as u64 - self.known
    }

    /// Look-ups in the table.
    pub fn lookups(&self) -> u64 {
        self.tables.visited.lookups()
    }

    /// The number of the current layer.
    pub fn layer(&self) -> u64 {
        self.layer
    }

    /// How many positions of the current layer are expanded.
    pub fn expanded(&self) -> usize {
        self.cursor
    }

    /// Positions of the current layer.
    pub fn width(&self) -> u64 {
        self.frontier.len() as u64
    }

    /// The parents of all positions.
    pub fn parent_log(&self) -> &ParentLog {
        &self.tables.parent_log
    }

    /// The expected number of false hits.
    pub fn false_hits_expected(&self) -> f64 {
        self.tables.visited.false_hits_expected()
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        self.tables.bytes()
            + self.frontier.bytes()
            + self.spare_batch.bytes()
            + self.pipeline.bytes()
            + self.records.bytes()
            + self.workers.as_ref().map_or(0, |_| Workers::bytes())
    }
}

/// What becomes of children that were met before.
#[inline(always)]
fn on_seen(
    layer: u64,
    main_line: &MainLine,
    records: &mut Records,
    joins: &mut Vec<(Place, u32)>,
) -> impl FnMut(&mut LayerTables, &Child) {
    move |tables: &mut LayerTables, child: &Child| {
        // The index goes by a part of the key; a move into an earlier layer is not to be lost by its mistakes.
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
            // Later than in the solution: a mate through it takes longer.
            Some(left) if layer + 1 + u64::from(left) > main_line.last_layer => {}
            Some(left) => joins.push(((layer, child.parent), left)),
            None => records.push_earlier(child.parent, child.key),
        }
    }
}
