//! A problem that was made, as JSON: the keys of an answer, so that whatever reads answers reads it, and what its maker
//! says.

use super::json::{SCHEMA, UsiMoves, to_line};
use crate::problem::{ExpectedPlies, Problem};
use crate::types::Color;
use serde::Serialize;
use serde_json::{Map, Value};

/// A problem that `search`, `repair` or another command made.
#[derive(Clone, Debug)]
pub struct FoundReport<'a> {
    /// The problem with its solution.
    pub problem: &'a Problem,
    /// Who attacks.
    pub attacker: Color,
    /// Whether it is proved to be sound (完全作).
    pub is_sound: bool,
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

impl FoundReport<'_> {
    /// One JSON object on one line, without the line end. `details` is what `maker` says, under its name.
    pub fn json(&self, maker: &str, details: Value) -> String {
        let problem = self.problem;
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
            details: Map::from_iter([(maker.to_owned(), details)]),
        })
    }
}
