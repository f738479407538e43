//! Solves one problem with the options of the run: the question, running the solver, showing progress.

use crate::analysis::{SideLines, Variations};
use crate::cli::input::failure::Refusal;
use crate::cli::input::hints::{hint_at_idle_flag, hint_at_illegal_line, hint_at_rule};
use crate::cli::run::checkpoint::Schedule;
use crate::cli::run::interrupt::Interrupt;
use crate::cli::run::memory::tell_refusal;
use crate::cli::run::options::SearchOptions;
use crate::cli::run::progress::{ProgressLine, RunProgress};
use crate::cli::stderr::tell;
use crate::movegen::play_line;
use crate::problem::{Choices, Problem, Question, RuleFrom};
use crate::report::{Lang, Message, Report, Request};
use crate::solve::{Budget, Options, Outcome, Solver};
use std::time::Duration;

/// The time slice of the solver, after which the progress and the interrupt are checked.
const SLICE: Duration = Duration::from_millis(100);

/// Solves the problems of a run.
pub struct Session {
    /// The options of the run.
    pub options: SearchOptions,
    /// The handling of Ctrl-C.
    pub interrupt: Interrupt,
    /// The progress display on stderr.
    pub progress: ProgressLine,
    /// The length of the mate that the user expects.
    pub expected: Option<u64>,
}

/// The question about a problem under the choices of the run; prints a hint if its rule is not named anywhere. The
/// intended line is not checked.
///
/// # Errors
/// The problem cannot be solved.
pub fn question(problem: &Problem, choices: &Choices) -> Result<Question, Refusal> {
    hint_where_no_rule_is_named(problem, choices);
    Question::new(problem, choices).map_err(Refusal::Question)
}

/// Prints a hint if the rule of a problem is not named anywhere.
pub fn hint_where_no_rule_is_named(problem: &Problem, choices: &Choices) {
    let (rule, rule_from) = choices.rule_of(problem);
    if rule_from == RuleFrom::Default {
        hint_at_rule(rule);
    }
}

/// Like [`question`], but also checks the intended line.
///
/// # Errors
/// The problem cannot be solved, or the first illegal move of its line.
pub fn question_and_line(problem: &Problem, choices: &Choices) -> Result<Question, Refusal> {
    let question = question(problem, choices)?;
    test_line(&question)?;
    Ok(question)
}

/// Like [`question`], for a search that does not use the intended line: prints a hint if the line is illegal, and
/// where.
///
/// # Errors
/// The problem cannot be solved.
pub fn question_beside_line(problem: &Problem, choices: &Choices) -> Result<Question, Refusal> {
    let question = question(problem, choices)?;
    if let Err(illegal) = play_line(&mut question.position().clone(), question.line()) {
        hint_at_illegal_line(&problem.place.to_string(), &illegal);
    }
    Ok(question)
}

/// Checks that the intended line is legal.
///
/// # Errors
/// The first illegal move.
pub fn test_line(question: &Question) -> Result<(), Refusal> {
    play_line(&mut question.position().clone(), question.line()).map_err(Refusal::Line)
}

/// Refuses a tsume with several intended solutions: a tsume has one solution, so such a problem cannot be judged.
///
/// # Errors
/// The problem is a tsume with several intended solutions.
pub fn refuse_several_of_tsume(question: &Question) -> Result<(), Refusal> {
    if question.intended_solutions().is_some() && !question.rule().is_cooperative() {
        return Err(Refusal::SeveralOfTsume);
    }
    Ok(())
}

impl Session {
    /// A session without an expected length.
    pub fn new(options: SearchOptions, interrupt: Interrupt, progress: ProgressLine) -> Session {
        Session { options, interrupt, progress, expected: None }
    }

    /// The options of a search for the answer to a question. Prints a hint about flags that have no effect on it.
    pub fn search_options(&self, question: &Question) -> Options {
        let rule = question.rule();
        self.options.idle_flags(rule).for_each(|flag| hint_at_idle_flag(flag, rule));
        self.options.for_rule(rule)
    }

