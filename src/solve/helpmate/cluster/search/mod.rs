//! The search: rounds, layers, limits, and the outcome.

mod alone;
mod checkpointed;
mod close_layer;
mod conclude;
mod resume;
mod round;
mod status;
mod verify;

use super::ahead::Ahead;
use super::asked::AskedKeys;
use super::checkpoint::{PartWriter, Pending};
use super::exchange::{Exchange, HostLost};
use super::layer_origins::{LayerOrigins, Origin};
use super::owner::Owner;
use super::recent_keys::RecentKeys;
use super::rounds::Status;
use super::trail::{Trail, Trails};
use crate::problem::Question;
use crate::solve::checkpoint::DiskFailure;
use crate::solve::graph::SolutionGraph;
use crate::solve::helpmate::batch::{Batch, Expander};
use crate::solve::helpmate::frontier::Frontier;
use crate::solve::helpmate::graph::Graph;
use crate::solve::helpmate::layer_index::LayerIndex;
use crate::solve::helpmate::layers::Counts;
use crate::solve::helpmate::memory_plan::MemoryPlan;
use crate::solve::helpmate::options::Options;
use crate::solve::helpmate::task::Task;
use crate::solve::helpmate::verify::FirstSearch;
use crate::solve::limits::Budget;
use crate::solve::outcome::{Outcome, Reason, Step, Verdict};
use crate::store::{FalseHitTerms, KeyBits};
use std::time::{Duration, Instant};

/// How the processes work together; it must be the same for all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClusterOptions {
    /// The number of positions that each process expands in a round; fewer if they have many children.
    pub round: usize,
    /// In a layer of fewer positions than this in all processes, no positions move.
    pub smallest_to_move: u64,
    /// The first process expands layers of at most about this many positions alone, from the root until layers
    /// are wider. 0: it never works alone.
    pub widest_alone: u64,
}

impl Default for ClusterOptions {
    fn default() -> ClusterOptions {
        ClusterOptions { round: 1 << 13, smallest_to_move: 1 << 10, widest_alone: 1 << 13 }
    }
}

/// One process's part of the search for a helpmate or helpselfmate by several processes. All processes must be
/// given the same question and the same limits.
pub struct ClusterSearch {
    exchange: Box<dyn Exchange>,
    task: Task,
    options: Options,
    cluster: ClusterOptions,
    plan: MemoryPlan,
    /// Which bits of the keys the owners use. Keys are arranged for owners so that these bits are where those of
    /// a first search are.
    key_bits: KeyBits,
    owner: Owner,
    recent: RecentKeys,
    /// The layer being expanded, and the index in it of the next position to be expanded.
    frontier: Frontier,
    cursor: usize,
    /// The positions found for the next layer, and the index from their keys to their places.
    next: Frontier,
    index: LayerIndex,
    /// Further edges into positions of other processes: for each process, the child's key and the parent.
    cross_edges: Vec<Vec<(u128, Origin)>>,
    trails: Trails,
    expanders: Vec<Expander>,
    /// Empty batches whose memory the next round reuses.
    spare_batches: Vec<Batch>,
    /// The keys of a round, by owner; empty between two rounds.
    asked: Vec<AskedKeys>,
    layer: u64,
    mates: Vec<u32>,
    nodes: u64,
    /// The number of positions with the defender to move expanded in this run (`lookups`: the number of their
    /// children).
    expanded: u64,
    lookups: u64,
    /// The false-hit terms of the look-ups before the current layer; an answer found in a layer with mates
    /// depends only on these.
    closed: FalseHitTerms,
    /// The counts at the beginning of the current layer.
    closed_counts: Counts,
    /// Whether the first round has begun.
    has_begun: bool,
    /// The state of working alone, if this is the first process and it is doing so.
    ahead: Option<Ahead>,
    /// Whether this is another process, which waits while the first one works alone.
    waits: bool,
    /// The reason why another process must end, received while working alone.
    heard: Option<Reason>,
    /// The number of the first run of which a checkpoint is kept.
    run: u64,
    /// The data with which the run will be begun, if checkpoints are to be kept.
    pending: Option<Pending>,
    /// Writes checkpoints, if they are kept.
    writer: Option<PartWriter>,
    /// Whether this process requests a checkpoint.
    saves: bool,
    disk_failure: Option<DiskFailure>,
    /// The result of the first search, while it is being verified, and the writer of its checkpoints.
    first: Option<FirstSearch>,
    first_writer: Option<PartWriter>,
    all: Status,
    /// The number of positions of the layer, in all processes.
    width: u64,
    peak_bytes: u64,
    started: Instant,
    /// Wall time of earlier runs.
    earlier: Duration,
    graph: Option<Graph>,
    outcome: Option<Box<Outcome>>,
    lost: Option<HostLost>,
}

impl ClusterSearch {
    /// Prepares the part of one process. Of the `options`, positions on disk are not supported.
    ///
    /// # Panics
    /// If the sides do not cooperate under the question's rule.
    pub fn new(
        question: &Question,
        options: Options,
        cluster: ClusterOptions,
        exchange: Box<dyn Exchange>,
    ) -> ClusterSearch {
        ClusterSearch::of_task(Task::of(question), options, cluster, exchange, KeyBits::First)
    }

