//! A check as one JSON object: the keys of an answer, and the key `check`.

use super::CheckReport;
use crate::analysis::{BackwardResult, Differences, Doubt, Flaw, Intended, RemainderVerdict, Soundness};
use crate::report::json::{Answer, UsiMoves, to_line};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// At most so many places at which solutions differ are listed; all are counted.
const LISTED: usize = 100;

/// An answer with the key `check`.
#[derive(Serialize)]
pub(in crate::report) struct CheckAnswer<'a> {
    #[serde(flatten)]
    pub answer: Answer<'a>,
    pub check: Value,
}

impl CheckReport<'_> {
    /// The answer as one JSON object on one line, without the line end.
    pub fn json(&self) -> String {
        to_line(&CheckAnswer { answer: self.report.answer(), check: self.check() })
    }

    fn check(&self) -> Value {
        let found = self.examination;
        let mut value = soundness_keys(&found.soundness);
        value["intended"] = intended(&found.intended);
        value["intended"]["is_solution"] = json!(found.line_is_solution);
        value["differences"] = json!(found.differences.as_ref().map(differences));
        value["surplus"] = found
            .hands
            .iter()
            .map(|(hand, count)| json!({"hand": hand.to_string(), "solutions": count.to_string()}))
            .collect();
        value["backward"] = json!(found.backward.as_ref().map(backward));
        value
    }
}

/// The author's intentions.
pub(in crate::report) fn intended(stated: &Intended) -> Value {
    let Intended { line, plies, solutions } = stated;
    let mut value = json!({
        "plies": plies,
        "line": if line.is_empty() { Value::Null } else { json!(UsiMoves(line)) },
    });
    if let Some(solutions) = solutions {
        value["solutions"] = solutions.to_string().into();
    }
    value
}

/// The keys for soundness: the verdict, the flaws, and the doubt.
pub(in crate::report) fn soundness_keys(soundness: &Soundness) -> Value {
    let (flaws, doubt) = match soundness {
        Soundness::Sound => (Vec::new(), None),
        Soundness::Unsound(flaws) => (flaws.iter().map(flaw).collect(), None),
        Soundness::Unknown(doubt) => (Vec::new(), Some(doubt_name(*doubt))),
    };
    json!({"soundness": soundness.name(), "flaws": flaws, "doubt": doubt})
}

fn flaw(flaw: &Flaw) -> Value {
    let mut value = match flaw {
        Flaw::NoMate => json!({}),
        Flaw::NoMateWithin(plies) => json!({"plies": plies}),
        Flaw::ShorterMate { plies, intended } => json!({"plies": plies, "intended": intended}),
        Flaw::SeveralSolutions(count) => json!({"solutions": count.to_string()}),
        Flaw::OtherCount { found, intended } => {
            json!({"solutions": found.to_string(), "intended": intended.to_string()})
        }
        Flaw::Surplus(hand) => json!({"hand": hand.to_string()}),
        Flaw::Line(flaw) => json!({"message": super::line_flaw_text(*flaw, crate::report::Lang::En)}),
        Flaw::LineLength { line, stated } => json!({"plies": line, "stated": stated}),
        Flaw::LongerMate { plies, intended } => json!({"at_least": plies, "intended": intended}),
        Flaw::Cooks(count) => json!({"moves": count}),
        Flaw::LongerVariations(count) | Flaw::Escapes(count) => json!({"plies": count}),
        Flaw::Remainder(ply) => json!({"ply": ply}),
    };
    value["flaw"] = flaw.name().into();
    value
}

fn doubt_name(doubt: Doubt) -> &'static str {
    match doubt {
        Doubt::Limit(reason) => reason.name(),
        Doubt::FalseHits => "false-hits",
        Doubt::Count => "count",
        Doubt::Surplus => "surplus",
        Doubt::EqualVariation => "equal-variation",
        Doubt::NotProved => "not-proved",
        Doubt::Contradiction => "contradiction",
    }
}

/// The name of a side.
pub(in crate::report) fn side(is_attackers: bool) -> &'static str {
    if is_attackers { "attacker" } else { "defender" }
}

fn differences(differences: &Differences) -> Value {
    let kinds: Map<String, Value> = differences
        .by_kind()
        .into_iter()
        .map(|(kind, count)| (kind.name().to_owned(), count.to_string().into()))
        .collect();
    let listed = differences.places.iter().take(LISTED).map(|place| {
        let alternatives = place.alternatives.iter().map(|other| {
            json!({
                "move": other.mv.to_string(),
                "kind": other.kind.name(),
                "solutions": other.solutions.to_string(),
                "rejoins": other.rejoins,
            })
        });
        json!({
            "ply": place.ply,
            "side": side(place.is_attackers),
            "sfen": place.position.sfen(),
            "main": place.main.to_string(),
            "alternatives": alternatives.collect::<Vec<_>>(),
        })
    });
    json!({
        "first_ply": differences.places.first().map(|place| place.ply),
        "places": differences.places.len(),
        "kinds": kinds,
        "main": UsiMoves(&differences.main),
        "listed": listed.collect::<Vec<_>>(),
    })
}

fn backward(result: &BackwardResult) -> Value {
    let probes = result.probes.iter().map(|probe| {
        let mut value = match &probe.verdict {
            RemainderVerdict::Sound => json!({"verdict": "sound"}),
            RemainderVerdict::Unsound { plies, solutions, other } => json!({
                "verdict": "unsound", "plies": plies, "solutions": solutions.to_string(), "other": UsiMoves(other),
            }),
            RemainderVerdict::Unknown(reason) => {
                json!({"verdict": "unknown", "reason": reason.map(|reason| reason.name())})
            }
        };
        value["ply"] = probe.ply.into();
        value["left"] = probe.left.into();
        value
    });
    json!({
        "sound_from": result.sound_from,
        "unsound_until": result.unsound_until,
        "probes": probes.collect::<Vec<_>>(),
    })
}