    /// A report on what was found.
    pub fn report<'a>(
        &self,
        problem: &'a Problem,
        question: &'a Question,
        outcome: &'a Outcome,
    ) -> Report<'a> {
        let request = Request::of(question.rule(), &self.options.search);
        Report { problem, question, outcome, side_lines: &[], request }
    }

    /// A solver for the question about a problem.
    pub fn solver(&self, problem: &Problem, question: &Question) -> Solver {
        Solver::new(question, self.options_with_stated(problem, question))
    }

    /// Like [`Session::search_options`], with the length that the problem states.
    pub fn options_with_stated(&self, problem: &Problem, question: &Question) -> Options {
        let stated = problem.exact_plies();
        Options { stated, ..self.search_options(question) }
    }

    /// The variations (変化) of a tsume that was solved: the defender's other replies.
    pub fn side_lines(&mut self, problem: &Problem, question: &Question, outcome: &Outcome) -> Variations {
        let mut search = SideLines::new(question, outcome, &self.search_options(question));
        self.pull(problem, &mut search)
    }

    /// Solves a problem.
    pub fn solve(&mut self, problem: &Problem, question: &Question) -> Solved {
        let mut solver = self.solver(problem, question);
        (self.drive(problem, &mut solver, None), solver)
    }

    /// Solves a problem for an answer that does not contain the traditional length of a tsume. So the solver does not
    /// search for it, whatever length the problem states.
    pub fn solve_without_traditional(&mut self, problem: &Problem, question: &Question) -> Outcome {
        let mut solver = Solver::new(question, self.search_options(question));
        self.drive(problem, &mut solver, None)
    }

    /// Runs the solver of a problem to its end, with checkpoints if there is a schedule for them.
    pub fn drive(&mut self, problem: &Problem, solver: &mut Solver, schedule: Option<Schedule>) -> Outcome {
        let mut solving = Solving { solver, schedule, lang: self.progress.lang() };
        let outcome = self.pull(problem, &mut solving);
        log::info!("{}: {:?} {:?}", problem.name(), outcome.verdict, outcome.stats);
        tell_refusal(&outcome, self.progress.lang());
        outcome
    }

    /// Runs a search in slices until it has a result; shows its progress, and lets Ctrl-C end it.
    pub fn pull<S: PulledSearch>(&mut self, problem: &Problem, search: &mut S) -> S::Found {
        let Session { interrupt, progress, .. } = self;
        progress.start(problem.name(), self.expected.or_else(|| problem.exact_plies()));
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

/// An outcome, and the solver that found it, which can be asked for more, such as a certificate.
pub type Solved = (Outcome, Solver);

/// A search that [`Session::pull`] advances in slices of time.
pub trait PulledSearch {
    /// The result of the search.
    type Found;

    /// Works for a time slice; returns the result, or the progress as the error.
    fn advance(&mut self, slice: Budget) -> Result<Self::Found, RunProgress>;

    /// Called once, with the result, when the search has ended.
    fn conclude(&mut self, _found: &Self::Found) {}
}

impl PulledSearch for SideLines {
    type Found = Variations;

    fn advance(&mut self, slice: Budget) -> Result<Variations, RunProgress> {
        SideLines::advance(self, slice).done().map_err(RunProgress::from)
    }
}

struct Solving<'a> {
    solver: &'a mut Solver,
    schedule: Option<Schedule>,
    lang: Lang,
}

impl PulledSearch for Solving<'_> {
    type Found = Outcome;

    fn advance(&mut self, slice: Budget) -> Result<Outcome, RunProgress> {
        let step = self.solver.advance(slice).done();
        if let (Err(progress), Some(schedule)) = (&step, &mut self.schedule) {
            schedule.note(progress);
            schedule.save_if_due(self.solver.checkpoints());
        }
        step.map_err(RunProgress::from)
    }

    fn conclude(&mut self, outcome: &Outcome) {
        let search = self.solver.checkpoints();
        match &self.schedule {
            Some(schedule) => schedule.finish(search, outcome),
            None => {
                let failure = search.disk_failure();
                failure.into_iter().for_each(|failure| tell(failure.message(self.lang)));
            }
        }
    }
}
