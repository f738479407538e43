//! The search: rounds, layers, limits, and the outcome.

mod checkpointed;
mod close_layer;
mod conclude;
mod resume;

use super::checkpoint::PartWriter;
use super::exchange::{Exchange, HostLost};
use super::layer_origins::{LayerOrigins, Place};
use super::message::{Reader, Writer};
use super::owner::{Known, Owner};
use super::recent_keys::RecentKeys;
use super::rounds::{Answers, Status, keys, of_all, put_key};
use super::trail::{Trail, Trails};
use crate::problem::Question;
use crate::solve::checkpoint::DiskFailure;
use crate::solve::graph::SolutionGraph;
use crate::solve::helpmate::batch::{Batch, Expander};
use crate::solve::helpmate::expand::{Child, push_permitted_checks};
use crate::solve::helpmate::frontier::Frontier;
use crate::solve::helpmate::graph::Graph;
use crate::solve::helpmate::layer_index::LayerIndex;
use crate::solve::helpmate::layers::Counts;
use crate::solve::helpmate::memory_plan::MemoryPlan;
use crate::solve::helpmate::options::Options;
use crate::solve::helpmate::task::Task;
use crate::solve::limits::Budget;
use crate::solve::outcome::{Outcome, Progress, Reason, Step, Verdict};
use crate::store::FalseHitTerms;
use std::thread;
use std::time::{Duration, Instant};

/// Children in a round, about: a few milliseconds, between which limits are looked at.
const ROUND_CHILDREN: u64 = 1 << 15;
/// A thread is worth its start from this many positions on.
const SHARE_OF_THREAD: usize = 256;

/// How the processes work together: the same for all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClusterOptions {
    /// Positions that each expands in a round: fewer where they have many children.
    pub round: usize,
    /// Layers of fewer positions than this in all stay where they are.
    pub smallest_to_move: u64,
}

