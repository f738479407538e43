//! The squares that each kind of piece attacks.

use super::Bitboard;
use super::four::Four;
use super::rays::{Direction, offset, ray_attacks};
use super::slides::{Family, slide};
use crate::types::{Color, Piece, PieceKind, Square};

/// The near steps of every piece: all attacks of a stepping piece, the king's steps that horses and dragons
/// have in addition to their slides, nothing for lances, bishops and rooks.
static STEPS: ByPiece = make_steps();

/// The squares that a piece attacks from a square of an empty board.
static REACH: ByPiece = make_reach();

/// By side and square of a king: see [`aims_at`].
static AIMS: [[Four; Square::TABLE]; 2] = make_aims();

/// By square and piece number: callers usually look up several pieces for one square, which are then adjacent
/// in memory.
type ByPiece = [[Bitboard; 32]; Square::TABLE];

const fn step_list(kind: PieceKind) -> &'static [(i8, i8)] {
    match kind {
        PieceKind::Pawn => &[(0, -1)],
        PieceKind::Knight => &[(-1, -2), (1, -2)],
        PieceKind::Silver => &[(-1, -1), (0, -1), (1, -1), (-1, 1), (1, 1)],
        PieceKind::Gold
        | PieceKind::ProPawn
        | PieceKind::ProLance
        | PieceKind::ProKnight
        | PieceKind::ProSilver => &[(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (0, 1)],
        PieceKind::King => &[(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)],
        PieceKind::Horse => &[(0, -1), (-1, 0), (1, 0), (0, 1)],
        PieceKind::Dragon => &[(-1, -1), (1, -1), (-1, 1), (1, 1)],
        PieceKind::Lance | PieceKind::Bishop | PieceKind::Rook => &[],
    }
}

/// [`steps`] for tables made at compile time.
pub(crate) const fn const_steps(piece: Piece, from: Square) -> Bitboard {
    let mut squares = 0;
    let steps = step_list(piece.kind());
    let mut s = 0;
    while s < steps.len() {
        let (files, ranks) = steps[s];
        let ranks = if matches!(piece.color(), Color::Black) { ranks } else { -ranks };
        if let Some(to) = offset(from.index(), files, ranks) {
            squares |= 1 << to;
        }
        s += 1;
    }
    Bitboard::raw(squares)
}

const fn make_steps() -> ByPiece {
    let mut table = [[Bitboard::EMPTY; 32]; Square::TABLE];
    let mut k = 0;
    while k < PieceKind::ALL.len() {
        let kind = PieceKind::ALL[k];
        let mut sq = 0;
        while sq < 81 {
            let mut c = 0;
            while c < 2 {
                let piece = Piece::new(Color::ALL[c], kind);
                table[sq][piece.index()] = const_steps(piece, Square::new(sq as u8));
                c += 1;
            }
            sq += 1;
        }
        k += 1;
    }
    table
}

const fn make_reach() -> ByPiece {
    let mut table = make_steps();
    let mut c = 0;
    while c < 2 {
        let mut k = 0;
        while k < PieceKind::ALL.len() {
            let kind = PieceKind::ALL[k];
            let piece = Piece::new(Color::ALL[c], kind).index();
            let mut d = 0;
            while d < 8 {
                let direction = Direction::ALL[d];
                let slides = match kind {
                    PieceKind::Lance => d == Direction::forward(Color::ALL[c]) as usize,
                    PieceKind::Rook | PieceKind::Dragon => direction.is_orthogonal(),
                    PieceKind::Bishop | PieceKind::Horse => !direction.is_orthogonal(),
                    _ => false,
                };
                let mut sq = 0;
                while slides && sq < 81 {
                    let slide = super::rays::full_ray(direction, sq).to_bits();
                    table[sq][piece] = Bitboard::raw(table[sq][piece].to_bits() | slide);
                    sq += 1;
                }
                d += 1;
            }
            k += 1;
        }
        c += 1;
    }
    table
}

const fn make_aims() -> [[Four; Square::TABLE]; 2] {
    let reach = make_reach();
    let mut table = [[Four([Bitboard::EMPTY; 4]); Square::TABLE]; 2];
    let mut c = 0;
    while c < 2 {
        let mut sq = 0;
        while sq < 81 {
            let kinds = [PieceKind::Lance, PieceKind::Bishop, PieceKind::Rook, PieceKind::King];
            let mut k = 0;
            while k < 4 {
                table[c][sq].0[k] = reach[sq][Piece::new(Color::ALL[c], kinds[k]).index()];
                k += 1;
            }
            sq += 1;
        }
        c += 1;
    }
    table
}

/// The squares from which lances, bishops and rooks of the other side would attack the king of `color` on an
/// empty board; and the squares around it.
#[inline(always)]
pub(crate) fn aims_at(color: Color, king: Square) -> &'static Four {
    &AIMS[color.index()][king.index()]
}

/// The near steps of a piece: all its attacks except the slides of lance, bishop, rook, horse and dragon.
#[inline(always)]
pub fn steps(piece: Piece, from: Square) -> Bitboard {
    STEPS[from.index()][piece.index()]
}

/// The squares a piece would attack from a square of an empty board.
#[inline(always)]
pub fn reach(piece: Piece, from: Square) -> Bitboard {
    REACH[from.index()][piece.index()]
}

/// The eight squares around a square.
#[inline(always)]
pub fn king_attacks(from: Square) -> Bitboard {
    steps(Piece::new(Color::Black, PieceKind::King), from)
}

/// A lance's attacks.
#[inline(always)]
pub fn lance_attacks(color: Color, from: Square, occupied: Bitboard) -> Bitboard {
    ray_attacks(Direction::forward(color), from, occupied)
}

/// A bishop's attacks.
#[inline(always)]
pub fn bishop_attacks(from: Square, occupied: Bitboard) -> Bitboard {
    slide(Family::Bishop, from, occupied)
}

/// A rook's attacks.
#[inline(always)]
pub fn rook_attacks(from: Square, occupied: Bitboard) -> Bitboard {
    slide(Family::Rook, from, occupied)
}

/// Everything a piece attacks from a square, with the given obstacles.
#[inline(always)]
pub fn attacks(piece: Piece, from: Square, occupied: Bitboard) -> Bitboard {
    let steps = steps(piece, from);
    match piece.kind() {
        PieceKind::Lance => lance_attacks(piece.color(), from, occupied),
        PieceKind::Bishop | PieceKind::Horse => steps | bishop_attacks(from, occupied),
        PieceKind::Rook | PieceKind::Dragon => steps | rook_attacks(from, occupied),
        _ => steps,
    }
}
