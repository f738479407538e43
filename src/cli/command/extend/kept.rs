//! How far a run has come, as it is kept for `--resume`.

use crate::compose::extend::{Change, Cost, ExtendState, ExtendTally, Extension};
use crate::position::Position;
use crate::report::tally_json;
use crate::types::Move;
use serde_json::{Value, json};

/// How far a run has come.
#[derive(Clone, Debug, Default)]
pub struct RunState {
    /// Problems that are done.
    pub problem: u64,
    /// Results of these.
    pub results: u64,
    /// How far the next one has come.
    pub work: Option<ExtendState>,
}

impl RunState {
    /// As it is written down.
    pub fn value(&self) -> Value {
        json!({
            "problem": self.problem, "results": self.results, "work": self.work.as_ref().map(state_value),
        })
    }

    /// Reads what was written down.
    pub fn read(value: &Value) -> Option<RunState> {
        let work = match value.get("work")? {
            Value::Null => None,
            work => Some(read_state(work)?),
        };
        Some(RunState {
            problem: value.get("problem")?.as_u64()?,
            results: value.get("results")?.as_u64()?,
            work,
        })
    }
}

fn state_value(state: &ExtendState) -> Value {
    let ExtendState { line, positions, step, width, queue, judged, left, tally } = state;
    json!({
        "line": line.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "positions": positions, "step": step, "width": width, "queue": queue, "judged": judged, "left": left,
        "tally": tally_json(tally),
    })
}

fn read_state(value: &Value) -> Option<ExtendState> {
    let number = |key: &str| value.get(key)?.as_u64();
    let list = |key: &str| value.get(key)?.as_array();
    let problem = |value: &Value| match value {
        Value::Null => Some(None),
        number => Some(Some(number.as_u64()?.try_into().ok()?)),
    };
    let results = |value: &Value| value.as_array()?.iter().map(|number| problem(number)?).collect();
    Some(ExtendState {
        line: moves(value.get("line")?)?,
        positions: number("positions")?,
        step: number("step")?.try_into().ok()?,
        width: number("width")?.try_into().ok()?,
        queue: list("queue")?.iter().map(problem).collect::<Option<_>>()?,
        judged: number("judged")?.try_into().ok()?,
        left: list("left")?.iter().map(results).collect::<Option<_>>()?,
        tally: read_tally(value.get("tally")?)?,
    })
}

fn read_tally(value: &Value) -> Option<ExtendTally> {
    let number = |key: &str| value.get(key)?.as_u64();
    let count = |key: &str| number(key)?.try_into().ok();
    let seconds = value.get("seconds")?.as_f64()?;
    let cost = Cost {
        positions: number("positions")?,
        nodes: number("nodes")?,
        searches: number("searches")?,
        seconds,
    };
    Some(ExtendTally {
        candidates: count("candidates")?,
        several_ways: count("several_ways")?,
        excluded: count("excluded")?,
        sound: count("sound")?,
        unsound: count("unsound")?,
        unknown: count("unknown")?,
        twins: count("twins")?,
        cost,
    })
}

/// Reads a result as it was written in a line of the file.
pub fn read_result(line: &str) -> Option<Extension> {
    let value: Value = serde_json::from_str(line).ok()?;
    let count = |value: &Value| value.as_u64()?.try_into().ok();
    let position = Position::from_sfen(value.get("sfen")?.as_str()?).ok()?;
    let changes = value.get("changes")?.as_array()?;
    let way = changes.iter().map(|change| change.get("move")?.as_str()?.parse().ok());
    let way = way.collect::<Option<Vec<Move>>>()?;
    Some(Extension {
        number: count(value.get("number")?)?,
        step: value.get("step")?.as_u64()?.try_into().ok()?,
        from: match value.get("from")? {
            Value::Null => None,
            number => Some(count(number)?),
        },
        line: moves(value.get("line")?)?,
        changes: Change::all(&position, &way),
        position,
    })
}

fn moves(value: &Value) -> Option<Vec<Move>> {
    value.as_array()?.iter().map(|mv| mv.as_str()?.parse().ok()).collect()
}
