//! A double move, and the keys of positions after a defender's move that is not made on the board and a
//! check.

use super::moveset::MoveSet;
use crate::board::Bitboard;
use crate::position::{Moved, Position, arrived};
use crate::types::{Color, Move, Piece, PieceKind, Square};

/// A defender's move, the attacker's check after it, and the key of the resulting position.
#[derive(Clone, Copy, Debug)]
pub struct DoubleMove {
    /// The defender's move.
    pub reply: Move,
    /// The attacker's move.
    pub check: Move,
    /// The key after both moves.
    pub key: u128,
    /// The pieces involved in the two moves.
    pub(crate) moved: [Moved; 2],
}

/// A defender's move that is not made on the board.
#[derive(Clone, Copy)]
pub(super) struct UnmadeReply {
    mv: Move,
    moved: Moved,
    /// The square that the piece left: it counts as empty.
    vacated: Square,
    /// The piece's target square, and the piece as a cell value, if the attacker can capture it there.
    arrived: (Square, u8),
    /// The key after the move, without the change of the side to move, which the check would undo.
    key: u128,
}

impl UnmadeReply {
    /// A move, given the position before it; its piece cannot be captured in answer.
    #[inline(always)]
    pub fn new(position: &Position, mv: Move, vacated: Square) -> UnmadeReply {
        let moved = position.pieces_of(mv);
        let key = position.key_before_turn(mv, moved);
        UnmadeReply { mv, moved, vacated, arrived: (vacated, 0), key }
    }

    /// The same move, for the case that the attacker can capture its piece in answer.
    #[inline(always)]
    pub fn with_arrived(mut self, to: Square, piece: Piece) -> UnmadeReply {
        self.arrived = (to, piece.index() as u8);
        self
    }

    /// Generates the checks in answer, with the keys after them. The position may be the one before or after
    /// the move.
    #[inline(never)]
    pub fn emit_checks(
        &self,
        position: &Position,
        us: Color,
        checks: &[MoveSet],
        listener: &mut impl FnMut(DoubleMove),
    ) {
        for set in checks {
            match *set {
                MoveSet::Board { from, stay, promote } => {
                    if !promote.is_empty() {
                        self.emit_promotions(position, from, promote, listener);
                    }
                    self.emit_moves(position, from, (stay, false), listener);
                }
                MoveSet::Drops { kind, to } => self.emit_drops(position, us, (kind, to), listener),
                // Only the generator of all legal moves generates pawn moves together.
                MoveSet::Pawns { .. } => {}
            }
        }
    }

    /// Generates checks by a piece on the board, which promotes or stays as it is.
    #[inline(always)]
    fn emit_moves(
        self,
        position: &Position,
        from: Square,
        (squares, promotes): (Bitboard, bool),
        listener: &mut impl FnMut(DoubleMove),
    ) {
        let (left, piece) = position.key_leaving_square(from);
        let key = self.key ^ left;
        for to in squares {
            let check = Move::board(from, to, promotes);
            listener(self.followed_by(check, (piece, arrived(piece, promotes)), position, key));
        }
    }

    /// Generates the checks in answer by which a piece promotes. Not inlined: they are few, and inside the
    /// loop over all checks they would take registers from the others.
    #[inline(never)]
    fn emit_promotions(
        self,
        position: &Position,
        from: Square,
        promote: Bitboard,
        listener: &mut impl FnMut(DoubleMove),
    ) {
        self.emit_moves(position, from, (promote, true), listener);
    }

    /// Generates checks by drops of a kind.
    #[inline(always)]
    fn emit_drops(
        self,
        position: &Position,
        us: Color,
        (kind, squares): (PieceKind, Bitboard),
        listener: &mut impl FnMut(DoubleMove),
    ) {
        let (left, piece) = position.key_leaving_hand(us, kind);
        let (source, key) = (Move::drop(kind, self.vacated), self.key ^ left);
        for to in squares {
            let key = key ^ position.key_arriving(piece, to, 0);
            let moved = [self.moved, Moved::new(piece, 0)];
            listener(DoubleMove { reply: self.mv, check: source.to_square(to, false), key, moved });
        }
    }

    /// The double move with a check by a piece, given before and after the move; `key` is the key after the
    /// piece was removed.
    #[inline(always)]
    fn followed_by(
        &self,
        check: Move,
        (piece, arriving): (Piece, Piece),
        position: &Position,
        key: u128,
    ) -> DoubleMove {
        let to = check.to();
        let (arrived_on, arrived) = self.arrived;
        let mut taken = position.cell(to);
        if to == self.vacated {
            taken = 0;
        }
        if to == arrived_on {
            taken = arrived;
        }
        let mut key = key ^ position.key_arriving(arriving, to, 0);
        if taken != 0 {
            key ^= position.key_taking(arriving.color(), to, taken);
        }
        DoubleMove { reply: self.mv, check, key, moved: [self.moved, Moved::new(piece, taken)] }
    }
}

/// The moves of the defender's king from its square; none of them is made on the board.
pub(super) struct KingReplies<'a> {
    position: &'a Position,
    /// The attacking side.
    us: Color,
    from: Square,
    /// The king as a cell value.
    king: u8,
    /// The key without the king.
    key: u128,
}

impl<'a> KingReplies<'a> {
    /// The moves of the king of the side other than `us`, which stands on `from`.
    #[inline(always)]
    pub fn new(position: &'a Position, us: Color, from: Square) -> KingReplies<'a> {
        let (left, piece) = position.key_leaving_square(from);
        KingReplies { position, us, from, king: piece.index() as u8, key: position.key() ^ left }
    }

    /// Generates the checks in answer to the king's move to a square.
    #[inline(always)]
    pub fn emit_checks(&self, to: Square, set: MoveSet, listener: &mut impl FnMut(DoubleMove)) {
        match set {
            MoveSet::Board { from, stay, promote } => {
                if !promote.is_empty() {
                    self.emit_promotions(to, from, promote, listener);
                }
                if !stay.is_empty() {
                    self.emit_moves(to, from, stay, listener);
                }
            }
            MoveSet::Drops { kind, to: squares } => self.emit_drops(to, (kind, squares), listener),
            // Only the generator of all legal moves generates pawn moves together.
            MoveSet::Pawns { .. } => {}
        }
    }

    #[inline(never)]
    fn emit_moves(&self, to: Square, from: Square, stay: Bitboard, listener: &mut impl FnMut(DoubleMove)) {
        self.to(to).emit_moves(self.position, from, (stay, false), listener);
    }

    #[inline(never)]
    fn emit_promotions(
        &self,
        to: Square,
        from: Square,
        promote: Bitboard,
        listener: &mut impl FnMut(DoubleMove),
    ) {
        self.to(to).emit_promotions(self.position, from, promote, listener);
    }

    #[inline(never)]
    fn emit_drops(&self, to: Square, drops: (PieceKind, Bitboard), listener: &mut impl FnMut(DoubleMove)) {
        self.to(to).emit_drops(self.position, self.us, drops, listener);
    }

    /// The king's move to a square. No piece of the attacker can capture the king there.
    #[inline(always)]
    fn to(&self, to: Square) -> UnmadeReply {
        let KingReplies { position, from, .. } = *self;
        let (piece, taken) = (Piece::of_cell(self.king), position.cell(to));
        UnmadeReply {
            mv: Move::board(from, to, false),
            moved: Moved::new(piece, taken),
            vacated: from,
            arrived: (from, 0),
            key: self.key ^ position.key_arriving(piece, to, taken),
        }
    }
}
