//! Solves a problem, and compares what it states with what was found.

use super::expectation::{Discrepancy, findings, states_expectation};
use super::told::{Outcome, line};
use crate::analysis::stated_line_flaw;
use crate::cli::args::{KeyFlag, VerifyFlags};
use crate::cli::input::Item;
use crate::cli::input::failure::{Failure, Refusal};
use crate::cli::output::twins::Judgement;
use crate::cli::run::kept_answers::{Comparison, KeptAnswers, StatedKeys, Statement, Verified, VerifyWanted};
use crate::cli::run::session::{Session, question, refuse_several_of_tsume};
use crate::problem::{Choices, Problem, Question};
use crate::report::Lang;
use std::sync::{Mutex, PoisonError};

/// A problem with its result, or why it has none.
pub type Answer = Result<(Problem, Result<Found, Refusal>), Failure>;

/// The result for a problem.
pub struct Found {
    pub outcome: Outcome,
    /// The statements that were not confirmed; empty if the result was in the file of `--resume` already.
    pub findings: Vec<Discrepancy>,
    /// The result as JSON, with its line end, where the run writes JSON. Empty if the file of `--resume` needs no line
    /// for it.
    pub line: String,
    /// Whether the result was in the file of `--resume` already.
    pub is_kept: bool,
}

/// Compares problems one by one.
pub struct Verifier<'a> {
    flags: &'a VerifyFlags,
    kept: Option<&'a Mutex<KeptAnswers<Verified>>>,
    wanted: VerifyWanted,
}

impl<'a> Verifier<'a> {
    /// `kept`: the results in the file of `--resume`.
    pub fn new(flags: &'a VerifyFlags, kept: Option<&'a Mutex<KeptAnswers<Verified>>>) -> Verifier<'a> {
        let wanted = VerifyWanted { verified: flags.search.verify, wide: flags.search.key == KeyFlag::Wide };
        Verifier { flags, kept, wanted }
    }

    /// The result for a problem.
    pub fn answer(&self, item: Item, session: &mut Session) -> Answer {
        let problem = item?;
        let found = self.found(&problem, session);
        Ok((problem, found))
    }

    fn found(&self, problem: &Problem, session: &mut Session) -> Result<Found, Refusal> {
        let choices = session.options.choices;
        let unsolved = |outcome| {
            let line = self.line(|| line(problem, &choices, outcome, &[], None));
            Ok(Found { outcome, findings: Vec::new(), line, is_kept: false })
        };
        if problem.is_unproved_or_heavy() && !self.flags.all {
            return unsolved(Outcome::LeftOut);
        }
        if !states_expectation(problem) {
            return unsolved(Outcome::NoStatement);
        }
        let question = question(problem, &choices)?;
        refuse_several_of_tsume(&question)?;
        if let Some(found) = self.known(problem, &question, &choices) {
            return Ok(found);
        }
        let outcome = session.solve_without_traditional(problem, &question);
        let flaw = stated_line_flaw(&question);
        let report = session.report(problem, &question, &outcome);
        let lang = if self.writes_json() { Lang::En } else { session.progress.lang() };
        let findings = findings(&report, flaw, lang);
        let judgement = match findings.iter().any(|finding| finding.differs) {
            true => Judgement::Wrong,
            false if findings.is_empty() => Judgement::Right,
            false => Judgement::Undecided,
        };
        let outcome = Outcome::Judged(judgement);
        // The run that resumes an interrupted one solves the problem anew.
        let is_cut = judgement == Judgement::Undecided && self.kept.is_some() && session.interrupt.is_set();
        let line = match is_cut {
            true => String::new(),
            false => self.line(|| line(problem, &choices, outcome, &findings, Some(&report))),
        };
        Ok(Found { outcome, findings, line, is_kept: false })
    }

    fn writes_json(&self) -> bool {
        self.flags.json || self.kept.is_some()
    }

    fn line(&self, line: impl FnOnce() -> String) -> String {
        if self.writes_json() { line() + "\n" } else { String::new() }
    }

    /// The result from the file of `--resume`, if it has one with the safeguards that this run asks for.
    fn known(&self, problem: &Problem, question: &Question, choices: &Choices) -> Option<Found> {
        let kept = self.kept?;
        // The question is that of the line which would be written.
        let asked = Verified::read(line(problem, choices, Outcome::NoStatement, &[], None).as_bytes())?;
        let told = StatedKeys::of_verified(problem, question);
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        let known = kept.known(&asked.question, &problem.name(), &self.wanted, &told)?;
        drop(kept);
        let outcome = match known.statement.comparison {
            Comparison::AsStated => Outcome::Judged(Judgement::Right),
            Comparison::Different => Outcome::Judged(Judgement::Wrong),
            Comparison::Undecided => Outcome::Judged(Judgement::Undecided),
            Comparison::NoStatement => Outcome::NoStatement,
            Comparison::LeftOut => Outcome::LeftOut,
        };
        let line = known.copy.unwrap_or_default();
        Some(Found { outcome, findings: Vec::new(), line, is_kept: true })
    }
}
