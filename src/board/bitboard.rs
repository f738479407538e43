//! A set of squares in one 128-bit word.

use super::word::Word;
use crate::types::{Color, Square};
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of squares: bit `n` stands for the square with number `n`; bits 81 and above are zero.
#[derive(Clone, Copy)]
pub struct Bitboard(Word);

const ALL: u128 = (1 << 81) - 1;
/// Rank 1 (a): the lowest bit of each file of nine.
const RANK_1: u128 = {
    let mut bits = 0;
    let mut file = 0;
    while file < 9 {
        bits |= 1 << (9 * file);
        file += 1;
    }
    bits
};

static SQUARES: [Bitboard; Square::TABLE] = {
    let mut table = [Bitboard::EMPTY; Square::TABLE];
    let mut sq = 0;
    while sq < 81 {
        table[sq] = Bitboard::raw(1 << sq);
        sq += 1;
    }
    table
};

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard::raw(0);
    /// All 81 squares.
    pub const ALL: Bitboard = Bitboard::raw(ALL);

    /// The set with one square.
    #[inline(always)]
    pub fn square(sq: Square) -> Bitboard {
        SQUARES[sq.index()]
    }

    /// The set with the given bits; those above square 80 are dropped.
    pub const fn from_bits(bits: u128) -> Bitboard {
        Bitboard::raw(bits & ALL)
    }

    /// The set with the given bits, which are not checked.
    #[inline(always)]
    pub(super) const fn raw(bits: u128) -> Bitboard {
        Bitboard(Word::new(bits))
    }

    /// The set with the bits of a register.
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    #[inline(always)]
    pub(super) const fn from_vector(bits: std::arch::x86_64::__m128i) -> Bitboard {
        Bitboard(Word(bits))
    }

    /// The bits, in a register.
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    #[inline(always)]
    pub(super) const fn to_vector(self) -> std::arch::x86_64::__m128i {
        self.0.0
    }

    /// The bits.
    #[inline(always)]
    pub const fn to_bits(self) -> u128 {
        self.0.bits()
    }

    /// The `n` farthest ranks as seen by `color`: `n = 1` is the rank where Black's pawns must promote (rank
    /// 1), or White's (rank 9).
    #[inline(always)]
    pub const fn far_ranks(color: Color, n: u8) -> Bitboard {
        const TABLE: [[Bitboard; 4]; 2] = {
            let mut table = [[Bitboard::EMPTY; 4]; 2];
            let mut n = 1;
            while n < 4 {
                table[0][n] = Bitboard::raw(table[0][n - 1].to_bits() | RANK_1 << (n - 1));
                table[1][n] = Bitboard::raw(table[1][n - 1].to_bits() | RANK_1 << (9 - n));
                n += 1;
            }
            table
        };
        TABLE[color.index()][n as usize]
    }

    /// The three ranks in which `color` may promote.
    #[inline(always)]
    pub const fn promotion_zone(color: Color) -> Bitboard {
        Bitboard::far_ranks(color, 3)
    }

    /// Whether the square is in the set.
    #[inline(always)]
    pub fn contains(self, sq: Square) -> bool {
        self.intersects(Bitboard::square(sq))
    }

    /// Whether no square is in the set.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.to_bits() == 0
    }

    /// Whether more than one square is in the set.
    #[inline(always)]
    pub const fn has_many(self) -> bool {
        let bits = self.to_bits();
        bits & bits.wrapping_sub(1) != 0
    }

    /// The number of squares.
    #[inline(always)]
    pub const fn count(self) -> u32 {
        self.to_bits().count_ones()
    }

    /// The square with the lowest number; `None` for the empty set.
    #[inline(always)]
    pub const fn first(self) -> Option<Square> {
        if self.to_bits() == 0 { None } else { Some(Square::from_bit(self.to_bits().trailing_zeros())) }
    }

    /// The set without another's squares.
    #[inline(always)]
    pub fn without(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0.and_not(other.0))
    }

    /// Whether the sets share a square.
    #[inline(always)]
    pub fn intersects(self, other: Bitboard) -> bool {
        !(self & other).is_empty()
    }

    /// Every square moved one step forward for `color`; squares that would leave the board are dropped.
    #[inline(always)]
    pub fn forward(self, color: Color) -> Bitboard {
        let Bitboard(staying_on) = self.without(Bitboard::far_ranks(color, 1));
        Bitboard(match color {
            Color::Black => staying_on.shifted_down::<1, 63>(),
            Color::White => staying_on.shifted_up::<1, 63>(),
        })
    }

    /// Every square moved two steps forward for `color`; squares that would leave the board are dropped.
    #[inline(always)]
    pub(crate) fn forward_twice(self, color: Color) -> Bitboard {
        let Bitboard(staying_on) = self.without(Bitboard::far_ranks(color, 2));
        Bitboard(match color {
            Color::Black => staying_on.shifted_down::<2, 62>(),
            Color::White => staying_on.shifted_up::<2, 62>(),
        })
    }

    /// The squares to the left and right of those of this set; squares off the board may be included.
    #[inline(always)]
    pub(crate) fn beside(self) -> Bitboard {
        Bitboard(self.0.shifted_up::<9, 55>().or(self.0.shifted_down::<9, 55>()))
    }

    /// All squares of the files that hold no square of this set: where a pawn may be dropped as far as nifu (二歩)
    /// is concerned, when the set is the side's pawns.
    ///
    /// Subtracting each file's pawn from its last rank leaves that bit set in the files without one.
    #[inline(always)]
    pub const fn empty_files(self) -> Bitboard {
        const RANK_9: u128 = RANK_1 << 8;
        let free = RANK_9.wrapping_sub(self.to_bits()) & RANK_9;
        Bitboard::raw((free << 1).wrapping_sub(free >> 8))
    }
}

