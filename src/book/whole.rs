//! A book in memory, for building, merging and writing in order.

use super::entry::BookMove;
use super::error::{BookError, BookFault};
use super::reader::{BookRecord, HEADER, Reader};
use crate::movegen::is_legal;
use crate::position::Position;
use crate::types::Color;
use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};

/// Positions with their moves, in the byte order of their SFENs without move numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    positions: BTreeMap<String, Vec<BookMove>>,
}

impl Book {
    /// Adds the positions of a text unchanged.
    ///
    /// # Errors
    /// The first line that cannot be read, or whose move cannot be played.
    pub fn read(&mut self, input: impl BufRead) -> Result<(), BookError> {
        for record in Reader::new(input)? {
            let BookRecord { position, moves, .. } = record?;
            for (line, book) in moves {
                if !is_legal(&position, book.mv) {
                    return Err(BookError::Line {
                        line,
                        fault: BookFault::Illegal { found: book.mv.to_string() },
                    });
                }
                self.add(&position, book);
            }
        }
        Ok(())
    }

    /// Adds a move; if the book already has it, the data are merged.
    pub fn add(&mut self, position: &Position, book: BookMove) {
        join(self.positions.entry(position.sfen_without_number()).or_default(), book);
    }

    /// The moves of a position exactly as given; the turned position is not looked up.
    pub fn moves(&self, position: &Position) -> &[BookMove] {
        self.positions.get(&position.sfen_without_number()).map_or(&[], Vec::as_slice)
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether the book has no positions.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// All positions with their moves.
    pub fn positions(&self) -> impl Iterator<Item = (Position, &[BookMove])> {
        self.positions.iter().map(|(key, moves)| (position(key), moves.as_slice()))
    }

    /// Converts every position to the form with Black to move; entries that become equal are merged.
    #[must_use]
    pub fn normalise(&self) -> Book {
        self.map(|position, moves| match position.side_to_move() {
            Color::Black => (position, moves.to_vec()),
            Color::White => (position.flip(), moves.iter().map(|book| book.flip()).collect()),
        })
    }

    /// Turns every position by 180°.
    #[must_use]
    pub fn flip(&self) -> Book {
        self.map(|position, moves| (position.flip(), moves.iter().map(|book| book.flip()).collect()))
    }

    /// Exchanges left and right in every position.
    #[must_use]
    pub fn mirror(&self) -> Book {
        self.map(|position, moves| (position.mirror(), moves.iter().map(|book| book.mirror()).collect()))
    }

    fn map(&self, to: impl Fn(Position, &[BookMove]) -> (Position, Vec<BookMove>)) -> Book {
        let mut book = Book::default();
        for (position, moves) in self.positions() {
            let (position, moves) = to(position, moves);
            moves.into_iter().for_each(|mv| book.add(&position, mv));
        }
        book
    }

    /// Changes the moves of each position.
    pub(super) fn change(&mut self, mut change: impl FnMut(&Position, &mut Vec<BookMove>)) {
        for (key, moves) in &mut self.positions {
            change(&position(key), moves);
        }
        self.positions.retain(|_, moves| !moves.is_empty());
    }

    /// Writes the book. The moves of a position are ordered by value, the best first, then in the order of
    /// addition.
    ///
    /// # Errors
    /// Errors of the output.
    pub fn write(&self, mut out: impl Write) -> io::Result<()> {
        writeln!(out, "{HEADER}")?;
        for (key, moves) in &self.positions {
            writeln!(out, "sfen {key} 1")?;
            let mut moves = moves.clone();
            moves.sort_by_key(|book| std::cmp::Reverse(book.value));
            moves.iter().try_for_each(|book| writeln!(out, "{book}"))?;
        }
        out.flush()
    }
}

fn join(moves: &mut Vec<BookMove>, book: BookMove) {
    match moves.iter_mut().find(|known| known.mv == book.mv) {
        Some(known) => known.join(book),
        None => moves.push(book),
    }
}

/// The position with this key, which was made from a position.
fn position(key: &str) -> Position {
    Position::from_sfen(&format!("{key} 1")).unwrap_or_else(|error| unreachable!("a key of a book: {error}"))
}
