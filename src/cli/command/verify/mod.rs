//! `tsumugi verify`: solves problems that state an expectation, and shows what differs.

mod expectation;
mod told;

use crate::analysis::stated_line_flaw;
use crate::cli::args::VerifyFlags;
use crate::cli::exit::Tally;
use crate::cli::input::Item;
use crate::cli::input::failure::{Failure, Refusal};
use crate::cli::output::batch::Batch;
use crate::cli::output::twins::{Judgement, Twins};
use crate::cli::run::answering::answer_by_sessions;
use crate::cli::run::session::{Session, question, refuse_several_of_tsume};
use crate::problem::{Choices, Problem};
use crate::report::Lang;
use expectation::{Discrepancy, findings, states_expectation};
use std::io;
use told::{Counts, Outcome, in_words, line, table};

/// Checks every problem of the inputs.
///
/// # Errors
/// An I/O error on standard output.
pub fn run(flags: &VerifyFlags, session: &mut Session, lang: Lang) -> anyhow::Result<Tally> {
    let mut run = Run {
        batch: Batch { json: flags.json, ..Batch::new(lang) },
        choices: session.options.choices,
        rows: Vec::new(),
        counts: Counts::default(),
        twins: Twins::default(),
    };
    let verify = |item: Item, session: &mut Session| {
        item.map(|problem| {
            let found = found(&problem, session, flags);
            (problem, found)
        })
    };
    answer_by_sessions(&flags.inputs, flags.jobs, session, verify, |_| (), |found| Ok(run.note(found)?))?;
    run.batch.tally.interrupted |= session.interrupt.is_set();
    let Run { mut batch, rows, counts, twins, .. } = run;
    if !rows.is_empty() {
        batch.output.write(&table(&rows, lang))?;
    }
    for whole in twins.wholes() {
        let judgement = whole.judgement();
        batch.tally.differs |= judgement == Judgement::Wrong;
        batch.output.line(match flags.json {
            true => whole.json("result", Outcome::Judged(judgement).key()),
            false => whole.text(in_words(judgement, lang), lang),
        })?;
    }
    batch.output.line(if flags.json { counts.json() } else { counts.text(lang) })?;
    Ok(batch.tally)
}

struct Run {
    batch: Batch,
    choices: Choices,
    rows: Vec<(String, Discrepancy)>,
    counts: Counts,
    twins: Twins,
}

/// The result for a problem, and its statements that were not confirmed.
type Found = (Outcome, Vec<Discrepancy>);

/// Solves a problem that states something, and compares.
fn found(problem: &Problem, session: &mut Session, flags: &VerifyFlags) -> Result<Found, Refusal> {
    if problem.is_unproved_or_heavy() && !flags.all {
        return Ok((Outcome::LeftOut, Vec::new()));
    }
    if !states_expectation(problem) {
        return Ok((Outcome::NoStatement, Vec::new()));
    }
    let question = question(problem, &session.options.choices)?;
    refuse_several_of_tsume(&question)?;
    let outcome = session.solve_without_traditional(problem, &question);
    let flaw = stated_line_flaw(&question);
    let report = session.report(problem, &question, &outcome);
    let lang = if flags.json { Lang::En } else { session.progress.lang() };
    let findings = findings(&report, flaw, lang);
    let judgement = match findings.iter().any(|finding| finding.differs) {
        true => Judgement::Wrong,
        false if findings.is_empty() => Judgement::Right,
        false => Judgement::Undecided,
    };
    Ok((Outcome::Judged(judgement), findings))
}

impl Run {
    /// Records the result of a problem; called in the order of the problems.
    fn note(&mut self, found: Result<(Problem, Result<Found, Refusal>), Failure>) -> io::Result<()> {
        let found = found.and_then(|(problem, found)| {
            let found = self.twins.begin(&problem, &self.choices).and(found);
            let found = found.map_err(|refusal| Failure::refused(&problem, &refusal, self.batch.lang))?;
            Ok((problem, found))
        });
        match found {
            Ok((problem, (outcome, findings))) => self.tell(&problem, outcome, findings),
            Err(failure) => {
                self.counts.unreadable += 1;
                self.batch.fail(failure)
            }
        }
    }

    /// Counts a problem and reports it: in JSON at once, in text in the table at the end.
    fn tell(&mut self, problem: &Problem, outcome: Outcome, findings: Vec<Discrepancy>) -> io::Result<()> {
        self.counts.count(outcome);
        if let Outcome::Judged(judgement) = outcome {
            self.twins.judge(judgement);
            self.batch.tally.differs |= judgement == Judgement::Wrong;
            self.batch.tally.unknown |= judgement == Judgement::Undecided;
        }
        if self.batch.json {
            return self.batch.output.line(line(problem, &self.choices, outcome, &findings));
        }
        self.rows.extend(findings.into_iter().map(|finding| (problem.name(), finding)));
        Ok(())
    }
}
