//! An outcome as one JSON object. The keys are stable: new ones may be added, but none is changed or removed.

use super::Report;
use super::recorded::Recorded;
use super::stated::stated_keys;
pub(crate) use crate::notation::SCHEMA;
use crate::problem::Conditions;
use crate::solve::Verdict;
use crate::types::Move;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

#[derive(Serialize)]
pub(super) struct Answer<'a> {
    schema: u32,
    id: String,
    /// The author's statements.
    #[serde(flatten)]
    stated: Map<String, Value>,
    sfen: String,
    rule: &'static str,
    /// The source that determined the rule.
    rule_from: &'static str,
    /// The conditions on captures, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    condition: Option<String>,
    attacker: String,
    verdict: &'static str,
    plies: Option<u64>,
    exact: bool,
    bounds: Bounds,
    solutions: Solutions<'a>,
    /// The defender's other replies, if requested.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    variations: Vec<Variation<'a>>,
    /// If they were requested: the number of replies that are missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    variations_left_out: Option<usize>,
    false_hits_expected: f64,
    /// Whether the second search that `--verify` requests agreed with the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    verified: Option<bool>,
    surplus: String,
    /// For a mate in a tsume: whether it is decided that no equally long defence leaves fewer pieces.
    #[serde(skip_serializing_if = "Option::is_none")]
    surplus_decided: Option<bool>,
    /// For a tsume whose longest defences all leave pieces in hand: the longest line that leaves none.
    #[serde(skip_serializing_if = "Option::is_none")]
    traditional: Option<UsiMoves<'a>>,
    /// For a tsume with another stated length: that length, and the kind of the difference.
    #[serde(skip_serializing_if = "Option::is_none")]
    recorded: Option<Recorded>,
    #[serde(rename = "box")]
    piece_box: String,
    /// The side to whose hand the reader gave the piece box, if it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    rest: Option<String>,
    /// The parts that were missing in the text of the problem.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<&'static str>,
    policy: Option<&'static str>,
    prove: Option<&'static str>,
    key: Option<&'static str>,
    reason: Option<&'static str>,
    stats: Stats,
}

#[derive(Serialize)]
struct Bounds {
    lower: u64,
    upper: Option<u64>,
}

#[derive(Serialize)]
struct Solutions<'a> {
    count: String,
    exact: bool,
    listed: Vec<UsiMoves<'a>>,
}

#[derive(Serialize)]
struct Variation<'a> {
    ply: usize,
    moves: UsiMoves<'a>,
}

#[derive(Serialize)]
struct Stats {
    positions: u64,
    nodes: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_mate_seconds: Option<f64>,
    peak_bytes: u64,
    threads: u32,
}

#[derive(Serialize)]
struct Failure<'a> {
    schema: u32,
    id: &'a str,
    error: &'a ProblemError,
}

/// The reason why a problem has no answer. Line and column refer to a file, if known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProblemError {
    /// The line, from 1.
    pub line: Option<u64>,
    /// The column, from 1, in characters.
    pub column: Option<u64>,
    /// The error, and how to correct it.
    pub message: String,
}

impl Report<'_> {
    /// The answer as one JSON object on one line, without the line end.
    pub fn json(&self) -> String {
        to_line(&self.answer())
    }

    pub(super) fn answer(&self) -> Answer<'_> {
        let outcome = self.outcome;
        let (verdict, plies) = match outcome.verdict {
            Verdict::Mate { plies, .. } => ("mate", Some(plies)),
            Verdict::NoMate => ("nomate", None),
            Verdict::Unknown(_) => ("unknown", None),
        };
        let reason = match outcome.verdict {
            Verdict::Unknown(reason) => Some(reason),
            _ => outcome.reason,
        };
        let listed = &outcome.solutions.listed;
        let stats = &outcome.stats;
        Answer {
            schema: SCHEMA,
            id: self.problem.name(),
            stated: stated_keys(self.problem),
            sfen: self.question.position().sfen(),
            rule: self.question.rule().name(),
            rule_from: self.question.rule_from().name(),
            condition: conditions_text(self.question.conditions()),
            attacker: self.question.attacker().to_string(),
            verdict,
            plies,
            exact: self.is_exact(),
            bounds: Bounds { lower: outcome.proved_lower(), upper: outcome.bounds.upper },
            solutions: Solutions {
                count: outcome.solutions.count.to_string(),
                exact: self.is_count_exact(),
                listed: listed.iter().map(|line| UsiMoves(line)).collect(),
            },
            variations: self
                .side_lines
                .iter()
                .map(|line| Variation { ply: line.ply, moves: UsiMoves(&line.moves) })
                .collect(),
            variations_left_out: self.request.variations_left_out,
            false_hits_expected: outcome.false_hits_expected,
            verified: outcome.verified(),
            surplus: outcome.solutions.surplus.first().map(|hand| hand.to_string()).unwrap_or_default(),
            surplus_decided: outcome.surplus_is_decided(),
            traditional: outcome.traditional().map(UsiMoves),
            recorded: self.recorded_json(),
            piece_box: self.question.position().piece_box().to_string(),
            rest: self.problem.rest.map(|color| color.to_string()),
            warnings: self.problem.warnings.iter().map(|warning| warning.name()).collect(),
            policy: outcome.policy().map(|policy| policy.name()),
            prove: self.request.prove.map(|prove| prove.name()),
            key: self.request.key.map(|width| width.name()),
            reason: reason.map(|reason| reason.name()),
            stats: Stats {
                positions: stats.positions,
                nodes: stats.nodes,
                seconds: stats.seconds,
                first_mate_seconds: outcome.first_mate_seconds(),
                peak_bytes: stats.peak_bytes,
                threads: stats.threads,
            },
        }
    }
}

/// The conditions of a problem as text; `None` without conditions.
pub(super) fn conditions_text(conditions: Conditions) -> Option<String> {
    (!conditions.is_empty()).then(|| conditions.to_string())
}

/// The JSON object of a problem that could not be read or solved, on one line without the line end.
pub fn error_json(id: &str, error: &ProblemError) -> String {
    to_line(&Failure { schema: SCHEMA, id, error })
}

/// A line of moves in USI notation. The moves are converted while they are written, because the texts of a
/// long solution would take many times the memory of its moves.
pub(super) struct UsiMoves<'a>(pub &'a [Move]);

impl Serialize for UsiMoves<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(UsiMove))
    }
}

struct UsiMove<'a>(&'a Move);

impl Serialize for UsiMove<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self.0)
    }
}

/// A value on one line, without the line end.
pub fn to_line(value: &impl Serialize) -> String {
    // Writing strings, numbers and lists to a string cannot fail; a float that is not a finite number becomes
    // null.
    serde_json::to_string(value).unwrap_or_default()
}
