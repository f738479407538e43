//! The report of `verify`: a table and counts at the end, or a line of JSON for each problem.

use super::expectation::Discrepancy;
use crate::cli::output::problem_keys::problem_keys;
use crate::cli::output::twins::Judgement;
use crate::problem::{Choices, Problem};
use crate::report::json::{SCHEMA, to_line};
use crate::report::{Lang, Report};
use serde::Serialize;
use serde_json::{Map, Value, json};
use unicode_width::UnicodeWidthStr;

/// The result for a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Its statements were checked.
    Judged(Judgement),
    /// The problem states nothing.
    NoStatement,
    /// The problem is marked as unproved or heavy, and was left out.
    LeftOut,
}

impl Outcome {
    /// The name in JSON.
    pub fn key(self) -> &'static str {
        match self {
            Outcome::Judged(Judgement::Right) => "as-stated",
            Outcome::Judged(Judgement::Wrong) => "different",
            Outcome::Judged(Judgement::Undecided) => "undecided",
            Outcome::NoStatement => "no-statement",
            Outcome::LeftOut => "left-out",
        }
    }
}

/// The verdict on a problem of several diagrams in words.
pub fn in_words(judgement: Judgement, lang: Lang) -> &'static str {
    match judgement {
        Judgement::Right => lang.pick("一致", "as stated"),
        Judgement::Wrong => lang.pick("相違", "different"),
        Judgement::Undecided => lang.pick("未決", "undecided"),
    }
}

/// A problem as a JSON object on one line, without the line end. `report`: what was found, if it was solved.
pub fn line(
    problem: &Problem,
    choices: &Choices,
    outcome: Outcome,
    findings: &[Discrepancy],
    report: Option<&Report>,
) -> String {
    /// The first key is that by which the beginning of a line is recognized in a file of `--resume`.
    #[derive(Serialize)]
    struct Line {
        schema: u32,
        id: String,
        result: &'static str,
        findings: Vec<Value>,
        #[serde(flatten)]
        others: Map<String, Value>,
    }
    let finding = |Discrepancy { what, stated, found, differs }: &Discrepancy| -> Value {
        json!({"what": what.key(), "stated": stated, "found": found, "differs": differs})
    };
    let mut others: Map<String, Value> = problem_keys(problem, choices).collect();
    if let Some(report) = report {
        let key = report.request.key.map(|width| ("key".to_owned(), width.name().into()));
        let verified = report.outcome.verified().map(|agreed| ("verified".to_owned(), agreed.into()));
        others.extend(key.into_iter().chain(verified));
    }
    let findings = findings.iter().map(finding).collect();
    let line = Line { schema: SCHEMA, id: problem.name(), result: outcome.key(), findings, others };
    to_line(&line)
}

/// How many problems had which result.
#[derive(Default)]
pub struct Counts {
    agree: u64,
    differ: u64,
    undecided: u64,
    pub unreadable: u64,
    silent: u64,
    skipped: u64,
}

impl Counts {
    /// Counts a problem.
    pub fn count(&mut self, outcome: Outcome) {
        *match outcome {
            Outcome::Judged(Judgement::Right) => &mut self.agree,
            Outcome::Judged(Judgement::Wrong) => &mut self.differ,
            Outcome::Judged(Judgement::Undecided) => &mut self.undecided,
            Outcome::NoStatement => &mut self.silent,
            Outcome::LeftOut => &mut self.skipped,
        } += 1;
    }

    /// The number of all these problems.
    pub fn all(&self) -> u64 {
        let Counts { agree, differ, undecided, unreadable, silent, skipped } = self;
        agree + differ + undecided + unreadable + silent + skipped
    }

    /// The counts as a JSON object on one line, without the line end.
    pub fn json(&self) -> String {
        let Counts { agree, differ, undecided, unreadable, silent, skipped } = self;
        let counts = json!({
            "as_stated": agree,
            "different": differ,
            "undecided": undecided,
            "unreadable": unreadable,
            "no_statement": silent,
            "left_out": skipped,
        });
        json!({"schema": SCHEMA, "counts": counts}).to_string()
    }

    /// The counts in words.
    pub fn text(&self, lang: Lang) -> String {
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
                format!("{text}, {skipped} unproved or heavy and not solved (--all solves them)"),
            ),
        }
    }
}

/// A table with a row for each discrepancy below a row of titles; its columns are aligned in a terminal.
pub fn table(rows: &[(String, Discrepancy)], lang: Lang) -> String {
    let titles = lang.pick(["問題", "項目", "記載", "結果"], ["problem", "what", "stated", "found"]);
    let mut cells = vec![titles.map(str::to_owned)];
    for (name, discrepancy) in rows {
        let Discrepancy { what, stated, found, .. } = discrepancy;
        cells.push([name.clone(), what.name(lang).to_owned(), stated.clone(), found.clone()]);
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
