//! A double move, and the keys of positions after a defender's move that is not made and a check.

use super::moveset::MoveSet;
use crate::board::Bitboard;
use crate::position::{Moved, Position, arrived};
use crate::types::{Color, Move, Piece, Square};

/// A defender's move, the attacker's check after it, and the key of the position that they lead to.
#[derive(Clone, Copy, Debug)]
pub struct DoubleMove {
    /// The defender's move.
    pub reply: Move,
    /// The attacker's move.
    pub check: Move,
    /// The key after both.
    pub key: u128,
    /// The pieces of the two.
    pub(crate) moved: [Moved; 2],
}

/// A defender's move that is not made on the board.
pub(super) struct UnmadeReply {
    mv: Move,
    moved: Moved,
    /// The square that the piece left: it counts as empty.
    vacated: Square,
    /// The piece's target square, and the piece as a cell, where the attacker can capture it.
    arrived: (Square, u8),
    /// The key after the move.
    key: u128,
}

impl UnmadeReply {
    /// A move in the position before it, whose piece cannot be captured.
    #[inline(always)]
    pub fn new(position: &Position, mv: Move, vacated: Square) -> UnmadeReply {
        let moved = position.pieces_of(mv);
        let key = position.key_after_moved(mv, moved);
        UnmadeReply { mv, moved, vacated, arrived: (vacated, 0), key }
    }

    /// What a king's moves from his square have in common, to be finished by [`to`](Self::to).
    #[inline(always)]
    pub fn by_king(position: &Position, from: Square) -> UnmadeReply {
        let (left, piece) = position.key_leaving_square(from);
        UnmadeReply {
            mv: Move::board(from, from, false),
            moved: Moved::new(piece, 0),
            vacated: from,
            arrived: (from, 0),
            key: position.key() ^ left,
        }
    }

    /// The move to a square of a king who has left his.
    #[inline(always)]
    pub fn to(&self, position: &Position, to: Square) -> UnmadeReply {
        let (piece, taken) = (self.moved.piece(), position.cell(to));
        let moved = Moved::new(piece, taken);
        let key = self.key ^ position.key_arriving(piece, to, taken);
        UnmadeReply { mv: self.mv.to_square(to, false), moved, key, ..*self }
    }

    /// The move with its piece, for an attacker who can capture it.
    #[inline(always)]
    pub fn with_arrived(mut self, to: Square, piece: Piece) -> UnmadeReply {
        self.arrived = (to, piece.index() as u8);
        self
    }

    /// Generates the checks in answer, with the keys after them. The position may be the one before the move or after
    /// it.
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
                    let (left, piece) = position.key_leaving_square(from);
                    let (source, key) = (Move::board(from, from, false), self.key ^ left);
                    if !promote.is_empty() {
                        self.emit_promotions(position, (source, piece, key), promote, listener);
                    }
                    for to in stay {
                        let check = source.to_square(to, false);
                        listener(self.followed_by(check, (piece, piece), position, key));
                    }
                }
                MoveSet::Drops { kind, to } => {
                    let (left, piece) = position.key_leaving_hand(us, kind);
                    let (source, key) = (Move::drop(kind, self.vacated), self.key ^ left);
                    for to in to {
                        let key = key ^ position.key_arriving(piece, to, 0);
                        let moved = [self.moved, Moved::new(piece, 0)];
                        listener(DoubleMove {
                            reply: self.mv,
                            check: source.to_square(to, false),
                            key,
                            moved,
                        });
                    }
                }
                // Only the generator of all legal moves generates pawn moves together.
                MoveSet::Pawns { .. } => {}
            }
        }
    }

    /// Generates the checks in answer by which a piece promotes; `key` is that with the piece gone. They are few, and
    /// as a part of the loop over all checks they would take registers from the others.
    #[inline(never)]
    fn emit_promotions(
        &self,
        position: &Position,
        (source, piece, key): (Move, Piece, u128),
        promote: Bitboard,
        listener: &mut impl FnMut(DoubleMove),
    ) {
        for to in promote {
            let check = source.to_square(to, true);
            listener(self.followed_by(check, (piece, arrived(piece, true)), position, key));
        }
    }

    /// The double move with a check by a piece, named as it was and as it arrives; `key` is that with the piece gone.
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
        let key = key ^ position.key_arriving(arriving, to, taken);
        DoubleMove { reply: self.mv, check, key, moved: [self.moved, Moved::new(piece, taken)] }
    }
}
