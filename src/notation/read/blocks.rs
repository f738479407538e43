//! Dividing a text of several records where one record ends and the next one begins. Records are not buffered
//! as text: their lines are parsed as they arrive.

use super::cursor::{Fault, Parsed};
use super::detect::TextFormat;
use super::record_builder::IllegalMoves;
use super::record_reader::{Belongs, Divider, RecordReader};
use crate::problem::{Line, LineErrorKind, MAX_RECORD, Problem, RecordError, TextLines};
use std::io::{self, BufRead};

impl Fault {
    /// The fault of a line that is longer than the reader accepts.
    fn line_too_long(line: u64) -> Fault {
        Fault::at_line(line, RecordError::LineTooLong)
    }

    /// The fault of a record, beginning on `line`, that is larger than [`MAX_RECORD`].
    pub fn too_long(line: u64) -> Fault {
        Fault::at_line(line, RecordError::TooLong { mebibytes: MAX_RECORD >> 20 })
    }
}

/// The records of a text.
pub(super) struct Blocks<R> {
    lines: TextLines<R>,
    format: TextFormat,
}

impl<R: BufRead> Blocks<R> {
    /// The records of the remaining lines.
    pub fn new(lines: TextLines<R>, format: TextFormat) -> Blocks<R> {
        Blocks { lines, format }
    }

    /// Reads the next record; `None` after the last one.
    ///
    /// # Errors
    /// Errors of the input.
    pub fn next_record<T: RecordReader>(
        &mut self,
        illegal_moves: IllegalMoves,
    ) -> io::Result<Option<Parsed<Problem>>> {
        let mut divider = T::Divider::default();
        let mut block = Block { reader: Ok(T::new(illegal_moves)), place: None, bytes: 0 };
        let mut held: Vec<Line> = Vec::new();
        while let Some(line) = self.lines.next() {
            let line = line?;
            let text = text_of(&line);
            // A record begins with its first non-blank line.
            if block.place.is_none() && text.trim().is_empty() {
                continue;
            }
            // In CSA a line with a slash separates records and belongs to none of them.
            if self.format == TextFormat::Csa && text.trim() == "/" {
                if block.place.is_none() {
                    continue;
                }
                break;
            }
            let belongs = divider.examine(text);
            held.push(line);
            match belongs {
                Belongs::Either => {}
                Belongs::Current => held.drain(..).for_each(|line| block.read(line)),
                Belongs::Next { kept } => {
                    self.lines.give_back(held.split_off(kept));
                    break;
                }
            }
        }
        held.into_iter().for_each(|line| block.read(line));
        let Block { reader, place, .. } = block;
        Ok(place.map(|(first, last)| reader?.finish(first, last)))
    }
}

/// The text of a line for finding the next record: a line that cannot be read begins none.
fn text_of(line: &Line) -> &str {
    line.text.as_deref().unwrap_or("x")
}

/// A record being read.
struct Block<T> {
    reader: Parsed<T>,
    /// Its first and its last line.
    place: Option<(u64, u64)>,
    bytes: usize,
}

impl<T: RecordReader> Block<T> {
    /// Reads a line. Even when the record is rejected, its lines are taken, to find the next record.
    fn read(&mut self, line: Line) {
        let (first, last) = self.place.get_or_insert((line.number, line.number));
        *last = line.number;
        self.bytes += text_of(&line).len() + 1;
        let Ok(reader) = &mut self.reader else { return };
        let read = match line.text {
            Err((_, LineErrorKind::TooLong)) => Err(Fault::line_too_long(line.number)),
            _ if self.bytes > MAX_RECORD => Err(Fault::too_long(*first)),
            Err((column, kind)) => Err(Fault { line: line.number, column, kind }),
            Ok(text) => reader.line(line.number, &text),
        };
        if let Err(fault) = read {
            self.reader = Err(fault);
        }
    }
}
