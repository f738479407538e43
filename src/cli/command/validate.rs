//! `tsumugi validate`: lists every defect of positions, of problems under their rule, and of intended lines.

use crate::cli::args::InputFlags;
use crate::cli::exit::Tally;
use crate::cli::input::failure::Refusal;
use crate::cli::input::problems;
use crate::cli::output::batch::Batch;
use crate::cli::output::problem_keys::problem_keys;
use crate::movegen::{IllegalMove, LineFlaw, PermittedMoves, play_line};
use crate::problem::{Choices, Problem, QuestionError, Rule, default_attacker};
use crate::report::json::SCHEMA;
use crate::report::{Lang, Message, line_flaw_text};
use serde_json::{Value, json};
use std::collections::HashSet;

/// Something that is wrong with a problem.
struct Finding {
    /// The name of its kind in JSON.
    kind: &'static str,
    /// What is wrong, in the language of the run.
    message: String,
    /// For a move of the intended line: its number, from 1.
    ply: Option<usize>,
}

/// Writes a line for every problem of the inputs: its defects, or that there are none.
///
/// # Errors
/// An I/O error on standard output.
pub fn run(flags: &InputFlags, rule: Option<Rule>, json: bool, lang: Lang) -> anyhow::Result<Tally> {
    let mut batch = Batch { json, ..Batch::new(lang) };
    // The ids of the problems so far: a later problem may be a twin (ツイン) of one of them.
    let mut ids = HashSet::new();
    for problem in problems(&flags.inputs, &flags.reading) {
        match problem {
            Ok(problem) => {
                let mut findings = findings(&problem, rule.or(problem.rule), lang);
                if let Some(first) = problem.twin.as_ref().filter(|first| !ids.contains(*first)) {
                    findings.push(Finding::of("twin", Refusal::NoTwin(first.clone()).message(lang)));
                }
                ids.extend(problem.id.clone());
                batch.tally.differs |= !findings.is_empty();
                batch.output.line(match json {
                    true => json_line(&problem, rule, &findings),
                    false => text_line(&problem, findings, lang),
                })?;
            }
            Err(failure) => batch.fail(failure)?,
        }
    }
    Ok(batch.tally)
}

fn text_line(problem: &Problem, findings: Vec<Finding>, lang: Lang) -> String {
    let verdict = match findings.is_empty() {
        true => lang.pick("不備なし", "no defects").to_owned(),
        false => {
            let messages: Vec<String> = findings.into_iter().map(|finding| finding.message).collect();
            messages.join(lang.pick("、", "; "))
        }
    };
    format!("{}: {verdict}", problem.name())
}

/// A problem as a JSON object on one line, without the line end. `rule`: the rule that was chosen for the run.
fn json_line(problem: &Problem, rule: Option<Rule>, findings: &[Finding]) -> String {
    let told: Vec<Value> = findings
        .iter()
        .map(|Finding { kind, message, ply }| match ply {
            Some(ply) => json!({"kind": kind, "message": message, "ply": ply}),
            None => json!({"kind": kind, "message": message}),
        })
        .collect();
    let mut line = json!({
        "schema": SCHEMA,
        "id": problem.name(),
        "place": {"file": problem.place.file, "line": problem.place.line},
        "result": if findings.is_empty() { "no-defects" } else { "defects" },
        "findings": told,
    });
    let choices = Choices { rule, ..Choices::default() };
    problem_keys(problem, &choices).for_each(|(key, value)| line[key] = value);
    line.to_string()
}

/// The defects of a problem. `stated`: the rule, where one was named; without one the line may be that of a game.
fn findings(problem: &Problem, stated: Option<Rule>, lang: Lang) -> Vec<Finding> {
    let position = problem.position();
    let rule = stated.unwrap_or(Rule::Helpmate);
    let attacker = problem.attacker.or_else(|| default_attacker(position, rule));
    let defects = match attacker {
        Some(attacker) => position.problem_defects(rule, attacker),
        None => position.defects(),
    };
    let mut findings: Vec<Finding> =
        defects.iter().map(|defect| Finding::of(defect.name(), defect.message(lang))).collect();
    if attacker.is_none() {
        findings.push(Finding::of("no-king", lang.pick("盤上に玉がない", "no king on the board").to_owned()));
    }
    let conditions = problem.conditions.unwrap_or_default();
    if !conditions.is_empty() && !rule.is_cooperative() {
        let error = QuestionError::Conditions { rule, conditions };
        findings.push(Finding::of("condition", error.message(lang)));
    }
    if problem.intended_solutions.is_some() && !rule.is_cooperative() {
        findings.push(Finding::of("intended-solutions", Refusal::SeveralOfTsume.message(lang)));
    }
    // The move generator requires a legal position.
    if position.defects().is_empty()
        && let Err(illegal) = play_line(&mut position.clone(), &problem.record.moves)
    {
        let IllegalMove { ply, mv, reason, .. } = illegal;
        let message = match lang {
            Lang::Ja => format!("作意の{}", line_flaw_text(LineFlaw::Illegal { ply, mv, reason }, lang)),
            Lang::En => format!("intended line: {}", illegal.message(lang)),
        };
        findings.push(Finding { kind: "illegal-move", message, ply: Some(ply) });
    } else if defects.is_empty()
        && let Some(attacker) = attacker
        && let Some(flaw) =
            PermittedMoves::new(attacker, conditions).line_flaw(position, rule, &problem.record.moves)
        && let Some((kind, ply)) = kind_of_flaw(flaw, stated.is_some())
    {
        let flaw = line_flaw_text(flaw, lang);
        let message = lang.pick(format!("作意の{flaw}"), format!("intended line: {flaw}"));
        findings.push(Finding { kind, message, ply: Some(ply) });
    }
    // Each of these moves was named when the problem was read.
    let side_lines = problem.illegal_side_moves.len();
    if side_lines > 0 {
        let message = lang.pick(
            format!("反則の手がある変化: {side_lines}"),
            format!("side lines with an illegal move: {side_lines}"),
        );
        findings.push(Finding::of("side-lines", message));
    }
    findings
}

/// The kind of a flaw of the intended line, and the number of its move. `has_rule`: whether a rule was named, without
/// which the line may be that of a game.
fn kind_of_flaw(flaw: LineFlaw, has_rule: bool) -> Option<(&'static str, usize)> {
    match flaw {
        LineFlaw::Illegal { ply, .. } => Some(("illegal-move", ply)),
        LineFlaw::Forbidden { ply, .. } => Some(("forbidden-move", ply)),
        LineFlaw::NoCheck { ply, .. } => has_rule.then_some(("no-check", ply)),
        // The line may be the beginning of a mating line.
        LineFlaw::NoMate => None,
    }
}

impl Finding {
    fn of(kind: &'static str, message: String) -> Finding {
        Finding { kind, message, ply: None }
    }
}
