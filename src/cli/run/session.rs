//! Solving one problem under the options of the run: reading it, driving the solver, showing progress.

use crate::analysis::{SideLines, Variations};
use crate::cli::input::failure::Refusal;
use crate::cli::input::hints::hint_at_rule;
use crate::cli::run::checkpoint::Schedule;
use crate::cli::run::interrupt::Interrupt;
use crate::cli::run::memory::tell_refusal;
use crate::cli::run::options::SearchOptions;
use crate::cli::run::progress::{HowFar, ProgressLine};
use crate::cli::stderr::complain;
use crate::movegen::play_line;
use crate::position::Position;
use crate::problem::{ExpectedPlies, Futile, Problem, Rule, default_attacker};
use crate::report::{Lang, Message, Report, Request, RuleFrom};
use crate::solve::{Budget, Outcome, helpmate, tsume};
use crate::types::Color;
use std::time::Duration;

/// How long the solver works between two looks at the clock.
const SLICE: Duration = Duration::from_millis(100);

/// What solves the problems of a run.
pub struct Session {
    /// The options of the run.
    pub options: SearchOptions,
    /// Ctrl-C.
    pub interrupt: Interrupt,
    /// Progress on stderr.
    pub progress: ProgressLine,
    /// The length that the user expects.
    pub expected: Option<u64>,
}

fn stated_plies(problem: &Problem) -> Option<u64> {
    match problem.plies {
        Some(ExpectedPlies::Mate(plies)) => Some(plies),
        Some(ExpectedPlies::NoMate) | None => None,
    }
}

/// A problem as the options read it.
#[derive(Debug, Clone)]
pub struct Task {
    /// What is solved.
    pub position: Position,
    /// Under which rule.
    pub rule: Rule,
    /// Who said so.
    pub rule_from: RuleFrom,
    /// Who attacks.
    pub attacker: Color,
    /// Tsume: which interpositions count.
    pub futile: Futile,
    /// What is asked for beyond the question.
    pub request: Request,
}

impl Task {
    /// Reads a problem. The intended line is not looked at.
    ///
    /// # Errors
    /// Why it cannot be solved.
    pub fn new(problem: &Problem, options: &SearchOptions) -> Result<Task, Refusal> {
        let (rule, rule_from) = match (options.rule, problem.rule) {
            (Some(rule), _) => (rule, RuleFrom::Option),
            (None, Some(rule)) => (rule, RuleFrom::Problem),
            (None, None) => (problem.rule_or_default(), RuleFrom::Default),
        };
        if rule_from == RuleFrom::Default {
            hint_at_rule(rule);
        }
        let futile = options.futile.unwrap_or(problem.policy_or_default());
        let mut position = problem.position().clone();
        let attacker = options.attacker.or(problem.attacker).or_else(|| default_attacker(&position, rule));
        let attacker = attacker.ok_or(Refusal::NoKing)?;
        let defects = position.problem_defects(rule, attacker);
        if !defects.is_empty() {
            return Err(Refusal::Illegal(defects));
        }
        if options.rest {
            position.give_rest(!attacker);
        }
        let request = match rule {
            Rule::Tsume => Request { prove: Some(options.tsume.prove), ..Request::default() },
            Rule::Helpmate => Request { key: Some(options.solver.key_width), ..Request::default() },
        };
        Ok(Task { position, rule, rule_from, attacker, futile, request })
    }

    /// A report on what was found.
    pub fn report<'a>(&'a self, problem: &'a Problem, outcome: &'a Outcome) -> Report<'a> {
        let Task { position, rule, rule_from, attacker, request, .. } = self;
        Report {
            problem,
            position,
            rule: *rule,
            rule_from: *rule_from,
            attacker: *attacker,
            outcome,
            side_lines: &[],
            request: *request,
        }
    }

    /// Tests the legality of the problem's intended line.
    ///
    /// # Errors
    /// The first illegal move.
    pub fn judge_line(&self, problem: &Problem) -> Result<(), Refusal> {
        play_line(&mut self.position.clone(), &problem.record.moves).map_err(Refusal::Line)
    }
}

impl Session {
    /// A session in which nobody expects anything.
    pub fn new(options: SearchOptions, interrupt: Interrupt, progress: ProgressLine) -> Session {
        Session { options, interrupt, progress, expected: None }
    }

    /// Solves a problem.
    ///
    /// # Errors
    /// What the solver finds illegal about it.
    pub fn solve(&mut self, problem: &Problem, task: &Task) -> Result<Solved, Refusal> {
        if task.rule == Rule::Tsume {
            return self.solve_tsume(problem, task);
        }
        let solver = self.solver(task)?;
        Ok(self.drive(problem, solver, None))
    }

