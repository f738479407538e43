//! Un-moves: all positions from which a legal move leads to a given one.

use super::drops::{is_pawn_drop_mate, pawn_checks};
use super::mate::opponent_in_check;
use super::moveset::dead_end;
use crate::board::{Bitboard, attacks};
use crate::position::{Group, Position, View};
use crate::types::{Color, HAND_KINDS, Move, Piece, PieceKind, Square};

/// All predecessors of a position, each with the legal move that leads from it to the position.
///
/// The side that moved last is the one that is not to move. The predecessors are legal: no nifu, no dead-end
/// piece, and the king of the side not to move is not in check. A captured piece comes back from the mover's
/// hand, promoted or not. There are no predecessors if the position cannot be the result of a legal move (the
/// mover's king is in check).
pub fn unmoves(position: &Position) -> Vec<(Position, Move)> {
    let mut found = Vec::new();
    if opponent_in_check(position) {
        return found;
    }
    let mover = !position.side_to_move();
    for to in position.pieces(mover) {
        if let Some(piece) = position.piece_at(to) {
            undrop(position, piece, to, &mut found);
            for (kind, promoted) in earlier_kinds(piece) {
                let earlier = Piece::new(mover, kind);
                // A piece attacks a square exactly when its mirror image on that square attacks the piece's.
                let sources = attacks(earlier.flip(), to, position.occupied())
                    .without(position.occupied() | dead_end(mover, kind));
                for from in sources {
                    unmove(position, earlier, from, to, promoted, &mut found);
                }
            }
        }
    }
    found
}

/// The kinds that a piece can have had before its move, each with whether it then promoted.
fn earlier_kinds(piece: Piece) -> impl Iterator<Item = (PieceKind, bool)> {
    let kind = piece.kind();
    let unpromoted = kind.is_promoted().then(|| (kind.unpromoted(), true));
    [(kind, false)].into_iter().chain(unpromoted)
}

fn undrop(position: &Position, piece: Piece, to: Square, found: &mut Vec<(Position, Move)>) {
    let (mover, kind) = (piece.color(), piece.kind());
    if kind.is_promoted() || kind == PieceKind::King {
        return;
    }
    let mut before = position.clone();
    before.remove(to);
    let mut hand = before.hand(mover);
    hand.add(kind);
    before.set_hand(mover, hand);
    before.set_side_to_move(mover);
    let pawn_mate = kind == PieceKind::Pawn
        && pawn_checks(&before, mover, to)
        && is_pawn_drop_mate(&View::new(&before), mover, to);
    if !pawn_mate {
        keep(before, Move::drop(kind, to), found);
    }
}

fn unmove(
    position: &Position,
    earlier: Piece,
    from: Square,
    to: Square,
    promoted: bool,
    found: &mut Vec<(Position, Move)>,
) {
    let mover = earlier.color();
    let zone = Bitboard::promotion_zone(mover);
    if promoted && !zone.contains(from) && !zone.contains(to) {
        return;
    }
    let mut before = position.clone();
    before.remove(to);
    if earlier.kind() == PieceKind::Pawn && !pawn_may_stand(&before, mover, from) {
        return;
    }
    before.put(from, earlier);
    before.set_side_to_move(mover);
    let mv = Move::board(from, to, promoted);
    keep(before.clone(), mv, found);

    let hand = position.hand(mover);
    for held in HAND_KINDS.into_iter().filter(|&kind| hand.has(kind)) {
        for taken in [Some(held), held.promoted()].into_iter().flatten() {
            if dead_end(!mover, taken).contains(to)
                || taken == PieceKind::Pawn && !pawn_may_stand(position, !mover, to)
            {
                continue;
            }
            let mut before = before.clone();
            before.put(to, Piece::new(!mover, taken));
            let mut hand = hand;
            hand.remove(held);
            before.set_hand(mover, hand);
            keep(before, mv, found);
        }
    }
}

/// Whether a pawn of `color` on a square would be the only one in its file.
fn pawn_may_stand(position: &Position, color: Color, sq: Square) -> bool {
    position.group(color, Group::Pawn).empty_files().contains(sq)
}

/// Keeps a predecessor if the side not to move is not in check in it.
fn keep(mut before: Position, mv: Move, found: &mut Vec<(Position, Move)>) {
    if !opponent_in_check(&before) {
        before.set_move_number(before.move_number().saturating_sub(1).max(1));
        found.push((before, mv));
    }
}
