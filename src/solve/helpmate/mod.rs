//! Helpmates (協力詰): the shortest mate that both sides can reach together, and all ways to reach it.
//!
//! Iterative deepening over check-only attacker moves with a transposition table, in the form that never repeats
//! work: iteration *k* + 1, two plies deeper, starts from the frontier that iteration *k* left, and the table holds
//! every position reached by an attacker's move, so each is expanded once (layered breadth-first search).
//!
//! `layers` searches, `trail` remembers where each position came from, `marks` walks it back, `graph` turns the marks
//! into solutions.
//! The generator tests pawn drops for mate before they are seen here, so an illegal pawn-drop mate (打歩詰) never
//! enters the table in the place of the legal mate that has the same key.

mod batch;
mod byte_log;
mod checkpoint;
mod chunked;
mod crew;
mod expand;
mod frontier;
mod graph;
mod layer_index;
mod layers;
mod marks;
mod memory_plan;
mod prune;
mod resume;
mod spill;
mod trail;
mod verify;

pub use checkpoint::{CheckpointError, Damage, DiskFailure};
pub use resume::Resumed;

use super::graph::SolutionGraph;
use super::limits::{Budget, End, Limits, StopFlag};
use super::outcome::{Bounds, FALSE_HITS_LIMIT, Outcome, Reason, Solutions, Stats, Step, Verdict};
use crate::position::{Defect, Position, Rule};
use crate::store::{KeyBits, KeyWidth, reserve};
use crate::types::Color;
use checkpoint::Keeper;
use graph::Graph;
use layers::{Halt, Layers};
use memory_plan::MemoryPlan;
use spill::Spill;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use verify::First;

/// What to search for, and with what.
#[derive(Clone, Debug)]
pub struct Options {
    /// Bounds of the search.
    pub limits: Limits,
    /// Threads that may work on wide layers. Answers do not depend on it.
    pub threads: usize,
    /// The number of solutions to list.
    pub max_solutions: usize,
    /// Stops the search from outside.
    pub stop: StopFlag,
    /// Layers from this many positions on are wide. Tests lower it, so that small problems go to several threads too.
    #[doc(hidden)]
    pub wide_layer: usize,
    /// Bytes of the table at most, where that is not left to the search: for tests of small tables. The trail is then
    /// pruned after each layer.
    pub table: Option<u64>,
    /// Whether an answer is verified by a second search that goes by other bits of the keys. The limits are for both
    /// together, but that of nodes.
    pub verify: bool,
    /// How much of each position's key the table keeps. It must stay what it was when a search is resumed.
    pub key_width: KeyWidth,
    /// A folder for positions that the table forgets. Without it, problems that need much more memory than there is are
    /// given up.
    pub spill: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            limits: Limits::default(),
            threads: 1,
            max_solutions: 10,
            stop: StopFlag::new(),
            wide_layer: layers::WIDE,
            table: None,
            verify: false,
            key_width: KeyWidth::Narrow,
            spill: None,
        }
    }
}

impl Options {
    fn memory(&self) -> u64 {
        self.limits.memory.unwrap_or(DEFAULT_MEMORY)
    }

    fn memory_plan(&self) -> MemoryPlan {
        MemoryPlan::new(self.memory(), self.table).with_key_width(self.key_width)
    }

    /// A search from the beginning.
    fn layers(&self, root: &Position, attacker: Color, key_bits: KeyBits) -> Layers {
        let plan = self.memory_plan().with_key_bits(key_bits);
        let mut layers = Layers::new(root, attacker, plan, self.spill(), self.threads.max(1));
        layers.set_wide(self.wide_layer);
        layers
    }

    fn spill(&self) -> Option<Spill> {
        self.spill.as_ref().map(|folder| Spill::create(folder, self.memory()))
    }
}

/// Memory that a search may use when no limit is given, in bytes.
pub const DEFAULT_MEMORY: u64 = 4 << 30;

/// A helpmate search, to be pulled with [`advance`](Solver::advance).
///
/// ```
/// use tsumugi::position::Position;
/// use tsumugi::solve::helpmate::{Options, Solver};
/// use tsumugi::solve::{Budget, Step, Verdict};
/// use tsumugi::types::Color;
///
/// let position = Position::from_sfen("8k/9/8G/9/9/9/9/9/9 b G 1")?;
/// let mut solver = Solver::new(&position, Color::Black, Options::default()).expect("a legal helpmate");
/// let Step::Done(outcome) = solver.advance(Budget::Unlimited) else { unreachable!() };
/// assert_eq!(outcome.verdict, Verdict::Mate { plies: 1, exact: true });
/// # Ok::<(), tsumugi::position::SfenError>(())
/// ```
pub struct Solver {
    layers: Layers,
    root: Position,
    attacker: Color,
    options: Options,
    started: Instant,
    /// Wall time of the processes that worked on the search before.
    earlier: Duration,
    keeper: Option<Keeper>,
    /// Why the last checkpoint could not be written.
    disk_failure: Option<DiskFailure>,
    outcome: Option<Box<Outcome>>,
    /// The first answer, while it is being verified.
    first: Option<First>,
    /// Whether the layers are those of the second search, of which no checkpoint is kept.
    is_second: bool,
    /// The solutions of a search that found any.
    graph: Option<Graph>,
}

impl Solver {
    /// Prepares a search.
    ///
    /// # Errors
    /// Everything that makes the position illegal, or no problem for this attacker.
    pub fn new(root: &Position, attacker: Color, options: Options) -> Result<Solver, Vec<Defect>> {
        let defects = root.problem_defects(Rule::Helpmate, attacker);
        if !defects.is_empty() {
            return Err(defects);
        }
        reserve::recover();
        let layers = options.layers(root, attacker, KeyBits::First);
        Ok(Solver::with(layers, root.clone(), attacker, options))
    }

