//! The slow, obvious oracle: a second set of the rules, written to be believed rather than to be fast.
//!
//! It shares nothing with the crate but text: a position goes in as SFEN, moves come out in USI. It has its own
//! board (a mailbox), its own move generator (make the move, look whether the king stands in check), its own
//! un-moves (build every candidate predecessor, keep those that play the move legally), its own helpmate search
//! (whole positions in a std map) and a source of random positions. Whatever the crate does cleverly is compared
//! with what this does plainly.

// Every test binary compiles its own copy of this module and uses another part of it.
#![allow(dead_code)]

pub mod board;
pub mod condition;
mod draw;
pub mod quota;
pub mod random;
mod reached;
mod rng;
pub mod rules;
pub mod search;
pub mod sfen;
pub mod tsume;
pub mod unmove;

use board::{Board, Mv};
pub use reached::reached;

/// All legal moves, sorted as text.
pub fn legal_moves(board: &Board) -> Vec<String> {
    sorted_usi(rules::judged_moves(board).into_iter().map(|(mv, _)| mv))
}

/// The legal moves after which the opponent's king is attacked, sorted as text.
pub fn checks(board: &Board) -> Vec<String> {
    sorted_usi(rules::judged_moves(board).into_iter().filter(|&(_, check)| check).map(|(mv, _)| mv))
}

/// The legal moves of a side that stands in check, sorted as text.
pub fn evasions(board: &Board) -> Vec<String> {
    assert!(rules::in_check(board), "only a side in check has evasions: {}", sfen::write(board));
    legal_moves(board)
}

/// All (SFEN of the predecessor, USI move) pairs, sorted.
pub fn unmoves(board: &Board) -> Vec<(String, String)> {
    let mut pairs: Vec<_> = unmove::unmoves(board)
        .into_iter()
        .map(|(before, mv)| (sfen::write(&before), mv.to_string()))
        .collect();
    pairs.sort();
    pairs
}

fn sorted_usi(moves: impl Iterator<Item = Mv>) -> Vec<String> {
    let mut texts: Vec<String> = moves.map(|mv| mv.to_string()).collect();
    texts.sort();
    texts
}
