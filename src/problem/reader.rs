//! Reading a problem set line by line.

use super::line::parse_line;
use super::text_lines::{Line, TextLines};
use super::{LineError, Place, Problem, ReadError};
use std::io::BufRead;

/// The problems of a text, in order. A line that cannot be understood gives an error, and the next call
/// continues with the next line; after an error of the input itself the iterator ends.
pub struct Reader<R> {
    lines: TextLines<R>,
    file: String,
}

impl<R: BufRead> Reader<R> {
    /// A reader of a text; `file` is its name in errors and places.
    pub fn new(input: R, file: impl Into<String>) -> Reader<R> {
        Reader::of_lines(TextLines::new(input), file)
    }

    /// A reader of the remaining lines of a text.
    pub fn of_lines(lines: TextLines<R>, file: impl Into<String>) -> Reader<R> {
        Reader { lines, file: file.into() }
    }

    /// The problem on a line; `None` for a blank line and a comment.
    fn parse(&self, line: Line) -> Result<Option<Problem>, LineError> {
        let place = Place { file: self.file.clone(), line: line.number };
        match line.text.and_then(|text| parse_line(&text)) {
            Ok(problem) => Ok(problem.map(|problem| Problem { place, ..problem })),
            Err((column, kind)) => Err(LineError { place, column, kind }),
        }
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Problem, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let line = match self.lines.next()? {
                Ok(line) => line,
                Err(error) => return Some(Err(ReadError::Io { file: self.file.clone(), error })),
            };
            match self.parse(line) {
                Ok(None) => {}
                Ok(Some(problem)) => return Some(Ok(problem)),
                Err(error) => return Some(Err(error.into())),
            }
        }
    }
}
