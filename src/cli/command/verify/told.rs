//! The report of `verify`: a table and counts at the end, or a line of JSON for each problem.

use super::expectation::Discrepancy;
use crate::cli::output::twins::Judgement;
use crate::problem::{Choices, Problem, Question};
use crate::report::json::SCHEMA;
use crate::report::{Lang, stated_keys};
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

/// A problem as a JSON object on one line, without the line end.
pub fn line(problem: &Problem, choices: &Choices, outcome: Outcome, findings: &[Discrepancy]) -> String {
    let finding = |Discrepancy { what, stated, found, differs }: &Discrepancy| -> Value {
        json!({"what": what.key(), "stated": stated, "found": found, "differs": differs})
    };
    let findings: Vec<Value> = findings.iter().map(finding).collect();
    let mut line = json!({
        "schema": SCHEMA,
        "id": problem.name(),
        "result": outcome.key(),
        "findings": findings,
    });
    let expected = expected_keys(problem);
    let expected = (!expected.is_empty()).then(|| ("stated".to_owned(), expected.into()));
    let asked = asked_keys(problem, choices).into_iter().chain(stated_keys(problem)).chain(expected);
    asked.for_each(|(key, value)| line[key] = value);
    line.to_string()
}

/// What a problem states about its solutions, under the keys of problem sets, so that the JSON line can be read as a
/// problem with the same statements.
fn expected_keys(problem: &Problem) -> Map<String, Value> {
    let moves = &problem.record.moves;
    let line = || moves.iter().map(|mv| Value::from(mv.to_string())).collect();
    let values = [
        ("plies", problem.plies.map(|plies| plies.to_string().into())),
        ("solutions", problem.solutions.as_ref().map(|solutions| solutions.to_string().into())),
        ("line", (!moves.is_empty()).then(line)),
    ];
    values.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))).collect()
}

/// The question about a problem, so that the JSON line can be read as the same problem. A problem that was not solved
/// may be illegal.
fn asked_keys(problem: &Problem, choices: &Choices) -> Map<String, Value> {
    let (rule, rule_from) = choices.rule_of(problem);
    let conditions = choices.conditions.or(problem.conditions).unwrap_or_default();
    // There is no question for a tsume with conditions.
    let question = Question::unfinished(problem, choices).ok();
    let position = question.as_ref().map_or(problem.position(), Question::position);
    let policy = question.as_ref().filter(|_| !rule.is_cooperative()).map(Question::policy);
    let mut keys = Map::new();
    keys.insert("sfen".to_owned(), position.sfen().into());
    keys.insert("rule".to_owned(), rule.name().into());
    keys.insert("rule_from".to_owned(), rule_from.name().into());
    if !conditions.is_empty() {
        keys.insert("condition".to_owned(), conditions.to_string().into());
    }
    keys.insert("attacker".to_owned(), question.map(|question| question.attacker().to_string()).into());
    keys.insert("policy".to_owned(), policy.map(|policy| policy.name()).into());
    keys
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
