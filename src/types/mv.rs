//! Moves and their USI text.

use super::{PieceKind, Square};
use core::fmt;
use core::str::FromStr;
use thiserror::Error;

/// A move: a piece goes from one square to another, possibly promoting, or is dropped.
///
/// 16 bits: the target square in bits 0–6, the source square (or 81 plus the number of the dropped kind) in bits
/// 7–13, promotion in bit 14. The order of this number is the canonical order of moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u16);

const PROMOTION: u16 = 1 << 14;
const DROP_BASE: u16 = 81;

/// The error of text that is not a USI move.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{0}` is not a USI move (for example 7g7f, 8h2b+ or P*5e)")]
pub struct ParseMoveError(pub String);

impl Move {
    /// A move on the board.
    #[inline(always)]
    pub const fn board(from: Square, to: Square, promote: bool) -> Move {
        Move(to.index() as u16 | (from.index() as u16) << 7 | if promote { PROMOTION } else { 0 })
    }

    /// A drop of an unpromoted kind other than the king.
    #[inline(always)]
    pub const fn drop(kind: PieceKind, to: Square) -> Move {
        debug_assert!((kind as u8) < 8);
        Move(to.index() as u16 | (DROP_BASE + kind as u16) << 7)
    }

    /// The move of the same piece, or drop of the same kind, to another square.
    #[inline(always)]
    pub(crate) const fn to_square(self, to: Square, promote: bool) -> Move {
        Move(self.0 & !(PROMOTION | 127) | to.index() as u16 | if promote { PROMOTION } else { 0 })
    }

    /// The square on which the piece arrives.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::from_bit((self.0 & 127) as u32)
    }

    /// The square the piece leaves; `None` for a drop.
    #[inline(always)]
    pub const fn from(self) -> Option<Square> {
        let from = self.0 >> 7 & 127;
        if from < DROP_BASE { Some(Square::from_bit(from as u32)) } else { None }
    }

    /// The dropped kind; `None` for a move on the board.
    #[inline(always)]
    pub const fn dropped(self) -> Option<PieceKind> {
        let from = self.0 >> 7 & 127;
        if from < DROP_BASE { None } else { PieceKind::from_index((from - DROP_BASE) as u8) }
    }

    /// Whether the piece promotes.
    #[inline(always)]
    pub const fn promotes(self) -> bool {
        self.0 & PROMOTION != 0
    }

    /// The number itself, for compact storage.
    #[inline(always)]
    pub const fn to_bits(self) -> u16 {
        self.0
    }

    /// The move with this number; `None` when there is none.
    pub const fn from_bits(bits: u16) -> Option<Move> {
        let (to, from) = (bits & 127, bits >> 7 & 127);
        let drop_is_valid = from > DROP_BASE && from < DROP_BASE + PieceKind::King as u16 && bits < PROMOTION;
        if bits >> 15 == 0 && to < 81 && (from < DROP_BASE || drop_is_valid) {
            Some(Move(bits))
        } else {
            None
        }
    }

    /// The move with a number that is known to be valid, such as one returned by [`to_bits`](Move::to_bits).
    #[inline(always)]
    pub(crate) const fn of_bits(bits: u16) -> Move {
        debug_assert!(Move::from_bits(bits).is_some());
        Move(bits)
    }

    /// The move on the board turned by 180°.
    pub const fn flip(self) -> Move {
        match self.from() {
            Some(from) => Move::board(from.flip(), self.to().flip(), self.promotes()),
            None => Move(self.0 & !127 | self.to().flip().index() as u16),
        }
    }

    /// The move with left and right exchanged.
    pub const fn mirror(self) -> Move {
        match self.from() {
            Some(from) => Move::board(from.mirror(), self.to().mirror(), self.promotes()),
            None => Move(self.0 & !127 | self.to().mirror().index() as u16),
        }
    }
}

impl fmt::Display for Move {
    /// USI text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.from(), self.dropped()) {
            (Some(from), _) => write!(f, "{from}{}{}", self.to(), if self.promotes() { "+" } else { "" }),
            (None, Some(kind)) => write!(f, "{}*{}", kind.letter(), self.to()),
            (None, None) => Err(fmt::Error),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        let parse = || {
            let to = text.get(2..4)?.parse().ok()?;
            match *text.as_bytes() {
                [kind @ b'A'..=b'Z', b'*', _, _] => match PieceKind::from_letter(kind as char)? {
                    PieceKind::King => None,
                    kind => Some(Move::drop(kind, to)),
                },
                [_, _, _, _] | [_, _, _, _, b'+'] => {
                    let from = text.get(0..2)?.parse().ok()?;
                    Some(Move::board(from, to, text.len() == 5))
                }
                _ => None,
            }
        };
        parse().ok_or_else(|| ParseMoveError(text.to_owned()))
    }
}
