//! The state of a check. A stored state belongs to one check, which a note identifies, and has a checksum,
//! because verdicts depend on it.

use super::outcome::{outcome_json, read_outcome};
use super::probe::{probe_json, read_probe};
use crate::analysis::{CookState, Futility, Intended, Probe, Searched};
use crate::problem::Question;
use crate::solve::Options;
use serde_json::{Value, json};

/// The version of the order of a check's searches: a state contains only the results in that order.
const ORDER_OF_SEARCHES: u64 = 4;

/// The note that identifies a check: the program's version, the question, the author's intentions, and the
/// limits of the searches. Memory and threads may change between runs.
pub fn check_note(question: &Question, intended: &Intended, options: &Options, backward: bool) -> Value {
    let limits = options.limits;
    let policy = (!question.rule().is_cooperative()).then(|| question.policy().name());
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "order": ORDER_OF_SEARCHES,
        "sfen": question.position().sfen(),
        "rule": question.rule().name(),
        "condition": question.conditions().to_string(),
        "attacker": question.attacker().to_string(),
        "futile": policy,
        "line": intended.line.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "plies": intended.plies,
        "solutions": intended.solutions.as_ref().map(ToString::to_string),
        "seconds": limits.time.map(|time| time.as_secs_f64().to_string()),
        "nodes": limits.nodes,
        "max_plies": limits.plies,
        "max_solutions": options.max_solutions,
        "prove": options.prove.name(),
        "verify": options.verify,
        "key": options.key_width.name(),
        "backward": backward,
    })
}

/// The state of the check of a tsume that `note` identifies.
pub fn cook_state_json(state: &CookState, note: &Value) -> Value {
    sealed(note, state.searches.iter().map(searched_json).collect())
}

/// Reads the state of the check of a tsume that `note` identifies. `None` if the state belongs to another
/// check, or is damaged.
pub fn read_cook_state(value: &Value, note: &Value) -> Option<CookState> {
    Some(CookState { searches: unsealed(value, note)?.iter().map(read_searched).collect::<Option<_>>()? })
}

/// The state of the backward check that `note` identifies: its searches in order.
pub fn probes_json(probes: &[Probe], note: &Value) -> Value {
    sealed(note, probes.iter().map(probe_json).collect())
}

/// Reads the state of the backward check that `note` identifies. `None` if the state belongs to another
/// check, or is damaged.
pub fn read_probes(value: &Value, note: &Value) -> Option<Vec<Probe>> {
    unsealed(value, note)?.iter().map(read_probe).collect()
}

fn sealed(note: &Value, searches: Vec<Value>) -> Value {
    let searches = Value::from(searches);
    let checksum = checksum(&searches);
    json!({ "check": note, "searches": searches, "crc32": checksum })
}

fn unsealed<'a>(value: &'a Value, note: &Value) -> Option<&'a Vec<Value>> {
    let searches = value.get("searches")?;
    let is_whole =
        value.get("check")? == note && value.get("crc32")?.as_u64()? == u64::from(checksum(searches));
    if is_whole { searches.as_array() } else { None }
}

fn checksum(value: &Value) -> u32 {
    crc32fast::hash(value.to_string().as_bytes())
}

fn searched_json(Searched { outcome, futile }: &Searched) -> Value {
    let mut value = outcome_json(outcome);
    if *futile != Futility::NotAsked {
        value["reply"] = futile.name().into();
    }
    value
}

fn read_searched(value: &Value) -> Option<Searched> {
    let futile = match value.get("reply") {
        None => Futility::NotAsked,
        Some(name) => {
            let name = name.as_str()?;
            Futility::ALL.into_iter().find(|futile| futile.name() == name)?
        }
    };
    Some(Searched { outcome: read_outcome(value)?, futile })
}
