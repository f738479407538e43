//! Results of `verify` in a file of `--resume`: their questions, and what they state.

use super::proof::{Question, SCHEMA};
use super::statement::{Stated, Statement};
use serde::Deserialize;
use serde_json::{Map, Value};

/// A problem and what it states about its solutions. Limits, memory and threads are not part of the question.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct VerifyQuestion {
    problem: Question,
    /// The statements as JSON.
    stated: String,
    /// The number of intended solutions, if it is stated.
    solutions: Option<String>,
}

/// The safeguards against errors that a run requires of the search for a helpmate.
#[derive(Debug, Clone, Copy)]
pub struct VerifyWanted {
    /// A second search must have confirmed the result.
    pub verified: bool,
    /// The search must have used wide fingerprints.
    pub wide: bool,
}

/// A result of `verify`.
#[derive(Debug, Clone)]
pub struct Verified {
    /// Whether all statements are confirmed, or one is refuted.
    pub comparison: Comparison,
    /// The statements that were not confirmed.
    findings: Value,
    is_tsume: bool,
    verified: bool,
    wide: bool,
}

/// The result for a problem, with its name in JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Comparison {
    /// All statements are confirmed.
    AsStated,
    /// A statement is refuted.
    Different,
    /// Neither.
    Undecided,
    /// The problem states nothing.
    NoStatement,
    /// The problem is marked as unproved or heavy, and was left out.
    LeftOut,
}

/// The keys of `docs/json.md` that state the question of a result, and what it proves.
#[derive(Deserialize)]
struct Answer {
    schema: u64,
    id: String,
    sfen: String,
    rule: String,
    /// `None` for a problem that was not solved and could not be: tsume have no conditions.
    attacker: Option<String>,
    policy: Option<String>,
    condition: Option<String>,
    result: Comparison,
    findings: Value,
    #[serde(default)]
    stated: Map<String, Value>,
    intended_solutions: Option<String>,
    verified: Option<bool>,
    key: Option<String>,
}

impl Statement for Verified {
    type Question = VerifyQuestion;
    type Wanted = VerifyWanted;
    const COMMAND: &'static str = "verify";

    fn read(line: &[u8]) -> Option<Stated<Verified>> {
        let answer: Answer =
            serde_json::from_slice(line).ok().filter(|answer: &Answer| answer.schema == SCHEMA)?;
        let Answer { sfen, rule, policy, condition, .. } = answer;
        let attacker = answer.attacker.unwrap_or_default();
        let problem = Question { sfen, rule, attacker, policy, condition };
        let statement = Verified {
            comparison: answer.result,
            findings: answer.findings,
            is_tsume: !problem.is_cooperative(),
            verified: answer.verified == Some(true),
            wide: answer.key.as_deref() == Some("wide"),
        };
        let stated = Value::from(answer.stated).to_string();
        let question = VerifyQuestion { problem, stated, solutions: answer.intended_solutions };
        Some(Stated { question, name: answer.id, statement })
    }

    fn is_unknown(&self) -> bool {
        !matches!(self.comparison, Comparison::AsStated | Comparison::Different)
    }

    fn is_enough(&self, wanted: &VerifyWanted) -> bool {
        let has_safeguards = (self.verified || !wanted.verified) && (self.wide || !wanted.wide);
        !self.is_unknown() && (self.is_tsume || has_safeguards)
    }

    fn covers(&self, other: &Verified) -> bool {
        if other.is_unknown() {
            let is_same = self.comparison == other.comparison && self.findings == other.findings;
            return !self.is_unknown() || is_same;
        }
        !self.is_unknown() && (self.verified || !other.verified) && (self.wide || !other.wide)
    }
}
