//! Reading a problem set line by line, never more than one line in memory.

use super::line::parse_line;
use super::{LineError, LineErrorKind, Place, Problem, ReadError};
use std::io::{self, BufRead};

/// The longest line that is read, in bytes without the line end: 4 MiB. The longest known solution, written out as
/// moves behind its position, is a tenth of that; what is longer is no problem, and need not fill the memory.
pub const MAX_LINE: usize = 4 << 20;

/// The problems of a text, in its order. A line that cannot be understood gives an error, and the next call goes on
/// behind it; after an error of the input itself nothing follows.
pub struct Reader<R> {
    input: R,
    file: String,
    line: u64,
    ended: bool,
}

/// What lies between two line ends.
enum Line {
    Text(Vec<u8>),
    TooLong,
}

impl<R: BufRead> Reader<R> {
    /// A reader of a text that errors and places call `file`.
    pub fn new(input: R, file: impl Into<String>) -> Reader<R> {
        Reader { input, file: file.into(), line: 0, ended: false }
    }

    /// The next line without its end; `None` behind the last one.
    fn read_line(&mut self) -> io::Result<Option<Line>> {
        let mut line = Line::Text(Vec::new());
        let mut is_something = false;
        loop {
            let chunk = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                chunk => chunk?,
            };
            if chunk.is_empty() {
                return Ok(is_something.then_some(line));
            }
            is_something = true;
            let end = chunk.iter().position(|&byte| byte == b'\n');
            let part = &chunk[..end.unwrap_or(chunk.len())];
            match &mut line {
                // One byte more than the longest line, for a carriage return.
                Line::Text(text) if text.len() + part.len() <= MAX_LINE + 1 => text.extend_from_slice(part),
                _ => line = Line::TooLong,
            }
            let read = end.map_or(chunk.len(), |end| end + 1);
            self.input.consume(read);
            if end.is_some() {
                return Ok(Some(line));
            }
        }
    }

    /// The problem on a line; `None` for a blank line and a comment.
    fn parse(&self, line: Line) -> Result<Option<Problem>, (usize, LineErrorKind)> {
        let Line::Text(mut bytes) = line else {
            return Err((1, LineErrorKind::TooLong));
        };
        if bytes.last() == Some(&b'\r') {
            bytes.pop();
        }
        if bytes.len() > MAX_LINE {
            return Err((1, LineErrorKind::TooLong));
        }
        let text = str::from_utf8(&bytes).map_err(|error| {
            let good = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
            (good.chars().count() + 1, LineErrorKind::NotUtf8)
        })?;
        let text = if self.line == 1 { text.strip_prefix('\u{feff}').unwrap_or(text) } else { text };
        parse_line(text)
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Problem, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.ended {
            self.line += 1;
            let line = match self.read_line() {
                Ok(Some(line)) => line,
                Ok(None) => {
                    self.ended = true;
                    break;
                }
                Err(error) => {
                    self.ended = true;
                    return Some(Err(ReadError::Io { file: self.file.clone(), error }));
                }
            };
            let place = Place { file: self.file.clone(), line: self.line };
            match self.parse(line) {
                Ok(None) => {}
                Ok(Some(problem)) => return Some(Ok(Problem { place, ..problem })),
                Err((column, kind)) => return Some(Err(LineError { place, column, kind }.into())),
            }
        }
        None
    }
}
