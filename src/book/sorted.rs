//! A sorted book on disk: positions are found by binary search, and almost nothing is kept in memory.

use super::entry::BookMove;
use super::error::{BookError, BookFault};
use super::reader::{Line, Lines, check_header};
use crate::movegen::is_legal;
use crate::position::Position;
use std::fs::File;
use std::io::{BufReader, Seek, SeekFrom};
use std::path::Path;

/// The size of the piece of the file, in bytes, that is searched line by line in the end.
const PIECE: u64 = 4096;
/// When a book is opened, the order of this many bytes at its end is checked completely, because additions to
/// a sorted book are appended there. In a larger book the part before them is checked at [`SAMPLES`] places.
const TESTED_WHOLE: u64 = 1 << 20;
const SAMPLES: u64 = 64;

/// A book whose positions are in the byte order of their SFENs without move numbers.
pub struct SortedBook {
    lines: Lines<BufReader<File>>,
    /// The offset of the end of the first line.
    start: u64,
    length: u64,
}

/// The line of a position in the file.
struct PositionLine {
    /// The offset of the line, and the offset of the line after it.
    start: u64,
    end: u64,
    key: String,
}

impl SortedBook {
    /// Opens a book and checks its order.
    ///
    /// # Errors
    /// An I/O error, another format, or the first place that was found out of order.
    pub fn open(path: &Path) -> Result<SortedBook, BookError> {
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        let mut lines = Lines { input: BufReader::with_capacity(PIECE as usize, file), number: 0 };
        check_header(lines.next_line()?.as_deref().unwrap_or_default())?;
        let start = lines.input.stream_position()?;
        let mut book = SortedBook { lines, start, length };
        book.test_order()?;
        Ok(book)
    }

    /// The moves for a position, or for the position turned by 180°, as moves of the given position. Only
    /// legal moves are returned, and each only once.
    ///
    /// # Errors
    /// An I/O error, or a line that cannot be read.
    pub fn probe(&mut self, position: &Position) -> Result<Vec<BookMove>, BookError> {
        let mut moves = self.find(&position.sfen_without_number())?;
        moves.extend(self.find(&position.flip().sfen_without_number())?.into_iter().map(BookMove::flip));
        let mut seen = Vec::new();
        moves.retain(|book| {
            let is_new = !seen.contains(&book.mv);
            seen.push(book.mv);
            is_new && is_legal(position, book.mv)
        });
        Ok(moves)
    }

    /// The moves stored under a key.
    fn find(&mut self, key: &str) -> Result<Vec<BookMove>, BookError> {
        let (mut low, mut high) = (self.start, self.length);
        // Invariant: every position that begins before `low` is less than the key; the first one that is not
        // less begins at `high` at the latest, or is the first one after it.
        while high.saturating_sub(low) > PIECE {
            let middle = low + (high - low) / 2;
            match self.position_from(middle)? {
                Some(place) if place.key.as_str() < key => low = place.end,
                _ => high = middle,
            }
        }
        let mut moves = Vec::new();
        while let Some(place) = self.position_from(low)?.filter(|place| place.key.as_str() <= key) {
            low = place.end;
            if place.key == key {
                moves.extend(self.moves_from(place.end)?);
            }
        }
        Ok(moves)
    }

    /// The first position whose line begins at `offset` or after it.
    fn position_from(&mut self, offset: u64) -> Result<Option<PositionLine>, BookError> {
        let mut start = self.seek_line(offset)?;
        while let Some(text) = self.lines.next_line()? {
            let end = self.lines.input.stream_position()?;
            if let Line::Position(sfen) = Line::of(&text) {
                return Ok(Some(PositionLine { start, end, key: key(sfen) }));
            }
            start = end;
        }
        Ok(None)
    }

    /// The moves up to the next position.
    fn moves_from(&mut self, offset: u64) -> Result<Vec<BookMove>, BookError> {
        let mut start = self.seek_line(offset)?;
        let mut moves = Vec::new();
        while let Some(text) = self.lines.next_line()? {
            match Line::of(&text) {
                Line::Position(_) => break,
                Line::Nothing => {}
                Line::Move(text) => match text.parse() {
                    Ok(book) => moves.push(book),
                    Err(fault) => return Err(self.fault_at(start, fault)?),
                },
            }
            start = self.lines.input.stream_position()?;
        }
        Ok(moves)
    }

    /// Seeks to the first line that begins at `offset` or after it, and returns its offset.
    fn seek_line(&mut self, offset: u64) -> Result<u64, BookError> {
        let before = offset.max(self.start) - 1;
        self.lines.input.seek(SeekFrom::Start(before))?;
        // Skips the rest of the line before. Reading starts one byte before `offset`, so if a line begins at
        // `offset`, only the line end before it is skipped.
        self.lines.next_line()?;
        Ok(self.lines.input.stream_position()?)
    }

    fn test_order(&mut self) -> Result<(), BookError> {
        let whole_from = self.length.saturating_sub(TESTED_WHOLE);
        let step = self.length.saturating_sub(self.start) / SAMPLES;
        let (mut before, mut offset) = (String::new(), self.start);
        while let Some(place) = self.position_from(offset)? {
            if place.key < before {
                return Err(BookError::Unsorted { line: self.line_at(place.start)? });
            }
            before = place.key;
            offset = place.end.max(whole_from.min(offset + step));
        }
        Ok(())
    }

    fn fault_at(&mut self, offset: u64, fault: BookFault) -> Result<BookError, BookError> {
        Ok(BookError::Line { line: self.line_at(offset)?, fault })
    }

    /// The number of the line that begins at an offset, for errors; counted from the beginning of the file.
    fn line_at(&mut self, offset: u64) -> Result<u64, BookError> {
        self.lines.input.seek(SeekFrom::Start(0))?;
        self.lines.number = 0;
        while self.lines.input.stream_position()? < offset && self.lines.next_line()?.is_some() {}
        Ok(self.lines.number + 1)
    }
}

/// The SFEN without its move number, which is the fourth word.
fn key(sfen: &str) -> String {
    sfen.split_ascii_whitespace().take(3).collect::<Vec<_>>().join(" ")
}
