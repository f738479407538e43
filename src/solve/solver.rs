//! One solver for all rules.

use super::checkpoint::{CheckpointError, Checkpointed, MANIFEST, has_parts, rule_of};
use super::graph::SolutionGraph;
use super::helpmate::cluster::{Alone, ClusterOptions, ClusterSearch, Exchange, HostLost, ResumeError};
use super::limits::{Budget, Limits, StopFlag};
use super::options::Options;
use super::outcome::{Outcome, Step};
use super::tsume::{CertifyError, Written, certify_showing};
use super::{helpmate, tsume};
use crate::position::Rule;
use crate::problem::Question;
use crate::store::Folder;
use crate::types::Move;
use std::io::Write;

/// A search for the answer to a question, driven by calls of [`advance`](Solver::advance).
///
/// ```
/// use tsumugi::position::Position;
/// use tsumugi::problem::{Choices, Question};
/// use tsumugi::solve::{Limits, Solver, Verdict};
///
/// let position = Position::from_sfen("8k/9/8G/9/9/9/9/9/9 b G 1")?;
/// let question = Question::of(position, &Choices::default())?;
/// let outcome = Solver::new(&question, Limits::default()).run();
/// assert_eq!(outcome.verdict, Verdict::Mate { plies: 1, exact: true });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    question: Question,
    solver: RuleSolver,
}

/// The solver for a rule. The solver for helpmates also searches for helpselfmates.
enum RuleSolver {
    Helpmate(Box<helpmate::Solver>),
    Tsume(Box<tsume::Solver>, Box<tsume::Options>),
    /// One process's part of a search by several processes.
    Cluster(Box<ClusterSearch>),
}

/// A search that was read from a checkpoint.
#[doc(hidden)]
pub struct Resumed {
    /// The search, which continues from the checkpoint and keeps writing it.
    pub solver: Solver,
    /// The caller's note in the checkpoint.
    pub note: serde_json::Value,
    /// Whether the search had found its answer.
    pub is_finished: bool,
    /// The options with which it continues.
    pub options: Options,
}

/// Changes saved options, and keeps the result.
struct Change<F> {
    change: Option<F>,
    changed: Options,
}

impl<F: FnOnce(&mut Options)> Change<F> {
    fn new(change: F) -> Change<F> {
        Change { change: Some(change), changed: Options::default() }
    }

    /// Changes the saved options, and returns the limits, the number of threads and the stop flag of the result.
    fn read(&mut self, saved: Options) -> (Limits, usize, StopFlag) {
        self.changed = saved;
        if let Some(change) = self.change.take() {
            change(&mut self.changed);
        }
        (self.changed.limits, self.changed.threads, self.changed.stop.clone())
    }

    fn change_helpmate(&mut self, options: &mut helpmate::Options) {
        (options.limits, options.threads, options.stop) = self.read(Options::of_helpmate(options));
    }
}

impl Solver {
    /// Prepares a search, given limits alone or complete [`Options`].
    pub fn new(question: &Question, options: impl Into<Options>) -> Solver {
        let (options, position, attacker) = (options.into(), question.position(), question.attacker());
        log::info!("solving {position} ({}) with {:?}", question.rule(), options.limits);
        let solver = match question.rule() {
            Rule::Helpmate | Rule::Helpselfmate => {
                // The memory of an earlier tsume's table is needed now.
                drop(options.tables.take_out());
                RuleSolver::Helpmate(Box::new(helpmate::Solver::of(question, options.helpmate())))
            }
            Rule::Tsume => {
                let options = options.tsume(question.policy());
                let solver = tsume::Solver::of_legal(position, attacker, options.clone());
                RuleSolver::Tsume(Box::new(solver), Box::new(options))
            }
        };
        Solver { question: question.clone(), solver }
    }

