//! Errors in SFEN text.

use crate::types::Hand;
use core::fmt;
use thiserror::Error;

/// A piece of text, and the column at which it begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// The column of its first character, counted in characters from 1 within the text that was given.
    pub column: usize,
    /// The text, cut after [`Token::LONGEST`] characters; control characters are replaced.
    pub text: String,
}

impl Token {
    /// The number of characters of an offending token that are kept.
    pub const LONGEST: usize = 40;

    pub(super) fn new(column: usize, text: &str) -> Token {
        Token { column, text: Token::shown(text) }
    }

    /// A text as shown in messages: cut after [`Token::LONGEST`] characters, without control characters.
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

/// A part of the text of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SfenPart {
    /// `startpos` or an SFEN.
    Position,
    /// The board.
    Board,
    /// The side to move.
    Side,
    /// The hands.
    Hands,
    /// The number of the next move.
    MoveNumber,
    /// `moves`, or nothing more.
    MovesOrEnd,
    /// The end of the text.
    End,
}

impl fmt::Display for SfenPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SfenPart::Position => "`startpos` or an SFEN",
            SfenPart::Board => "a board",
            SfenPart::Side => "the side to move",
            SfenPart::Hands => "hands",
            SfenPart::MoveNumber => "a move number",
            SfenPart::MovesOrEnd => "`moves` or the end",
            SfenPart::End => "the end",
        })
    }
}

/// The error of text that is not a position, or not a position with moves.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SfenError {
    /// The text ends too early; the token is empty.
    #[error("column {}: the text ends, expected {expected}", at.column)]
    Ends {
        /// The column after the last token.
        at: Token,
        /// The part that should follow.
        expected: SfenPart,
    },
    /// A character in the board field that has no meaning.
    #[error("{at} is not a piece, a stone or a count of empty squares")]
    Piece {
        /// The character.
        at: Token,
    },
    /// A `+` before a character that is not a piece that promotes.
    #[error("{at} is not a promoted piece")]
    Promotion {
        /// The `+` and the character after it.
        at: Token,
    },
    /// A rank of the board that does not have nine squares.
    #[error("{at} has {squares} squares as rank {rank}, expected 9")]
    RankLength {
        /// The rank.
        at: Token,
        /// Its letter, `a` to `i`.
        rank: char,
        /// The number of its squares.
        squares: usize,
    },
    /// A board that does not have nine ranks.
    #[error("{at} is not a board, expected 9 ranks with / between them, not {ranks}")]
    RankCount {
        /// The board.
        at: Token,
        /// The number of its ranks.
        ranks: usize,
    },
    /// A side to move other than `b` and `w`.
    #[error("{at} is not a side to move")]
    Side {
        /// The word.
        at: Token,
    },
    /// A character in the hands field that is not a piece that can be in a hand.
    #[error("{at} cannot be in a hand")]
    HandPiece {
        /// The character.
        at: Token,
    },
    /// A count in a hand that is zero, too large, or has a leading zero.
    #[error("{at} is not a count from 1 to {} and its piece", Hand::MAX)]
    HandCount {
        /// The count and its letter.
        at: Token,
    },
    /// A kind of piece that is listed twice for a side.
    #[error("{at} repeats a kind of piece")]
    HandRepeated {
        /// The second count and its letter.
        at: Token,
    },
    /// A count in a hand without a letter after it.
    #[error("{at} is a count without a piece")]
    HandWithoutPiece {
        /// The count.
        at: Token,
    },
    /// A move number that is not a number.
    #[error("{at} is not a move number from 0 to {}", u32::MAX)]
    MoveNumber {
        /// The word.
        at: Token,
    },
    /// Additional text at the end.
    #[error("{at} is one word too many, expected {expected}")]
    Trailing {
        /// The first superfluous word.
        at: Token,
        /// The parts that may follow.
        expected: SfenPart,
    },
    /// An address that contains no position.
    #[error("{at} is an address without a position in it")]
    Address {
        /// The address.
        at: Token,
    },
    /// An address that contains a position that cannot be read.
    #[error("column {}: the address contains `{sfen}`: {error}", at.column)]
    InAddress {
        /// The address.
        at: Token,
        /// The text that it contains.
        sfen: String,
        /// The error in that text.
        error: Box<SfenError>,
    },
    /// A word after `moves` that is not a USI move.
    #[error("{at} is not a USI move")]
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
