//! The features of the evaluation: each piece on its square and each count of a kind in hand, numbered from the
//! perspective of one king.
//!
//! In a king's perspective pieces belong to that king's side or to the enemy, the board is turned so that the
//! king's camp is at the bottom, and mirrored so that the king stands on the right half. The evaluation has
//! two accumulators, one for each king.

use crate::position::Position;
use crate::types::{Color, HAND_KINDS, Piece, PieceKind, Square};

/// The number of king buckets: one for each square after mirroring (5 files of 9 ranks), and one for a
/// missing king.
pub const KING_BUCKETS: usize = 46;
/// The bucket of a side without a king.
pub const NO_KING: usize = 45;
/// The number of perspectives: two sides, the king buckets, mirrored or not.
pub const PERSPECTIVES: usize = 2 * KING_BUCKETS * 2;

const KINDS: usize = 14;
/// The squares of the board.
pub(super) const SQUARES: usize = 81;
/// Features of pieces on the board: by owner (own, enemy), kind and square.
const ON_BOARD: usize = 2 * KINDS * SQUARES;
/// Counts of a kind in one hand, 0 to 18; larger ones are taken as 18.
const COUNTS: usize = 19;
/// The number of features.
pub const FEATURES: usize = ON_BOARD + 2 * 7 * COUNTS;

/// Offsets from a king to a square: files apart (0 to 8) times 17, plus ranks apart (-8 to 8, stored from 0).
const OFFSETS: usize = 9 * 17;
/// The number of relative features: owner, kind and offset from the king. The last one stands for the
/// features without an offset: hands, and every feature when there is no king.
pub const RELATIVES: usize = 2 * KINDS * OFFSETS + 1;
/// The relative feature of features that have no offset.
pub const NO_RELATIVE: usize = RELATIVES - 1;

/// A feature: its number, and the number of the relative feature that it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Feature {
    /// By owner, kind and square, or owner, kind and count in hand; below [`FEATURES`].
    pub index: usize,
    /// By owner, kind and offset from the king; below [`RELATIVES`].
    pub relative: usize,
}

/// One king's perspective of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Perspective {
    owner: Color,
    /// The king's square from his own perspective, below [`KING_BUCKETS`].
    pub king_bucket: usize,
    /// The number of this perspective, below [`PERSPECTIVES`].
    pub number: usize,
    /// Each square as seen from this perspective: turned and mirrored where needed.
    squares: &'static [u8; Square::TABLE],
}

/// The squares as seen from each perspective, by owner and by whether the king stands on the left half.
static ORIENTED_SQUARES: [[[u8; Square::TABLE]; 2]; 2] = make_oriented_squares();

const fn make_oriented_squares() -> [[[u8; Square::TABLE]; 2]; 2] {
    let mut table = [[[0; Square::TABLE]; 2]; 2];
    let mut index = 0;
    while index < 81 {
        let sq = Square::new(index as u8);
        table[0][0][index] = sq.index() as u8;
        table[0][1][index] = sq.mirror().index() as u8;
        table[1][0][index] = sq.flip().index() as u8;
        table[1][1][index] = sq.flip().mirror().index() as u8;
        index += 1;
    }
    table
}

impl Perspective {
    /// The perspective of the king of `owner`; without a king the board is turned but not mirrored.
    #[inline]
    pub fn new(owner: Color, king: Option<Square>) -> Perspective {
        let Some(king) = king else {
            return Perspective::of_bucket(owner, NO_KING, false);
        };
        let oriented = ORIENTED_SQUARES[owner.index()][0][king.index()] as usize;
        let left = oriented >= 5 * 9;
        let squares = &ORIENTED_SQUARES[owner.index()][usize::from(left)];
        Perspective::of_bucket(owner, squares[king.index()].into(), left)
    }

    #[inline]
    fn of_bucket(owner: Color, king_bucket: usize, mirrored: bool) -> Perspective {
        let (side, mirror) = (owner.index(), usize::from(mirrored));
        let number = (side * KING_BUCKETS + king_bucket) * 2 + mirror;
        Perspective { owner, king_bucket, number, squares: &ORIENTED_SQUARES[side][mirror] }
    }

    /// The feature of a piece on a square.
    #[inline(always)]
    pub fn piece(&self, piece: Piece, sq: Square) -> Feature {
        let (plane, oriented) = (self.plane(piece), usize::from(self.squares[sq.index()]));
        Feature { index: plane * SQUARES + oriented, relative: relative(self.king_bucket, plane, oriented) }
    }

    /// The number of a piece's owner and kind. Features with the same plane are numbered consecutively by
    /// square.
    #[inline(always)]
    fn plane(&self, piece: Piece) -> usize {
        let foe = usize::from(piece.color() as u8 != self.owner as u8);
        foe * KINDS + piece.kind().index() - 1
    }

