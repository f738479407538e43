//! One line of a problem set: an SFEN with its moves, then metadata.

use super::error::{LineErrorKind, ValueKind};
use super::format::KEYS;
use super::{ExpectedPlies, ExpectedSolutions, Problem, ProblemWarning};
use crate::position::{Token, read_position};
use crate::record::Record;
use crate::types::Color;
use num_bigint::BigUint;

/// Reads a line without its line end; `None` for a blank line or a comment. The place of the problem is not
/// set.
///
/// # Errors
/// The error, with its column.
pub(super) fn parse_line(text: &str) -> Result<Option<Problem>, (usize, LineErrorKind)> {
    if text.trim().is_empty() || text.trim_start().starts_with('#') {
        return Ok(None);
    }
    let mut parts = split(text);
    let (_, sfen) = parts.next().unwrap_or((1, text));
    let read = read_position(sfen).map_err(|error| (error.column(), error.into()))?;
    let mut problem = Problem::new(Record::new(read.root, read.moves));
    problem.warnings.extend(read.warning.map(ProblemWarning::from));
    let mut seen = Vec::new();
    for (column, part) in parts {
        let column = column + part.chars().take_while(|c| c.is_whitespace()).count();
        let part = part.trim();
        // A `;` at the end of a line, and two in a row, are permitted.
        if part.is_empty() {
            continue;
        }
        let key = set_value(&mut problem, part, &seen).map_err(|kind| (column, kind))?;
        seen.push(key);
    }
    Ok(Some(problem))
}

/// The parts between unescaped `;`, with the columns at which they begin.
fn split(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = Some(text);
    let mut column = 1;
    std::iter::from_fn(move || {
        let whole = rest?;
        let mut escaped = false;
        let end = whole.find(|c| {
            let ends = c == ';' && !escaped;
            escaped = c == '\\' && !escaped;
            ends
        });
        let part = &whole[..end.unwrap_or(whole.len())];
        rest = end.map(|end| &whole[end + 1..]);
        let start = column;
        column += part.chars().count() + 1;
        Some((start, part))
    })
}

/// Reads one `key=value` into the problem and returns the key.
fn set_value(problem: &mut Problem, part: &str, seen: &[&str]) -> Result<&'static str, LineErrorKind> {
    let (key, value) =
        part.split_once('=').ok_or_else(|| LineErrorKind::NoValue { token: Token::shown(part) })?;
    let (key, value) = (key.trim(), unescape(value.trim()));
    let known = KEYS.into_iter().find(|&known| known == key);
    let key = known.ok_or_else(|| LineErrorKind::UnknownKey { token: Token::shown(key) })?;
    if seen.contains(&key) {
        return Err(LineErrorKind::RepeatedKey { token: Token::shown(key) });
    }
    let wrong = |expected| LineErrorKind::Value { key, token: Token::shown(&value), expected };
    if value.is_empty() {
        return Err(wrong(ValueKind::Text));
    }
    match key {
        "rule" => {
            problem.rule = Some(value.parse().map_err(|_| wrong(ValueKind::Rule))?);
        }
        "condition" => {
            let conditions = value.parse().map_err(|error| LineErrorKind::Condition { error })?;
            problem.conditions = Some(conditions);
        }
        "attacker" => {
            problem.attacker = Some(match value.as_str() {
                "black" => Color::Black,
                "white" => Color::White,
                _ => return Err(wrong(ValueKind::Side)),
            });
        }
        "policy" => problem.policy = Some(value.parse().map_err(|_| wrong(ValueKind::Policy))?),
        "plies" => problem.plies = Some(expected_plies(&value).ok_or_else(|| wrong(ValueKind::Plies))?),
        "solutions" => {
            problem.solutions = Some(expected_solutions(&value).ok_or_else(|| wrong(ValueKind::Solutions))?);
        }
        "intended-solutions" => {
            let count =
                digits(&value).and_then(|digits| digits.parse().ok()).filter(|count| *count != BigUint::ZERO);
            problem.intended_solutions = Some(count.ok_or_else(|| wrong(ValueKind::IntendedSolutions))?);
        }
        _ => *text_field(problem, key) = Some(value),
    }
    Ok(key)
}

fn text_field<'a>(problem: &'a mut Problem, key: &str) -> &'a mut Option<String> {
    match key {
        "id" => &mut problem.id,
        "title" => &mut problem.title,
        "composer" => &mut problem.composer,
        "twin" => &mut problem.twin,
        "source" => &mut problem.source,
        _ => &mut problem.status,
    }
}

/// A stated length, as the value of its key.
pub(crate) fn expected_plies(value: &str) -> Option<ExpectedPlies> {
    match value {
        "none" => Some(ExpectedPlies::NoMate),
        _ => match value.strip_prefix("<=") {
            Some(most) => digits(most)?.parse().ok().map(ExpectedPlies::AtMost),
            None => digits(value)?.parse().ok().map(ExpectedPlies::Mate),
        },
    }
}

/// A stated number of solutions, as the value of its key.
pub(crate) fn expected_solutions(value: &str) -> Option<ExpectedSolutions> {
    match value {
        ">1" => Some(ExpectedSolutions::Several),
        _ => digits(value)?.parse().ok().map(ExpectedSolutions::Exactly),
    }
}

/// The digits of a plain number in half or full width. Needed because `parse` alone would accept a sign.
fn digits(value: &str) -> Option<String> {
    let plain = |c: char| match c {
        '０'..='９' => char::from_u32(c as u32 - '０' as u32 + '0' as u32),
        _ => c.is_ascii_digit().then_some(c),
    };
    value.chars().map(plain).collect()
}

fn unescape(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut letters = value.chars().peekable();
    while let Some(letter) = letters.next() {
        let next = letters.next_if(|&next| letter == '\\' && matches!(next, ';' | '\\'));
        text.push(next.unwrap_or(letter));
    }
    text
}
