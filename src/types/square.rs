//! Squares of the 9×9 board.

use super::Color;
use core::fmt;
use core::str::FromStr;
use thiserror::Error;

/// A square, numbered `(file − 1) × 9 + (rank − 1)`: `1a` is 0, `1i` is 8, `9i` is 80.
///
/// Files run from the right to the left of a printed diagram, ranks from its top to its bottom, as in USI text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

/// The error of text that is not a square such as `7f`.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{0}` is not a square (a file 1-9 and a rank a-i, for example 7f)")]
pub struct ParseSquareError(pub String);

/// The number of each square after left and right were exchanged.
///
/// It is a table on purpose. The arithmetic `(8 - n / 9) * 9 + n % 9` on bytes is right for each square, but
/// when many moves are mirrored at once, some of which are drops, rustc 1.95 (LLVM 22.1) for x86-64-v3
/// multiplies several bytes as one number, and the unused result for a drop corrupts the move next to it.
const MIRRORED: [u8; Square::TABLE] = {
    let mut mirrored = [0; Square::TABLE];
    let mut square = 0;
    while square < 81 {
        mirrored[square] = ((8 - square / 9) * 9 + square % 9) as u8;
        square += 1;
    }
    mirrored
};

impl Square {
    /// The length of tables indexed by squares. The compiler can see that [`index`](Square::index) is always
    /// less than this, so that no look-up needs a bounds check. The entries from 81 on are unused.
    pub const TABLE: usize = 128;

    /// The square with the given number.
    ///
    /// # Panics
    /// When `index` is above 80.
    #[inline(always)]
    pub const fn new(index: u8) -> Square {
        assert!(index < 81);
        Square(index)
    }

    /// The square with the number of a bit in a set of squares.
    #[inline(always)]
    pub(crate) const fn from_bit(bit: u32) -> Square {
        debug_assert!(bit < 81);
        Square(bit as u8)
    }

    /// The square on `file` and `rank`, both 1 to 9; `None` outside the board.
    pub const fn from_file_rank(file: u8, rank: u8) -> Option<Square> {
        if file >= 1 && file <= 9 && rank >= 1 && rank <= 9 {
            Some(Square((file - 1) * 9 + rank - 1))
        } else {
            None
        }
    }

    /// The square's number, 0 to 80.
    #[inline(always)]
    pub const fn index(self) -> usize {
        (self.0 & 127) as usize
    }

    /// The file (筋), 1 to 9, 1 at the right.
    #[inline(always)]
    pub const fn file(self) -> u8 {
        self.0 / 9 + 1
    }

    /// The rank (段), 1 to 9, 1 at the top.
    #[inline(always)]
    pub const fn rank(self) -> u8 {
        self.0 % 9 + 1
    }

    /// The square from which a step forward of `color` leads here. It must be on the board.
    #[inline(always)]
    pub(crate) const fn behind(self, color: Color) -> Square {
        match color {
            Color::Black => Square::from_bit(self.0 as u32 + 1),
            Color::White => Square::from_bit(self.0 as u32 - 1),
        }
    }

    /// The square after the board was turned by 180°.
    #[inline]
    pub const fn flip(self) -> Square {
        Square(80 - self.0)
    }

    /// The square after left and right were exchanged.
    #[inline]
    pub const fn mirror(self) -> Square {
        Square(MIRRORED[self.index()])
    }

    /// All squares in the order of their numbers.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> {
        (0..81).map(Square)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), (b'a' + self.0 % 9) as char)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        match *text.as_bytes() {
            [file @ b'1'..=b'9', rank @ b'a'..=b'i'] => Ok(Square((file - b'1') * 9 + rank - b'a')),
            _ => Err(ParseSquareError(text.to_owned())),
        }
    }
}
