//! A sorted book that stays on disk: positions are found by binary search, and next to nothing is kept in memory.

use super::entry::BookMove;
use super::error::{BookError, BookFault};
use super::reader::{Line, Lines, check_header};
use crate::movegen::is_legal;
use crate::position::Position;
use std::fs::File;
use std::io::{BufReader, Seek, SeekFrom};
use std::path::Path;

/// A piece of the file that is searched line by line, in bytes.
const PIECE: u64 = 4096;
/// So many bytes at the end of a book are tested whole for their order when it is opened, for what is added to a sorted
/// book stands there. What is before them in a larger book is tested at [`SAMPLES`] places.
const TESTED_WHOLE: u64 = 1 << 20;
const SAMPLES: u64 = 64;

/// A book whose positions stand in the byte order of their SFEN without the move number.
pub struct SortedBook {
    lines: Lines<BufReader<File>>,
    /// Where the first line ends.
    start: u64,
    length: u64,
}

/// The line of a position in the file.
struct PositionLine {
    /// Where it begins, and where the line behind it does.
    start: u64,
    end: u64,
    key: String,
}

impl SortedBook {
    /// Opens a book and tests its order.
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

    /// The moves for a position, or for its turn by 180°, as moves of the position itself: those that can be played,
    /// each once.
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

    /// The moves that stand under a key.
    fn find(&mut self, key: &str) -> Result<Vec<BookMove>, BookError> {
        let (mut low, mut high) = (self.start, self.length);
        // Every position that begins before `low` comes before the key; the first that does not begins at `high` or
        // at the first place behind it, at most.
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

    /// The first position whose line begins at `offset` or behind it.
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

    /// Goes to the beginning of the first line that begins at `offset` or behind it; returns where that is.
    fn seek_line(&mut self, offset: u64) -> Result<u64, BookError> {
        let before = offset.max(self.start) - 1;
        self.lines.input.seek(SeekFrom::Start(before))?;
        // The rest of the line before; from the byte before `offset` on that is nothing but its end if a line begins
        // there.
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

    /// The number of the line that begins at an offset: counted from the beginning of the file, for an error.
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
