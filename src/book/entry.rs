//! A move of a book, and its line of text.

use super::error::BookFault;
use super::results::mean_value;
use crate::types::Move;
use core::fmt;
use core::str::FromStr;

/// The text for an unknown number or reply.
const UNKNOWN: &str = "none";
/// The largest count; programs that use signed 64-bit numbers can read it.
const MOST: u64 = i64::MAX.unsigned_abs();

/// A move that a book contains for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// The expected reply.
    pub ponder: Option<Move>,
    /// The value of the move for the side that plays it, in hundredths of a pawn.
    pub value: Option<i32>,
    /// The depth to which it was searched, in plies.
    pub depth: Option<u32>,
    /// The number of times that it was played.
    pub count: Option<u64>,
}

impl BookMove {
    /// A move without any further data.
    pub fn new(mv: Move) -> BookMove {
        BookMove { mv, ponder: None, value: None, depth: None, count: None }
    }

    /// The move on a board turned by 180°.
    pub fn flip(self) -> BookMove {
        BookMove { mv: self.mv.flip(), ponder: self.ponder.map(Move::flip), ..self }
    }

    /// The move with left and right exchanged.
    pub fn mirror(self) -> BookMove {
        BookMove { mv: self.mv.mirror(), ponder: self.ponder.map(Move::mirror), ..self }
    }

    /// Merges the data of another book for the same move. Value, depth and reply are those of the deeper
    /// search that has a value; if both are equally deep, this one's. Values of moves that were counted, not
    /// searched, are the results of games, so their mean weighted by the counts is taken. Counts are added.
    pub(super) fn join(&mut self, other: BookMove) {
        let count = match (self.count, other.count) {
            (None, None) => None,
            (mine, others) => Some(mine.unwrap_or(0).saturating_add(others.unwrap_or(0)).min(MOST)),
        };
        let results = self.results().zip(other.results());
        let is_better = match (self.value, other.value) {
            (None, Some(_)) => true,
            (Some(_), None) => false,
            _ => other.depth > self.depth,
        };
        if is_better {
            *self = other;
        }
        self.ponder = self.ponder.or(other.ponder);
        self.count = count;
        if let Some((mine, others)) = results {
            self.value = Some(mean_value(mine, others));
        }
    }

    /// The value and the number of games whose mean it is; `None` when the value comes from a search.
    fn results(&self) -> Option<(i32, u64)> {
        let count = self.count.filter(|&count| count > 0 && self.depth.unwrap_or(0) == 0)?;
        Some((self.value?, count))
    }
}

impl FromStr for BookMove {
    type Err = BookFault;

    /// Reads `MOVE [REPLY [VALUE [DEPTH [COUNT]]]]`. A reply that is not a move counts as none. A number may
    /// be `none`, which some programs write for unknown values.
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
    let word = word.filter(|word| !word.eq_ignore_ascii_case(UNKNOWN));
    word.map(|word| word.parse().map_err(|_| BookFault::Number { found: word.to_owned() })).transpose()
}

impl fmt::Display for BookMove {
    /// Unknown fields are written as `none`, so that they are read as unknown, and not as a draw or a count
    /// of one. An unknown count is omitted, because not every program reads a word in the last field.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word =
            |number: Option<i64>| number.map_or_else(|| UNKNOWN.to_owned(), |number| number.to_string());
        let ponder = self.ponder.map_or_else(|| UNKNOWN.to_owned(), |ponder| ponder.to_string());
        let (value, depth) = (word(self.value.map(i64::from)), word(self.depth.map(i64::from)));
        write!(f, "{} {ponder} {value} {depth}", self.mv)?;
        self.count.map_or(Ok(()), |count| write!(f, " {count}"))
    }
}
