//! A problem that was made, as JSON: the keys of an answer, so that whatever reads answers reads it, and what its
//! maker says.

use super::changes::{changes_json, changes_text};
use super::json::{SCHEMA, UsiMoves, to_line};
use super::lang::Lang;
use crate::compose::{Candidate, FoundProblem, Repaired};
use crate::problem::{ExpectedPlies, Problem, Question};
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
    /// What was changed, and the question about the problem before that.
    repaired: Option<(Candidate, Question)>,
    /// What its maker says of it.
    details: Value,
}

#[derive(Serialize)]
struct Answer<'a> {
    schema: u32,
    id: Option<&'a str>,
    sfen: String,
    rule: &'static str,
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
    /// The problem that a search found as its result of this number.
    pub fn by_search(found: &FoundProblem, number: u64, attacker: Color) -> Made {
        let problem = Problem { id: Some(format!("search-{number}")), ..found.problem.clone() };
        let details = json!({ "number": number });
        Made { problem, attacker, is_sound: found.is_sound, repaired: None, details }
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
            repaired: Some((candidate.clone(), question.clone())),
            details: json!({
                "of": name, "number": number, "size": candidate.size(),
                "changes": changes_json(&candidate.changes), "keeps_line": repaired.keeps_line,
            }),
        }
    }

    /// What was changed, in words.
    pub fn remark(&self, lang: Lang) -> Option<String> {
        let (candidate, question) = self.repaired.as_ref()?;
        Some(changes_text(&candidate.changes, question.position(), lang))
    }

    /// One JSON object on one line, without the line end. What its maker says of it stands under the maker's name.
    pub fn json(&self, maker: &str) -> String {
        let problem = &self.problem;
        let rule = problem.rule_or_default();
        let plies = match problem.plies {
            Some(ExpectedPlies::Mate(plies)) => Some(plies),
            Some(ExpectedPlies::NoMate) | None => None,
        };
        let policy = (!rule.is_cooperative()).then(|| problem.policy_or_default().name());
        to_line(&Answer {
            schema: SCHEMA,
            id: problem.id.as_deref(),
            sfen: problem.position().sfen(),
            rule: rule.name(),
            attacker: self.attacker.to_string(),
            policy,
            verdict: "mate",
            plies,
            exact: true,
            // It is told only when it is what was wanted: whether more is known was not asked.
            soundness: if self.is_sound { "sound" } else { "unknown" },
            solutions: Solutions {
                count: "1".to_owned(),
                exact: self.is_sound,
                listed: [UsiMoves(&problem.record.moves)],
            },
            details: Map::from_iter([(maker.to_owned(), self.details.clone())]),
        })
    }
}
