//! Tables for checks by a step: the squares from which a pawn, knight, silver or gold may check a king in one
//! move.

use crate::board::{Bitboard, const_steps};
use crate::types::{Color, Piece, PieceKind, Square};

/// For the stepping kinds, by mover, [`Source`] and square of the king to be checked: the squares from which
/// one move can bring the piece to a square where its own step, promoted or not, gives check. Occupied
/// squares are ignored, so the sets may be too large but never too small.
static SOURCES: BySource = make_sources();
/// The inverse of [`SOURCES`]: by mover, [`Source`] and the piece's square, the squares on which it may be
/// able to check a king.
static CHECKABLE: BySource = make_checkable();
/// By mover, [`Source`] and square: the squares from which a king on the square or adjacent to it may be
/// checked.
static SOURCES_AROUND: BySource = make_sources_around();

/// A set of squares by side, [`Source`] and square.
type BySource = [[[Bitboard; Square::TABLE]; 4]; 2];

/// The ways in which stepping pieces move; golds and the promoted small pieces move alike.
#[derive(Clone, Copy)]
pub(super) enum Source {
    Pawn,
    Knight,
    Silver,
    Gold,
}

impl Source {
    /// The way in which a stepping piece moves.
    #[inline(always)]
    pub fn of(kind: PieceKind) -> Source {
        match kind {
            PieceKind::Pawn => Source::Pawn,
            PieceKind::Knight => Source::Knight,
            PieceKind::Silver => Source::Silver,
            _ => Source::Gold,
        }
    }

    /// The squares from which a piece of `us` may check a king on `king` in one move. The set is never too
    /// small.
    #[inline(always)]
    pub fn of_checks(self, us: Color, king: Square) -> Bitboard {
        SOURCES[us.index()][self as usize][king.index()]
    }

    /// The squares on which a king may be checked by a piece of `us` from `from` in one move. The set is
    /// never too small.
    #[inline(always)]
    pub fn checkable(self, us: Color, from: Square) -> Bitboard {
        CHECKABLE[us.index()][self as usize][from.index()]
    }

    /// The squares from which a piece of `us` may check, in one move, a king on `king` or adjacent to it. The
    /// set is never too small.
    #[inline(always)]
    pub fn around(self, us: Color, king: Square) -> Bitboard {
        SOURCES_AROUND[us.index()][self as usize][king.index()]
    }
}

const SOURCE_KINDS: [PieceKind; 4] = [PieceKind::Pawn, PieceKind::Knight, PieceKind::Silver, PieceKind::Gold];

const fn make_sources() -> BySource {
    let mut table = [[[Bitboard::EMPTY; Square::TABLE]; 4]; 2];
    let mut c = 0;
    while c < 2 {
        let us = Color::ALL[c];
        let zone = Bitboard::promotion_zone(us);
        let mut k = 0;
        while k < 4 {
            let kind = SOURCE_KINDS[k];
            let mut king = 0;
            while king < 81 {
                let sq = Square::new(king as u8);
                let mut sources = backward(us, kind, backward_from(us, kind, sq)).to_bits();
                if kind.promoted().is_some() {
                    let golds = backward_from(us, PieceKind::Gold, sq);
                    let into = Bitboard::from_bits(golds.to_bits() & zone.to_bits());
                    sources |= backward(us, kind, into).to_bits();
                    sources |= backward(us, kind, golds).to_bits() & zone.to_bits();
                }
                table[c][k][king] = Bitboard::from_bits(sources);
                king += 1;
            }
            k += 1;
        }
        c += 1;
    }
    table
}

const fn make_checkable() -> BySource {
    let sources = make_sources();
    let mut table = [[[Bitboard::EMPTY; Square::TABLE]; 4]; 2];
    let mut row = 0;
    while row < 8 {
        let mut king = 0;
        while king < 81 {
            let mut rest = sources[row / 4][row % 4][king].to_bits();
            while rest != 0 {
                let checkable = &mut table[row / 4][row % 4][rest.trailing_zeros() as usize];
                *checkable = Bitboard::from_bits(checkable.to_bits() | 1 << king);
                rest &= rest - 1;
            }
            king += 1;
        }
        row += 1;
    }
    table
}

const fn make_sources_around() -> BySource {
    let sources = make_sources();
    let mut table = sources;
    let mut row = 0;
    while row < 8 {
        let mut king = 0;
        while king < 81 {
            let piece = Piece::new(Color::Black, PieceKind::King);
            let mut rest = const_steps(piece, Square::new(king as u8)).to_bits();
            let mut squares = table[row / 4][row % 4][king].to_bits();
            while rest != 0 {
                squares |= sources[row / 4][row % 4][rest.trailing_zeros() as usize].to_bits();
                rest &= rest - 1;
            }
            table[row / 4][row % 4][king] = Bitboard::from_bits(squares);
            king += 1;
        }
        row += 1;
    }
    table
}

/// The squares from which a stepping piece of `us` attacks `sq`.
const fn backward_from(us: Color, kind: PieceKind, sq: Square) -> Bitboard {
    const_steps(Piece::new(us.opposite(), kind), sq)
}

/// The squares from which a stepping piece of `us` attacks a square of `targets`.
const fn backward(us: Color, kind: PieceKind, targets: Bitboard) -> Bitboard {
    let mut rest = targets.to_bits();
    let mut sources = 0;
    while rest != 0 {
        sources |= backward_from(us, kind, Square::new(rest.trailing_zeros() as u8)).to_bits();
        rest &= rest - 1;
    }
    Bitboard::from_bits(sources)
}
