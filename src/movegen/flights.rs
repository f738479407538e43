//! The squares around a king that the other side attacks.

use crate::board::{Bitboard, attacks, king_attacks, reach, steps};
use crate::position::{Group, Position};
use crate::types::{Color, Piece, PieceKind, Square};

/// By the attacking side and the king's square: from where a stepping piece can reach a square around the king.
static NEAR: [[Bitboard; 81]; 2] = make_near();

const fn make_near() -> [[Bitboard; 81]; 2] {
    let mut table = [[Bitboard::EMPTY; 81]; 2];
    let mut king = 0;
    while king < 81 {
        let mut from = 0;
        while from < 81 {
            let files = (king / 9) as i8 - (from / 9) as i8;
            // Positive when the piece stands nearer to rank 9 than the king.
            let below = (from % 9) as i8 - (king % 9) as i8;
            if files >= -2 && files <= 2 {
                // King-like steps reach two squares away, knights three ranks in their direction.
                if below >= -2 && below <= 3 {
                    table[0][king] = Bitboard::from_bits(table[0][king].to_bits() | 1 << from);
                }
                if below >= -3 && below <= 2 {
                    table[1][king] = Bitboard::from_bits(table[1][king].to_bits() | 1 << from);
                }
            }
            from += 1;
        }
        king += 1;
    }
    table
}

/// The squares among the eight around `king` that pieces of `by` attack; others may be in the set too and mean
/// nothing. `occupied` must not hold the king itself: he casts no shadow on the squares behind him.
#[inline(always)]
pub(super) fn attacked_around(position: &Position, king: Square, by: Color, occupied: Bitboard) -> Bitboard {
    let sliders = position.group(by, Group::Lance) | position.group(by, Group::Bishop) | position.group(by, Group::Rook);
    let steppers = position.pieces(by).without(sliders) | position.group(by, Group::King);
    let mut attacked = Bitboard::EMPTY;
    for sq in steppers & NEAR[by.index()][king.index()] {
        if let Some(piece) = position.piece_at(sq) {
            attacked |= steps(piece, sq);
        }
    }
    let zone = king_attacks(king);
    for sq in sliders {
        if let Some(piece) = position.piece_at(sq)
            && reach(piece, sq).intersects(zone)
        {
            attacked |= attacks(piece, sq, occupied);
        }
    }
    attacked
}

/// The king's legal moves of `us`: his steps to squares that are free or hold an enemy and are not attacked.
#[inline(always)]
pub(super) fn king_targets(position: &Position, king: Square, us: Color) -> Bitboard {
    let targets = king_attacks(king).without(position.pieces(us) | position.stones());
    if targets.is_empty() {
        return targets;
    }
    let occupied = position.occupied().without(Bitboard::square(king));
    targets.without(attacked_around(position, king, !us, occupied))
}

/// The square in front of the king of `color`, from which an enemy pawn checks him.
#[inline(always)]
pub(super) fn front_of(king: Square, color: Color) -> Bitboard {
    steps(Piece::new(color, PieceKind::Pawn), king)
}
