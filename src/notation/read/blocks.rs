//! Dividing a text of several records where one record ends and the next one begins. Records are not buffered
//! as text: their lines are parsed as they arrive.

use super::cursor::{Fault, Parsed};
use super::detect::TextFormat;
use super::record_builder::IllegalMoves;
use super::record_reader::{Divider, RecordReader};
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
    /// The first line of the next record.
    next: Option<Line>,
}

impl<R: BufRead> Blocks<R> {
    /// The records of the remaining lines.
    pub fn new(lines: TextLines<R>, format: TextFormat) -> Blocks<R> {
        Blocks { lines, format, next: None }
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
        let mut record = Ok(T::new(illegal_moves));
        let mut place: Option<(u64, u64)> = None;
        let mut bytes = 0;
        while let Some(line) = self.next.take().map(Ok).or_else(|| self.lines.next()) {
            let line = line?;
            let text = line.text.as_deref().unwrap_or("x");
            // A record begins with its first non-blank line.
            if place.is_none() && text.trim().is_empty() {
                continue;
            }
            // In CSA a line with a slash separates records and belongs to none of them.
            if self.format == TextFormat::Csa && text.trim() == "/" {
                if place.is_none() {
                    continue;
                }
                break;
            }
            if divider.begins(text) && place.is_some() {
                self.next = Some(line);
                break;
            }
            let (first, last) = place.get_or_insert((line.number, line.number));
            *last = line.number;
            bytes += text.len() + 1;
            // Even when the record is rejected, its lines are read, to find the next record.
            if let Ok(reader) = &mut record {
                let read = match line.text {
                    Err((_, LineErrorKind::TooLong)) => Err(Fault::line_too_long(line.number)),
                    _ if bytes > MAX_RECORD => Err(Fault::too_long(*first)),
                    Err((column, kind)) => Err(Fault { line: line.number, column, kind }),
                    Ok(text) => reader.line(line.number, &text),
                };
                record = read.and(record);
            }
        }
        Ok(place.map(|(first, last)| record?.finish(first, last)))
    }
}
