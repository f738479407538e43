//! Making and taking back moves, and the change of the key by a move.

use super::Position;
use super::key;
use super::state::EMPTY;
use crate::board::Bitboard;
use crate::types::{Color, Move, Piece, PieceKind, Square};

/// The data that [`Position::undo_move`] needs to take a move back.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    key: u128,
    captured: u8,
}

impl Undo {
    /// The piece that the move captured.
    pub fn captured(&self) -> Option<Piece> {
        Piece::from_index(self.captured)
    }
}

/// The pieces involved in a move, in one word, because searches store many of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Moved(u16);

impl Moved {
    /// `piece` is the moving piece as it was before the move, or the dropped piece; `taken` is the cell of
    /// the destination, which may be empty.
    #[inline(always)]
    pub fn new(piece: Piece, taken: u8) -> Moved {
        Moved(piece.index() as u16 | u16::from(taken) << 8)
    }

    /// The moving piece as it was before the move, or the dropped piece.
    #[inline(always)]
    pub fn piece(self) -> Piece {
        Piece::of_cell(self.0 as u8)
    }

    /// The captured piece as a cell value; 0 for none.
    #[inline(always)]
    pub fn taken(self) -> u8 {
        (self.0 >> 8) as u8
    }
}

impl Position {
    /// Makes a move of the side to move. It must be pseudo-legal: the piece is there, and the destination
    /// holds neither a piece of that side nor a stone nor a king.
    #[inline]
    pub fn do_move(&mut self, mv: Move) -> Undo {
        let key = self.key;
        self.key = self.key_after(mv);
        Undo { key, captured: self.move_piece(mv) }
    }

    /// Makes a move without updating the key. Returns the former contents of its destination as a cell value.
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
        self.key_after_moved(mv, self.pieces_of(mv))
    }

    /// The key after a pseudo-legal move of the given pieces.
    #[inline(always)]
    pub(crate) fn key_after_moved(&self, mv: Move, moved: Moved) -> u128 {
        self.key_before_turn(mv, moved) ^ key::WHITE_TO_MOVE
    }

    /// The key after a pseudo-legal move of the given pieces, without the change of the side to move.
    #[inline(always)]
    pub(crate) fn key_before_turn(&self, mv: Move, moved: Moved) -> u128 {
        let piece = moved.piece();
        let (left, _) = match mv.from() {
            Some(from) => self.key_leaving_square(from),
            None => self.key_leaving_hand(self.side, piece.kind()),
        };
        self.key ^ left ^ self.key_arriving(arrived(piece, mv.promotes()), mv.to(), moved.taken())
    }

    /// The pieces of a pseudo-legal move of the side to move.
    #[inline(always)]
    pub(crate) fn pieces_of(&self, mv: Move) -> Moved {
        let piece = match mv.from() {
            Some(from) => self.mover(from),
            None => Piece::new(self.side, mv.dropped().unwrap_or(PieceKind::Pawn)),
        };
        Moved::new(piece, self.cell(mv.to()))
    }

    /// The first half of a move's change of the key, without the side to move: the piece on a square leaves
    /// it.
    #[inline(always)]
    pub(crate) fn key_leaving_square(&self, from: Square) -> (u128, Piece) {
        let piece = self.mover(from);
        (key::PIECES[piece.index()][from.index()], piece)
    }

    /// The first half of a drop's change of the key, without the side to move: a piece leaves the hand.
    #[inline(always)]
    pub(crate) fn key_leaving_hand(&self, us: Color, kind: PieceKind) -> (u128, Piece) {
        (key::gain(us, kind, self.hand(us).count(kind).wrapping_sub(1)), Piece::new(us, kind))
    }

    /// The second half: a piece arrives on a square and captures `taken`, the cell value there.
    #[inline(always)]
    pub(crate) fn key_arriving(&self, piece: Piece, to: Square, taken: u8) -> u128 {
        let mut key = key::PIECES[piece.index()][to.index()];
        if taken != EMPTY {
            let us = piece.color();
            key ^= key::taken_words(us, self.hand(us), taken, to);
        }
        key
    }

    /// The change of the key by capturing `taken`, the cell value of a square. Not inlined, for callers that
    /// rarely need it.
    #[inline(never)]
    pub(crate) fn key_taking(&self, us: Color, on: Square, taken: u8) -> u128 {
        key::taken_words(us, self.hand(us), taken, on)
    }

    /// The contents of a square: a piece's number, or 0 when it is empty. The square must not hold a stone.
    #[inline(always)]
    pub(crate) fn cell(&self, sq: Square) -> u8 {
        debug_assert!(!self.stones.contains(sq));
        self.cells[sq.index()]
    }

    /// The piece on a square that is known to hold one.
    #[inline(always)]
    fn mover(&self, from: Square) -> Piece {
        Piece::of_cell(self.cells[from.index()])
    }
}

/// The piece after its move.
#[inline(always)]
pub(crate) fn arrived(piece: Piece, promotes: bool) -> Piece {
    match piece.kind().promoted() {
        Some(kind) if promotes => Piece::new(piece.color(), kind),
        _ => piece,
    }
}
