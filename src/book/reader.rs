//! Reading a book sequentially.

use super::entry::BookMove;
use super::error::{BookError, BookFault};
use crate::position::Position;
use std::io::{self, BufRead};

/// The first line of a book.
pub const HEADER: &str = "#YANEURAOU-DB2016 1.00";
/// The number of characters of a line that are quoted in errors.
const QUOTED: usize = 40;
/// The length limit of a line, in bytes.
const LONGEST_LINE: u64 = 1 << 16;

/// A position with its moves.
#[derive(Clone, Debug)]
pub struct BookRecord {
    /// The line of the position, from 1.
    pub line: u64,
    /// The position.
    pub position: Position,
    /// Its moves in the order of the book, each with its line number. Their legality is not checked.
    pub moves: Vec<(u64, BookMove)>,
}

/// The positions of a book in its order, one at a time.
pub struct Reader<R> {
    lines: Lines<R>,
    /// The position read last, whose moves follow.
    next: Option<BookRecord>,
    has_failed: bool,
}

impl<R: BufRead> Reader<R> {
    /// Opens a book and reads its first line.
    ///
    /// # Errors
    /// When it is not a book of a known version, or on an I/O error.
    pub fn new(input: R) -> Result<Reader<R>, BookError> {
        let mut lines = Lines { input, number: 0 };
        check_header(lines.next_line()?.as_deref().unwrap_or_default())?;
        Ok(Reader { lines, next: None, has_failed: false })
    }

    fn read(&mut self) -> Result<Option<BookRecord>, BookError> {
        while let Some(text) = self.lines.next_line()? {
            let line = self.lines.number;
            let fault = |fault| BookError::Line { line, fault };
            match Line::of(&text) {
                Line::Nothing => {}
                Line::Position(sfen) => {
                    let position = Position::from_sfen(sfen).map_err(|error| fault(error.into()))?;
                    let record = BookRecord { line, position, moves: Vec::new() };
                    if let Some(complete) = self.next.replace(record) {
                        return Ok(Some(complete));
                    }
                }
                Line::Move(text) => {
                    let record = self.next.as_mut().ok_or_else(|| fault(BookFault::NoPosition))?;
                    record.moves.push((line, text.parse().map_err(fault)?));
                }
            }
        }
        Ok(self.next.take())
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<BookRecord, BookError>;

    /// The next position; after an error there are no more.
    fn next(&mut self) -> Option<Self::Item> {
        if self.has_failed {
            return None;
        }
        let read = self.read();
        self.has_failed = read.is_err();
        read.transpose()
    }
}

/// Checks the first line.
pub(super) fn check_header(line: &str) -> Result<(), BookError> {
    let line = line.trim_start_matches('\u{feff}').trim();
    let shortened = |text: &str| text.chars().take(QUOTED).collect();
    match line.strip_prefix("#YANEURAOU-DB2016") {
        _ if line == HEADER => Ok(()),
        Some(version) => Err(BookError::Version { found: shortened(version.trim()) }),
        None => Err(BookError::NoBook { found: shortened(line) }),
    }
}

/// The kind of a line after the first one.
pub(super) enum Line<'a> {
    /// Blank, or a comment.
    Nothing,
    /// A position: the text after `sfen`.
    Position(&'a str),
    /// A move: its text.
    Move(&'a str),
}

impl Line<'_> {
    pub(super) fn of(text: &str) -> Line<'_> {
        let text = text.trim();
        match text.strip_prefix("sfen ") {
            Some(sfen) => Line::Position(sfen.trim()),
            None if text.is_empty() || text.starts_with('#') || text.starts_with("//") => Line::Nothing,
            None => Line::Move(text),
        }
    }
}

/// The lines of a text; invalid UTF-8 is accepted.
pub(super) struct Lines<R> {
    pub input: R,
    /// The number of the line that was read last, from 1.
    pub number: u64,
}

impl<R: BufRead> Lines<R> {
    /// The next line with its line end; `None` after the last one.
    pub(super) fn next_line(&mut self) -> io::Result<Option<String>> {
        let mut bytes = Vec::new();
        let read = io::Read::take(&mut self.input, LONGEST_LINE).read_until(b'\n', &mut bytes)?;
        if read as u64 == LONGEST_LINE && bytes.last() != Some(&b'\n') {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "a line is longer than 64 KiB"));
        }
        self.number += 1;
        Ok((read > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))
    }
}
