//! The complete outcome of the search of a tsume.

use super::lines::{line_json, read_line};
use crate::solve::{Bounds, Details, Outcome, Reason, Solutions, Stats, Verdict};
use crate::types::{HAND_KINDS, Hand};
use serde_json::{Value, json};

/// The outcome as an object. Numbers with fractions are stored as texts, so that they are read back exactly.
pub fn outcome_json(outcome: &Outcome) -> Value {
    let Outcome { bounds, reason, solutions, false_hits_expected, stats, .. } = outcome;
    let (verdict, plies, exact) = match outcome.verdict {
        Verdict::Mate { plies, exact } => ("mate", Some(plies), Some(exact)),
        Verdict::NoMate => ("nomate", None, None),
        Verdict::Unknown(_) => ("unknown", None, None),
    };
    let reason = match outcome.verdict {
        Verdict::Unknown(reason) => Some(reason),
        _ => *reason,
    };
    let hands: Vec<Value> = solutions.surplus.iter().map(|&hand| hand_json(hand)).collect();
    json!({
        "verdict": verdict, "plies": plies, "exact": exact, "reason": reason.map(Reason::name),
        "bounds": [bounds.lower, bounds.upper],
        "solutions": {
            "count": solutions.count.to_string(), "exact": solutions.exact,
            "listed": solutions.listed.iter().map(|line| line_json(line)).collect::<Vec<_>>(), "hands": hands,
        },
        "false_hits_expected": false_hits_expected.to_string(),
        "policy": outcome.policy().map(|policy| policy.name()),
        "surplus_is_decided": matches!(outcome.details, Details::Tsume { surplus_is_decided: true, .. }),
        "traditional": outcome.traditional().map(line_json),
        "traditional_is_decided": outcome.traditional_is_decided(),
        "first_mate_seconds": outcome.first_mate_seconds().map(|seconds| seconds.to_string()),
        "stats": {
            "positions": stats.positions, "nodes": stats.nodes, "lookups": stats.lookups,
            "seconds": stats.seconds.to_string(), "peak_bytes": stats.peak_bytes, "threads": stats.threads,
        },
    })
}

/// Reads an outcome.
pub fn read_outcome(value: &Value) -> Option<Outcome> {
    let reason = optional(value.get("reason")?, read_reason)?;
    let verdict = match value.get("verdict")?.as_str()? {
        "mate" => {
            Verdict::Mate { plies: value.get("plies")?.as_u64()?, exact: value.get("exact")?.as_bool()? }
        }
        "nomate" => Verdict::NoMate,
        "unknown" => Verdict::Unknown(reason?),
        _ => return None,
    };
    let bounds = value.get("bounds")?;
    let solutions = value.get("solutions")?;
    let list = |key: &str| solutions.get(key)?.as_array();
    let traditional = optional(value.get("traditional")?, read_line)?;
    Some(Outcome {
        verdict,
        bounds: Bounds { lower: bounds.get(0)?.as_u64()?, upper: optional(bounds.get(1)?, Value::as_u64)? },
        reason,
        solutions: Solutions {
            count: solutions.get("count")?.as_str()?.parse().ok()?,
            exact: solutions.get("exact")?.as_bool()?,
            listed: list("listed")?.iter().map(read_line).collect::<Option<_>>()?,
            surplus: list("hands")?.iter().map(read_hand).collect::<Option<_>>()?,
        },
        false_hits_expected: read_fraction(value.get("false_hits_expected")?)?,
        details: Details::Tsume {
            policy: value.get("policy")?.as_str()?.parse().ok()?,
            surplus_is_decided: value.get("surplus_is_decided")?.as_bool()?,
            // Earlier versions saved only the line, which they had only where it was decided.
            traditional_is_decided: traditional.is_some()
                || value.get("traditional_is_decided").is_some_and(|value| *value == true),
            traditional,
            first_mate_seconds: optional(value.get("first_mate_seconds")?, read_fraction)?,
        },
        stats: read_stats(value.get("stats")?)?,
    })
}

fn read_stats(value: &Value) -> Option<Stats> {
    let number = |key: &str| value.get(key)?.as_u64();
    Some(Stats {
        positions: number("positions")?,
        nodes: number("nodes")?,
        lookups: number("lookups")?,
        seconds: read_fraction(value.get("seconds")?)?,
        peak_bytes: number("peak_bytes")?,
        threads: number("threads")?.try_into().ok()?,
    })
}

/// Applies `read` to a value that may be null; `None` when `read` fails.
pub fn optional<T>(value: &Value, read: impl FnOnce(&Value) -> Option<T>) -> Option<Option<T>> {
    if value.is_null() { Some(None) } else { read(value).map(Some) }
}

/// Reads a reason by its name.
pub fn read_reason(value: &Value) -> Option<Reason> {
    let name = value.as_str()?;
    Reason::ALL.into_iter().find(|reason| reason.name() == name)
}

fn read_fraction(value: &Value) -> Option<f64> {
    value.as_str()?.parse().ok().filter(|number: &f64| number.is_finite())
}

/// The counts of the kinds in a hand.
fn hand_json(hand: Hand) -> Value {
    HAND_KINDS.map(|kind| hand.count(kind)).to_vec().into()
}

fn read_hand(value: &Value) -> Option<Hand> {
    let counts = value.as_array().filter(|counts| counts.len() == HAND_KINDS.len())?;
    let mut hand = Hand::EMPTY;
    for (kind, count) in HAND_KINDS.into_iter().zip(counts) {
        let count = u32::try_from(count.as_u64()?).ok().filter(|&count| count <= Hand::MAX)?;
        hand.set(kind, count);
    }
    Some(hand)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{Position, Rule};
    use crate::problem::{Choices, Question};
    use crate::solve::{Options, Solver};

    #[test]
    fn a_traditional_line_that_an_earlier_version_saved_is_decided() {
        // 5 plies that leave a pawn; 3 of them leave nothing.
        let sfen = "7k1/9/5R3/9/9/9/9/9/9 b Gr2b3g4s4n4l18p 1";
        let position = Position::from_sfen(sfen).expect("a position");
        let choices = Choices { rule: Some(Rule::Tsume), ..Choices::default() };
        let question = Question::of(position, &choices).expect("a tsume");
        let mut saved = outcome_json(&Solver::new(&question, Options::default()).run());
        saved.as_object_mut().and_then(|saved| saved.remove("traditional_is_decided")).expect("a key");
        let outcome = read_outcome(&saved).expect("an outcome");
        assert_eq!(outcome.traditional().map(<[_]>::len), Some(3));
        assert!(outcome.traditional_is_decided());
    }
}