impl Default for ClusterOptions {
    fn default() -> ClusterOptions {
        ClusterOptions { round: 1 << 13, smallest_to_move: 1 << 10 }
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
    owner: Owner,
    recent: RecentKeys,
    /// The layer being expanded, and the place in it where that goes on.
    frontier: Frontier,
    cursor: usize,
    /// The positions found for the next layer, their places, and their parents.
    next: Frontier,
    index: LayerIndex,
    /// Further ways into positions of other processes: for each process the key and the parent.
    cross_edges: Vec<Vec<(u128, Place)>>,
    trails: Trails,
    expanders: Vec<Expander>,
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
    /// Writes checkpoints, if they are kept.
    writer: Option<PartWriter>,
    /// Whether one is due.
    saves: bool,
    disk_failure: Option<DiskFailure>,
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
    /// The part of one process. `options`: without a second search, and without positions on disk.
    ///
    /// # Panics
    /// Under a rule by which the sides do not work together.
    pub fn new(
        question: &Question,
        options: Options,
        cluster: ClusterOptions,
        exchange: Box<dyn Exchange>,
    ) -> ClusterSearch {
        ClusterSearch::of_task(Task::of(question), options, cluster, exchange)
    }

    fn of_task(
        task: Task,
        options: Options,
        cluster: ClusterOptions,
        exchange: Box<dyn Exchange>,
    ) -> ClusterSearch {
        let plan = options.memory_plan();
        let (process, processes) = (exchange.process(), exchange.processes());
        let root = LayerOrigins::found(process, u32::from(process == 0), Vec::new());
        let mut search = ClusterSearch {
            owner: Owner::new(&plan),
            recent: RecentKeys::new(),
            frontier: Frontier::default(),
            cursor: 0,
            next: Frontier::default(),
            index: LayerIndex::new(),
            cross_edges: vec![Vec::new(); processes],
            trails: Trails::new(Trail::new(process, 0, root)),
            expanders: (0..options.threads.max(1)).map(|_| Expander::new(&task)).collect(),
            layer: 0,
            mates: Vec::new(),
            nodes: 0,
            expanded: 0,
            lookups: 0,
            closed: FalseHitTerms::default(),
            closed_counts: Counts::default(),
            writer: None,
            saves: false,
            disk_failure: None,
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
        };
        let key = search.task.root.key();
        let is_stored = !search.task.attacker_begins() || search.task.begins_mated();
        if is_stored && Owner::of(key, processes) == process {
            search.owner.look_up([key].into_iter(), 0, |_| ());
            search.owner.close_layer();
        }
        search.count_closed();
        if process == 0 {
            search.frontier.push(&search.task.root);
        }
        search
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
        loop {
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
                return self.conclude(verdict).map(Some);
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

    /// Expands positions, asks the owners of their children's keys, and keeps what is new. Then all know what the others
    /// have told of themselves in this round.
    fn round(&mut self) -> Result<(), HostLost> {
        let batches = self.expand();
        let children: Vec<&Child> = batches.iter().flat_map(|batch| &batch.children).collect();
        let mut messages: Vec<Writer> = (0..self.processes()).map(|_| Writer::default()).collect();
        let status = self.status();
        messages.iter_mut().for_each(|message| status.write(message));
        let width = self.plan.key_width();
        let (mut sent, mut spared) = (vec![0; self.processes()], vec![0u32; self.processes()]);
        let mut asked = Vec::with_capacity(children.len());
        for &child in &children {
            let owner = Owner::of(child.key, sent.len());
            if self.recent.is_older(child.key, self.layer + 1) {
                spared[owner] += 1;
            } else {
                sent[owner] += 1;
                asked.push((child, owner));
            }
        }
        for (message, spared) in messages.iter_mut().zip(spared) {
            message.put(spared.to_le_bytes());
        }
        asked.iter().for_each(|(child, owner)| put_key(&mut messages[*owner], child.key, width));
        self.lookups += children.len() as u64;
        let messages = self.exchange.exchange(messages.into_iter().map(|message| message.0).collect())?;
        let mut statuses = Vec::with_capacity(messages.len());
        let mut replies = Vec::with_capacity(messages.len());
        for (finder, message) in messages.iter().enumerate() {
            let mut message = Reader::new(message);
            statuses.push(Status::read(&mut message));
            // Look-ups all the same, so that their number does not depend on what was spared.
            self.owner.visited.count_lookups(message.u32().into());
            let mut answers = Answers::default();
            self.owner.look_up(keys(&mut message, width), finder as u8, |known| answers.push(known));
            replies.push(answers.into_message());
        }
        self.all = of_all(&statuses);
        let replies = self.exchange.exchange(replies)?;
        let mut replies: Vec<_> =
            replies.iter().zip(&sent).map(|(reply, &sent)| Answers::read(reply, sent)).collect();
        for (child, owner) in asked {
            let known = replies[owner].next().unwrap_or(Known::Before);
            self.keep(child, known);
        }
        self.peak_bytes = self.peak_bytes.max(self.bytes());
        Ok(())
    }

    /// Expands the next positions of the layer; once there is a mate, only the other mates of the layer are still wanted.
    fn expand(&mut self) -> Vec<Batch> {
        let children = self.lookups.checked_div(self.expanded).unwrap_or(ROUND_CHILDREN).max(1);
        let round = (ROUND_CHILDREN / children).clamp(1, self.cluster.round as u64) as usize;
        let end = self.frontier.len().min(self.cursor + round);
        let places = self.cursor..end;
        self.expanded += places.len() as u64;
        self.cursor = end;
        let mut batches: Vec<Batch> = Vec::new();
        if self.all.has_mate || !self.mates.is_empty() {
            let expander = &mut self.expanders[0];
            let places = places.map(|place| place as u32);
            self.mates.extend(places.filter(|&place| expander.ends_at(&self.frontier, place)));
        } else if self.layer == 0 && self.task.attacker_begins() {
            if !places.is_empty() {
                let mut batch = Batch { nodes: 1, ..Batch::default() };
                if self.task.begins_mated() {
                    batch.mates.push(0);
                } else {
                    push_permitted_checks(&self.task.permitted, &self.task.root, &mut batch.children);
                }
                batches.push(batch);
            }
        } else {
            let share = places.len().div_ceil(self.expanders.len()).max(SHARE_OF_THREAD);
            let frontier = &self.frontier;
            batches = thread::scope(|scope| {
                let starts = places.clone().step_by(share);
                let mut parts = starts.zip(&mut self.expanders).map(|(start, expander)| {
                    let places = start..places.end.min(start + share);
                    move || {
                        let mut batch = Batch::default();
                        expander.expand(frontier, places, &mut batch, |_| {});
                        batch
                    }
                });
                let first = parts.next();
                let others: Vec<_> = parts.map(|part| scope.spawn(part)).collect();
                let first = first.map(|part| part());
                let others = others.into_iter().map(|part| part.join().expect("a thread does not panic"));
                first.into_iter().chain(others).collect()
            });
        }
        for batch in &mut batches {
            self.nodes += batch.nodes;
            self.mates.append(&mut batch.mates);
        }
        batches
    }

    /// Keeps a child of which its owner said what is known.
    fn keep(&mut self, child: &Child, known: Known) {
        match known {
            Known::New => {
                self.index.push(child.key);
                self.trails.own.parent_log.push_node(child.parent, child.key);
                self.next.push_after(self.frontier.packed_at(child.parent), child);
                self.recent.note(child.key, self.layer + 1);
            }
            Known::Before => self.recent.note(child.key, self.layer),
            Known::InThisLayer(finder) => {
                self.recent.note(child.key, self.layer + 1);
                let finder = usize::from(finder);
                if finder != self.process() {
                    let parent = self.trails.own.origins(self.layer).place(child.parent);
                    self.cross_edges[finder].push((child.key, parent));
                } else if let Some(place) = self.index.get(child.key) {
                    self.trails.own.parent_log.push_edge(child.parent, place);
                }
            }
        }
    }

    fn status(&mut self) -> Status {
        Status {
            has_more: self.cursor < self.frontier.len(),
            has_mate: !self.mates.is_empty(),
            saves: self.saves,
            reason: self.reason(),
            nodes: self.nodes,
            positions: self.owner.visited.len() as u64,
            bytes: self.bytes(),
        }
    }

    /// Why this process must end.
    fn reason(&mut self) -> Option<Reason> {
        let limits = &self.options.limits;
        let over = |limit: Option<u64>, value: u64| limit.is_some_and(|limit| value >= limit);
        let must_end = self.options.must_end(self.started);
        if must_end.is_some() || !self.mates.is_empty() {
            must_end
        } else if over(limits.nodes, self.all.nodes) {
            Some(Reason::Nodes)
        } else if limits.plies.is_some_and(|plies| self.length() > plies) {
            Some(Reason::Plies)
        } else if self.has_failed() {
            Some(Reason::Disk)
        } else if over(Some(self.options.memory()), self.bytes())
            || self.owner.visited.forgets() && self.plan.is_hopeless()
        {
            Some(Reason::Memory)
        } else {
            None
        }
    }

    fn bytes(&self) -> u64 {
        let cross_edges: usize = self.cross_edges.iter().map(Vec::capacity).sum();
        self.owner.bytes()
            + self.recent.bytes()
            + self.frontier.bytes()
            + self.next.bytes()
            + self.index.bytes()
            + self.trails.bytes()
            + (cross_edges * size_of::<(u128, Place)>()) as u64
    }

    fn progress(&self) -> Progress {
        Progress {
            stage: None,
            upper: None,
            plies: self.length(),
            frontier: self.width,
            positions: self.all.positions,
            nodes: self.all.nodes,
            lookups: self.owner.visited.lookups(),
            bytes: self.all.bytes,
            budget: self.plan.budget() * self.processes() as u64,
            seconds: self.elapsed().as_secs_f64(),
        }
    }
}