    fn of_task(
        task: Task,
        options: Options,
        cluster: ClusterOptions,
        exchange: Box<dyn Exchange>,
        key_bits: KeyBits,
    ) -> ClusterSearch {
        let plan = options.memory_plan();
        let (process, processes) = (exchange.process(), exchange.processes());
        let root = LayerOrigins::found(process, u32::from(process == 0), Vec::new());
        let mut search = ClusterSearch {
            owner: Owner::new(&plan, processes),
            recent: RecentKeys::new(),
            frontier: Frontier::default(),
            cursor: 0,
            next: Frontier::default(),
            index: LayerIndex::new(),
            cross_edges: vec![Vec::new(); processes],
            trails: Trails::new(Trail::new(process, 0, root)),
            expanders: (0..options.threads.max(1)).map(|_| Expander::new(&task)).collect(),
            spare_batches: Vec::new(),
            asked: Vec::new(),
            layer: 0,
            mates: Vec::new(),
            nodes: 0,
            expanded: 0,
            lookups: 0,
            closed: FalseHitTerms::default(),
            closed_counts: Counts::default(),
            has_begun: false,
            ahead: None,
            waits: false,
            heard: None,
            run: 0,
            pending: None,
            writer: None,
            saves: false,
            disk_failure: None,
            first: None,
            first_writer: None,
            all: Status::default(),
            width: 1,
            peak_bytes: 0,
            started: Instant::now(),
            earlier: Duration::ZERO,
            graph: None,
            outcome: None,
            lost: None,
            exchange,
            task,
            options,
            cluster,
            plan,
            key_bits,
        };
        search.enter_root();
        search.count_closed();
        if process == 0 {
            search.frontier.push(&search.task.root);
        }
        search
    }

    /// Enters the root into the table, if the root belongs to a layer and this process owns its key.
    fn enter_root(&mut self) {
        let key = self.key_bits.arrange(self.task.root.key());
        let is_stored = !self.task.attacker_begins() || self.task.begins_mated();
        if is_stored && Owner::of(key, self.processes()) == self.process() {
            self.owner.look_up([key].into_iter(), 0, |_| ());
            self.owner.close_layer();
        }
    }

    /// Continues the search until the budget of this call is used up or the search has ended. Every process must
    /// keep calling this until the end: the others wait for one that does not. Only the first process knows the
    /// solutions and their number. Progress reports totals over all processes.
    pub fn advance(&mut self, budget: Budget) -> Step {
        if self.outcome.is_none() {
            match self.work(budget) {
                Ok(outcome) => self.outcome = outcome.map(Box::new),
                Err(lost) => self.lose(lost),
            }
        }
        match &self.outcome {
            Some(outcome) => Step::Done(outcome.clone()),
            None => Step::Progress(self.progress()),
        }
    }

    /// The process whose loss ended the search, if that is why it has ended.
    pub fn lost_host(&self) -> Option<&HostLost> {
        self.lost.as_ref()
    }

    /// Searches until the end or until the budget is used up, in which case it returns `None`.
    fn work(&mut self, budget: Budget) -> Result<Option<Outcome>, HostLost> {
        let (called, nodes) = (Instant::now(), self.nodes);
        self.begin();
        if self.waits {
            return self.wait();
        }
        loop {
            self.call_others()?;
            self.round()?;
            if self.all.saves {
                self.save_part(false);
            }
            let ended = match self.all {
                Status { reason: Some(reason), has_mate: false, .. } => Some(Verdict::Unknown(reason)),
                Status { reason: None, has_more: true, .. } => None,
                Status { has_mate: true, .. } => Some(Verdict::Mate { plies: self.length(), exact: true }),
                Status { .. } => self.close_layer()?.then_some(Verdict::NoMate),
            };
            if let Some(verdict) = ended {
                let outcome = self.conclude(verdict)?;
                return self.end(outcome);
            }
            let spent = match budget {
                Budget::Nodes(budget) => self.nodes - nodes >= budget,
                Budget::Time(time) => called.elapsed() >= time,
                Budget::Unlimited => false,
            };
            if spent {
                return Ok(None);
            }
        }
    }

    /// Stores the counts at the beginning of a layer.
    fn count_closed(&mut self) {
        let visited = &self.owner.visited;
        self.closed = visited.false_hit_terms();
        self.closed_counts = Counts { nodes: self.nodes, lookups: visited.counts(), false_hits: 0.0 };
    }

    fn elapsed(&self) -> Duration {
        self.earlier + self.started.elapsed()
    }

    /// The graph of the solutions. `None` in all processes but the first, before the search has ended with a
    /// mate, and when there is not enough memory for the graph.
    pub fn solution_graph(&self) -> Option<SolutionGraph> {
        self.graph.as_ref()?.ply_by_ply(&self.task)
    }

    /// The length in plies of lines that end in the layer.
    fn length(&self) -> u64 {
        // If the attacker begins, the root belongs to no layer, unless its king is mated already.
        let first = u64::from(self.task.attacker_begins() && !self.task.begins_mated());
        self.task.length(self.layer.max(first))
    }

    fn process(&self) -> usize {
        self.exchange.process()
    }

    fn processes(&self) -> usize {
        self.exchange.processes()
    }
}