    /// Prepares one process's part of a search for a helpmate or helpselfmate by several processes. Every process
    /// must be given the same question and limits, and be advanced until the end. `None` under another rule.
    #[doc(hidden)]
    pub fn among_processes(
        question: &Question,
        options: impl Into<Options>,
        exchange: Box<dyn Exchange>,
    ) -> Option<Solver> {
        let options = options.into().helpmate();
        question.rule().is_cooperative().then(|| {
            let search = ClusterSearch::new(question, options, ClusterOptions::default(), exchange);
            Solver { question: question.clone(), solver: RuleSolver::Cluster(Box::new(search)) }
        })
    }

    /// The process whose loss ended a search by several processes, if one was lost.
    #[doc(hidden)]
    pub fn lost_host(&self) -> Option<&HostLost> {
        match &self.solver {
            RuleSolver::Helpmate(_) | RuleSolver::Tsume(..) => None,
            RuleSolver::Cluster(search) => search.lost_host(),
        }
    }

    /// Reads a checkpoint. The options are those that were saved, except for the time limit and the stop flag;
    /// `change` sets these two, and may change limits and threads.
    ///
    /// # Errors
    /// There is no checkpoint, or it is damaged, belongs to something else, or has another version.
    #[doc(hidden)]
    pub fn resume(
        folder: Box<dyn Folder>,
        change: impl FnOnce(Rule, &mut Options),
    ) -> Result<Resumed, CheckpointError> {
        if has_parts(&*folder).map_err(CheckpointError::io(MANIFEST))? {
            return Solver::resume_among_processes(folder, Box::new(Alone::default()), change).map_err(
                |error| match error {
                    ResumeError::Checkpoint(error) => error,
                    ResumeError::Lost(_) => unreachable!("it is the only process"),
                },
            );
        }
        let rule = rule_of(&*folder)?;
        let mut change = Change::new(|options: &mut Options| change(rule, options));
        let (question, solver, note, is_finished);
        if rule.is_cooperative() {
            let resumed = helpmate::Solver::resume(folder, |options| change.change_helpmate(options))?;
            (note, is_finished) = (resumed.note, resumed.is_finished);
            question = resumed.solver.question();
            solver = RuleSolver::Helpmate(Box::new(resumed.solver));
        } else {
            let resumed = tsume::Solver::resume(folder, |options| {
                (options.limits, options.threads, options.stop) = change.read(Options::of_tsume(options));
            })?;
            (note, is_finished) = (resumed.note, resumed.is_finished);
            question = resumed.solver.question();
            let options = Box::new(resumed.solver.options().clone());
            solver = RuleSolver::Tsume(Box::new(resumed.solver), options);
        }
        let solver = Solver { question, solver };
        Ok(Resumed { solver, note, is_finished, options: change.changed })
    }

    /// Resumes from a checkpoint as one of several processes. The checkpoint may have been written by another
    /// number of processes, or by a single one. Otherwise the same as [`resume`](Solver::resume).
    ///
    /// # Errors
    /// There is no checkpoint, or it is damaged, belongs to something else, or has another version. A process was
    /// lost.
    #[doc(hidden)]
    pub fn resume_among_processes(
        folder: Box<dyn Folder>,
        exchange: Box<dyn Exchange>,
        change: impl FnOnce(Rule, &mut Options),
    ) -> Result<Resumed, ResumeError> {
        // The rule makes no difference to `change`: both rules by which the sides cooperate have the same
        // options.
        let mut change = Change::new(|options: &mut Options| change(Rule::Helpmate, options));
        let resumed = ClusterSearch::resume(folder, ClusterOptions::default(), exchange, |options| {
            change.change_helpmate(options);
        })?;
        let solver = Solver {
            question: resumed.solver.question(),
            solver: RuleSolver::Cluster(Box::new(resumed.solver)),
        };
        let (note, is_finished) = (resumed.note, resumed.is_finished);
        Ok(Resumed { solver, note, is_finished, options: change.changed })
    }

