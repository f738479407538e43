//! The position itself: sets of squares by owner and by way of moving, board cells, hands and key; and
//! setting it up.

use super::key::{self, STONE};
use crate::board::Bitboard;
use crate::types::{Color, Hand, Piece, PieceKind, Square};

/// Groups of pieces that move alike. A horse is in `Bishop` and in `King`, a dragon in `Rook` and in `King`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Group {
    /// Pawns.
    Pawn,
    /// Lances.
    Lance,
    /// Knights.
    Knight,
    /// Silvers.
    Silver,
    /// Bishops and horses.
    Bishop,
    /// Rooks and dragons.
    Rook,
    /// Golds and the promoted small pieces.
    Gold,
    /// Pieces that move one square in every direction: kings, horses, dragons.
    King,
}

const NO_GROUP: u8 = 8;

/// The one or two groups of each kind, by kind number.
const GROUPS: [[u8; 2]; 16] = {
    use PieceKind::*;
    let mut table = [[NO_GROUP; 2]; 16];
    table[Pawn as usize][0] = Group::Pawn as u8;
    table[Lance as usize][0] = Group::Lance as u8;
    table[Knight as usize][0] = Group::Knight as u8;
    table[Silver as usize][0] = Group::Silver as u8;
    table[Bishop as usize][0] = Group::Bishop as u8;
    table[Rook as usize][0] = Group::Rook as u8;
    table[Gold as usize][0] = Group::Gold as u8;
    table[King as usize][0] = Group::King as u8;
    table[ProPawn as usize][0] = Group::Gold as u8;
    table[ProLance as usize][0] = Group::Gold as u8;
    table[ProKnight as usize][0] = Group::Gold as u8;
    table[ProSilver as usize][0] = Group::Gold as u8;
    table[Horse as usize] = [Group::Bishop as u8, Group::King as u8];
    table[Dragon as usize] = [Group::Rook as u8, Group::King as u8];
    table
};

pub(super) const EMPTY: u8 = 0;
/// The square number for a missing king: the number of trailing zeros of an empty 128-bit set.
pub(super) const NO_KING: u8 = 128;

/// A position. (Its fields are visible to the packed form, which builds all of them at once.)
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    pub(super) groups: [Bitboard; 8],
    pub(super) colors: [Bitboard; 2],
    pub(super) stones: Bitboard,
    pub(super) key: u128,
    pub(super) hands: [Hand; 2],
    /// Piece numbers, 0 for empty squares, [`STONE`] for stones.
    pub(super) cells: [u8; Square::TABLE],
    pub(super) kings: [u8; 2],
    pub(super) side: Color,
    pub(super) move_number: u32,
}

impl Position {
    /// The empty board with Black to move and move number 1.
    pub fn empty() -> Position {
        Position {
            groups: [Bitboard::EMPTY; 8],
            colors: [Bitboard::EMPTY; 2],
            stones: Bitboard::EMPTY,
            key: 0,
            hands: [Hand::EMPTY; 2],
            cells: [EMPTY; Square::TABLE],
            kings: [NO_KING; 2],
            side: Color::Black,
            move_number: 1,
        }
    }

    /// The piece on a square.
    #[inline(always)]
    pub fn piece_at(&self, sq: Square) -> Option<Piece> {
        Piece::from_index(self.cells[sq.index()])
    }

    /// Whether a stone (石) stands on a square.
    pub fn is_stone(&self, sq: Square) -> bool {
        self.stones.contains(sq)
    }

    /// The squares of stones.
    #[inline(always)]
    pub fn stones(&self) -> Bitboard {
        self.stones
    }

    /// The squares of a side's pieces.
    #[inline(always)]
    pub fn pieces(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// The squares of a side's pieces of a group.
    #[inline(always)]
    pub fn group(&self, color: Color, group: Group) -> Bitboard {
        self.groups[group as usize] & self.colors[color.index()]
    }

    /// The squares of both sides' pieces of a group.
    #[inline(always)]
    pub(super) fn group_of_both(&self, group: Group) -> Bitboard {
        self.groups[group as usize]
    }

    /// All squares that hold a piece or a stone.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1] | self.stones
    }

    /// The pieces in a side's hand.
    #[inline(always)]
    pub fn hand(&self, color: Color) -> Hand {
        self.hands[color.index()]
    }

    /// The side to move.
    #[inline(always)]
    pub fn side_to_move(&self) -> Color {
        self.side
    }

