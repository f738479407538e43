//! The position itself: sets of squares by owner and by way of moving, board cells, hands, key; do and undo.

use super::key::{self, STONE};
use crate::board::Bitboard;
use crate::types::{Color, Hand, Move, Piece, PieceKind, Square};

/// Pieces that move alike. A horse is in `Bishop` and in `King`, a dragon in `Rook` and in `King`.
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
    /// What steps one square in every direction: kings, horses, dragons.
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

const EMPTY: u8 = 0;
pub(super) const NO_KING: u8 = 81;

/// A position. (The fields are open to the packed form, which builds all of them at once.)
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

/// What [`Position::undo_move`] needs to take a move back.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    key: u128,
    captured: u8,
}

impl Undo {
    /// The piece that the move took.
    pub fn captured(&self) -> Option<Piece> {
        Piece::from_index(self.captured)
    }
}

impl Position {
    /// The board without a piece, Black to move, move number 1.
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

    /// Whose turn it is.
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

    /// The number of the move to come, 1 at the start of a game.
    pub fn move_number(&self) -> u32 {
        self.move_number
    }

    /// The 128-bit key of everything but the move number.
    #[inline(always)]
    pub fn key(&self) -> u128 {
        self.key
    }

    /// The key computed from scratch: the oracle of the incremental one.
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

    /// The pieces of a full set of 40 that are neither on the board nor in a hand (駒箱), kings left aside.
    /// Nothing is counted for a kind of which there are too many.
    pub fn piece_box(&self) -> Hand {
        let mut rest = Hand::EMPTY;
        for kind in crate::types::HAND_KINDS {
            let held: u32 = Color::ALL.iter().map(|&color| self.hand(color).count(kind)).sum();
            rest.set(kind, kind.set_count().saturating_sub(held + self.count_on_board(kind)));
        }
        rest
    }

    /// How many pieces of an unpromoted kind, promoted ones included, stand on the board.
    pub(super) fn count_on_board(&self, kind: PieceKind) -> u32 {
        let pieces = self.colors[0] | self.colors[1];
        pieces
            .into_iter()
            .filter_map(|sq| self.piece_at(sq))
            .filter(|piece| piece.kind().unpromoted() == kind)
            .count() as u32
    }

    /// Puts a piece on a square, in the place of what stood there.
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

