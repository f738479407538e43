//! The order in which moves are tried: moves that were decisive most recently, then the most promising ones.
//! No move is left out.

use super::recent::Recent;
use crate::movegen::{for_each_legal, in_check, legal_moves};
use crate::position::Position;
use crate::types::{Color, Move, Square};
use core::ops::ControlFlow;

/// The attacker's legal moves, ordered: recently decisive moves, then moves closer to the king, then
/// promotions, then captures.
pub fn attacks(position: &Position, attacker: Color, recent: &Recent) -> Vec<Move> {
    let king = position.king(!attacker);
    let mut moves: Vec<Move> = legal_moves(position).iter().copied().collect();
    moves.sort_by_cached_key(|&mv| {
        let takes = position.piece_at(mv.to()).is_some();
        (recent.rank(mv), king.map_or(0, |king| distance(king, mv.to())), !mv.promotes(), !takes, mv)
    });
    moves
}

/// The defender's legal replies that were refutations recently, the latest first.
pub fn recent_replies(position: &Position, recent: &Recent) -> Vec<Move> {
    let mut moves = Vec::new();
    let _ = for_each_legal(position, |set| {
        set.try_for_each(|mv| {
            moves.extend(recent.knows(mv).then_some(mv));
            ControlFlow::Continue::<()>(())
        })
    });
    moves.sort_unstable_by_key(|&mv| recent.rank(mv));
    moves
}

/// The defender's legal replies to a move to `to`, except `but`, ordered: captures of the piece that moved,
/// checks, king moves, other captures, other moves, drops.
pub fn other_replies(position: &Position, to: Square, but: &[Move]) -> Vec<Move> {
    let king = position.king(position.side_to_move());
    let mut moves: Vec<Move> = legal_moves(position).iter().copied().filter(|mv| !but.contains(mv)).collect();
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
        (kind, king.map_or(0, |king| distance(king, mv.to())), mv)
    });
    moves
}

/// The distance in king's steps.
fn distance(a: Square, b: Square) -> u8 {
    a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank()))
}
