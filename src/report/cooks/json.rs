//! A check of a tsume as one JSON object: the keys of an answer, and the key `check`.

use super::CookReport;
use crate::analysis::{Finding, FindingKind, PlyFindings};
use crate::report::check::{CheckAnswer, intended, side, soundness_keys};
use crate::report::json::{UsiMoves, to_line};
use serde_json::{Value, json};

impl CookReport<'_> {
    /// The answer as one JSON object on one line, without the line end.
    pub fn json(&self) -> String {
        to_line(&CheckAnswer { answer: self.report.answer(), check: self.check() })
    }

    fn check(&self) -> Value {
        let found = self.examination;
        let mut value = soundness_keys(&found.soundness);
        value["intended"] = intended(&found.intended);
        value["main"] = json!(UsiMoves(&found.main));
        if let Some(line) = &found.sound_line {
            value["sound_line"] = json!(UsiMoves(line));
        }
        value["plies"] = found.plies.iter().map(ply).collect();
        value["limits"] = json!({
            "nodes": found.limits.nodes,
            "seconds": found.limits.time.map(|time| time.as_secs_f64()),
            "plies": found.limits.plies,
        });
        value["nodes"] = found.nodes.into();
        value
    }
}

fn ply(ply: &PlyFindings) -> Value {
    let mut value = json!({
        "ply": ply.ply,
        "side": side(ply.is_attackers),
        "sfen": ply.position.sfen(),
        "main": ply.main.to_string(),
        "others": ply.tried,
        "findings": ply.findings.iter().map(finding).collect::<Vec<_>>(),
    });
    if ply.is_attackers {
        value["refuted"] = ply.refuted.into();
    }
    value
}

fn finding(finding: &Finding) -> Value {
    let reason = match finding.kind {
        FindingKind::Unclear(reason) | FindingKind::Unknown(reason) => Some(reason.name()),
        _ => None,
    };
    let mates = !matches!(finding.kind, FindingKind::Unknown(_) | FindingKind::Escape);
    json!({
        "kind": finding.kind.name(),
        "move": finding.moves.first().map(ToString::to_string),
        "line": mates.then(|| UsiMoves(&finding.moves)),
        "exact": finding.is_exact,
        "rejoins": finding.rejoins,
        "reason": reason,
    })
}