    /// Puts a stone on a square, in the place of what stood there.
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
        for held in [self.hand(color), hand] {
            for (kind, count) in held.iter() {
                self.key ^= key::hand_word(color, kind, count);
            }
        }
        self.hands[color.index()] = hand;
    }

    /// Sets whose turn it is.
    pub fn set_side_to_move(&mut self, color: Color) {
        if self.side != color {
            self.key ^= key::WHITE_TO_MOVE;
        }
        self.side = color;
    }

    /// Sets the number of the move to come.
    pub fn set_move_number(&mut self, number: u32) {
        self.move_number = number;
    }

    /// Plays a move of the side to move. It must be pseudo-legal: the piece is there, the target is neither
    /// an own piece nor a stone nor a king.
    #[inline]
    pub fn do_move(&mut self, mv: Move) -> Undo {
        let key = self.key;
        self.key = self.key_after(mv);
        Undo { key, captured: self.move_piece(mv) }
    }

    /// Plays moves that lead to a position with a known key.
    #[inline]
    pub(crate) fn do_moves_to(&mut self, moves: impl IntoIterator<Item = Move>, key: u128) {
        for mv in moves {
            self.move_piece(mv);
        }
        self.key = key;
        debug_assert_eq!(self.key, self.compute_key());
    }

    /// Plays a move but for the key; what stood on its target, as a cell.
    #[inline(always)]
    fn move_piece(&mut self, mv: Move) -> u8 {
        let us = self.side;
        let to = mv.to();
        let taken = self.cells[to.index()];
        if let Some(captured) = Piece::from_index(taken) {
            self.toggle(captured, to);
            self.hands[us.index()].add(captured.kind().unpromoted());
        }
        let placed = match mv.from() {
            Some(from) => {
                let piece = self.mover(from);
                let placed = arrived(piece, mv.promotes());
                self.cells[from.index()] = EMPTY;
                if piece.kind() == PieceKind::King {
                    self.kings[us.index()] = to.index() as u8;
                }
                if placed == piece {
                    self.toggle_all(piece, Bitboard::square(from) | Bitboard::square(to));
                } else {
                    self.toggle(piece, from);
                    self.toggle(placed, to);
                }
                placed
            }
            None => {
                let kind = mv.dropped().unwrap_or(PieceKind::Pawn);
                self.hands[us.index()].remove(kind);
                let placed = Piece::new(us, kind);
                self.toggle(placed, to);
                placed
            }
        };
        self.cells[to.index()] = placed.index() as u8;
        self.side = !us;
        self.move_number = self.move_number.wrapping_add(1);
        taken
    }

    /// Takes back the last move played.
    #[inline]
    pub fn undo_move(&mut self, mv: Move, undo: Undo) {
        let us = !self.side;
        let to = mv.to();
        let placed = self.mover(to);
        self.toggle(placed, to);
        match mv.from() {
            Some(from) => {
                let kind = if mv.promotes() { placed.kind().unpromoted() } else { placed.kind() };
                let piece = Piece::new(us, kind);
                self.toggle(piece, from);
                self.cells[from.index()] = piece.index() as u8;
                if kind == PieceKind::King {
                    self.kings[us.index()] = from.index() as u8;
                }
            }
            None => self.hands[us.index()].add(placed.kind()),
        }
        if let Some(captured) = Piece::from_index(undo.captured) {
            self.toggle(captured, to);
            self.hands[us.index()].remove(captured.kind().unpromoted());
        }
        self.cells[to.index()] = undo.captured;
        self.key = undo.key;
        self.side = us;
        self.move_number = self.move_number.wrapping_sub(1);
    }

    /// The key after a pseudo-legal move, without playing it.
    #[inline]
    pub fn key_after(&self, mv: Move) -> u128 {
        self.key ^ self.key_change(self.side, mv, self.piece_at(mv.to()))
    }

    /// What a pseudo-legal move of `us`, which takes `captured`, changes in the key.
    #[inline]
    fn key_change(&self, us: Color, mv: Move, captured: Option<Piece>) -> u128 {
        let (left, piece) = match mv.from() {
            Some(from) => self.key_leaving_square(from),
            None => self.key_leaving_hand(us, mv.dropped().unwrap_or(PieceKind::Pawn)),
        };
        left ^ self.key_arriving(arrived(piece, mv.promotes()), mv.to(), captured)
    }

    /// The piece as it will stand after a pseudo-legal move of the side to move.
    #[inline(always)]
    pub(crate) fn arriving(&self, mv: Move) -> Piece {
        let piece = match mv.from() {
            Some(from) => self.mover(from),
            None => Piece::new(self.side, mv.dropped().unwrap_or(PieceKind::Pawn)),
        };
        arrived(piece, mv.promotes())
    }

    /// The first half of a move's change of the key, the turn passing included: the piece on a square leaves it.
    #[inline(always)]
    pub(crate) fn key_leaving_square(&self, from: Square) -> (u128, Piece) {
        let piece = self.mover(from);
        (key::WHITE_TO_MOVE ^ key::PIECES[piece.index()][from.index()], piece)
    }

    /// The first half of a drop's change of the key, the turn passing included: a piece leaves the hand.
    #[inline(always)]
    pub(crate) fn key_leaving_hand(&self, us: Color, kind: PieceKind) -> (u128, Piece) {
        let held = self.hand(us).count(kind);
        let words = key::hand_word(us, kind, held) ^ key::hand_word(us, kind, held.wrapping_sub(1));
        (key::WHITE_TO_MOVE ^ words, Piece::new(us, kind))
    }

    /// The second half: a piece arrives on a square and takes what stands there.
    #[inline(always)]
    pub(crate) fn key_arriving(&self, piece: Piece, to: Square, captured: Option<Piece>) -> u128 {
        let mut key = key::PIECES[piece.index()][to.index()];
        if let Some(captured) = captured {
            let (us, kind) = (piece.color(), captured.kind().unpromoted());
            let held = self.hand(us).count(kind);
            key ^= key::PIECES[captured.index()][to.index()];
            key ^= key::hand_word(us, kind, held) ^ key::hand_word(us, kind, held + 1);
        }
        key
    }

    /// The piece on a square that is known to hold one.
    #[inline(always)]
    fn mover(&self, from: Square) -> Piece {
        Piece::of_cell(self.cells[from.index()])
    }

    #[inline(always)]
    fn toggle(&mut self, piece: Piece, sq: Square) {
        self.toggle_all(piece, Bitboard::square(sq));
    }

    #[inline(always)]
    fn toggle_all(&mut self, piece: Piece, squares: Bitboard) {
        self.colors[piece.color().index()] ^= squares;
        let [first, second] = GROUPS[piece.kind().index() & 15];
        self.groups[first as usize & 7] ^= squares;
        if second != NO_GROUP {
            self.groups[second as usize & 7] ^= squares;
        }
    }
}

/// The piece as it stands after its move.
#[inline(always)]
fn arrived(piece: Piece, promotes: bool) -> Piece {
    match piece.kind().promoted() {
        Some(kind) if promotes => Piece::new(piece.color(), kind),
        _ => piece,
    }
}
