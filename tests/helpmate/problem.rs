//! Random problems for the comparison with breadth-first search, and what must occur among them.

use crate::mailbox::board::{Board, Cell, Kind, Mv, Side};
use crate::mailbox::condition::{Captures, Told};
use crate::mailbox::random::{self, Rng, Setup};
use crate::mailbox::search::{self, Limits, Verdict as Expected};
use crate::mailbox::{rules, sfen};
use std::collections::{HashMap, HashSet};
use std::fmt;
use tsumugi::position::{CaptureRule, Conditions, Rule};

// By its path, for other tests take this file from another folder.
#[path = "selfmate.rs"]
mod selfmate;

pub use selfmate::SELFMATE_FEATURES;

/// Features of the helpmates compared: name, and how many in 10,000 must show it.
pub const FEATURES: [(&str, usize); 22] = [
    ("the defender moves first", 2000),
    ("the defender's king is Black's", 2000),
    ("both kings", 300),
    ("both kings and the defender moves first", 100),
    ("stones", 500),
    ("the attacker is in check at the root", 20),
    ("the defender gives a counter-check in a solution", 2),
    ("no mate", 2000),
    ("no mate after more than ten positions", 500),
    ("mate in 0", 50),
    ("mate in 1", 100),
    ("mate in 2", 200),
    ("mate in 3 to 6", 500),
    ("mate in 7 or more", 50),
    ("one solution", 200),
    ("more than ten solutions", 300),
    ("surplus pieces", 300),
    ("a mating pawn drop is illegal at the root", 10),
    ("a solution with a counter-check in an interposition", 1),
    ("several middle positions join the same two", 20),
    ("solutions that differ in the order of moves", 5),
    ("a shortest solution of 9 plies or more", 50),
];

/// A random problem.
pub struct Problem {
    pub board: Board,
    pub attacker: Side,
    pub rule: Rule,
    pub conditions: Conditions,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Problem { rule, attacker, conditions, .. } = self;
        write!(f, "{rule} {}, {attacker:?} attacks, condition {conditions}", sfen::write(&self.board))
    }
}

/// The move in the position with this text.
pub fn to_move(board: &Board, text: &str) -> Mv {
    let is_it = |&(mv, _): &(Mv, bool)| mv.to_string() == text;
    rules::judged_moves(board).into_iter().find(is_it).unwrap_or_else(|| panic!("{text} is illegal")).0
}

impl Problem {
    /// Draws a helpmate; `None` when it has no defender.
    pub fn draw(rng: &mut Rng) -> Option<Problem> {
        let side = Problem::draw_side(rng);
        let setup = match rng.below(20) {
            0..=4 => Setup::TwoKings,
            5..=6 => Setup::OneKing(side),
            _ => Setup::Small(side, 3 + rng.below(6)),
        };
        let mut board = random::position(rng, setup);
        if setup == Setup::TwoKings && rng.percent(70) {
            // Full hands make nearly everything a mate at once, or too wide for the slow search.
            board.hands = [[0; 7]; 2];
        }
        for _ in 0..rng.below(4) {
            let Some(mv) = random::next_move(rng, &rules::judged_moves(&board)) else { break };
            board.make(mv);
        }
        let named = rng.percent(30).then(|| Problem::draw_side(rng));
        let attacker = search::attacker(&board, named).ok()?;
        Some(Problem { board, attacker, rule: Rule::Helpmate, conditions: Conditions::NONE })
    }

    pub fn draw_side(rng: &mut Rng) -> Side {
        if rng.percent(50) { Side::Black } else { Side::White }
    }

    /// What the slow search says about the problem.
    pub fn expected(&self, limits: Limits) -> Expected {
        self.expected_after(&sfen::write(&self.board), limits)
    }

    /// What it says about a position of the problem.
    pub fn expected_after(&self, text: &str, limits: Limits) -> Expected {
        let solved = match self.rule {
            _ if !self.conditions.is_empty() => search::solve_told(text, self.mated(), self.told(), limits),
            Rule::Helpselfmate => search::solve_selfmate(text, self.attacker, limits),
            _ => search::solve(text, Some(self.attacker), limits),
        };
        solved.expect(text)
    }

    /// Whose king is to be mated.
    fn mated(&self) -> Side {
        if self.rule == Rule::Helpselfmate { self.attacker } else { self.attacker.other() }
    }

    /// The conditions in the words of the slow search.
    pub fn told(&self) -> Told {
        let captures = |rule| match rule {
            CaptureRule::MustCapture => Captures::Must,
            CaptureRule::AvoidCapture => Captures::Avoid,
            CaptureRule::NoCapture => Captures::Never,
        };
        let Conditions { attacker, defender } = self.conditions;
        let (of_attacker, of_defender) = (attacker.map(captures), defender.map(captures));
        Told { attacker: self.attacker, of_attacker, of_defender }
    }

    /// Whether the slow search looks at more than ten positions.
    pub fn is_searched(&self) -> bool {
        self.expected(Limits { positions: 10, plies: 200, listed: 0 }) == Expected::Unknown
    }

