//! `POST /api/convert`: converts texts of any format to problems, problems to texts, and positions to mirror images.

use super::legal::both;
use crate::compose::canonical;
use crate::notation::read::{Encoding, Reader, TextFormat};
use crate::notation::{RecordFormat, board_text, losses, losses_of_diagram, write_checked};
use crate::position::Position;
use crate::problem::{Problem, QuestionError, ReadError, Rule, default_attacker};
use crate::record::Record;
use crate::serve::error::ApiError;
use crate::serve::fields::{Fields, MOST_MOVES, bad_value, intended_solutions_of};
use crate::serve::limits::BODY_BYTES;
use crate::serve::reply::Reply;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

/// The greatest number of problems that are returned for a text.
const PROBLEMS: usize = 500;
/// The greatest number of moves in these problems together.
const MOVES: usize = MOST_MOVES;
/// The greatest length of a name and of a header, in bytes.
const TEXT: usize = 2000;
/// The greatest number of solutions that are written as lines of a record.
const LINES: usize = 1000;

/// The format to be written.
#[derive(Clone, Copy)]
enum Target {
    Sfen,
    Bod,
    Record(RecordFormat),
}

/// The transformation of a position.
#[derive(Clone, Copy)]
enum Transform {
    Mirror,
    Flip,
    Canonical,
}

/// The reply to the request.
///
/// # Errors
/// The request is not valid.
pub fn answer(mut fields: Fields) -> Result<Reply, ApiError> {
    let targets: Vec<(&str, Target)> = [("sfen", Target::Sfen), ("bod", Target::Bod)]
        .into_iter()
        .chain(RecordFormat::ALL.map(|format| (format.name(), Target::Record(format))))
        .collect();
    let value = match fields.choice("to", &targets)? {
        None => read(fields)?,
        Some(target) => write(fields, target)?,
    };
    Ok(Reply::json(value.to_string()))
}

fn read(mut fields: Fields) -> Result<Value, ApiError> {
    let text = fields.text("text", BODY_BYTES)?;
    let base64 = fields.text("base64", BODY_BYTES)?;
    let name = fields.text("name", TEXT)?.unwrap_or_default();
    fields.finish()?;
    let (bytes, encoding) = match (text, base64) {
        (Some(text), None) => (text.into_bytes(), Encoding::Utf8),
        (None, Some(base64)) => {
            let bytes = STANDARD.decode(base64.trim());
            let bytes = bytes.map_err(|_| bad_value("base64", "is not base64", "base64 ではありません"))?;
            (bytes, Encoding::Auto)
        }
        _ => {
            return Err(ApiError::new(
                400,
                "missing-field",
                "give either `text` or `base64`",
                "`text` か `base64` のどちらかを指定してください",
            )
            .at("text"));
        }
    };
    // A small compressed file can expand to a thousand times its size.
    if bytes.starts_with(&[0x1f, 0x8b]) {
        return Err(ApiError::new(
            400,
            "packed",
            "the file is packed (gzip): unpack it first",
            "圧縮ファイル (gzip) です: 先に展開してください",
        ));
    }
    let shown = if name.is_empty() { "text".to_owned() } else { name };
    let mut reader = Reader::new(&bytes[..], encoding, shown).up_to_illegal_moves();
    let format = match reader.format() {
        TextFormat::Sfen => "sfen",
        TextFormat::Kifu => "kif",
        TextFormat::Csa => "csa",
        TextFormat::Json => "jkf",
    };
    let (mut problems, mut room, mut left_out, mut refused) = (Vec::new(), MOVES, 0, None);
    for problem in reader.by_ref() {
        match problem {
            Ok(problem) if problems.len() < PROBLEMS && problem.record.moves.len() <= room => {
                room -= problem.record.moves.len();
                problems.push(read_problem(&problem));
            }
            Ok(_) => left_out += 1,
            // If the text contains several problems, an unreadable one is returned as an error among the others.
            Err(error) if problems.len() < PROBLEMS => {
                let error = unreadable(&error, format);
                problems.push(json!({ "error": error.value() }));
                refused.get_or_insert(error);
            }
            Err(_) => left_out += 1,
        }
    }
    match (problems.len(), refused) {
        (0, _) => return Err(nothing()),
        (1, Some(error)) => return Err(error.at("text")),
        _ => {}
    }
    let mut value = json!({ "format": format, "problems": problems });
    if left_out > 0 {
        value["left_out"] = json!(left_out);
    }
    Ok(value)
}

