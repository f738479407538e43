//! The squares around a king that the other side attacks.

use crate::board::{Bitboard, attacks, king_attacks, reach, steps};
use crate::position::{Group, View};
use crate::types::{Color, Piece, PieceKind, Square};

/// The squares that pieces of `by` attack by a step, except horses and dragons; some bits beyond the board
/// may be set too. All pieces are handled at once, because a loop over them would have a varying number of
/// iterations, which processors cannot predict.
#[inline(always)]
pub(super) fn stepped(view: &View, by: Color) -> Bitboard {
    let group = |group| view.group(by, group);
    let (silvers, golds) = (group(Group::Silver), group(Group::Gold));
    let fronts = (silvers | golds).forward(by);
    let besides = fronts | golds | silvers.forward(!by) | group(Group::Knight).forward_twice(by);
    let king = view.king(by).map_or(Bitboard::EMPTY, king_attacks);
    fronts | besides.beside() | golds.forward(!by) | group(Group::Pawn).forward(by) | king
}

/// The squares that golds of `by` attack from the given squares; some bits beyond the board may be set too.
#[inline(always)]
pub(super) fn stepped_by_golds(golds: Bitboard, by: Color) -> Bitboard {
    let fronts = golds.forward(by);
    fronts | (fronts | golds).beside() | golds.forward(!by)
}

/// The squares attacked by those sliders of `by` that could attack one of the given squares on an empty
/// board.
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

/// The legal moves of the king of `us`: its steps to squares that are not attacked and are empty or hold an
/// enemy piece.
#[inline(always)]
pub(super) fn king_targets(view: &View, king: Square, us: Color) -> Bitboard {
    let targets = king_attacks(king).without(view.pieces(us) | view.stones());
    if targets.is_empty() {
        return targets;
    }
    let safe = targets.without(stepped(view, !us));
    if safe.is_empty() {
        return safe;
    }
    // The king is lifted from the board, so that it does not shield the squares behind it.
    safe.without(slid_to(&view.lift_king(us), !us, safe))
}

/// The square in front of the king of `color`, from which an enemy pawn checks him.
#[inline(always)]
pub(super) fn front_of(king: Square, color: Color) -> Bitboard {
    steps(Piece::new(color, PieceKind::Pawn), king)
}
