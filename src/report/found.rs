//! A made problem as JSON: the keys of an answer, so that it can be read like an answer, and the keys of the
//! command that made it.

use super::changes::{changes_json, changes_text};
use super::extend::{extended_problem, extension_details, extension_remark};
use super::json::{SCHEMA, UsiMoves, conditions_text, to_line};
use super::lang::Lang;
use super::stated::stated_keys;
use crate::compose::extend::Extension;
use crate::compose::{Candidate, FoundProblem, Repaired};
use crate::problem::{ExpectedSolutions, Problem, Question};
use crate::types::Color;
use serde::Serialize;
use serde_json::{Map, Value, json};

/// A problem made by `search`, `repair` or another command.
#[derive(Clone, Debug)]
pub struct Made {
    /// The problem with its solution; its id contains the number of the result.
    pub problem: Problem,
    /// The attacker.
    pub attacker: Color,
    /// Whether it is proved sound (完全作).
    pub is_sound: bool,
    remark: Remark,
    /// The keys of the command that made it.
    details: Map<String, Value>,
}

/// The remark above the problem.
#[derive(Clone, Debug)]
enum Remark {
    None,
    /// The changes made, and the question that was changed.
    Changes(Box<(Candidate, Question)>),
    /// The moves put before.
    PutBefore(Box<Extension>),
}

#[derive(Serialize)]
struct Answer<'a> {
    schema: u32,
    id: Option<&'a str>,
    /// The statements about the problem.
    #[serde(flatten)]
    stated: Map<String, Value>,
    sfen: String,
    rule: &'static str,
    /// The conditions on captures, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    condition: Option<String>,
    attacker: String,
    policy: Option<&'static str>,
    verdict: &'static str,
    plies: Option<u64>,
    exact: bool,
    soundness: &'static str,
    solutions: Solutions<'a>,
    #[serde(flatten)]
    details: Map<String, Value>,
}

#[derive(Serialize)]
struct Solutions<'a> {
    count: String,
    exact: bool,
    listed: [UsiMoves<'a>; 1],
}

impl Made {
    /// The problem found by a search as its result with this number; `share` is the number of the share, if
    /// the work is divided.
    pub fn by_search(found: &FoundProblem, share: Option<u64>, number: u64, attacker: Color) -> Made {
        let share = share.map_or(String::new(), |share| format!("{share}-"));
        let problem = Problem { id: Some(format!("search-{share}{number}")), ..found.problem.clone() };
        let details = of_maker("search", json!({ "number": number }));
        Made { problem, attacker, is_sound: found.is_sound, remark: Remark::None, details }
    }

    /// The repair of a problem, found as the result with this number.
    pub fn by_repair(repaired: &Repaired, number: u64, problem: &Problem, question: &Question) -> Made {
        let candidate = &repaired.candidate;
        let name = problem.name();
        let made = Problem {
            id: Some(format!("{name}-repair-{number}")),
            title: problem.title.clone(),
            composer: problem.composer.clone(),
            ..repaired.problem.clone()
        };
        Made {
            problem: made,
            attacker: question.attacker(),
            is_sound: true,
            remark: Remark::Changes(Box::new((candidate.clone(), question.clone()))),
            details: of_maker(
                "repair",
                json!({
                    "of": name, "number": number, "size": candidate.size(),
                    "changes": changes_json(&candidate.changes), "keeps_line": repaired.keeps_line,
                }),
            ),
        }
    }

    /// An extension of a problem.
    pub fn by_extension(extension: &Extension, problem: &Problem, question: &Question) -> Made {
        let name = problem.name();
        let made = Problem {
            id: Some(format!("{name}-{}", extension.number)),
            title: problem.title.clone(),
            composer: problem.composer.clone(),
            ..extended_problem(extension, question)
        };
        Made {
            problem: made,
            attacker: question.attacker(),
            is_sound: true,
            remark: Remark::PutBefore(Box::new(extension.clone())),
            details: extension_details(extension, &name),
        }
    }

    /// The changes, or the moves put before, as text.
    pub fn remark(&self, lang: Lang) -> Option<String> {
        match &self.remark {
            Remark::None => None,
            Remark::Changes(changed) => {
                let (candidate, question) = &**changed;
                Some(changes_text(&candidate.changes, question.position(), lang))
            }
            Remark::PutBefore(extension) => Some(extension_remark(extension, lang)),
        }
    }

    /// One JSON object on one line, without the line end.
    pub fn json(&self) -> String {
        let problem = &self.problem;
        let rule = problem.rule_or_default();
        let plies = problem.exact_plies();
        let count = match &problem.solutions {
            Some(ExpectedSolutions::Exactly(count)) => count.to_string(),
            Some(ExpectedSolutions::Several) | None => "1".to_owned(),
        };
        let policy = (!rule.is_cooperative()).then(|| problem.policy_or_default().name());
        to_line(&Answer {
            schema: SCHEMA,
            id: problem.id.as_deref(),
            stated: stated_keys(problem),
            sfen: problem.position().sfen(),
            rule: rule.name(),
            condition: problem.conditions.and_then(conditions_text),
            attacker: self.attacker.to_string(),
            policy,
            verdict: "mate",
            plies,
            exact: true,
            // The problem met the requirements, which need not include soundness; in that case soundness was
            // not checked.
            soundness: if self.is_sound { "sound" } else { "unknown" },
            solutions: Solutions { count, exact: self.is_sound, listed: [UsiMoves(&problem.record.moves)] },
            details: self.details.clone(),
        })
    }
}

/// The keys of the command `maker`, under its name.
fn of_maker(maker: &str, details: Value) -> Map<String, Value> {
    Map::from_iter([(maker.to_owned(), details)])
}