    /// The square of a side's king; the lowest-numbered one when an illegal diagram has several.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Option<Square> {
        let sq = self.kings[color.index()];
        if sq == NO_KING { None } else { Some(Square::from_bit(sq.into())) }
    }

    /// The number of the next move, 1 at the start of a game.
    pub fn move_number(&self) -> u32 {
        self.move_number
    }

    /// The 128-bit key of everything but the move number.
    #[inline(always)]
    pub fn key(&self) -> u128 {
        self.key
    }

    /// The key computed from scratch, for checking the incremental one.
    pub fn compute_key(&self) -> u128 {
        let mut key = if self.side == Color::White { key::WHITE_TO_MOVE } else { 0 };
        for sq in self.occupied() {
            key ^= key::PIECES[self.cells[sq.index()] as usize][sq.index()];
        }
        for color in Color::ALL {
            for (kind, count) in self.hand(color).iter() {
                key ^= key::hand_word(color, kind, count);
            }
        }
        key
    }

    /// The pieces of a full set of 40 that are neither on the board nor in a hand (駒箱), without kings. For a
    /// kind of which there are too many, the count is 0.
    pub fn piece_box(&self) -> Hand {
        let mut rest = Hand::EMPTY;
        for kind in crate::types::HAND_KINDS {
            let held: u32 = Color::ALL.iter().map(|&color| self.hand(color).count(kind)).sum();
            rest.set(kind, kind.set_count().saturating_sub(held + self.count_on_board(kind)));
        }
        rest
    }

    /// The number of pieces of an unpromoted kind on the board, promoted ones included.
    pub(super) fn count_on_board(&self, kind: PieceKind) -> u32 {
        let pieces = self.colors[0] | self.colors[1];
        pieces
            .into_iter()
            .filter_map(|sq| self.piece_at(sq))
            .filter(|piece| piece.kind().unpromoted() == kind)
            .count() as u32
    }

    /// Puts a piece on a square, replacing its former contents.
    pub fn put(&mut self, sq: Square, piece: Piece) {
        self.remove(sq);
        self.toggle(piece, sq);
        self.cells[sq.index()] = piece.index() as u8;
        self.key ^= key::PIECES[piece.index()][sq.index()];
        if piece.kind() == PieceKind::King {
            let king = &mut self.kings[piece.color().index()];
            *king = (*king).min(sq.index() as u8);
        }
    }

    /// Puts a stone on a square, replacing its former contents.
    pub fn put_stone(&mut self, sq: Square) {
        self.remove(sq);
        self.stones |= Bitboard::square(sq);
        self.cells[sq.index()] = STONE as u8;
        self.key ^= key::PIECES[STONE][sq.index()];
    }

    /// Empties a square.
    pub fn remove(&mut self, sq: Square) {
        let cell = self.cells[sq.index()];
        if cell == EMPTY {
            return;
        }
        self.key ^= key::PIECES[cell as usize][sq.index()];
        self.cells[sq.index()] = EMPTY;
        let Some(piece) = Piece::from_index(cell) else {
            self.stones = self.stones.without(Bitboard::square(sq));
            return;
        };
        self.toggle(piece, sq);
        if piece.kind() == PieceKind::King {
            let other = self.pieces(piece.color()).into_iter().find(|&sq| self.piece_at(sq) == Some(piece));
            self.kings[piece.color().index()] = other.map_or(NO_KING, |sq| sq.index() as u8);
        }
    }

    /// Sets a side's hand.
    pub fn set_hand(&mut self, color: Color, hand: Hand) {
        self.key ^= key::hand_words(color, self.hand(color)) ^ key::hand_words(color, hand);
        self.hands[color.index()] = hand;
    }

    /// Sets the side to move.
    pub fn set_side_to_move(&mut self, color: Color) {
        if self.side != color {
            self.key ^= key::WHITE_TO_MOVE;
        }
        self.side = color;
    }

    /// Sets the number of the next move.
    pub fn set_move_number(&mut self, number: u32) {
        self.move_number = number;
    }

    #[inline(always)]
    pub(super) fn toggle(&mut self, piece: Piece, sq: Square) {
        self.toggle_all(piece, Bitboard::square(sq));
    }

    #[inline(always)]
    pub(super) fn toggle_all(&mut self, piece: Piece, squares: Bitboard) {
        self.colors[piece.color().index()] ^= squares;
        let [first, second] = GROUPS[piece.kind().index() & 15];
        self.groups[first as usize & 7] ^= squares;
        if second != NO_GROUP {
            self.groups[second as usize & 7] ^= squares;
        }
    }
}