fn read_problem(problem: &Problem) -> Value {
    let warnings: Vec<Value> = problem.warnings.iter().map(both).collect();
    json!({
        "sfen": problem.position().sfen(),
        "rule": problem.rule.map(Rule::name),
        "condition": problem.conditions.map(|conditions| conditions.to_string()),
        "attacker": problem.attacker.map(|color| color.to_string()),
        "policy": problem.policy.map(|policy| policy.name()),
        "plies": problem.plies.map(|plies| plies.to_string()),
        "solutions": problem.solutions.as_ref().map(|solutions| solutions.to_string()),
        "intended_solutions": problem.intended_solutions.as_ref().map(|count| count.to_string()),
        "id": problem.id,
        "title": problem.title,
        "composer": problem.composer,
        "source": problem.source,
        "rest": problem.rest.map(|color| color.to_string()),
        "line": problem.record.moves.iter().map(|mv| mv.to_string()).collect::<Vec<_>>(),
        "warnings": warnings,
    })
}

fn write(mut fields: Fields, target: Target) -> Result<Value, ApiError> {
    let position = fields.sfen()?;
    let rule = fields.rule()?;
    if let Target::Sfen = target {
        let attacker = fields.attacker()?;
        let transforms =
            [("mirror", Transform::Mirror), ("flip", Transform::Flip), ("canonical", Transform::Canonical)];
        let transform = fields.choice("transform", &transforms)?;
        fields.finish()?;
        let rule = rule.unwrap_or(Rule::Helpmate);
        let changed = match transform {
            None => position,
            Some(Transform::Mirror) => position.mirror(),
            Some(Transform::Flip) => position.flip(),
            Some(Transform::Canonical) => {
                let attacker = attacker.or_else(|| default_attacker(&position, rule));
                attacker.map_or(position.clone(), |attacker| canonical(&position, rule, attacker).0)
            }
        };
        return Ok(json!({ "format": "sfen", "sfen": changed.sfen(), "text": changed.sfen(), "lost": [] }));
    }
    let problem = problem(&mut fields, position, rule)?;
    fields.finish()?;
    Ok(match target {
        Target::Record(format) => {
            let text =
                write_checked(&problem, format).map_err(|error| ApiError::because("not-writable", &error))?;
            let lost: Vec<Value> = losses(&problem, format).iter().map(both).collect();
            json!({ "format": format.name(), "text": text, "lost": lost })
        }
        Target::Bod | Target::Sfen => {
            let lost: Vec<Value> = losses_of_diagram(&problem).iter().map(both).collect();
            json!({ "format": "bod", "text": board_text(problem.position()), "lost": lost })
        }
    })
}

/// The problem to be written: with its line, or with several solutions as the lines of a tree.
fn problem(fields: &mut Fields, position: Position, rule: Option<Rule>) -> Result<Problem, ApiError> {
    let line = fields.legal_moves("line", &position)?;
    let mut record = Record::new(position, line);
    let mut room = MOVES;
    for (place, line) in fields.list("lines", LINES)?.into_iter().enumerate() {
        let mut one = Fields::of(json!({ "lines": line }))?;
        let moves = one.legal_moves("lines", &record.root)?;
        room = room.checked_sub(moves.len()).ok_or_else(|| {
            bad_value(
                "lines",
                format!("has more than {MOVES} moves"),
                format!("指し手が{MOVES}個を超えています"),
            )
        })?;
        if place == 0 && record.moves.is_empty() {
            record.moves = moves;
        } else {
            record.add_line(&moves);
        }
    }
    record.sort_branches();
    let mut problem = Problem {
        rule,
        conditions: fields.conditions()?,
        intended_solutions: intended_solutions_of(fields, rule.unwrap_or(Rule::Helpmate))?,
        attacker: fields.attacker()?,
        policy: fields.policy()?,
        ..Problem::new(record)
    };
    let (rule, conditions) = (problem.rule_or_default(), problem.conditions.unwrap_or_default());
    if !conditions.is_empty() && !rule.is_cooperative() {
        let error = QuestionError::Conditions { rule, conditions };
        return Err(ApiError::because("bad-value", &error).at("condition"));
    }
    let Some(headers) = fields.take("headers") else { return Ok(problem) };
    let mut headers = Fields::of(headers).map_err(|error| error.at("headers"))?;
    problem.id = headers.text("id", TEXT)?;
    problem.title = headers.text("title", TEXT)?;
    problem.composer = headers.text("composer", TEXT)?;
    problem.source = headers.text("source", TEXT)?;
    headers.finish()?;
    Ok(problem)
}

/// The error for a text that cannot be read, with the place in the text; inside a JSON object there is no place.
fn unreadable(error: &ReadError, format: &str) -> ApiError {
    let refused = ApiError::because("unreadable", error);
    match error {
        ReadError::Line(error) if format != "jkf" => refused.at_place(error.place.line, error.column),
        ReadError::Line(_) | ReadError::Io { .. } => refused,
    }
}

fn nothing() -> ApiError {
    ApiError::new(400, "no-problem", "there is no problem in this text", "問題が入っていません").at("text")
}
