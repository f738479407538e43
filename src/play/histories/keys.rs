//! The keys by which entries of the history tables are found.

use crate::position::{Group, Position};
use crate::types::{Color, Piece, Square};

const PIECES: usize = 32;
/// Kinds of pieces, promoted or not.
pub const KINDS: usize = 16;
/// Squares of the board.
pub const SQUARES: usize = 81;
/// The number of [`PieceTo`] values.
pub const PIECE_TOS: usize = PIECES * SQUARES;
/// The number of entries of the continuation history for one earlier move.
pub const ROW: usize = KINDS * SQUARES;

/// A move by its piece and target square: the key of capture and continuation history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceTo(u16);

impl PieceTo {
    /// No move: before the root, or a null move.
    pub const NONE: PieceTo = PieceTo(0);

    /// A move as its piece, promoted if it promotes, and its target square.
    #[inline(always)]
    pub fn new(piece: Piece, to: Square) -> PieceTo {
        PieceTo((piece.index() * SQUARES + to.index()) as u16)
    }

    /// A number below [`PIECE_TOS`].
    #[inline(always)]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The piece's kind and the target square in one number below [`ROW`].
    #[inline(always)]
    pub fn kind_and_square(self) -> usize {
        usize::from(self.0) % ROW
    }
}

/// The number of pawn structures that the pawn history distinguishes.
pub const PAWN_STRUCTURES: usize = 512;

/// A pawn structure, hashed to one of [`PAWN_STRUCTURES`]: a key of the pawn history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PawnStructure(u16);

impl PawnStructure {
    /// The first pawn structure, as a default.
    pub const NONE: PawnStructure = PawnStructure(0);

    /// The pawn structure of a position.
    #[inline]
    pub fn of(position: &Position) -> PawnStructure {
        PawnStructure((hash_of(position, &[Group::Pawn]) >> (64 - PAWN_STRUCTURES.ilog2())) as u16)
    }

    /// The index at which the entries of this structure begin.
    #[inline(always)]
    pub fn row(self) -> usize {
        usize::from(self.0) * PIECE_TOS
    }
}

/// The pieces of some groups on the board, hashed to 64 bits.
#[inline(always)]
pub fn hash_of(position: &Position, groups: &[Group]) -> u64 {
    let mut hash = 0;
    for color in Color::ALL {
        for &group in groups {
            let bits = position.group(color, group).to_bits();
            hash = (hash ^ bits as u64 ^ (bits >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            hash ^= hash >> 29;
        }
    }
    hash
}
