//! A position within a line being read, and the faults found there.

use crate::position::Token;
use crate::problem::{Expected, LineErrorKind, RecordError};

/// A fault in the text, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fault {
    /// The line, from 1.
    pub line: u64,
    /// The column in characters, from 1.
    pub column: usize,
    /// The kind of fault.
    pub kind: LineErrorKind,
}

/// A result whose error includes the place of the fault.
pub(super) type Parsed<T> = Result<T, Fault>;

impl Fault {
    /// A fault of a whole line, or of something that ends on it.
    pub fn at_line(line: u64, error: impl Into<RecordError>) -> Fault {
        Fault { line, column: 1, kind: LineErrorKind::Record(error.into()) }
    }
}

/// The rest of a line.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'a> {
    line: u64,
    column: usize,
    rest: &'a str,
}

impl<'a> Cursor<'a> {
    /// A cursor at the beginning of a line.
    pub fn new(line: u64, text: &'a str) -> Cursor<'a> {
        Cursor { line, column: 1, rest: text }
    }

    /// The rest of the line.
    pub fn rest(&self) -> &'a str {
        self.rest
    }

    /// The number of the line.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// The next character, without taking it.
    pub fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Skips `bytes` bytes, which must end at the end of a character.
    pub fn skip(&mut self, bytes: usize) {
        self.column += self.rest[..bytes].chars().count();
        self.rest = &self.rest[bytes..];
    }

    /// Skips white space, including full-width spaces.
    pub fn skip_space(&mut self) {
        self.skip(self.rest.len() - self.rest.trim_start().len());
    }

    /// Takes the next character if it satisfies the predicate.
    pub fn take_if(&mut self, is_wanted: impl FnOnce(char) -> bool) -> Option<char> {
        let next = self.peek().filter(|&c| is_wanted(c))?;
        self.skip(next.len_utf8());
        Some(next)
    }

    /// Takes a word if it comes next.
    pub fn take_word(&mut self, word: &str) -> bool {
        let comes = self.rest.starts_with(word);
        if comes {
            self.skip(word.len());
        }
        comes
    }

    /// Takes a number of digits, in half or full width.
    pub fn take_number(&mut self) -> Option<usize> {
        let value = |c: char| match c {
            '０'..='９' => Some(c as usize - '０' as usize),
            _ => c.to_digit(10).map(|digit| digit as usize),
        };
        let mut number: Option<usize> = None;
        let end = self.rest.find(|c| value(c).is_none()).unwrap_or(self.rest.len());
        for digit in self.rest[..end].chars().filter_map(value) {
            number = Some(number.unwrap_or(0).checked_mul(10)?.checked_add(digit)?);
        }
        self.skip(end);
        number
    }

    /// The fault of more pieces of a kind here than a hand can hold.
    pub fn too_many(&self) -> Fault {
        self.fault(Expected::HandCount)
    }

    /// The text from here to the first character that ends a word.
    pub fn word(&self, ends: impl FnMut(char) -> bool) -> Cursor<'a> {
        Cursor { rest: &self.rest[..self.rest.find(ends).unwrap_or(self.rest.len())], ..*self }
    }

    /// The fault of unexpected text here.
    pub fn fault(&self, expected: Expected) -> Fault {
        let found = Token::shown(self.rest.trim_end());
        let kind = LineErrorKind::Notation { found, expected };
        Fault { line: self.line, column: self.column, kind }
    }
}