impl BitAnd for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn bitand(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0.and(other.0))
    }
}

impl BitOr for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn bitor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0.or(other.0))
    }
}

impl BitXor for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn bitxor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0.xor(other.0))
    }
}

impl Not for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn not(self) -> Bitboard {
        Bitboard::ALL.without(self)
    }
}

impl BitAndAssign for Bitboard {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Bitboard) {
        *self = *self & other;
    }
}

impl BitOrAssign for Bitboard {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Bitboard) {
        *self = *self | other;
    }
}

impl BitXorAssign for Bitboard {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Bitboard) {
        *self = *self ^ other;
    }
}

impl Default for Bitboard {
    fn default() -> Bitboard {
        Bitboard::EMPTY
    }
}

impl PartialEq for Bitboard {
    #[inline(always)]
    fn eq(&self, other: &Bitboard) -> bool {
        (*self ^ *other).is_empty()
    }
}

impl Eq for Bitboard {}

impl PartialOrd for Bitboard {
    fn partial_cmp(&self, other: &Bitboard) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Bitboard {
    fn cmp(&self, other: &Bitboard) -> Ordering {
        self.to_bits().cmp(&other.to_bits())
    }
}

impl Hash for Bitboard {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.to_bits().hash(state);
    }
}

/// The squares of a set in the order of their numbers.
///
/// It is kept as two 64-bit halves: most squares of most sets are in the first half, and the branch is
/// cheaper than 128-bit arithmetic.
#[derive(Clone)]
pub struct SquareIter {
    low: u64,
    high: u64,
}

impl Iterator for SquareIter {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        if self.low != 0 {
            let bit = self.low.trailing_zeros();
            self.low &= self.low - 1;
            Some(Square::from_bit(bit))
        } else if self.high != 0 {
            let bit = self.high.trailing_zeros() + 64;
            self.high &= self.high - 1;
            Some(Square::from_bit(bit))
        } else {
            None
        }
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = SquareIter;

    #[inline(always)]
    fn into_iter(self) -> SquareIter {
        SquareIter { low: self.to_bits() as u64, high: (self.to_bits() >> 64) as u64 }
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, |set, sq| set | Bitboard::square(sq))
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::super::rays::offset;
    use super::*;

    #[test]
    fn empty_files_are_those_without_a_square() {
        for bits in [0u128, 1, 1 << 8, 1 << 80, 1 << 72 | 1 << 40 | 1 << 8, 0b1 << 44 | 0b1 << 13] {
            let set = Bitboard::raw(bits);
            let expected: Bitboard =
                Square::all().filter(|sq| !set.into_iter().any(|other| other.file() == sq.file())).collect();
            assert_eq!(set.empty_files(), expected, "{set:?}");
        }
    }

    #[test]
    fn forward_drops_the_far_rank() {
        let corner = Bitboard::square(Square::new(0)) | Bitboard::square(Square::new(17));
        assert_eq!(corner.forward(Color::Black), Bitboard::square(Square::new(16)));
        assert_eq!(corner.forward(Color::White), Bitboard::square(Square::new(1)));
        for (sq, color) in Square::all().flat_map(|sq| Color::ALL.map(|color| (sq, color))) {
            let steps = |n: i8| {
                let down = if color == Color::Black { -n } else { n };
                Bitboard::raw(offset(sq.index(), 0, down).map_or(0, |to| 1 << to))
            };
            assert_eq!(Bitboard::square(sq).forward(color), steps(1), "{sq} {color:?}");
            assert_eq!(Bitboard::square(sq).forward_twice(color), steps(2), "{sq} {color:?}");
            let beside = [-1, 1].map(|files| offset(sq.index(), files, 0).map_or(0, |to| 1 << to));
            assert_eq!(
                Bitboard::square(sq).beside() & Bitboard::ALL,
                Bitboard::raw(beside[0] | beside[1]),
                "{sq}"
            );
        }
    }
}
