//! A problem that was made, as JSON: the keys of an answer, so that whatever reads answers reads it, and what its
//! maker says.

use super::changes::{changes_json, changes_text};
use super::extend::{extended_problem, extension_details, extension_remark};
use super::json::{SCHEMA, UsiMoves, conditions_text, to_line};
use super::lang::Lang;
use super::stated::stated_keys;
use crate::compose::extend::Extension;
use crate::compose::{Candidate, FoundProblem, Repaired};
use crate::problem::{ExpectedPlies, ExpectedSolutions, Problem, Question};
use crate::types::Color;
use serde::Serialize;
use serde_json::{Map, Value, json};

/// A problem that `search`, `repair` or another command made.
#[derive(Clone, Debug)]
pub struct Made {
    /// The problem with its solution, and its number for an id.
    pub problem: Problem,
    /// Who attacks.
    pub attacker: Color,
    /// Whether it is proved to be sound (完全作).
    pub is_sound: bool,
    remark: Remark,
    /// What its maker says of it.
    details: Map<String, Value>,
}

/// What is said above it.
#[derive(Clone, Debug)]
enum Remark {
    None,
    /// What was changed, of what.
    Changes(Box<(Candidate, Question)>),
    /// What was put before.
    PutBefore(Box<Extension>),
}

#[derive(Serialize)]
struct Answer<'a> {
    schema: u32,
    id: Option<&'a str>,
    /// What is said of the problem.
    #[serde(flatten)]
    stated: Map<String, Value>,
    sfen: String,
    rule: &'static str,
    /// The conditions on captures, where there are any.
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
    /// The problem that a search found as its result of this number, in this share of the work if it is shared out.
    pub fn by_search(found: &FoundProblem, share: Option<u64>, number: u64, attacker: Color) -> Made {
        let share = share.map_or(String::new(), |share| format!("{share}-"));
        let problem = Problem { id: Some(format!("search-{share}{number}")), ..found.problem.clone() };
        let details = of_maker("search", json!({ "number": number }));
        Made { problem, attacker, is_sound: found.is_sound, remark: Remark::None, details }
    }

    /// The repair of a problem that was found as its result of this number.
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

    /// What was put before a problem.
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

    /// What was changed or put before, in words.
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
        let plies = problem.plies.and_then(ExpectedPlies::exactly);
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
            // It is told only when it is what was wanted: whether more is known was not asked.
            soundness: if self.is_sound { "sound" } else { "unknown" },
            solutions: Solutions { count, exact: self.is_sound, listed: [UsiMoves(&problem.record.moves)] },
            details: self.details.clone(),
        })
    }
}

/// What a maker says, under its name.
fn of_maker(maker: &str, details: Value) -> Map<String, Value> {
    Map::from_iter([(maker.to_owned(), details)])
}
