//! `tsumugi verify`: solves what states an expectation and shows what differs.

mod expectation;

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
use unicode_width::UnicodeWidthStr;

/// Checks every problem of the inputs.
///
/// # Errors
/// An I/O error on standard output.
pub fn run(flags: &VerifyFlags, session: &mut Session, lang: Lang) -> anyhow::Result<Tally> {
    let mut run = Run {
        batch: Batch::new(lang),
        choices: session.options.choices,
        rows: Vec::new(),
        counts: Counts::default(),
        twins: Twins::default(),
    };
    let verify = |item: Item, session: &mut Session| {
        item.map(|problem| {
            let found = found(&problem, session, flags.all);
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
        let verdict = match judgement {
            Judgement::Right => lang.pick("一致", "as stated"),
            Judgement::Wrong => lang.pick("相違", "different"),
            Judgement::Undecided => lang.pick("未決", "undecided"),
        };
        batch.output.line(whole.text(verdict, lang))?;
    }
    batch.output.line(counts.text(lang))?;
    Ok(batch.tally)
}

struct Run {
    batch: Batch,
    choices: Choices,
    rows: Vec<(String, Discrepancy)>,
    counts: Counts,
    twins: Twins,
}

/// How many problems came out how.
#[derive(Default)]
struct Counts {
    agree: u64,
    differ: u64,
    undecided: u64,
    unreadable: u64,
    silent: u64,
    /// Marked as unproved or heavy, and left out.
    skipped: u64,
}

/// What came of a problem.
enum Found {
    /// It is marked as unproved or heavy.
    Skipped,
    /// It states nothing.
    Silent,
    /// What it states was looked into.
    Findings(Vec<Discrepancy>),
}

/// Solves a problem that states something. `all`: even an unproved or heavy one.
fn found(problem: &Problem, session: &mut Session, all: bool) -> Result<Found, Refusal> {
    if problem.is_unproved_or_heavy() && !all {
        return Ok(Found::Skipped);
    }
    if !states_expectation(problem) {
        return Ok(Found::Silent);
    }
    let question = question(problem, &session.options.choices)?;
    refuse_several_of_tsume(&question)?;
    let (outcome, _) = session.solve(problem, &question);
    let flaw = stated_line_flaw(&question);
    let report = session.report(problem, &question, &outcome);
    Ok(Found::Findings(findings(&report, flaw, session.progress.lang())))
}

impl Run {
    /// Notes what came of a problem, in their order.
    fn note(&mut self, found: Result<(Problem, Result<Found, Refusal>), Failure>) -> io::Result<()> {
        let found = found.and_then(|(problem, found)| {
            let found = self.twins.begin(&problem, &self.choices).and(found);
            let found = found.map_err(|refusal| Failure::refused(&problem, &refusal, self.batch.lang))?;
            Ok((problem, found))
        });
        match found {
            Ok((_, Found::Skipped)) => self.counts.skipped += 1,
            Ok((_, Found::Silent)) => self.counts.silent += 1,
            Ok((problem, Found::Findings(findings))) => self.judge(&problem, findings),
            Err(failure) => {
                self.counts.unreadable += 1;
                self.batch.fail(failure)?;
            }
        }
        Ok(())
    }

    fn judge(&mut self, problem: &Problem, findings: Vec<Discrepancy>) {
        let judgement = match findings.iter().any(|finding| finding.differs) {
            true => Judgement::Wrong,
            false if findings.is_empty() => Judgement::Right,
            false => Judgement::Undecided,
        };
        self.twins.judge(judgement);
        let counter = match judgement {
            Judgement::Right => &mut self.counts.agree,
            Judgement::Wrong => {
                self.batch.tally.differs = true;
                &mut self.counts.differ
            }
            Judgement::Undecided => {
                self.batch.tally.unknown = true;
                &mut self.counts.undecided
            }
        };
        *counter += 1;
        self.rows.extend(findings.into_iter().map(|finding| (problem.name(), finding)));
    }
}

impl Counts {
    fn text(&self, lang: Lang) -> String {
        let Counts { agree, differ, undecided, unreadable, silent, skipped } = self;
        let text = lang.pick(
            format!(
                "一致 {agree}、相違 {differ}、未決 {undecided}、読めない {unreadable}、記載なし {silent}"
            ),
            format!(
                "{agree} as stated, {differ} different, {undecided} undecided, {unreadable} unreadable, \
                 {silent} without a statement"
            ),
        );
        match skipped {
            0 => text,
            _ => lang.pick(
                format!("{text}、未証明または長時間のため省略 {skipped} (--all で解く)"),
                format!("{text}, {skipped} unproved or heavy and left out (--all solves them)"),
            ),
        }
    }
}

/// A row for each discrepancy under a line of titles, columns aligned on a terminal.
fn table(rows: &[(String, Discrepancy)], lang: Lang) -> String {
    let titles = lang.pick(["問題", "項目", "記載", "結果"], ["problem", "what", "stated", "found"]);
    let mut cells = vec![titles.map(str::to_owned)];
    for (name, discrepancy) in rows {
        let Discrepancy { what, stated, found, .. } = discrepancy;
        cells.push([name.clone(), (*what).to_owned(), stated.clone(), found.clone()]);
    }
    let widths: Vec<usize> = (0..titles.len())
        .map(|column| cells.iter().map(|row| row[column].width()).max().unwrap_or(0))
        .collect();
    let mut text = String::new();
    for row in cells {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            line += cell;
            line += &" ".repeat(width - cell.width() + 2);
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}
