//! Who wins where checks alone count, without any search: all positions that can be reached, and those of them that are
//! won. (That does not depend on the policy for futile interpositions.)

use super::board::{Board, Side};
use super::rules::{in_check, judged_moves};
use super::search::whole;
use std::collections::HashMap;

/// Every position that checks and replies lead to, the root first, and whether the attacker mates by force: the won
/// ones are collected until there are no more, so a repetition wins nothing. `None` when there are more than `most`.
pub fn reached(root: &Board, attacker: Side, most: usize) -> Option<Vec<(Board, bool)>> {
    let mut numbers = HashMap::from([(whole(root), 0)]);
    let mut boards = vec![root.clone()];
    let mut children: Vec<Vec<usize>> = Vec::new();
    while children.len() < boards.len() {
        let board = boards[children.len()].clone();
        let attacks = board.turn == attacker;
        let mut next = Vec::new();
        for (mv, check) in judged_moves(&board) {
            if attacks && !check {
                continue;
            }
            let after = board.after(mv);
            next.push(*numbers.entry(whole(&after)).or_insert_with(|| {
                boards.push(after);
                boards.len() - 1
            }));
        }
        children.push(next);
        if boards.len() > most {
            return None;
        }
    }
    let mut won = vec![false; boards.len()];
    loop {
        let mut grew = false;
        for (number, board) in boards.iter().enumerate().rev() {
            let mut after = children[number].iter().map(|&child| won[child]);
            let wins = match (board.turn == attacker, children[number].is_empty()) {
                (false, true) => in_check(board),
                (false, false) => after.all(|child| child),
                (true, _) => after.any(|child| child),
            };
            grew |= wins && !won[number];
            won[number] |= wins;
        }
        if !grew {
            return Some(boards.into_iter().zip(won).collect());
        }
    }
}
