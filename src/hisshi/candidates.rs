//! The order in which moves are tried: what decided last, then what is likely to. No move is left out.

use super::recent::Recent;
use crate::movegen::{in_check, legal_moves};
use crate::position::Position;
use crate::types::{Color, Move, Square};

/// The attacker's legal moves. Nearer to the king is tried sooner, and promotions and captures before the rest.
pub fn attacks(position: &Position, attacker: Color, recent: &Recent) -> Vec<Move> {
    let king = position.king(!attacker);
    let mut moves: Vec<Move> = legal_moves(position).iter().copied().collect();
    moves.sort_by_cached_key(|&mv| {
        let takes = position.piece_at(mv.to()).is_some();
        (recent.rank(mv), king.map_or(0, |king| distance(king, mv.to())), !mv.promotes(), !takes, mv)
    });
    moves
}

/// The defender's legal replies to a move to `to`: what refuted last, taking the piece that moved, checks, moves of the
/// king, other captures, moves, drops.
pub fn replies(position: &Position, to: Square, recent: &Recent) -> Vec<Move> {
    let king = position.king(position.side_to_move());
    let mut moves: Vec<Move> = legal_moves(position).iter().copied().collect();
    let mut after = position.clone();
    moves.sort_by_cached_key(|&mv| {
        let undo = after.do_move(mv);
        let checks = in_check(&after);
        after.undo_move(mv, undo);
        let kind = match mv.from() {
            _ if mv.to() == to => 0,
            _ if checks => 1,
            from if from.is_some() && from == king => 2,
            Some(_) if position.piece_at(mv.to()).is_some() => 3,
            Some(_) => 4,
            None => 5,
        };
        (recent.rank(mv), kind, king.map_or(0, |king| distance(king, mv.to())), mv)
    });
    moves
}

/// The distance in king's moves.
fn distance(a: Square, b: Square) -> u8 {
    a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank()))
}
