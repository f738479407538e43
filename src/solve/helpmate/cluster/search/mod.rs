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

/// How the processes work together: the same for all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClusterOptions {
    /// Positions that each expands in a round: fewer where they have many children.
    pub round: usize,
    /// Layers of fewer positions than this in all stay where they are.
    pub smallest_to_move: u64,
    /// The first process expands layers of at most so many positions alone, from the root on until one is wider; 0: none.
    pub widest_alone: u64,
}

impl Default for ClusterOptions {
    fn default() -> ClusterOptions {
        ClusterOptions { round: 1 << 13, smallest_to_move: 1 << 10, widest_alone: 1 << 13 }
    }
}

/// A part of the search for a helpmate or helpselfmate by several processes, each of which is given the same question
/// and the same limits.
pub struct ClusterSearch {
    exchange: Box<dyn Exchange>,
    task: Task,
    options: Options,
    cluster: ClusterOptions,
    plan: MemoryPlan,
    /// Which bits of the keys the owners go by. They are given keys in which these stand where a first search has them.
    key_bits: KeyBits,
    owner: Owner,
    recent: RecentKeys,
    /// The layer being expanded, and the place in it where that goes on.
    frontier: Frontier,
    cursor: usize,
    /// The positions found for the next layer, their places, and their parents.
    next: Frontier,
    index: LayerIndex,
    /// Further ways into positions of other processes: for each process the key and the parent.
    cross_edges: Vec<Vec<(u128, Origin)>>,
    trails: Trails,
    expanders: Vec<Expander>,
    /// Empty batches with their memory, for the next round.
    spare_batches: Vec<Batch>,
    /// What is asked in a round, by owners; empty between two rounds.
    asked: Vec<AskedKeys>,
    layer: u64,
    mates: Vec<u32>,
    nodes: u64,
    /// Positions expanded with the defender to move, and their children, in this run.
    expanded: u64,
    lookups: u64,
    /// What the answer of a layer with mates rests on: the look-ups before it.
    closed: FalseHitTerms,
    /// What was counted before the layer.
    closed_counts: Counts,
    /// Whether the first round was begun.
    has_begun: bool,
    /// The first process, while it works alone.
    ahead: Option<Ahead>,
    /// Whether this is another process, which waits meanwhile.
    waits: bool,
    /// Why another process must end.
    heard: Option<Reason>,
    /// The number of the first run of which a checkpoint is kept.
    run: u64,
    /// With what the run is begun, if checkpoints are to be kept.
    pending: Option<Pending>,
    /// Writes checkpoints, if they are kept.
    writer: Option<PartWriter>,
    /// Whether one is due.
    saves: bool,
    disk_failure: Option<DiskFailure>,
    /// The result of the first search, while it is being verified, and what wrote its checkpoints.
    first: Option<FirstSearch>,
    first_writer: Option<PartWriter>,
    all: Status,
    /// The positions of the layer, in all processes.
    width: u64,
    peak_bytes: u64,
    started: Instant,
    /// Wall time of the runs before.
    earlier: Duration,
    graph: Option<Graph>,
    outcome: Option<Box<Outcome>>,
    lost: Option<HostLost>,
}

impl ClusterSearch {
    /// The part of one process. `options`: without positions on disk.
    ///
    /// # Panics
    /// Under a rule by which the sides do not work together.
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

    /// Enters the root, if it stands in a layer and its key is this process's.
    fn enter_root(&mut self) {
        let key = self.key_bits.arrange(self.task.root.key());
        let is_stored = !self.task.attacker_begins() || self.task.begins_mated();
        if is_stored && Owner::of(key, self.processes()) == self.process() {
            self.owner.look_up([key].into_iter(), 0, |_| ());
            self.owner.close_layer();
        }
    }

    /// Continues the search until the budget of this call is used up or the search has ended. Each process must be
    /// advanced until then: while one is not, the others wait for it. Solutions and their number are known to the first
    /// process only. Progress has the figures of all together.
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

    /// The process without which the search could not go on, if that is why it has ended.
    pub fn lost_host(&self) -> Option<&HostLost> {
        self.lost.as_ref()
    }

    /// `None` when the budget is used up.
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

    /// Counts what a layer begins with.
    fn count_closed(&mut self) {
        let visited = &self.owner.visited;
        self.closed = visited.false_hit_terms();
        self.closed_counts = Counts { nodes: self.nodes, lookups: visited.counts(), false_hits: 0.0 };
    }

    fn elapsed(&self) -> Duration {
        self.earlier + self.started.elapsed()
    }

    /// The graph of the solutions, in the first process, once the search has ended with a mate.
    pub fn solution_graph(&self) -> Option<SolutionGraph> {
        self.graph.as_ref()?.ply_by_ply(&self.task)
    }

    /// The length of lines that end with the layer, in plies.
    fn length(&self) -> u64 {
        // The root of an attacker who begins stands before the layers, unless it is all there is.
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
