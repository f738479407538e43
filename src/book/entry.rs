//! A move of a book, and its line of text.

use super::error::BookFault;
use crate::types::Move;
use core::fmt;
use core::str::FromStr;

/// A move that a book has for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// The reply that is expected.
    pub ponder: Option<Move>,
    /// What the move is worth to the side that plays it, in hundredths of a pawn.
    pub value: Option<i32>,
    /// How deep it was searched, in plies.
    pub depth: Option<u32>,
    /// How often it was played.
    pub count: Option<u64>,
}

impl BookMove {
    /// A move of which nothing else is known.
    pub fn new(mv: Move) -> BookMove {
        BookMove { mv, ponder: None, value: None, depth: None, count: None }
    }

    /// The move on a board turned by 180°.
    pub fn flip(self) -> BookMove {
        BookMove { mv: self.mv.flip(), ponder: self.ponder.map(Move::flip), ..self }
    }

    /// The move in the mirror, left and right exchanged.
    pub fn mirror(self) -> BookMove {
        BookMove { mv: self.mv.mirror(), ponder: self.ponder.map(Move::mirror), ..self }
    }

    /// Joins what another book knows of the same move: value, depth and reply of the deeper search, this one's when
    /// both are as deep; counts are added.
    pub(super) fn join(&mut self, other: BookMove) {
        let count = match (self.count, other.count) {
            (None, None) => None,
            (mine, others) => Some(mine.unwrap_or(0).saturating_add(others.unwrap_or(0))),
        };
        if other.depth > self.depth || self.value.is_none() && other.value.is_some() {
            *self = other;
        }
        self.ponder = self.ponder.or(other.ponder);
        self.count = count;
    }
}

impl FromStr for BookMove {
    type Err = BookFault;

    /// Reads `MOVE [REPLY [VALUE [DEPTH [COUNT]]]]`; a reply that is no move is none.
    fn from_str(line: &str) -> Result<BookMove, BookFault> {
        let mut words = line.split_ascii_whitespace();
        let first = words.next().unwrap_or_default();
        let mv = first.parse().map_err(|_| BookFault::Move { found: first.to_owned() })?;
        let ponder = words.next().and_then(|word| word.parse().ok());
        let value = number(words.next())?;
        let depth: Option<i64> = number(words.next())?;
        let count: Option<i64> = number(words.next())?;
        let depth = depth.map(|depth| depth.clamp(0, u32::MAX.into()) as u32);
        Ok(BookMove { mv, ponder, value, depth, count: count.map(|count| count.max(0).unsigned_abs()) })
    }
}

fn number<T: FromStr>(word: Option<&str>) -> Result<Option<T>, BookFault> {
    word.map(|word| word.parse().map_err(|_| BookFault::Number { found: word.to_owned() })).transpose()
}

impl fmt::Display for BookMove {
    /// All five fields, so that every program reads them: a missing reply is `none`, a missing number 0, a missing
    /// count 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.mv)?;
        match self.ponder {
            Some(ponder) => write!(f, "{ponder}")?,
            None => f.write_str("none")?,
        }
        let (value, depth, count) =
            (self.value.unwrap_or(0), self.depth.unwrap_or(0), self.count.unwrap_or(1));
        write!(f, " {value} {depth} {count}")
    }
}