    /// What the tsume solver gets for a task.
    pub fn tsume_options(&self, task: &Task) -> tsume::Options {
        tsume::Options { futile: task.futile, ..self.options.tsume.clone() }
    }

    fn solve_tsume(&mut self, problem: &Problem, task: &Task) -> Result<Solved, Refusal> {
        let options = self.tsume_options(task);
        log::info!("solving the tsume {} with {:?}", task.position, options.limits);
        let mut solver =
            tsume::Solver::new(&task.position, task.attacker, options).map_err(Refusal::Illegal)?;
        let outcome = self.pull(problem, &mut solver);
        log::info!("{}: {:?} {:?}", problem.name(), outcome.verdict, outcome.stats);
        tell_refusal(&outcome, self.progress.lang());
        Ok((outcome, None))
    }

    /// The defender's side lines of a tsume that was solved.
    pub fn side_lines(&mut self, problem: &Problem, task: &Task, outcome: &Outcome) -> Variations {
        let options = self.tsume_options(task);
        let mut search = SideLines::new(&task.position, task.attacker, outcome, options);
        self.pull(problem, &mut search)
    }

    /// A solver of a helpmate.
    ///
    /// # Errors
    /// What it finds illegal about it; that it is none.
    pub fn solver(&self, task: &Task) -> Result<helpmate::Solver, Refusal> {
        if task.rule == Rule::Tsume {
            return Err(Refusal::TsumeCheckpoint);
        }
        let options = self.options.solver.clone();
        log::info!("solving {} with {:?}", task.position, options.limits);
        helpmate::Solver::new(&task.position, task.attacker, options).map_err(Refusal::Illegal)
    }

    /// Runs a solver of a problem to its end, with checkpoints if there is a schedule for them.
    pub fn drive(
        &mut self,
        problem: &Problem,
        solver: helpmate::Solver,
        schedule: Option<Schedule>,
    ) -> Solved {
        let mut solving = Solving { solver, schedule, lang: self.progress.lang() };
        let outcome = self.pull(problem, &mut solving);
        log::info!("{}: {:?} {:?}", problem.name(), outcome.verdict, outcome.stats);
        tell_refusal(&outcome, self.progress.lang());
        (outcome, Some(solving.solver))
    }

    /// Pulls a search slice by slice until it has found what it is after, shows how far it has come, and lets Ctrl-C end it.
    pub fn pull<S: Search>(&mut self, problem: &Problem, search: &mut S) -> S::Found {
        let Session { interrupt, progress, .. } = self;
        progress.start(problem.name(), self.expected.or_else(|| stated_plies(problem)));
        interrupt.while_searching(|| {
            let found = loop {
                match search.advance(Budget::Time(SLICE)) {
                    Ok(found) => break found,
                    Err(step) => {
                        log::debug!("{step:?}");
                        progress.show(&step);
                    }
                }
            };
            progress.finish();
            search.conclude(&found);
            found
        })
    }
}

/// An outcome, and the helpmate solver that found it: it knows more.
pub type Solved = (Outcome, Option<helpmate::Solver>);

/// Something that is pulled.
pub trait Search {
    /// What it finds.
    type Found;

    /// Works for a while: what was found, or how far it has come.
    fn advance(&mut self, slice: Budget) -> Result<Self::Found, HowFar>;

    /// What is to be done in the end.
    fn conclude(&mut self, _found: &Self::Found) {}
}

impl Search for tsume::Solver {
    type Found = Outcome;

    fn advance(&mut self, slice: Budget) -> Result<Outcome, HowFar> {
        tsume::Solver::advance(self, slice).done().map_err(HowFar::from)
    }
}

impl Search for SideLines {
    type Found = Variations;

    fn advance(&mut self, slice: Budget) -> Result<Variations, HowFar> {
        SideLines::advance(self, slice).done().map_err(HowFar::from)
    }
}

struct Solving {
    solver: helpmate::Solver,
    schedule: Option<Schedule>,
    lang: Lang,
}

impl Search for Solving {
    type Found = Outcome;

    fn advance(&mut self, slice: Budget) -> Result<Outcome, HowFar> {
        let step = self.solver.advance(slice).done();
        if let (Err(_), Some(schedule)) = (&step, &mut self.schedule) {
            schedule.save_if_due(&mut self.solver);
        }
        step.map_err(HowFar::from)
    }

    fn conclude(&mut self, outcome: &Outcome) {
        match &self.schedule {
            Some(schedule) => schedule.finish(&mut self.solver, outcome),
            None => {
                let failure = self.solver.disk_failure();
                failure.into_iter().for_each(|failure| complain(failure.message(self.lang)));
            }
        }
    }
}
