//! What every test here asks of a position: that crate and oracle agree on it, whichever way the board is turned.

use crate::oracle;
use tsumugi::movegen::{checks, evasions, in_check, is_mate, legal_moves};
use tsumugi::position::Position;
use tsumugi::types::Move;

/// Reads a board with side and hands, and asserts that nothing is wrong with it.
#[track_caller]
pub fn read(sfen: &str) -> Position {
    let position = Position::from_sfen(sfen).unwrap_or_else(|error| panic!("{sfen}: {error}"));
    assert_eq!(position.defects(), [], "{sfen}");
    position
}

#[track_caller]
pub fn mv(usi: &str) -> Move {
    usi.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// Moves as text, sorted.
pub fn sorted(moves: &[Move]) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(Move::to_string).collect();
    texts.sort();
    texts
}

/// A position and a move in it as they are; then for the other side; then both with left and right exchanged. So
/// what holds for Black's moves is asked of White's too.
pub fn turned(position: &Position, mv: Move) -> [(Position, Move); 4] {
    let mirrored = (position.mirror(), mv.mirror());
    [(position.clone(), mv), (position.flip(), mv.flip()), (mirrored.0.flip(), mirrored.1.flip()), mirrored]
}

/// Asserts that the oracle finds the same moves and the same verdict.
#[track_caller]
pub fn assert_agrees(position: &Position) {
    let board = oracle::sfen::read(&position.sfen()).expect("an SFEN");
    assert_eq!(sorted(&legal_moves(position)), oracle::legal_moves(&board), "legal moves in {position}");
    assert_eq!(sorted(&checks(position)), oracle::checks(&board), "checks in {position}");
    if in_check(position) {
        assert_eq!(sorted(&evasions(position)), oracle::evasions(&board), "evasions in {position}");
    }
    assert_eq!(is_mate(position), oracle::rules::is_mate(&board), "mate in {position}");
}

/// Asserts that exactly these moves, written in any order, are legal among those that `is_asked` selects; for the
/// position turned round as well.
#[track_caller]
pub fn assert_moves(sfen: &str, is_asked: impl Fn(Move) -> bool, expected: &str) {
    let position = read(sfen);
    let mut expected: Vec<Move> = expected.split_whitespace().map(mv).collect();
    expected.sort();
    let mut found: Vec<Move> = legal_moves(&position).iter().copied().filter(|&mv| is_asked(mv)).collect();
    found.sort();
    assert_eq!(found, expected, "{sfen}");

    let mut found: Vec<Move> = legal_moves(&position.flip()).iter().map(|mv| mv.flip()).collect();
    found.retain(|&mv| is_asked(mv));
    found.sort();
    assert_eq!(found, expected, "for the other side: {sfen}");
    for position in [position.clone(), position.flip(), position.mirror()] {
        assert_agrees(&position);
    }
}

/// [`assert_moves`] for all moves of the position.
#[track_caller]
pub fn assert_all_moves(sfen: &str, expected: &str) {
    assert_moves(sfen, |_| true, expected);
}
