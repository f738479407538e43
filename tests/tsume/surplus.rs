//! Surplus pieces (駒余り): a line that leaves some is given only when every longest defence does.

use super::mailbox::board::{Board, Side};
use super::mailbox::random::Rng;
use super::mailbox::rules::judged_moves;
use super::mailbox::tsume::{Oracle, Value};
use super::oracle::Problem;
use super::solve::{solve, within};
use tsumugi::solve::Verdict;
use tsumugi::solve::tsume::Futile;

const NODES: usize = 20_000;

/// Whether a line of shortest checks and longest replies leaves nothing, by brute force; `None` when that is too much.
fn can_leave_nothing(oracle: &mut Oracle, board: &Board, attacker: Side, left: u32) -> Option<bool> {
    let attacks = board.turn == attacker;
    let moves: Vec<_> = judged_moves(board).into_iter().filter(|&(_, check)| check || !attacks).collect();
    if left == 0 {
        return Some(board.hands[attacker as usize].iter().all(|&count| count == 0));
    }
    for (mv, _) in moves {
        let after = board.after(mv);
        let value = oracle.value(&after, left - 1);
        if value == Value::Undecided {
            return None;
        }
        if value == Value::Mate(left - 1) && can_leave_nothing(oracle, &after, attacker, left - 1)? {
            return Some(true);
        }
    }
    Some(false)
}

#[test]
fn a_line_with_surplus_pieces_is_given_only_when_there_is_no_other() {
    let mut rng = Rng::new(23);
    let (mut with, mut without) = (0, 0);
    while with < 30 || without < 8 {
        let Some(problem) = Problem::draw(&mut rng) else { continue };
        let (position, attacker) = problem.read();
        let outcome = solve(&position, attacker, within(Futile::None, 200_000));
        let Verdict::Mate { plies: plies @ 1..=5, exact: true } = outcome.verdict else { continue };
        let mut oracle = Oracle::new(problem.attacker, false, true, NODES);
        let Some(expected) = can_leave_nothing(&mut oracle, &problem.board, problem.attacker, plies as u32)
        else {
            continue;
        };
        let surplus = outcome.solutions.surplus[0];
        assert_eq!(surplus.is_empty(), expected, "{position}: {surplus}");
        *if expected { &mut without } else { &mut with } += 1;
    }
}
