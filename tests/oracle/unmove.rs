//! Un-moves: every position from which a legal move leads here.
//!
//! Every candidate predecessor is built, then asked whether it is a legal position, whether the move is legal
//! there, and whether it leads to this very position. What the mover may have taken lies in his hand now.

use super::board::{Board, Cell, Kind, Mv, Side, Sq};
use super::rules;

/// All (predecessor, move) pairs of a position.
pub fn unmoves(board: &Board) -> Vec<(Board, Mv)> {
    let mover = board.turn.other();
    let mut found = Vec::new();
    for (to, kind) in board.men(mover) {
        undrop(board, mover, kind, to, &mut found);
        unmove(board, mover, (kind, kind), to, &mut found);
        if let Some(before) = kind.demoted() {
            unmove(board, mover, (before, kind), to, &mut found);
        }
    }
    found
}

fn undrop(board: &Board, mover: Side, kind: Kind, to: Sq, found: &mut Vec<(Board, Mv)>) {
    if !Kind::IN_HAND.contains(&kind) {
        return;
    }
    let mut before = board.clone();
    before.turn = mover;
    before.set(to, Cell::Empty);
    *before.held(mover, kind) += 1;
    keep_if_legal(board, before, Mv::Drop { kind, to }, found);
}

/// Takes back the moves that brought a piece to `to`, where it was `kinds.0` before and `kinds.1` after the move.
fn unmove(board: &Board, mover: Side, kinds: (Kind, Kind), to: Sq, found: &mut Vec<(Board, Mv)>) {
    let promote = kinds.0 != kinds.1;
    for (file, rank, slides) in rules::steps_of(mover, kinds.0) {
        let mut next = to.offset(-file, -rank);
        while let Some(from) = next.filter(|&sq| board.at(sq) == Cell::Empty) {
            let mut before = board.clone();
            before.turn = mover;
            before.set(from, Cell::Man(mover, kinds.0));
            before.set(to, Cell::Empty);
            let mv = Mv::Board { from, to, promote };
            for kind in Kind::IN_HAND {
                if before.hands[mover as usize][kind as usize] == 0 {
                    continue;
                }
                for taken in [Some(kind), kind.promoted()].into_iter().flatten() {
                    let mut before = before.clone();
                    *before.held(mover, kind) -= 1;
                    before.set(to, Cell::Man(mover.other(), taken));
                    keep_if_legal(board, before, mv, found);
                }
            }
            keep_if_legal(board, before, mv, found);
            next = if slides { from.offset(-file, -rank) } else { None };
        }
    }
}

fn keep_if_legal(board: &Board, before: Board, mv: Mv, found: &mut Vec<(Board, Mv)>) {
    let mut moves = Vec::new();
    match mv {
        Mv::Board { from, .. } => rules::moves_from(&before, from, &mut moves),
        Mv::Drop { kind, .. } => rules::drops_of(&before, kind, &mut moves),
    }
    if moves.contains(&mv)
        && before.after(mv) == *board
        && rules::is_legal_position(&before)
        && rules::judge(&before, rules::Kings::of(&before), mv).is_some()
    {
        found.push((before, mv));
    }
}
