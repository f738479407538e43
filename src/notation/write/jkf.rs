//! JKF (json-kifu-format), normalised: every move with its colour, squares and piece, the captured piece, and
//! the letters that distinguish it. Each header and each move is on a line of its own, so that no line gets
//! long.

use super::WriteError;
use super::header::{headers, with_sorted_branches};
use super::played::{Played, PlayedLine, RecordLines, Walk};
use crate::notation::csa_names::{csa_ending, csa_name};
use crate::notation::handicaps::handicap_of;
use crate::notation::handicaps::preset_of;
use crate::notation::japanese::{JKF_LETTERS, japanese};
use crate::notation::read::DEEPEST_FORKS;
use crate::position::Position;
use crate::problem::Problem;
use crate::record::Record;
use crate::types::{Color, Square};
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The text of a problem.
pub(super) fn write(problem: &Problem) -> Result<String, WriteError> {
    let record = with_sorted_branches(&problem.record);
    let depth = deepest(&record);
    if depth > DEEPEST_FORKS {
        return Err(WriteError::TooDeep { depth, most: DEEPEST_FORKS });
    }
    let mut text = "{\"header\":{".to_owned();
    // Of a repeated key the last value is used.
    let headers: BTreeMap<&str, Cow<str>> = headers(problem).collect();
    for (number, (key, value)) in headers.into_iter().enumerate() {
        let comma = if number > 0 { ",\n  " } else { "" };
        text += &format!("{comma}{}:{}", json!(key), json!(value));
    }
    let initial = initial(problem.position());
    text += &format!("}},\n \"initial\":{initial},\n \"moves\":[\n  ");
    let lines = RecordLines::new(&record);
    let mut walk = Walk::new(&record);
    let steps = lines.iter().map(|line| steps_of(&line, &mut walk)).collect::<Result<Vec<_>, _>>()?;
    Steps { lines: &lines, steps: &steps }.push_line(None, &mut text);
    text += "]}\n";
    Ok(text)
}

/// The nesting depth of side lines.
fn deepest(record: &Record) -> usize {
    let mut depths: Vec<usize> = Vec::with_capacity(record.branches.len());
    for branch in &record.branches {
        depths.push(branch.parent.map_or(1, |parent| depths[parent] + 1));
    }
    depths.into_iter().max().unwrap_or(0)
}

/// The steps of a line with their plies, without the lines that branch off. After the moves comes a step for
/// an ending, or for side lines that branch off there.
fn steps_of(line: &PlayedLine, walk: &mut Walk) -> Result<Vec<(usize, String)>, WriteError> {
    let mut steps = Vec::with_capacity(line.moves.len() + 2);
    if line.index.is_none() {
        steps.push((0, step_text(Map::new(), line.comments_at(0))));
    }
    walk.line(line, |played| {
        let ply = played.ply;
        let mut step = Map::from_iter([("move".to_owned(), move_json(&played))]);
        step.extend(time_json(played.clock));
        // Comments before the first move of a side line can only be stored at that move.
        let is_first_of_side = line.index.is_some() && ply == line.first;
        let before = is_first_of_side.then(|| line.comments_at(ply - 1)).into_iter().flatten();
        steps.push((ply, step_text(step, before.chain(line.comments_at(ply)))));
    })?;
    let behind = line.last() + 1;
    if line.ending.is_some() || line.has_forks(behind) {
        let word = |ending| csa_ending(ending, walk.side_to_move());
        let special = line.ending.map(|ending| ("special".to_owned(), word(ending).into()));
        let time = time_json(walk.last_clock(line));
        // In a side line that consists of an ending only, they are stored here.
        let before = line.moves.is_empty() && line.index.is_some();
        let before = before.then(|| line.comments_at(line.first - 1)).into_iter().flatten();
        steps.push((behind, step_text(special.into_iter().chain(time).collect(), before)));
    }
    Ok(steps)
}

fn step_text<'a>(mut step: Map<String, Value>, comments: impl Iterator<Item = &'a str>) -> String {
    let comments: Vec<&str> = comments.collect();
    if !comments.is_empty() {
        step.insert("comments".to_owned(), comments.into());
    }
    Value::Object(step).to_string()
}

/// The steps of all lines, to be nested.
struct Steps<'a> {
    lines: &'a RecordLines<'a>,
    /// The steps of the main line, then those of each side line.
    steps: &'a [Vec<(usize, String)>],
}

impl Steps<'_> {
    /// Writes the steps of a line with all lines that branch off it. The recursion is at most
    /// [`DEEPEST_FORKS`] deep.
    fn push_line(&self, line: Option<usize>, text: &mut String) {
        for (number, (ply, step)) in self.steps[line.map_or(0, |index| index + 1)].iter().enumerate() {
            if number > 0 {
                text.push_str(",\n  ");
            }
            let forks = if *ply == 0 { &[] } else { self.lines.forks(line, *ply) };
            if forks.is_empty() {
                text.push_str(step);
                continue;
            }
            text.push_str(&step[..step.len() - 1]);
            text.push_str(if step == "{}" { "\"forks\":[" } else { ",\"forks\":[" });
            for (number, &fork) in forks.iter().enumerate() {
                text.push_str(if number > 0 { ",[\n  " } else { "[\n  " });
                self.push_line(Some(fork), text);
                text.push(']');
            }
            text.push_str("]}");
        }
    }
}

/// The time used for a ply, if any, and the total time of its player so far.
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

/// Whether the move is a non-promotion to be marked with 不成.
fn could_promote(played: &Played) -> bool {
    japanese(played.position, played.mv, played.previous).ends_with("不成")
}

fn relative(c: char) -> Option<char> {
    JKF_LETTERS.iter().find(|(_, word)| *word == c).map(|(letter, _)| *letter)
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
