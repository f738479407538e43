//! Running the solver, and holding what it says against the rules.

use tsumugi::hisshi::{Attack, Continuation, Options, Outcome, Solver, Verdict};
use tsumugi::movegen::{in_check, is_legal, is_mate, legal_moves};
use tsumugi::position::Position;
use tsumugi::solve::{Budget, Limits, Step};
use tsumugi::types::{Color, Move};

/// More nodes than any position of these tests needs.
const NODES: u64 = 20_000_000;
/// Memory of a search: its tables are small.
const MEMORY: u64 = 64 << 20;

pub fn options(longest: u16) -> Options {
    let limits = Limits { nodes: Some(NODES), memory: Some(MEMORY), ..Limits::default() };
    Options { limits, longest, ..Options::default() }
}

pub fn read(sfen: &str) -> Position {
    Position::from_sfen(sfen).unwrap_or_else(|error| panic!("{sfen}: {error}"))
}

/// Pulls the solver by calls of this budget to its end, and checks every line of what it says.
pub fn solve_by(sfen: &str, options: Options, budget: Budget) -> Outcome {
    let root = read(sfen);
    let mut solver = Solver::new(&root, options).unwrap_or_else(|defects| panic!("{sfen}: {defects:?}"));
    let outcome = loop {
        if let Step::Done(outcome) = solver.advance(budget) {
            break *outcome;
        }
    };
    if let Verdict::Tsume(line) = &outcome.verdict {
        assert_mates(&root, root.side_to_move(), line);
    }
    for attack in &outcome.solutions {
        assert_attack(&mut root.clone(), root.side_to_move(), attack, attack.plies);
    }
    outcome
}

pub fn solve(sfen: &str, longest: u16) -> Outcome {
    solve_by(sfen, options(longest), Budget::Unlimited)
}

/// A tree of an attack has every reply, and a mate behind each of them.
fn assert_attack(position: &mut Position, attacker: Color, attack: &Attack, most: u16) {
    assert!(attack.plies <= most && attack.plies % 2 == 1, "{attack:?}");
    assert!(is_legal(position, attack.mv), "{} {position}", attack.mv);
    let undo = position.do_move(attack.mv);
    if !attack.is_cut {
        let mut replies: Vec<Move> = legal_moves(position).iter().copied().collect();
        replies.sort_unstable();
        let listed: Vec<Move> = attack.defences.iter().map(|defence| defence.reply).collect();
        assert_eq!(listed, replies, "{position}");
        assert!(!replies.is_empty(), "{position}");
    }
    for defence in &attack.defences {
        let undo = position.do_move(defence.reply);
        match &defence.answer {
            Continuation::Mate(line) => assert_mates(position, attacker, line),
            Continuation::Attack(next) => assert_attack(position, attacker, next, attack.plies - 2),
        }
        position.undo_move(defence.reply, undo);
    }
    position.undo_move(attack.mv, undo);
}

fn assert_mates(position: &Position, attacker: Color, line: &[Move]) {
    let mut position = position.clone();
    for &mv in line {
        assert!(is_legal(&position, mv), "{mv} {position}");
        let attacks = position.side_to_move() == attacker;
        position.do_move(mv);
        assert!(!attacks || in_check(&position), "{mv} is no check: {position}");
    }
    assert!(is_mate(&position) && position.side_to_move() != attacker, "{position}");
}

/// The first moves, sorted as text.
pub fn first_moves(outcome: &Outcome) -> Vec<String> {
    let mut moves: Vec<String> = outcome.solutions.iter().map(|attack| attack.mv.to_string()).collect();
    moves.sort();
    moves
}
