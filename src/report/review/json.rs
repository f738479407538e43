//! The review of a game as one JSON object.

use super::ReviewReport;
use crate::play::Score;
use crate::record::Ending;
use crate::report::json::{SCHEMA, UsiMoves, to_line};
use crate::review::{Event, EventKind, Mate, Options, Standing};
use crate::types::Color;
use serde_json::{Value, json};
use std::time::Duration;

impl ReviewReport<'_> {
    /// The review as one JSON object on one line, without the line end.
    pub fn json(&self) -> String {
        to_line(&json!({
            "schema": SCHEMA,
            "id": self.problem.name(),
            "sfen": self.problem.position().sfen(),
            "moves": UsiMoves(self.moves),
            "illegal_ply": self.illegal.map(|illegal| illegal.ply),
            "ending": self.ending.map(Ending::name),
            "limits": limits_json(self.options),
            "interrupted": self.game.is_interrupted,
            "left_out": self.game.left_out().map(|(count, reason)| {
                json!({ "count": count, "reason": reason.name() })
            }),
            "positions": self.game.standings.iter().enumerate().map(standing_json).collect::<Vec<_>>(),
            "events": self.game.events.iter().map(event_json).collect::<Vec<_>>(),
        }))
    }
}

/// The options, besides the game, on which an answer depends. They are whole numbers, so that they are
/// unchanged when read back.
pub fn limits_json(options: &Options) -> Value {
    let milliseconds = |time: Option<Duration>| time.map(|time| time.as_millis() as u64);
    let Options { limits, mate_nodes, total, engine, .. } = options;
    json!({
        "nodes": limits.nodes,
        "milliseconds": milliseconds(limits.move_time),
        "mate_nodes": mate_nodes,
        "total_nodes": total.nodes,
        "total_milliseconds": milliseconds(total.time),
        "hash": engine.hash_bytes,
        "threads": engine.threads,
        "entering_king_rule": engine.entering_king_rule.usi_name(),
    })
}

fn standing_json((ply, standing): (usize, &Standing)) -> Value {
    let sign = if standing.side == Color::Black { 1 } else { -1 };
    let searched = standing.searched.as_ref().map(|searched| {
        let (centipawns, mate) = match searched.score {
            Score::Centipawns(value) => (Some(sign * value), None),
            Score::Mate(plies) => (None, Some(sign * plies)),
        };
        json!({
            "centipawns": centipawns,
            "mate": mate,
            "depth": searched.depth[0],
            "selective_depth": searched.depth[1],
            "nodes": searched.nodes,
            "seconds": searched.time.as_secs_f64(),
            "line": UsiMoves(&searched.line),
        })
    });
    let (verdict, plies, exact, line, reason) = match &standing.mate {
        Mate::Found { line, exact } => ("mate", Some(line.len()), Some(*exact), Some(line), None),
        Mate::None => ("nomate", None, None, None, None),
        Mate::Unknown(reason) => ("unknown", None, None, None, Some(reason.name())),
    };
    json!({
        "ply": ply,
        "side": standing.side.to_string(),
        "chance_of_black": standing.chance_of_black(),
        "over": standing.is_over,
        "declaration": standing.can_declare,
        "try": standing.winning_try.map(|mv| mv.to_string()),
        "search": searched,
        "tsume": {
            "verdict": verdict,
            "plies": plies,
            "exact": exact,
            "line": line.map(|line| UsiMoves(line)),
            "reason": reason,
        },
    })
}

fn event_json(event: &Event) -> Value {
    let mut value = match &event.kind {
        EventKind::Dubious { loss, better } => {
            json!({ "kind": "dubious", "loss": loss, "better": better.map(|mv| mv.to_string()) })
        }
        EventKind::Blunder { loss, better } => {
            json!({ "kind": "blunder", "loss": loss, "better": better.map(|mv| mv.to_string()) })
        }
        EventKind::LosingMove => json!({ "kind": "losing-move" }),
        EventKind::MissedMate { line, exact, is_certain } => {
            json!({ "kind": "missed-mate", "line": UsiMoves(line), "exact": exact, "certain": is_certain })
        }
        EventKind::MissedDeclaration => json!({ "kind": "missed-declaration" }),
        EventKind::MissedTry { better } => json!({ "kind": "missed-try", "better": better.to_string() }),
    };
    value["ply"] = json!(event.ply);
    value["side"] = json!(event.side.to_string());
    value
}
