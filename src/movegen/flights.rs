//! The squares around a king that the other side attacks.

use crate::board::{Bitboard, attacks, king_attacks, reach, steps};
use crate::position::{Group, View};
use crate::types::{Color, Piece, PieceKind, Square};

/// By the attacking side and the king's square: from where a stepping piece can reach a square around the king.
static NEAR: [[Bitboard; Square::TABLE]; 2] = make_near();

const fn make_near() -> [[Bitboard; Square::TABLE]; 2] {
    let mut table = [[Bitboard::EMPTY; Square::TABLE]; 2];
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

/// The squares among the eight around `king` that pieces of `by` attack by a step; others may be in the set too and
/// mean nothing.
#[inline(always)]
pub(super) fn stepped_around(view: &View, king: Square, by: Color) -> Bitboard {
    let steppers = view.pieces(by).without(view.sliders(by)) | view.group(by, Group::King);
    let mut attacked = Bitboard::EMPTY;
    for sq in steppers & NEAR[by.index()][king.index()] {
        if let Some(piece) = view.piece_at(sq) {
            attacked |= steps(piece, sq);
        }
    }
    attacked
}

/// What sliders of `by` attack that could attack one of the given squares if nothing stood in between.
#[inline(always)]
fn slid_to(view: &View, by: Color, squares: Bitboard) -> Bitboard {
    let mut attacked = Bitboard::EMPTY;
    for sq in view.sliders(by) {
        if let Some(piece) = view.piece_at(sq)
            && reach(piece, sq).intersects(squares)
        {
            attacked |= attacks(piece, sq, view.occupied);
        }
    }
    attacked
}

/// The legal moves of the king of `us`: his steps to squares that are free or hold an enemy and are not attacked.
#[inline(always)]
pub(super) fn king_targets(view: &View, king: Square, us: Color) -> Bitboard {
    let targets = king_attacks(king).without(view.pieces(us) | view.stones());
    if targets.is_empty() {
        return targets;
    }
    let safe = targets.without(stepped_around(view, king, !us));
    if safe.is_empty() {
        return safe;
    }
    // Lifted from the board, the king casts no shadow on the squares behind him.
    safe.without(slid_to(&view.lift_king(us), !us, safe))
}

/// The square in front of the king of `color`, from which an enemy pawn checks him.
#[inline(always)]
pub(super) fn front_of(king: Square, color: Color) -> Bitboard {
    steps(Piece::new(color, PieceKind::Pawn), king)
}