    /// Makes the limit on nodes count from now on, without the nodes of earlier processes.
    #[doc(hidden)]
    pub fn limit_nodes_anew(&mut self) {
        match &mut self.solver {
            RuleSolver::Helpmate(solver) => solver.limit_nodes_anew(),
            RuleSolver::Tsume(solver, _) => solver.limit_nodes_anew(),
            // Only the command line runs several processes, and its limits apply to all calls together.
            RuleSolver::Cluster(_) => {}
        }
    }

    /// The question that the search answers.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// Continues the search until the budget of this call is used up or the search has ended. Calls after its end
    /// return the same outcome.
    pub fn advance(&mut self, budget: Budget) -> Step {
        match &mut self.solver {
            RuleSolver::Helpmate(solver) => solver.advance(budget),
            RuleSolver::Tsume(solver, _) => solver.advance(budget),
            RuleSolver::Cluster(search) => search.advance(budget),
        }
    }

    /// Searches until the search has ended.
    pub fn run(mut self) -> Outcome {
        loop {
            if let Step::Done(outcome) = self.advance(Budget::Unlimited) {
                return *outcome;
            }
        }
    }

    /// The line of the best mate found so far; empty while none is known.
    pub fn best_line(&self) -> Vec<Move> {
        match &self.solver {
            // The first mate that is found is the answer.
            RuleSolver::Helpmate(_) | RuleSolver::Cluster(_) => Vec::new(),
            RuleSolver::Tsume(solver, _) => solver.best_line(),
        }
    }

    /// For a tsume, the moves from the problem to the position that is being searched, while no mate is known;
    /// otherwise empty.
    pub fn line_at_hand(&self) -> Vec<Move> {
        match &self.solver {
            RuleSolver::Helpmate(_) | RuleSolver::Cluster(_) => Vec::new(),
            RuleSolver::Tsume(solver, _) => solver.line_at_hand(),
        }
    }

    /// The graph of the shortest solutions, once a search under a rule that counts solutions has ended with a
    /// mate.
    pub fn solution_graph(&self) -> Option<SolutionGraph> {
        match &self.solver {
            RuleSolver::Helpmate(solver) => solver.solution_graph(),
            RuleSolver::Tsume(..) => None,
            RuleSolver::Cluster(search) => search.solution_graph(),
        }
    }

    /// The interface to the search's checkpoints.
    #[doc(hidden)]
    pub fn checkpoints(&mut self) -> &mut dyn Checkpointed {
        match &mut self.solver {
            RuleSolver::Helpmate(solver) => &mut **solver,
            RuleSolver::Tsume(solver, _) => &mut **solver,
            RuleSolver::Cluster(search) => &mut **search,
        }
    }

    /// Writes the proof of an outcome of this search. The limits apply to this work separately.
    ///
    /// # Errors
    /// Nothing was proved (a helpmate's answer has no proof), a limit was reached, `out` failed, the proof was
    /// lost, or the system refuses a thread.
    pub fn certify(&self, outcome: &Outcome, out: &mut (dyn Write + Send)) -> Result<Written, CertifyError> {
        self.certify_showing(outcome, out, &mut |_| ())
    }

    /// Like [`Solver::certify`], but calls `show` from time to time while a part of the proof that the table has lost
    /// is searched again, with the number of nodes that this has taken so far.
    ///
    /// # Errors
    /// As [`Solver::certify`].
    pub fn certify_showing(
        &self,
        outcome: &Outcome,
        out: &mut (dyn Write + Send),
        show: &mut dyn FnMut(u64),
    ) -> Result<Written, CertifyError> {
        match &self.solver {
            RuleSolver::Helpmate(_) | RuleSolver::Cluster(_) => Err(CertifyError::NothingProved),
            RuleSolver::Tsume(_, options) => certify_showing(
                self.question.position(),
                self.question.attacker(),
                outcome,
                options,
                out,
                show,
            ),
        }
    }
}
