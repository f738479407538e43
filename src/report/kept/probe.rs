//! The result of a search of a backward check.

use super::lines::{line_json, read_line};
use super::outcome::{optional, read_reason};
use crate::analysis::{Probe, RemainderVerdict};
use crate::solve::Reason;
use serde_json::{Value, json};

/// The search as an object.
pub fn probe_json(Probe { ply, left, verdict }: &Probe) -> Value {
    let mut value = json!({ "ply": ply, "left": left });
    match verdict {
        RemainderVerdict::Sound => value["verdict"] = "sound".into(),
        RemainderVerdict::Unsound { plies, solutions, other } => {
            value["verdict"] = "unsound".into();
            value["plies"] = (*plies).into();
            value["solutions"] = solutions.to_string().into();
            value["other"] = line_json(other);
        }
        RemainderVerdict::Unknown(reason) => {
            value["verdict"] = "unknown".into();
            value["reason"] = reason.map(Reason::name).into();
        }
    }
    value
}

/// Reads a search.
pub fn read_probe(value: &Value) -> Option<Probe> {
    let number = |key: &str| value.get(key)?.as_u64();
    let verdict = match value.get("verdict")?.as_str()? {
        "sound" => RemainderVerdict::Sound,
        "unsound" => RemainderVerdict::Unsound {
            plies: number("plies")?,
            solutions: value.get("solutions")?.as_str()?.parse().ok()?,
            other: read_line(value.get("other")?)?,
        },
        "unknown" => RemainderVerdict::Unknown(optional(value.get("reason")?, read_reason)?),
        _ => return None,
    };
    Some(Probe { ply: number("ply")?, left: number("left")?, verdict })
}
