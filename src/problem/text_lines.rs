//! The lines of a text, never more than one of them in memory.

use super::LineErrorKind;
use super::format::{MAX_LINE, MAX_RECORD};
use std::collections::VecDeque;
use std::io::{self, BufRead};

/// What ends texts of MS-DOS, and those that `copy` of Windows has put together: Ctrl-Z.
const END_OF_DOS: u8 = 0x1a;

/// The lines of a UTF-8 text in order, any line ends, with or without byte order marks at the beginning of lines,
/// without the Ctrl-Z of MS-DOS at the end or before a line.
pub struct TextLines<R> {
    input: R,
    number: u64,
    ended: bool,
    /// The line before ended with a carriage return: a line feed that comes next belongs to that end.
    is_behind_return: bool,
    /// TextLines that were looked at and given back.
    waiting: VecDeque<Line>,
}

/// A line without its line end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Its number, from 1.
    pub number: u64,
    /// Its text; or the column at which it cannot be read, and why.
    pub text: Result<String, (usize, LineErrorKind)>,
}

impl<R: BufRead> TextLines<R> {
    /// The lines of a text.
    pub fn new(input: R) -> TextLines<R> {
        TextLines { input, number: 0, ended: false, is_behind_return: false, waiting: VecDeque::new() }
    }

    /// Gives lines back: they will come next, in this order.
    pub fn give_back(&mut self, lines: Vec<Line>) {
        for line in lines.into_iter().rev() {
            self.waiting.push_front(line);
        }
    }

    /// The bytes of the next line; `None` behind the last one, the inner `None` for a line that is too long.
    fn read_bytes(&mut self) -> io::Result<Option<Option<Vec<u8>>>> {
        let mut line = Some(Vec::new());
        let mut is_something = false;
        loop {
            let chunk = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                chunk => chunk?,
            };
            if chunk.is_empty() {
                // What is in the middle of a text may be a part of it.
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

    /// The next line. Behind an error of the input nothing follows.
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

/// Whether a line ends with a byte: with a line feed, a carriage return, or both of them in this order.
pub(crate) const fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// How many bytes a line may have that begins with these.
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
    // Files that were put together bring theirs along.
    let begin = text.len() - text.trim_start_matches([char::from(END_OF_DOS), '\u{feff}']).len();
    text.drain(..begin);
    Ok(text)
}