    /// From a row of weights by feature: the weights of `piece` by oriented square, and the table that maps
    /// squares to oriented squares.
    #[inline(always)]
    pub fn square_weights<'a>(
        &self,
        row: &'a [i16; FEATURES],
        piece: Piece,
    ) -> (&'a [i16; SQUARES], &'static [u8; Square::TABLE]) {
        let first = self.plane(piece) * SQUARES;
        (row[first..].first_chunk().unwrap_or_else(|| unreachable!()), self.squares)
    }

    /// The feature of a count of pieces of an unpromoted kind in a hand.
    #[inline(always)]
    pub fn hand(&self, holder: Color, kind: PieceKind, count: u32) -> Feature {
        let foe = usize::from(holder as u8 != self.owner as u8);
        let count = (count as usize).min(COUNTS - 1);
        let index = ON_BOARD + (foe * 7 + (kind.index() + 6) % 7) * COUNTS + count;
        Feature { index, relative: NO_RELATIVE }
    }

    /// Visits all features of a position. A kind that a hand does not hold has no feature.
    #[inline]
    pub fn for_each_feature(&self, position: &Position, mut visit: impl FnMut(Feature)) {
        for sq in position.pieces(Color::Black) | position.pieces(Color::White) {
            if let Some(piece) = position.piece_at(sq) {
                visit(self.piece(piece, sq));
            }
        }
        for color in Color::ALL {
            let hand = position.hand(color);
            if hand.is_empty() {
                continue;
            }
            for kind in HAND_KINDS {
                let count = hand.count(kind);
                if count > 0 {
                    visit(self.hand(color, kind, count));
                }
            }
        }
    }
}

/// The relative feature of a piece (by its plane) on an oriented square.
#[inline(always)]
fn relative(king_bucket: usize, plane: usize, oriented: usize) -> usize {
    if king_bucket == NO_KING {
        return NO_RELATIVE;
    }
    let files = (oriented / 9).abs_diff(king_bucket / 9);
    plane * OFFSETS + files * 17 + oriented % 9 + 8 - king_bucket % 9
}

/// The relative feature of the feature with a given index.
pub fn relative_of(king_bucket: usize, index: usize) -> usize {
    if index < ON_BOARD { relative(king_bucket, index / SQUARES, index % SQUARES) } else { NO_RELATIVE }
}

/// What a feature stands for, read back from its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeatureKind {
    /// A piece on the board.
    Piece {
        /// Whether it is the enemy's.
        foe: bool,
        /// Its kind.
        kind: PieceKind,
    },
    /// Pieces in hand.
    Hand {
        /// Whether it is the enemy's hand.
        foe: bool,
        /// Their kind.
        kind: PieceKind,
        /// How many.
        count: u32,
    },
}

impl FeatureKind {
    /// The inverse of [`Perspective::piece`] and [`Perspective::hand`], except that the square is left out.
    pub fn from_index(index: usize) -> FeatureKind {
        let kind = |index: usize| PieceKind::ALL[index];
        if index < ON_BOARD {
            let plane = index / SQUARES;
            return FeatureKind::Piece { foe: plane >= KINDS, kind: kind(plane % KINDS) };
        }
        let (row, count) = ((index - ON_BOARD) / COUNTS, (index - ON_BOARD) % COUNTS);
        FeatureKind::Hand { foe: row >= 7, kind: kind(row % 7), count: count as u32 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_distinct_and_read_back() {
        let perspective = Perspective::new(Color::White, Square::from_file_rank(2, 1));
        assert_eq!(
            perspective.king_bucket,
            Perspective::new(Color::White, Square::from_file_rank(8, 1)).king_bucket
        );
        let mut seen = std::collections::HashSet::new();
        for color in Color::ALL {
            for kind in PieceKind::ALL {
                for sq in Square::all() {
                    let Feature { index, relative } = perspective.piece(Piece::new(color, kind), sq);
                    assert_eq!(relative, relative_of(perspective.king_bucket, index));
                    assert!(seen.insert(index));
                    let FeatureKind::Piece { foe, kind: read } = FeatureKind::from_index(index) else {
                        panic!("{index}")
                    };
                    assert_eq!((foe, read), (color == Color::Black, kind));
                }
            }
            for kind in HAND_KINDS {
                for count in 1..=18 {
                    let Feature { index, relative } = perspective.hand(color, kind, count);
                    assert_eq!(relative, NO_RELATIVE);
                    assert!(index < FEATURES && seen.insert(index));
                    assert_eq!(
                        FeatureKind::from_index(index),
                        FeatureKind::Hand { foe: color == Color::Black, kind, count }
                    );
                }
            }
        }
    }
}
