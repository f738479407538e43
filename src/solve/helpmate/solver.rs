//! The solver: layers, limits, checkpoint, verification, and the outcome.

use super::checkpoint::CheckpointWriter;
use super::graph::Graph;
use super::layers::{Halt, Layers};
use super::memory_plan::MemoryPlan;
use super::options::Options;
use super::task::Task;
use super::verify::FirstSearch;
use crate::position::{Defect, Position, Rule};
use crate::problem::Question;
use crate::solve::checkpoint::{Checkpointed, DiskFailure};
use crate::solve::graph::SolutionGraph;
use crate::solve::limits::{Budget, EndSignal};
use crate::solve::outcome::{
    Bounds, Details, FALSE_HITS_LIMIT, Outcome, Reason, Solutions, Stats, Step, Verdict,
};
use crate::store::{KeyBits, reserve};
use crate::types::Color;
use std::time::{Duration, Instant};

/// The search for a helpmate or helpselfmate, to be driven by calls of [`advance`](Solver::advance).
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
    pub(super) layers: Layers,
    pub(super) task: Task,
    pub(super) options: Options,
    started: Instant,
    /// Wall time spent by earlier processes on this search, before it was resumed.
    pub(super) earlier: Duration,
    pub(super) checkpoint: Option<CheckpointWriter>,
    /// Why the last checkpoint could not be written.
    pub(super) disk_failure: Option<DiskFailure>,
    pub(super) outcome: Option<Box<Outcome>>,
    /// The result of the first search, while it is being verified.
    first: Option<FirstSearch>,
    /// Whether `layers` belongs to the second (verifying) search, of which no checkpoint is kept.
    pub(super) is_second: bool,
    /// The graph of the solutions, if the search found any.
    graph: Option<Graph>,
}

impl Solver {
    /// Prepares the search for a helpmate.
    ///
    /// # Errors
    /// All defects that make the position illegal, or unsuitable as a problem for this attacker.
    pub fn new(root: &Position, attacker: Color, options: Options) -> Result<Solver, Vec<Defect>> {
        let rule = Rule::Helpmate;
        let defects = root.problem_defects(rule, attacker);
        if !defects.is_empty() {
            return Err(defects);
        }
        Ok(Solver::of_task(Task::plain(root, attacker, rule), options))
    }

    /// Prepares the search that answers a question under a rule by which both sides cooperate.
    ///
    /// # Panics
    /// If both sides do not cooperate under the question's rule.
    pub fn of(question: &Question, options: Options) -> Solver {
        Solver::of_task(Task::of(question), options)
    }

    fn of_task(task: Task, options: Options) -> Solver {
        reserve::recover();
        let layers = options.layers(&task, KeyBits::First);
        Solver::with(layers, task, options)
    }

    /// A solver that continues from the given layers.
    pub(super) fn with(layers: Layers, task: Task, options: Options) -> Solver {
        let (started, earlier) = (Instant::now(), Duration::ZERO);
        Solver {
            layers,
            task,
            options,
            started,
            earlier,
            checkpoint: None,
            disk_failure: None,
            outcome: None,
            first: None,
            is_second: false,
            graph: None,
        }
    }

    /// Makes the limit on nodes count from now on, without the nodes that are already done.
    pub(crate) fn limit_nodes_anew(&mut self) {
        let done = self.layers.nodes();
        self.options.limits.nodes = self.options.limits.nodes.map(|nodes| nodes.saturating_add(done));
    }

    /// Continues the search until the budget of this call is used up or the search has ended. Calls after its end
    /// return the same outcome.
    pub fn advance(&mut self, budget: Budget) -> Step {
        if let Some(outcome) = &self.outcome {
            return Step::Done(outcome.clone());
        }
        let called = Instant::now();
        let _watched = EndSignal::new(self.options.limits, &self.options.stop, self.started).watch();
        let mut nodes_before = self.layers.nodes();
        loop {
            if let Some(halt) = self.limit_reached().map(Halt::Limit).or_else(|| self.run()) {
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

    /// The graph of the solutions once a search has ended with a mate. `None` before that, after a search without
    /// a mate, and when there is not enough memory for the graph.
    pub fn solution_graph(&self) -> Option<SolutionGraph> {
        self.graph.as_ref()?.ply_by_ply(&self.task)
    }

    /// Wall time of the search, without the time between its processes if it was resumed.
    pub(super) fn elapsed(&self) -> Duration {
        self.earlier + self.started.elapsed()
    }

    /// Searches for a fraction of a millisecond, or for as long as it takes to close a layer.
    fn run(&mut self) -> Option<Halt> {
        let Solver { layers, options, started, .. } = self;
        layers.run(&|| options.must_end(*started))
    }

    fn must_end(&self) -> Option<Reason> {
        self.options.must_end(self.started)
    }

    fn limit_reached(&self) -> Option<Reason> {
        let must_end = self.must_end();
        // Once a mate is found, only further mates of the same length remain to be found, which takes little.
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
        // The table compares shortened keys: an answer is exact only if a false hit is very unlikely.
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
                let graph = Graph::rebuild(&self.task, &self.layers, room, &must_end);
                match graph {
                    // A mate is claimed only if a line to it could be replayed.
                    None => (Verdict::Unknown(Reason::Memory), Some(Reason::Memory)),
                    Some(graph) if graph.is_empty() => {
                        self.disk_failure = Some(DiskFailure::NoLines);
                        (Verdict::Unknown(Reason::Disk), Some(Reason::Disk))
                    }
                    Some(graph) => {
                        let reason = if graph.is_complete() { None } else { self.must_end() };
                        bounds.upper = Some(plies);
                        solutions = graph.solutions(&self.task, self.options.max_solutions);
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
            details: Details::Helpmate { verified: None },
            stats,
        }
    }

    /// Returns the outcome of a search that has ended, or `None` if the second (verifying) search begins instead.
    fn verified(&mut self, outcome: Outcome) -> Option<Outcome> {
        match self.first.take() {
            Some(first) => Some(first.compare(outcome, &mut self.graph, self.options.key_width)),
            None if self.options.verify && outcome.is_decided() => {
                self.first = Some(FirstSearch { outcome, graph: self.graph.take() });
                self.search_again();
                None
            }
            None => Some(outcome),
        }
    }

    fn search_again(&mut self) {
        // So that a resumed search need not repeat the first search. If writing fails, the failure is kept and
        // ends the second search.
        let _ = self.save();
        self.is_second = true;
        // Release the first search's memory and files before the second search allocates its own.
        self.layers = Layers::empty(&self.task, MemoryPlan::new(0, None), None, 1);
        self.layers = self.options.layers(&self.task, KeyBits::Second);
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
            peak_bytes: self.layers.peak_bytes(),
            threads: self.options.threads.max(1) as u32,
        }
    }
}
