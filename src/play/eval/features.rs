//! A position as one of its kings sees it: he is at home on the right, pieces are his own or the enemy's, and all of that is
//! a number.

use crate::position::Position;
use crate::types::{Color, HAND_KINDS, Piece, PieceKind, Square};

/// The squares of a king, left and right taken as one (5 files of 9 ranks), and one for no king at all.
pub const PLACES: usize = 46;
/// The place of a king who is not there.
pub const NOWHERE: usize = 45;

const KINDS: usize = 14;
const SQUARES: usize = 81;
/// Pieces on the board: by owner (his own, the enemy's), kind and square.
const ON_BOARD: usize = 2 * KINDS * SQUARES;
/// A hand is told by how many of a kind it holds; more than a set of 18 pawns counts as so many.
const COUNTS: usize = 19;
/// The number of different things that a king can see.
pub const CODES: usize = ON_BOARD + 2 * 7 * COUNTS;

/// Ways from a king to a square: files apart (0 to 8) times 17, plus ranks apart (none is 8).
const SPOTS: usize = 9 * 17;
/// The number of ways to pieces, by owner and kind; the way to what has none (hands, and all when there is no king) is the last.
pub const WAYS: usize = 2 * KINDS * SPOTS + 1;
/// The way to what has none.
pub const NO_WAY: usize = WAYS - 1;

/// Something that a king sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thing {
    /// What and where it is, below [`CODES`].
    pub code: usize,
    /// What it is and how far away from him, below [`WAYS`].
    pub way: usize,
}

/// How a king looks at the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    owner: Color,
    /// Where he stands, below [`PLACES`].
    pub place: usize,
    /// By square: as he sees it.
    squares: &'static [u8; Square::TABLE],
}

/// By owner and half of the board.
static SQUARES_SEEN: [[[u8; Square::TABLE]; 2]; 2] = make_squares_seen();

const fn make_squares_seen() -> [[[u8; Square::TABLE]; 2]; 2] {
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

impl View {
    /// The view of the king of `owner`, if he is there.
    #[inline]
    pub fn new(owner: Color, king: Option<Square>) -> View {
        let Some(king) = king else {
            return View { owner, place: NOWHERE, squares: &SQUARES_SEEN[owner.index()][0] };
        };
        let seen = SQUARES_SEEN[owner.index()][0][king.index()] as usize;
        let left = seen >= 5 * 9;
        let squares = &SQUARES_SEEN[owner.index()][usize::from(left)];
        View { owner, place: squares[king.index()].into(), squares }
    }

    /// A piece on a square as he sees it.
    #[inline(always)]
    pub fn piece(&self, piece: Piece, sq: Square) -> Thing {
        let (row, seen) = (self.row(piece), usize::from(self.squares[sq.index()]));
        Thing { code: row * SQUARES + seen, way: way(self.place, row, seen) }
    }

    /// The number of a piece, as his own or the other side's.
    #[inline(always)]
    fn row(&self, piece: Piece) -> usize {
        let foe = usize::from(piece.color() as u8 != self.owner as u8);
        foe * KINDS + piece.kind().index() - 1
    }

    /// Of a row of weights by code, those of a piece by square as he sees it; and the squares as he sees them.
    #[inline(always)]
    pub fn squares<'a>(
        &self,
        row: &'a [i16; CODES],
        piece: Piece,
    ) -> (&'a [i16; SQUARES], &'static [u8; Square::TABLE]) {
        let first = self.row(piece) * SQUARES;
        (row[first..].first_chunk().unwrap_or_else(|| unreachable!()), self.squares)
    }

    /// So many pieces of an unpromoted kind in somebody's hand as he sees them.
    #[inline(always)]
    pub fn hand(&self, holder: Color, kind: PieceKind, count: u32) -> Thing {
        let foe = usize::from(holder as u8 != self.owner as u8);
        let count = (count as usize).min(COUNTS - 1);
        Thing { code: ON_BOARD + (foe * 7 + (kind.index() + 6) % 7) * COUNTS + count, way: NO_WAY }
    }

    /// Everything he sees.
    #[inline]
    pub fn each(&self, position: &Position, mut visit: impl FnMut(Thing)) {
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

/// The way from a king's place to a square as he sees it, for a piece of a row of codes.
#[inline(always)]
fn way(place: usize, row: usize, seen: usize) -> usize {
    if place == NOWHERE {
        return NO_WAY;
    }
    let files = (seen / 9).abs_diff(place / 9);
    row * SPOTS + files * 17 + seen % 9 + 8 - place % 9
}

/// The way to a thing by its code.
pub fn way_of(place: usize, code: usize) -> usize {
    if code < ON_BOARD { way(place, code / SQUARES, code % SQUARES) } else { NO_WAY }
}

/// What a code stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
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

impl Seen {
    /// The inverse of [`View::piece`] and [`View::hand`].
    pub fn of(code: usize) -> Seen {
        let kind = |index: usize| PieceKind::ALL[index];
        if code < ON_BOARD {
            let row = code / SQUARES;
            return Seen::Piece { foe: row >= KINDS, kind: kind(row % KINDS) };
        }
        let (row, count) = ((code - ON_BOARD) / COUNTS, (code - ON_BOARD) % COUNTS);
        Seen::Hand { foe: row >= 7, kind: kind(row % 7), count: count as u32 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_told_apart_and_read_back() {
        let view = View::new(Color::White, Square::from_file_rank(2, 1));
        assert_eq!(view.place, View::new(Color::White, Square::from_file_rank(8, 1)).place);
        let mut seen = std::collections::HashSet::new();
        for color in Color::ALL {
            for kind in PieceKind::ALL {
                for sq in Square::all() {
                    let Thing { code, way } = view.piece(Piece::new(color, kind), sq);
                    assert_eq!(way, way_of(view.place, code));
                    assert!(seen.insert(code));
                    let Seen::Piece { foe, kind: read } = Seen::of(code) else { panic!("{code}") };
                    assert_eq!((foe, read), (color == Color::Black, kind));
                }
            }
            for kind in HAND_KINDS {
                for count in 1..=18 {
                    let Thing { code, way } = view.hand(color, kind, count);
                    assert_eq!(way, NO_WAY);
                    assert!(code < CODES && seen.insert(code));
                    assert_eq!(Seen::of(code), Seen::Hand { foe: color == Color::Black, kind, count });
                }
            }
        }
    }
}
