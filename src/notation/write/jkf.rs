//! JKF (json-kifu-format), normalised: every move with its colour, squares and piece, what it takes and how it is told
//! apart. One move a line, so that no line gets long.

use super::WriteError;
use super::header::headers;
use super::played::{Line, Played};
use crate::notation::csa_names::{csa_ending, csa_name};
use crate::notation::japanese::japanese;
use crate::notation::jkf_presets::preset_of;
use crate::notation::read::handicap_of;
use crate::position::Position;
use crate::problem::Problem;
use crate::record::Record;
use crate::types::{Color, Square};
use serde_json::{Map, Value, json};

/// How deep side lines may branch off each other: readers of JSON refuse more brackets.
const DEEPEST: usize = 40;

/// The text of a problem.
pub(super) fn write(problem: &Problem) -> Result<String, WriteError> {
    let mut record = problem.record.clone();
    record.sort_branches();
    let depth = deepest(&record);
    if depth > DEEPEST {
        return Err(WriteError::TooDeep(depth));
    }
    let header: Map<String, Value> =
        headers(problem).into_iter().map(|(key, value)| (key.to_owned(), Value::String(value))).collect();
    let main = Line::main(&record);
    let mut steps = vec![step_text(Map::new(), &main, 0, String::new())];
    steps.extend(steps_of(&main)?);
    let header = Value::Object(header);
    let initial = initial(problem.position());
    Ok(format!(
        "{{\"header\":{header},\n \"initial\":{initial},\n \"moves\":[\n  {}]}}\n",
        steps.join(",\n  ")
    ))
}

/// How many side lines branch off each other.
fn deepest(record: &Record) -> usize {
    let mut depths: Vec<usize> = Vec::with_capacity(record.branches.len());
    for branch in &record.branches {
        depths.push(branch.parent.map_or(1, |parent| depths[parent] + 1));
    }
    depths.into_iter().max().unwrap_or(0)
}

fn steps_of(line: &Line) -> Result<Vec<String>, WriteError> {
    let mut steps = Vec::with_capacity(line.moves.len() + 1);
    let mut forks = Vec::new();
    for ply in line.first..=line.last() + 1 {
        forks.push(forks_text(line, ply)?);
    }
    let mut forks = forks.into_iter();
    let mut clock = line.clock();
    line.play(|played| {
        let mut step = Map::from_iter([("move".to_owned(), move_json(&played))]);
        step.extend(time_json(clock.press(played.ply)));
        steps.push(step_text(step, line, played.ply, forks.next().unwrap_or_default()));
    })?;
    let behind = forks.next().unwrap_or_default();
    if line.ending.is_some() || !behind.is_empty() {
        let special = line.ending.map(|ending| ("special".to_owned(), csa_ending(ending).into()));
        let time = time_json(clock.press(line.last() + 1));
        steps.push(step_text(special.into_iter().chain(time).collect(), line, usize::MAX, behind));
    }
    Ok(steps)
}

/// The side lines at a ply as the value of `forks`; empty when there are none.
fn forks_text(line: &Line, ply: usize) -> Result<String, WriteError> {
    let mut forks = Vec::new();
    for index in line.branches_at(ply) {
        let steps = steps_of(&Line::side(line.record, index))?;
        forks.push(format!("[\n  {}]", steps.join(",\n  ")));
    }
    Ok(if forks.is_empty() { String::new() } else { format!("[{}]", forks.join(",")) })
}

fn step_text(mut step: Map<String, Value>, line: &Line, ply: usize, forks: String) -> String {
    // There is no place for what is said before the first move of a side line but at that move.
    let is_first_of_side = line.index.is_some() && ply == line.first;
    let before = is_first_of_side.then(|| line.comments_at(ply - 1)).into_iter().flatten();
    let comments: Vec<&str> = before.chain(line.comments_at(ply)).collect();
    if !comments.is_empty() {
        step.insert("comments".to_owned(), comments.into());
    }
    let mut text = Value::Object(step).to_string();
    if !forks.is_empty() {
        text.pop();
        let comma = if text.len() > 1 { "," } else { "" };
        text += &format!("{comma}\"forks\":{forks}}}");
    }
    text
}

/// The time used for a ply, where there is one, and by its player so far.
fn time_json((now, used): (u64, u64)) -> Option<(String, Value)> {
    let clock = |time: u64| json!({"h": time / 3600, "m": time / 60 % 60, "s": time % 60});
    (now > 0).then(|| ("time".to_owned(), json!({"now": clock(now), "total": clock(used)})))
}

fn move_json(played: &Played) -> Value {
    let Played { mv, previous, position, .. } = played;
    let us = position.side_to_move();
    let place = |sq: Square| json!({"x": sq.file(), "y": sq.rank()});
    let mut json = Map::new();
    json.insert("color".to_owned(), us.index().into());
    let moved = mv.from().and_then(|from| position.piece_at(from)).map(|piece| piece.kind());
    if let Some(from) = mv.from() {
        json.insert("from".to_owned(), place(from));
    }
    json.insert("to".to_owned(), place(mv.to()));
    if let Some(kind) = moved.or(mv.dropped()) {
        json.insert("piece".to_owned(), csa_name(kind).into());
    }
    if *previous == Some(mv.to()) {
        json.insert("same".to_owned(), true.into());
    }
    if let Some(taken) = position.piece_at(mv.to()) {
        json.insert("capture".to_owned(), csa_name(taken.kind()).into());
    }
    if mv.promotes() || could_promote(played) {
        json.insert("promote".to_owned(), mv.promotes().into());
    }
    let relative: String = japanese(position, *mv, *previous).chars().skip(3).filter_map(relative).collect();
    if !relative.is_empty() {
        json.insert("relative".to_owned(), relative.into());
    }
    Value::Object(json)
}

/// Whether 不成 is said of the move.
fn could_promote(played: &Played) -> bool {
    japanese(played.position, played.mv, played.previous).ends_with("不成")
}

fn relative(c: char) -> Option<char> {
    Some(match c {
        '左' => 'L',
        '直' => 'C',
        '右' => 'R',
        '上' => 'U',
        '寄' => 'M',
        '引' => 'D',
        '打' => 'H',
        _ => return None,
    })
}

fn initial(root: &Position) -> Value {
    if let Some(preset) = handicap_of(root).and_then(preset_of) {
        return json!({ "preset": preset });
    }
    let cell = |file, rank| match Square::from_file_rank(file, rank).and_then(|sq| root.piece_at(sq)) {
        Some(piece) => json!({"color": piece.color().index(), "kind": csa_name(piece.kind())}),
        None => json!({}),
    };
    let board: Vec<Vec<Value>> = (1..=9).map(|file| (1..=9).map(|rank| cell(file, rank)).collect()).collect();
    let hands: Vec<Map<String, Value>> = Color::ALL
        .into_iter()
        .map(|color| {
            root.hand(color).iter().map(|(kind, count)| (csa_name(kind).to_owned(), count.into())).collect()
        })
        .collect();
    json!({"preset": "OTHER", "data": {"color": root.side_to_move().index(), "board": board, "hands": hands}})
}
