//! The state of work that makes problems, as JSON for a run that resumes it.

use super::lines::read_line;
use crate::compose::extend::{Change, Cost, ExtendState, ExtendTally, Extension};
use crate::compose::{LeftOut, Rejection, RepairState, SearchSummary, Tally, Template, Waiting};
use crate::position::Position;
use crate::report::extend::tally_json;
use crate::types::Move;
use serde_json::{Map, Value, json};

/// The version of the order in which a repair tries changes: a state contains only the number of those
/// judged.
const ORDER_OF_CHANGES: u64 = 7;

/// The results for the fillings of a template.
pub fn summary_json(summary: &SearchSummary) -> Value {
    let SearchSummary { judged, passing_by, left_out, .. } = summary;
    let mut value = judged_json(judged);
    value["passing_by"] = (*passing_by).into();
    value["twins"] = left_out.twins.into();
    value["pieces"] = left_out.pieces.into();
    value
}

/// Reads the results for the fillings of a template.
pub fn read_summary(value: &Value, template: &Template) -> Option<SearchSummary> {
    let number = |key: &str| value.get(key)?.as_u64();
    let left_out = LeftOut { twins: number("twins")?, pieces: number("pieces")? };
    let (judged, passing_by) = (read_judged(value)?, number("passing_by")?);
    Some(SearchSummary { judged, passing_by, left_out, ..SearchSummary::new(template) })
}

/// The state of a repair.
pub fn repair_state_json(state: &RepairState) -> Value {
    let mut value = judged_json(&state.tally);
    value["order"] = json!(ORDER_OF_CHANGES);
    value["cook_squares"] = state.cook_squares.iter().map(ToString::to_string).collect();
    value["singles"] = json!(state.singles);
    let pairs = |queue: &[Waiting]| -> Value {
        queue.iter().map(|&Waiting { place, nodes }| json!([place, nodes])).collect()
    };
    let [waiting, waiting_longer] = state.waiting.each_ref().map(|queue| pairs(queue));
    value["waiting"] = waiting;
    value["waiting_longer"] = waiting_longer;
    value
}

/// Reads the state of a repair; `None` also when it used another order of changes.
pub fn read_repair_state(value: &Value) -> Option<RepairState> {
    let order = value.get("order")?.as_u64()?;
    if order != ORDER_OF_CHANGES {
        return None;
    }
    let list = |key: &str| Some(value.get(key)?.as_array()?.iter());
    let waits = |pair: &Value| match &pair.as_array()?[..] {
        [place, nodes] => Some(Waiting { place: place.as_u64()?, nodes: nodes.as_u64()? }),
        _ => None,
    };
    let waiting = |key: &str| list(key)?.map(waits).collect::<Option<Vec<_>>>();
    let waiting = [waiting("waiting")?, waiting("waiting_longer")?];
    let singles = list("singles")?.map(Value::as_u64).collect::<Option<_>>()?;
    let square = |text: &Value| text.as_str()?.parse().ok();
    let cook_squares = list("cook_squares")?.map(square).collect::<Option<_>>()?;
    Some(RepairState { cook_squares, tally: read_judged(value)?, singles, waiting })
}

fn judged_json(judged: &Tally) -> Value {
    let rejected: Map<String, Value> = Rejection::ALL
        .into_iter()
        .map(|rejection| (rejection.name().to_owned(), judged.rejected(rejection).into()))
        .collect();
    json!({ "found": judged.good, "unknown": judged.unknown, "rejected": rejected })
}

fn read_judged(value: &Value) -> Option<Tally> {
    let number = |key: &str| value.get(key)?.as_u64();
    let mut judged = Tally::default();
    (judged.good, judged.unknown) = (number("found")?, number("unknown")?);
    for rejection in Rejection::ALL {
        judged.reject(rejection, value.get("rejected")?.get(rejection.name())?.as_u64()?);
    }
    Some(judged)
}

/// The state of an extension.
pub fn extend_state_json(state: &ExtendState) -> Value {
    let ExtendState { line, positions, step, width, queue, judged, left, tally } = state;
    json!({
        "line": line.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "positions": positions, "step": step, "width": width, "queue": queue, "judged": judged, "left": left,
        "tally": tally_json(tally),
    })
}

/// Reads the state of an extension.
pub fn read_extend_state(value: &Value) -> Option<ExtendState> {
    let number = |key: &str| value.get(key)?.as_u64();
    let list = |key: &str| value.get(key)?.as_array();
    let problem = |value: &Value| match value {
        Value::Null => Some(None),
        number => Some(Some(number.as_u64()?.try_into().ok()?)),
    };
    let results = |value: &Value| value.as_array()?.iter().map(|number| problem(number)?).collect();
    Some(ExtendState {
        line: read_line(value.get("line")?)?,
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

/// Reads a result of an extension from its line.
pub fn read_extension(line: &str) -> Option<Extension> {
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
        line: read_line(value.get("line")?)?,
        changes: Change::all(&position, &way),
        position,
    })
}