    fn with(layers: Layers, root: Position, attacker: Color, options: Options) -> Solver {
        let (started, earlier) = (Instant::now(), Duration::ZERO);
        Solver {
            layers,
            root,
            attacker,
            options,
            started,
            earlier,
            keeper: None,
            disk_failure: None,
            outcome: None,
            first: None,
            is_second: false,
            graph: None,
        }
    }

    /// Searches on until the budget of this call is used up or the search has ended. Further calls after its end
    /// return the same outcome.
    pub fn advance(&mut self, budget: Budget) -> Step {
        if let Some(outcome) = &self.outcome {
            return Step::Done(outcome.clone());
        }
        let called = Instant::now();
        let _watched = End::new(self.options.limits, &self.options.stop, self.started).watch();
        let mut nodes_before = self.layers.nodes();
        loop {
            if let Some(halt) = self.limit_reached().map(Halt::Limit).or_else(|| self.layers.run()) {
                let outcome = self.conclude(halt);
                let Some(outcome) = self.verified(outcome).map(Box::new) else {
                    nodes_before = 0;
                    continue;
                };
                self.outcome = Some(outcome.clone());
                return Step::Done(outcome);
            }
            let spent = match budget {
                Budget::Nodes(nodes) => self.layers.nodes() - nodes_before >= nodes,
                Budget::Time(time) => called.elapsed() >= time,
                Budget::Unlimited => false,
            };
            if spent {
                return Step::Progress(self.layers.progress(self.elapsed()));
            }
        }
    }

    /// How much of each position's key its table keeps.
    pub fn key_width(&self) -> KeyWidth {
        self.options.key_width
    }

    /// The graph of the solutions, once a search has ended with a mate; `None` also when there is no memory for it.
    pub fn solution_graph(&self) -> Option<SolutionGraph> {
        self.graph.as_ref()?.ply_by_ply(&self.root, self.attacker)
    }

    /// Wall time since the search began, without the time between its processes.
    fn elapsed(&self) -> Duration {
        self.earlier + self.started.elapsed()
    }

    /// Whether it must end at once.
    fn must_end(&self) -> Option<Reason> {
        if self.options.stop.is_set() {
            Some(Reason::Interrupted)
        } else if self.options.limits.time.is_some_and(|time| self.started.elapsed() >= time) {
            Some(Reason::Time)
        } else {
            None
        }
    }

    fn limit_reached(&self) -> Option<Reason> {
        let must_end = self.must_end();
        // Once a mate is in hand, only the mates of the same length are left to be found, which takes little.
        if must_end.is_some() || self.layers.has_mate() {
            return must_end;
        }
        let limits = &self.options.limits;
        let over = |limit: Option<u64>, value: u64| limit.is_some_and(|limit| value >= limit);
        if over(limits.nodes, self.layers.nodes()) {
            Some(Reason::Nodes)
        } else if self.disk_failure().is_some() {
            Some(Reason::Disk)
        } else if over(Some(self.options.memory()), self.layers.bytes()) {
            Some(Reason::Memory)
        } else if limits.plies.is_some_and(|plies| self.layers.length() > plies) {
            Some(Reason::Plies)
        } else {
            None
        }
    }

    fn conclude(&mut self, halt: Halt) -> Outcome {
        let false_hits_expected = self.layers.false_hits_expected();
        // What rests on fingerprints is claimed as exact only when a false hit is very unlikely.
        let trusted = false_hits_expected < FALSE_HITS_LIMIT;
        let mut bounds = Bounds { lower: self.layers.length(), upper: None };
        let mut solutions = Solutions::default();
        let mut stats = self.stats();
        let (verdict, reason) = match halt {
            Halt::Mate | Halt::Limit(_) if self.layers.has_mate() => {
                let plies = self.layers.length();
                self.layers.release_table();
                let room = self.memory_left();
                let must_end = || self.must_end().is_some();
                let graph = Graph::rebuild(&self.root, self.attacker, &self.layers, room, &must_end);
                match graph {
                    // A mate without a line that was replayed is none that is claimed.
                    None => (Verdict::Unknown(Reason::Memory), Some(Reason::Memory)),
                    Some(graph) if graph.is_empty() => {
                        self.disk_failure = Some(DiskFailure::NoLines);
                        (Verdict::Unknown(Reason::Disk), Some(Reason::Disk))
                    }
                    Some(graph) => {
                        let reason = if graph.is_complete() { None } else { self.must_end() };
                        bounds.upper = Some(plies);
                        solutions = graph.solutions(&self.root, self.attacker, self.options.max_solutions);
                        solutions.exact &= trusted;
                        self.graph = Some(graph);
                        (Verdict::Mate { plies, exact: trusted }, reason)
                    }
                }
            }
            Halt::Mate => unreachable!("a layer with mates has mates"),
            Halt::Exhausted => (Verdict::NoMate, None),
            Halt::Limit(reason) => (Verdict::Unknown(reason), Some(reason)),
        };
        stats.seconds = self.elapsed().as_secs_f64();
        Outcome {
            verdict,
            bounds,
            reason,
            solutions,
            false_hits_expected,
            verified: None,
            policy: None,
            stats,
        }
    }

    fn memory_left(&self) -> u64 {
        self.options.memory().saturating_sub(self.layers.bytes())
    }

    fn stats(&self) -> Stats {
        Stats {
            positions: self.layers.positions(),
            nodes: self.layers.nodes(),
            lookups: self.layers.lookups(),
            seconds: self.elapsed().as_secs_f64(),
            first_mate_seconds: None,
            peak_bytes: self.layers.peak_bytes(),
            threads: self.options.threads.max(1) as u32,
        }
    }
}
