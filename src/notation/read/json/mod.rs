//! JSON: JKF records, and the answers of `tsumugi solve --json` and other commands; one object after another.

mod answer;
mod found;
mod intended;
mod jkf;
mod lines;
mod text;

use super::cursor::{Fault, Parsed};
use super::record_builder::IllegalMoves;
use crate::problem::{Line, LineErrorKind, MAX_RECORD, Place, Problem, RecordError, TextLines};
use answer::Answer;
pub(in crate::notation) use jkf::DEEPEST_FORKS;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::io::{self, BufRead};
use text::Text;

/// The largest nesting depth of brackets: a JKF with [`DEEPEST_FORKS`] nested forks needs 125.
const MOST_BRACKETS: usize = 200;

/// The objects of a text.
pub(super) struct Values<R> {
    lines: TextLines<R>,
    next: Option<Line>,
}

impl<R: BufRead> Values<R> {
    /// The objects in the remaining lines.
    pub fn new(lines: TextLines<R>) -> Values<R> {
        Values { lines, next: None }
    }

    /// The next object: its text and the line on which it begins.
    fn read_text(&mut self) -> io::Result<Option<Parsed<(u64, String)>>> {
        let (mut text, mut first, mut depth) = (String::new(), 1, Depth::default());
        let mut fault = None;
        while let Some(line) = self.next.take().map(Ok).or_else(|| self.lines.next()) {
            let line = line?;
            let content = match line.text {
                Ok(content) => content,
                Err((column, kind)) => {
                    fault.get_or_insert(match kind {
                        LineErrorKind::TooLong => Fault::too_long(line.number),
                        _ => Fault { line: line.number, column, kind },
                    });
                    continue;
                }
            };
            if text.is_empty() {
                if content.trim().is_empty() {
                    continue;
                }
                first = line.number;
            } else if ["{\"schema\"", "{\"header\""].iter().any(|head| content.starts_with(head)) {
                // The object before it is not closed.
                self.next = Some(Line { number: line.number, text: Ok(content) });
                break;
            }
            if text.len() + content.len() > MAX_RECORD {
                fault.get_or_insert(Fault::too_long(first));
                text.truncate(1);
            }
            depth.read(&content);
            if depth.deepest > MOST_BRACKETS {
                let error = RecordError::BracketsTooDeep { most: MOST_BRACKETS };
                fault.get_or_insert(Fault::at_line(line.number, error));
            }
            if !text.is_empty() {
                text.push('\n');
            }
            // The text of a rejected object is not kept.
            text += if fault.is_none() || text.is_empty() { &content } else { "" };
            if depth.is_closed() {
                break;
            }
        }
        Ok(match (fault, text.is_empty()) {
            (Some(fault), _) => Some(Err(fault)),
            (None, true) => None,
            (None, false) => Some(Ok((first, text))),
        })
    }

    /// Reads the next problem; `None` after the last one.
    ///
    /// # Errors
    /// Errors of the input.
    pub fn next_problem(&mut self, illegal_moves: IllegalMoves) -> io::Result<Option<Parsed<Problem>>> {
        while let Some(text) = self.read_text()? {
            let problem = text.and_then(|(line, text)| read(line, text, illegal_moves));
            if let Some(problem) = problem.transpose() {
                return Ok(Some(problem));
            }
        }
        Ok(None)
    }
}

/// The problem of an object; `None` when the object is about several problems together.
fn read(line: u64, whole: String, illegal_moves: IllegalMoves) -> Parsed<Option<Problem>> {
    let text = Text { line, whole: &whole };
    let problem = match is_answer(&whole) {
        true => {
            let answer: Answer = text.parse(&whole)?;
            drop(whole);
            answer.check_schema(line)?;
            if answer.is_summary() {
                return Ok(None);
            }
            answer::problem(&answer, line)
        }
        false => jkf::problem(&text, illegal_moves),
    };
    Ok(Some(Problem { place: Place { file: String::new(), line }, ..problem? }))
}

/// Whether an object is an answer, that is, whether it has the key `schema` at its top level; deeper in a
/// record the same text has no meaning. An unreadable object counts as an answer, so that the reader of
/// answers reports the place of the error.
fn is_answer(whole: &str) -> bool {
    #[derive(Deserialize)]
    struct Outermost {
        schema: Option<IgnoredAny>,
    }
    // In the form in which this program writes answers, the beginning decides.
    whole.starts_with("{\"schema\":")
        || whole.contains("\"schema\"")
            && serde_json::from_str(whole).map_or(true, |object: Outermost| object.schema.is_some())
}

/// Tracks the nesting depth of brackets in a text.
#[derive(Default)]
struct Depth {
    open: usize,
    deepest: usize,
    was_open: bool,
    is_in_string: bool,
}

impl Depth {
    fn read(&mut self, line: &str) {
        let mut bytes = line.bytes();
        while let Some(byte) = bytes.next() {
            match byte {
                b'\\' if self.is_in_string => {
                    bytes.next();
                }
                b'"' => self.is_in_string = !self.is_in_string,
                _ if self.is_in_string => {}
                b'{' | b'[' => {
                    self.open += 1;
                    self.deepest = self.deepest.max(self.open);
                    self.was_open = true;
                }
                b'}' | b']' => self.open = self.open.saturating_sub(1),
                _ => {}
            }
        }
        // Strings contain no line breaks.
        self.is_in_string = false;
    }

    fn is_closed(&self) -> bool {
        self.was_open && self.open == 0
    }
}
