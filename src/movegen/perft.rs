//! Perft: the number of move sequences of a given length, a standard test of move generators.

use super::legal_moves::for_each_legal;
use super::moveset::MoveSet;
use crate::position::Position;
use crate::types::Move;
use core::ops::ControlFlow;

/// The largest depth that users may request: each ply is a nested call, and far smaller depths already take
/// too long.
pub(crate) const DEEPEST_PERFT: u32 = 100;

/// Counts the sequences of `depth` legal moves by playing every one of them.
pub fn perft(position: &mut Position, depth: u32) -> u64 {
    count(position, depth, 0)
}

/// Counts the sequences of `depth` legal moves; the last ply is counted without being played.
pub fn perft_bulk(position: &mut Position, depth: u32) -> u64 {
    count(position, depth, 1)
}

/// Counts the sequences from a position; `leaf` plies before the end the moves are counted without being
/// played.
fn count(position: &mut Position, depth: u32, leaf: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    if depth == leaf {
        let _ = for_each_legal(position, |set: MoveSet| {
            nodes += u64::from(set.count());
            ControlFlow::Continue(())
        });
        return nodes;
    }
    let mut moves = [Move::drop(crate::types::PieceKind::Pawn, crate::types::Square::new(0)); MAX_MOVES];
    let mut len = 0;
    let _ = for_each_legal(position, |set: MoveSet| {
        set.try_for_each(|mv| {
            moves[len] = mv;
            len += 1;
            ControlFlow::Continue(())
        })
    });
    for &mv in &moves[..len] {
        let undo = position.do_move(mv);
        nodes += count(position, depth - 1, leaf);
        position.undo_move(mv, undo);
    }
    nodes
}

/// No legal position has more than 593 moves; diagrams outside the set of 40 pieces stay below this too.
const MAX_MOVES: usize = 1024;
