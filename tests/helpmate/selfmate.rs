//! Random helpselfmates for the comparison with breadth-first search, and what must occur among them.

use super::{Problem, has_mating_pawn_drop, to_move};
use crate::mailbox::board::{Board, Cell, Kind, Mv, Side};
use crate::mailbox::random::{self, Rng, Setup};
use crate::mailbox::search::Verdict as Expected;
use crate::mailbox::{rules, unmove};
use tsumugi::position::{Conditions, Rule};

/// Features of the helpselfmates compared: name, and how many in 10,000 must show it.
pub const SELFMATE_FEATURES: [(&str, usize); 19] = [
    ("the defender moves first", 2000),
    ("the defender's king is Black's", 2000),
    ("stones", 500),
    ("the attacker is in check at the root", 20),
    ("no mate", 2000),
    ("no mate after more than ten positions", 200),
    ("mate in 0", 5),
    ("mate in 1", 20),
    ("mate in 2", 100),
    ("mate in 3 to 6", 100),
    ("mate in 7 or more", 10),
    ("one solution", 20),
    ("more than ten solutions", 20),
    ("a check of a solution answers a counter-check", 5),
    ("an interposition mates", 5),
    ("the defender's king mates by a discovery", 2),
    ("a mating pawn drop of the attacker is illegal at the root", 5),
    ("a mating pawn drop of the defender is illegal", 1),
    ("several middle positions join the same two", 2),
];

impl Problem {
    /// Draws a helpselfmate: any position with both kings, or one from which moves were found that lead to a mate.
    pub fn draw_selfmate(rng: &mut Rng) -> Problem {
        let attacker = Problem::draw_side(rng);
        let board = if rng.percent(50) { draw_any(rng) } else { draw_back(rng, attacker) };
        Problem { board, attacker, rule: Rule::Helpselfmate, conditions: Conditions::NONE }
    }

    pub fn selfmate_features(&self, expected: &Expected) -> [bool; SELFMATE_FEATURES.len()] {
        let defender_first = self.board.turn != self.attacker;
        let (plies, count, solutions) = match expected {
            Expected::Mate { plies, count, solutions } => (Some(*plies), *count, &solutions[..]),
            _ => (None, 0, &[][..]),
        };
        let ends = |ends: fn(&Board, Mv) -> bool| {
            solutions.iter().any(|line| {
                let Some((last, before)) = line.split_last() else { return false };
                let board = self.board_after(before);
                ends(&board, to_move(&board, last))
            })
        };
        [
            defender_first,
            self.attacker == Side::White,
            self.board.cells.as_flattened().contains(&Cell::Stone),
            !defender_first && rules::in_check(&self.board),
            plies.is_none(),
            plies.is_none() && self.is_searched(),
            plies == Some(0),
            plies == Some(1),
            plies == Some(2),
            plies.is_some_and(|plies| (3..7).contains(&plies)),
            plies.is_some_and(|plies| plies >= 7),
            count == 1,
            count > 10,
            solutions.iter().any(|line| !line.is_empty() && self.has_counter_check(&line[..line.len() - 1])),
            ends(|_, mv| matches!(mv, Mv::Drop { .. })),
            ends(
                |board, mv| matches!(mv, Mv::Board { from, .. } if matches!(board.at(from), Cell::Man(_, Kind::King))),
            ),
            self.has_illegal_mate(),
            defender_first && has_mating_pawn_drop(&self.board)
                || solutions
                    .iter()
                    .flat_map(|line| (0..line.len()).map(|ply| self.board_after(&line[..ply])))
                    .any(|board| board.turn != self.attacker && has_mating_pawn_drop(&board)),
            self.has_two_middles(solutions),
        ]
    }
}

/// Few pieces with both kings, after some moves.
fn draw_any(rng: &mut Rng) -> Board {
    let mut board = draw_few(rng);
    for _ in 0..rng.below(4) {
        let Some(mv) = random::next_move(rng, &rules::judged_moves(&board)) else { break };
        board.make(mv);
    }
    board
}

fn draw_few(rng: &mut Rng) -> Board {
    let mut board = random::position(rng, Setup::TwoKings);
    // Full hands make the search too wide for the slow one.
    if rng.percent(90) {
        for (side, kind) in Side::BOTH.into_iter().flat_map(|side| Kind::IN_HAND.map(|kind| (side, kind))) {
            let held = board.held(side, kind);
            let is_kept = rng.percent(if kind == Kind::Pawn { 30 } else { 10 });
            *held = if is_kept { (*held).min(1) } else { 0 };
        }
    }
    let men = Side::BOTH.into_iter().flat_map(|side| board.men(side));
    let mut men: Vec<_> = men.filter(|&(_, kind)| kind != Kind::King).map(|(sq, _)| sq).collect();
    let left = 2 + rng.below(9);
    while men.len() > left {
        let sq = men.swap_remove(rng.below(men.len()));
        let before = board.clone();
        board.set(sq, Cell::Empty);
        if !rules::is_legal_position(&board) {
            board = before;
        }
    }
    board
}

/// A position with a mated attacker, from which moves were taken back: replies to checks, and checks.
fn draw_back(rng: &mut Rng, attacker: Side) -> Board {
    loop {
        let mut board = draw_few(rng);
        // Most mates answer a check by taking, and what was taken is in hand.
        for kind in Kind::IN_HAND {
            if rng.percent(15) && board.total(kind) < Kind::SET[kind as usize] {
                *board.held(attacker.other(), kind) += 1;
            }
        }
        if board.turn != attacker || !rules::is_mate(&board) {
            continue;
        }
        let plies = if rng.percent(5) { 0 } else { 1 + rng.below(8) };
        let taken_back = (1..=plies).take_while(|ply| {
            // Before the defender's move he is in check, before the attacker's anything may be.
            let is_defenders = ply % 2 == 1;
            let before = unmove::unmoves(&board).into_iter().map(|(before, _)| before);
            let before: Vec<Board> =
                before.filter(|before| !is_defenders || rules::in_check(before)).collect();
            if !before.is_empty() {
                board = before[rng.below(before.len())].clone();
            }
            !before.is_empty()
        });
        if taken_back.count() > 0 || plies == 0 {
            return board;
        }
    }
}
