//! What can be wrong with SFEN text.

use crate::types::Hand;
use core::fmt;
use thiserror::Error;

/// A piece of text and where it begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// The column of its first character, counted in characters from 1 within the text that was given.
    pub column: usize,
    /// The text, cut after [`Token::LONGEST`] characters; control characters are replaced.
    pub text: String,
}

impl Token {
    /// How much of an offending token is kept.
    pub const LONGEST: usize = 40;

    pub(super) fn new(column: usize, text: &str) -> Token {
        Token { column, text: Token::shown(text) }
    }

    /// A text as messages show it: cut after [`Token::LONGEST`] characters, without control characters.
    pub fn shown(text: &str) -> String {
        let printable = |c: char| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c };
        let mut kept: String = text.chars().take(Token::LONGEST).map(printable).collect();
        if text.chars().nth(Token::LONGEST).is_some() {
            kept.push('…');
        }
        kept
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: `{}`", self.column, self.text)
    }
}

/// Text that is no position, or no position with moves.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SfenError {
    /// The text ends too early; the token is empty.
    #[error("column {}: the text ends, expected {expected}", at.column)]
    Ends {
        /// The column behind the last token.
        at: Token,
        /// What should follow.
        expected: &'static str,
    },
    /// A character of the board field that stands for nothing.
    #[error(
        "{at} is not a piece, expected one of PLNSBRGK (lower case for White), + before a promoted one, O for a \
         stone, or 1 to 9 for empty squares"
    )]
    Piece {
        /// The character.
        at: Token,
    },
    /// A `+` before something that does not promote.
    #[error("{at} is not a promoted piece, expected one of PLNSBR or plnsbr after the +")]
    Promotion {
        /// The `+` and what follows it.
        at: Token,
    },
    /// A rank of the board that does not have nine squares.
    #[error("{at} has {squares} squares as rank {rank}, expected 9")]
    RankLength {
        /// The rank.
        at: Token,
        /// Its letter, `a` to `i`.
        rank: char,
        /// How many squares it has.
        squares: usize,
    },
    /// A board that does not have nine ranks.
    #[error("{at} is not a board, expected 9 ranks with / between them, not {ranks}")]
    RankCount {
        /// The board.
        at: Token,
        /// How many ranks it has.
        ranks: usize,
    },
    /// A side to move other than `b` and `w`.
    #[error("{at} is not a side to move, expected b or w")]
    Side {
        /// The word.
        at: Token,
    },
    /// A character of the hands field that is no piece that can be held.
    #[error(
        "{at} cannot be in a hand, expected one of RBGSNLP (lower case for White) with its count before it, or a \
         lone - for empty hands"
    )]
    HandPiece {
        /// The character.
        at: Token,
    },
    /// A count in a hand that is zero, too large, or has a leading zero.
    #[error("{at} cannot be in a hand, expected a count from 1 to {}", Hand::MAX)]
    HandCount {
        /// The count and its letter.
        at: Token,
    },
    /// A kind of piece that is listed twice for a side.
    #[error("{at} lists a kind a second time, expected each kind once a side with its whole count")]
    HandRepeated {
        /// The second count and its letter.
        at: Token,
    },
    /// A count in a hand without a letter behind it.
    #[error("{at} counts no piece, expected hands such as 2Pb, or - for empty hands, before a move number")]
    HandWithoutPiece {
        /// The count.
        at: Token,
    },
    /// A move number that is no number.
    #[error("{at} is not a move number, expected one from 0 to {}", u32::MAX)]
    MoveNumber {
        /// The word.
        at: Token,
    },
    /// More text than there should be.
    #[error("{at} is one word too many, expected {expected}")]
    Trailing {
        /// The first word too many.
        at: Token,
        /// What may follow.
        expected: &'static str,
    },
    /// An address that holds no position.
    #[error(
        "{at} is an address without a position in it: open it, and copy the position as SFEN or save the record as KIF"
    )]
    Address {
        /// The address.
        at: Token,
    },
    /// An address that holds a position which cannot be read.
    #[error("column {}: the address holds `{sfen}`: {error}", at.column)]
    InAddress {
        /// The address.
        at: Token,
        /// What it holds.
        sfen: String,
        /// What is wrong with that.
        error: Box<SfenError>,
    },
    /// A word behind `moves` that is no USI move.
    #[error("{at} is not a USI move, expected for example 7g7f, 8h2b+ or P*5e")]
    Move {
        /// The word.
        at: Token,
    },
}

impl SfenError {
    /// The offending token and its column.
    pub fn token(&self) -> &Token {
        match self {
            SfenError::Ends { at, .. }
            | SfenError::Piece { at }
            | SfenError::Promotion { at }
            | SfenError::RankLength { at, .. }
            | SfenError::RankCount { at, .. }
            | SfenError::Side { at }
            | SfenError::HandPiece { at }
            | SfenError::HandCount { at }
            | SfenError::HandRepeated { at }
            | SfenError::HandWithoutPiece { at }
            | SfenError::MoveNumber { at }
            | SfenError::Trailing { at, .. }
            | SfenError::Address { at }
            | SfenError::InAddress { at, .. }
            | SfenError::Move { at } => at,
        }
    }

    /// The column of the offending token, counted in characters from 1.
    pub fn column(&self) -> usize {
        self.token().column
    }
}