    /// In the order of [`FEATURES`] or [`SELFMATE_FEATURES`], whichever are those of its rule.
    pub fn features(&self, expected: &Expected) -> Vec<bool> {
        match self.rule {
            Rule::Helpselfmate => self.selfmate_features(expected).to_vec(),
            _ => self.helpmate_features(expected).to_vec(),
        }
    }

    fn helpmate_features(&self, expected: &Expected) -> [bool; FEATURES.len()] {
        let defender_first = self.board.turn != self.attacker;
        let both_kings = Side::BOTH.into_iter().all(|side| self.board.king(side).is_some());
        let (plies, count, solutions) = match expected {
            Expected::Mate { plies, count, solutions } => (Some(*plies), *count, &solutions[..]),
            _ => (None, 0, &[][..]),
        };
        [
            defender_first,
            self.attacker == Side::White,
            both_kings,
            both_kings && defender_first,
            self.board.cells.as_flattened().contains(&Cell::Stone),
            !defender_first && rules::in_check(&self.board),
            both_kings && solutions.iter().any(|line| self.has_counter_check(line)),
            plies.is_none(),
            plies.is_none() && self.is_searched(),
            plies == Some(0),
            plies == Some(1),
            plies == Some(2),
            plies.is_some_and(|plies| (3..7).contains(&plies)),
            plies.is_some_and(|plies| plies >= 7),
            count == 1,
            count > 10,
            solutions.iter().any(|line| !self.hand_after(line).is_empty()),
            self.has_illegal_mate(),
            both_kings && solutions.iter().any(|line| self.has_counter_drop(line)),
            self.has_two_middles(solutions),
            has_changed_order(solutions),
            plies.is_some_and(|plies| plies >= 9),
        ]
    }

    /// The positions of a line as text, the root first.
    pub fn positions(&self, line: &[String]) -> Vec<String> {
        let mut board = self.board.clone();
        let mut texts = vec![sfen::write(&board)];
        for text in line {
            board.make(to_move(&board, text));
            texts.push(sfen::write(&board));
        }
        texts
    }

    /// Whether two solutions have two positions with the defender to move in common, one double move apart, but not the
    /// position between them.
    pub fn has_two_middles(&self, solutions: &[Vec<String>]) -> bool {
        let mut middles: HashMap<(String, String), String> = HashMap::new();
        let first = usize::from(self.board.turn == self.attacker);
        solutions.iter().any(|line| {
            let at = self.positions(line);
            (first..at.len().saturating_sub(2)).step_by(2).any(|ply| {
                let ends = (at[ply].clone(), at[ply + 2].clone());
                middles.insert(ends, at[ply + 1].clone()).is_some_and(|other| other != at[ply + 1])
            })
        })
    }

    /// Whether the defender gives check by a drop.
    fn has_counter_drop(&self, line: &[String]) -> bool {
        let mut board = self.board.clone();
        line.iter().any(|text| {
            board.make(to_move(&board, text));
            board.turn == self.attacker && text.contains('*') && rules::in_check(&board)
        })
    }

    pub fn has_counter_check(&self, line: &[String]) -> bool {
        let mut board = self.board.clone();
        line.iter().any(|text| {
            board.make(to_move(&board, text));
            board.turn == self.attacker && rules::in_check(&board)
        })
    }

    pub fn has_illegal_mate(&self) -> bool {
        self.board.turn == self.attacker && has_mating_pawn_drop(&self.board)
    }

    pub fn board_after(&self, line: &[String]) -> Board {
        let mut board = self.board.clone();
        for text in line {
            board.make(to_move(&board, text));
        }
        board
    }

    /// What the attacker holds at the end of a solution, as letters.
    pub fn hand_after(&self, line: &[String]) -> String {
        let board = self.board_after(line);
        let held = board.hands[self.attacker as usize];
        let letters = |(kind, count): (Kind, u8)| {
            let number = if count > 1 { count.to_string() } else { String::new() };
            if count > 0 { format!("{number}{}", kind.letter()) } else { String::new() }
        };
        Kind::IN_HAND.into_iter().zip(held).map(letters).collect()
    }
}

/// Whether the side to move could mate by dropping a pawn, but for the rule that forbids it.
pub fn has_mating_pawn_drop(board: &Board) -> bool {
    let mut drops = Vec::new();
    if board.hands[board.turn as usize][Kind::Pawn as usize] > 0 {
        rules::drops_of(board, Kind::Pawn, &mut drops);
    }
    drops
        .into_iter()
        .map(|drop| board.after(drop))
        .any(|after| rules::is_mate(&after) && !rules::king_attacked(&after, board.turn))
}

/// Whether two solutions consist of the same moves.
fn has_changed_order(solutions: &[Vec<String>]) -> bool {
    let mut seen = HashSet::new();
    solutions.iter().any(|line| {
        let mut moves: Vec<(usize, &String)> =
            line.iter().enumerate().map(|(ply, mv)| (ply % 2, mv)).collect();
        moves.sort();
        !seen.insert(moves)
    })
}
