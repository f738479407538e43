//! The lines of a text, never more than one of them in memory.

use super::LineErrorKind;
use super::format::{MAX_LINE, MAX_RECORD};
use std::collections::VecDeque;
use std::io::{self, BufRead};

/// Ctrl-Z, which ends texts of MS-DOS, and those concatenated by `copy` of Windows.
const END_OF_DOS: u8 = 0x1a;

/// The lines of a UTF-8 text in order. Any line ends are accepted; byte order marks at the beginning of
/// lines, and the Ctrl-Z of MS-DOS at the end or before a line, are removed.
pub struct TextLines<R> {
    input: R,
    number: u64,
    ended: bool,
    /// Whether the line before ended with a carriage return; a line feed that comes next belongs to that line
    /// end.
    is_behind_return: bool,
    /// Lines that were examined and given back.
    waiting: VecDeque<Line>,
}

/// A line without its line end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Its number, from 1.
    pub number: u64,
    /// Its text; or the column at which it cannot be read, and the error.
    pub text: Result<String, (usize, LineErrorKind)>,
}

impl<R: BufRead> TextLines<R> {
    /// The lines of a text.
    pub fn new(input: R) -> TextLines<R> {
        TextLines { input, number: 0, ended: false, is_behind_return: false, waiting: VecDeque::new() }
    }

    /// Gives lines back: they will be returned next, in this order.
    pub fn give_back(&mut self, lines: Vec<Line>) {
        for line in lines.into_iter().rev() {
            self.waiting.push_front(line);
        }
    }

    /// The bytes of the next line; `None` after the last one; an inner `None` for a line that is too long.
    fn read_bytes(&mut self) -> io::Result<Option<Option<Vec<u8>>>> {
        let mut line = Some(Vec::new());
        let mut is_something = false;
        loop {
            let chunk = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                chunk => chunk?,
            };
            if chunk.is_empty() {
                // In the middle of a text it may be a part of the text.
                if let Some(text) = &mut line {
                    while text.pop_if(|last| *last == END_OF_DOS).is_some() {}
                }
                return Ok(is_something.then_some(line));
            }
            if std::mem::take(&mut self.is_behind_return) && chunk[0] == b'\n' {
                self.input.consume(1);
                continue;
            }
            is_something = true;
            let end = chunk.iter().position(|&byte| is_line_end(byte));
            let part = &chunk[..end.unwrap_or(chunk.len())];
            if let Some(text) = &mut line {
                text.extend_from_slice(&part[..part.len().min(MAX_RECORD + 1 - text.len())]);
                if text.len() > longest(text) {
                    line = None;
                }
            }
            self.is_behind_return = end.is_some_and(|end| chunk[end] == b'\r');
            let read = end.map_or(chunk.len(), |end| end + 1);
            self.input.consume(read);
            if end.is_some() {
                return Ok(Some(line));
            }
        }
    }
}

impl<R: BufRead> Iterator for TextLines<R> {
    type Item = io::Result<Line>;

    /// The next line. After an error of the input there are no more lines.
    fn next(&mut self) -> Option<io::Result<Line>> {
        if let Some(line) = self.waiting.pop_front() {
            return Some(Ok(line));
        }
        if self.ended {
            return None;
        }
        self.number += 1;
        match self.read_bytes() {
            Ok(Some(bytes)) => Some(Ok(Line { number: self.number, text: text_of(bytes) })),
            Ok(None) => {
                self.ended = true;
                None
            }
            Err(error) => {
                self.ended = true;
                Some(Err(error))
            }
        }
    }
}

/// Whether a byte ends a line: a line feed or a carriage return. A carriage return followed by a line feed is
/// one line end.
pub(crate) const fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// The length limit in bytes for a line that begins with these bytes.
fn longest(line: &[u8]) -> usize {
    let begin = line.iter().position(|&byte| byte != END_OF_DOS).unwrap_or(line.len());
    let line = line[begin..].strip_prefix(b"\xef\xbb\xbf").unwrap_or(&line[begin..]);
    if line.trim_ascii_start().starts_with(b"{") { MAX_RECORD } else { MAX_LINE }
}

fn text_of(bytes: Option<Vec<u8>>) -> Result<String, (usize, LineErrorKind)> {
    let bytes = bytes.ok_or((1, LineErrorKind::TooLong))?;
    let mut text = String::from_utf8(bytes).map_err(|error| {
        let good = String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()]);
        (good.chars().count() + 1, LineErrorKind::NotUtf8)
    })?;
    // In concatenated files these characters may begin any line.
    let begin = text.len() - text.trim_start_matches([char::from(END_OF_DOS), '\u{feff}']).len();
    text.drain(..begin);
    Ok(text)
}
