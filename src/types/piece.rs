//! Kinds of pieces and pieces with an owner.

use super::Color;
use core::fmt;

/// The kind of a piece, promoted or not. The numbers 0 (empty) and 15 (stone) are reserved for board cells;
/// the number of a promoted kind is that of its unpromoted kind plus 8.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum PieceKind {
    /// 歩
    Pawn = 1,
    /// 香
    Lance = 2,
    /// 桂
    Knight = 3,
    /// 銀
    Silver = 4,
    /// 角
    Bishop = 5,
    /// 飛
    Rook = 6,
    /// 金
    Gold = 7,
    /// 玉
    King = 8,
    /// と
    ProPawn = 9,
    /// 成香
    ProLance = 10,
    /// 成桂
    ProKnight = 11,
    /// 成銀
    ProSilver = 12,
    /// 馬
    Horse = 13,
    /// 龍
    Dragon = 14,
}

use PieceKind::*;

/// The kinds that can be held in hand, in the order in which SFEN lists hands.
pub const HAND_KINDS: [PieceKind; 7] = [Rook, Bishop, Gold, Silver, Knight, Lance, Pawn];

impl PieceKind {
    /// All kinds in the order of their numbers.
    pub const ALL: [PieceKind; 14] = [
        Pawn, Lance, Knight, Silver, Bishop, Rook, Gold, King, ProPawn, ProLance, ProKnight, ProSilver,
        Horse, Dragon,
    ];

    /// 1 to 14.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The kind with the given number; `None` for 0 and 15, which are not pieces.
    #[inline(always)]
    pub const fn from_index(index: u8) -> Option<PieceKind> {
        const TABLE: [Option<PieceKind>; 16] = {
            let mut table = [None; 16];
            let mut i = 0;
            while i < 14 {
                table[PieceKind::ALL[i] as usize] = Some(PieceKind::ALL[i]);
                i += 1;
            }
            table
        };
        TABLE[(index & 15) as usize]
    }

    /// The promoted form; `None` for gold, king and promoted kinds.
    #[inline(always)]
    pub const fn promoted(self) -> Option<PieceKind> {
        // Gold's number plus 8 is not the number of a kind.
        if self.index() < 8 { PieceKind::from_index(self as u8 | 8) } else { None }
    }

    /// The promoted form of a slider, which may be promoted already.
    ///
    /// Without a branch, unlike [`promoted`](PieceKind::promoted).
    #[inline(always)]
    pub(crate) const fn promoted_slider(self) -> PieceKind {
        debug_assert!(matches!(self.unpromoted(), Lance | Bishop | Rook));
        /// By number; only those of sliders matter.
        const TABLE: [PieceKind; 16] = {
            let mut table = [ProLance; 16];
            let mut i = 0;
            while i < 14 {
                let kind = PieceKind::ALL[i];
                if let Some(promoted) = PieceKind::from_index(kind as u8 | 8) {
                    table[kind as usize] = promoted;
                }
                i += 1;
            }
            table
        };
        TABLE[self.index() & 15]
    }

    /// The form that the piece has in hand (the same kind for a king).
    #[inline(always)]
    pub const fn unpromoted(self) -> PieceKind {
        /// By number; the two numbers that belong to no kind have arbitrary entries.
        const UNPROMOTED: [PieceKind; 16] = [
            Pawn, Pawn, Lance, Knight, Silver, Bishop, Rook, Gold, King, Pawn, Lance, Knight, Silver, Bishop,
            Rook, Pawn,
        ];
        UNPROMOTED[self.index() & 15]
    }

    /// Whether this is a promoted kind.
    #[inline(always)]
    pub const fn is_promoted(self) -> bool {
        self as u8 > 8
    }

    /// The number of pieces of this kind in a set; promoted kinds count as their unpromoted kind.
    pub const fn set_count(self) -> u32 {
        match self.unpromoted() {
            Pawn => 18,
            Bishop | Rook => 2,
            King => 2,
            _ => 4,
        }
    }

    /// The upper-case SFEN letter of the unpromoted kind.
    pub const fn letter(self) -> char {
        match self.unpromoted() {
            Pawn => 'P',
            Lance => 'L',
            Knight => 'N',
            Silver => 'S',
            Bishop => 'B',
            Rook => 'R',
            Gold => 'G',
            _ => 'K',
        }
    }

    /// The unpromoted kind of an SFEN letter, in either case.
    pub const fn from_letter(letter: char) -> Option<PieceKind> {
        Some(match letter.to_ascii_uppercase() {
            'P' => Pawn,
            'L' => Lance,
            'N' => Knight,
            'S' => Silver,
            'B' => Bishop,
            'R' => Rook,
            'G' => Gold,
            'K' => King,
            _ => return None,
        })
    }
}

/// A piece and its owner: `kind + 16 × colour` in one byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece(u8);

impl Piece {
    /// The piece of the given owner and kind.
    #[inline(always)]
    pub const fn new(color: Color, kind: PieceKind) -> Piece {
        Piece(kind as u8 | (color as u8) << 4)
    }

    /// 1 to 14 for Black's pieces, 17 to 30 for White's.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The piece with the given number; `None` when there is none.
    #[inline(always)]
    pub const fn from_index(index: u8) -> Option<Piece> {
        // Low nibbles 0 and 15 are not pieces.
        if index < 32 && (index.wrapping_add(1)) & 15 > 1 { Some(Piece(index)) } else { None }
    }

    /// The piece in a board cell that is known to hold one.
    #[inline(always)]
    pub(crate) const fn of_cell(cell: u8) -> Piece {
        debug_assert!(Piece::from_index(cell).is_some());
        Piece(cell & 31)
    }

    /// The owner.
    #[inline(always)]
    pub const fn color(self) -> Color {
        if self.0 & 16 == 0 { Color::Black } else { Color::White }
    }

    /// The kind.
    #[inline(always)]
    pub const fn kind(self) -> PieceKind {
        /// Kinds by number; the two numbers that belong to no piece have arbitrary entries.
        const KINDS: [PieceKind; 16] = {
            let mut table = [Pawn; 16];
            let mut i = 0;
            while i < 14 {
                table[PieceKind::ALL[i] as usize] = PieceKind::ALL[i];
                i += 1;
            }
            table
        };
        KINDS[(self.0 & 15) as usize]
    }

    /// The piece of the same kind that the other side owns.
    pub const fn flip(self) -> Piece {
        Piece(self.0 ^ 16)
    }
}

impl fmt::Display for Piece {
    /// SFEN text: `+` for promoted, upper case for Black.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = self.kind().letter();
        let letter = if self.color() == Color::Black { letter } else { letter.to_ascii_lowercase() };
        write!(f, "{}{letter}", if self.kind().is_promoted() { "+" } else { "" })
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
