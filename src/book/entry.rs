//! A move of a book, and its line of text.

use super::error::BookFault;
use super::results::mean_value;
use crate::types::Move;
use core::fmt;
use core::str::FromStr;

/// What stands for a number, or a reply, that is not known.
const UNKNOWN: &str = "none";
/// The greatest count: every program that counts in 64 bits reads it.
const MOST: u64 = i64::MAX.unsigned_abs();

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

    /// Joins what another book knows of the same move: value, depth and reply of the deeper search that has a value, this
    /// one's when both are as deep. Values of moves that were counted and not searched are results, each of its count of
    /// games: they are weighed by it. Counts are added.
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

    /// The value and the number of games that it is the mean of, where it comes from games rather than from a search.
    fn results(&self) -> Option<(i32, u64)> {
        let count = self.count.filter(|&count| count > 0 && self.depth.unwrap_or(0) == 0)?;
        Some((self.value?, count))
    }
}

impl FromStr for BookMove {
    type Err = BookFault;

    /// Reads `MOVE [REPLY [VALUE [DEPTH [COUNT]]]]`; a reply that is no move is none. A number may be `none`, as some
    /// programs write what they do not know.
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
    /// What is not known is `none`, so that it is read as unknown again, and not as a draw or a count of one; a count that
    /// is not known is left out, for in the last field not every program reads a word.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word =
            |number: Option<i64>| number.map_or_else(|| UNKNOWN.to_owned(), |number| number.to_string());
        let ponder = self.ponder.map_or_else(|| UNKNOWN.to_owned(), |ponder| ponder.to_string());
        let (value, depth) = (word(self.value.map(i64::from)), word(self.depth.map(i64::from)));
        write!(f, "{} {ponder} {value} {depth}", self.mv)?;
        self.count.map_or(Ok(()), |count| write!(f, " {count}"))
    }
}
