//! Moves on the board: promotion and non-promotion, dead ends, stones, boards without kings.

use crate::agreement::{assert_all_moves, assert_moves, mv, read};
use tsumugi::movegen::{checks, is_legal, is_mate, legal_moves};
use tsumugi::position::Position;
use tsumugi::types::Move;

fn from(sq: &str) -> impl Fn(Move) -> bool {
    let sq = sq.parse().expect("a square");
    move |mv: Move| mv.from() == Some(sq)
}

#[test]
fn promotion_is_a_choice_when_entering_the_zone() {
    assert_all_moves("9/9/9/4P4/9/9/9/9/9 b - 1", "5d5c 5d5c+");
    assert_all_moves("9/9/9/4S4/9/9/9/9/9 b - 1", "5d4c 5d4c+ 5d5c 5d5c+ 5d6c 5d6c+ 5d4e 5d6e");
    assert_all_moves("9/9/9/9/4N4/9/9/9/9 b - 1", "5e4c 5e4c+ 5e6c 5e6c+");
    // The lance may stay one on the last rank but one, and must promote on the last.
    assert_all_moves("9/9/9/9/4L4/9/9/9/9 b - 1", "5e5d 5e5c 5e5c+ 5e5b 5e5b+ 5e5a+");
    assert_moves(
        "9/9/9/9/4B4/9/9/9/9 b - 1",
        |mv| mv.to().rank() < 4,
        "5e7c 5e7c+ 5e8b 5e8b+ 5e9a 5e9a+ 5e3c 5e3c+ 5e2b 5e2b+ 5e1a 5e1a+",
    );
    assert_moves(
        "9/9/9/9/4R4/9/9/9/9 b - 1",
        |mv| mv.to().rank() < 5,
        "5e5d 5e5c 5e5c+ 5e5b 5e5b+ 5e5a 5e5a+",
    );
}

#[test]
fn promotion_is_a_choice_inside_the_zone() {
    assert_all_moves("9/9/4P4/9/9/9/9/9/9 b - 1", "5c5b 5c5b+");
    assert_all_moves("9/4S4/9/9/9/9/9/9/9 b - 1", "5b4a 5b4a+ 5b5a 5b5a+ 5b6a 5b6a+ 5b4c 5b4c+ 5b6c 5b6c+");
    assert_moves(
        "4R4/9/9/9/9/9/9/9/9 b - 1",
        |mv| mv.to().file() == 5 && mv.to().rank() < 4,
        "5a5b 5a5b+ 5a5c 5a5c+",
    );
}

#[test]
fn promotion_is_a_choice_when_leaving_the_zone() {
    assert_moves("9/9/4S4/9/9/9/9/9/9 b - 1", |mv| mv.to().rank() > 3, "5c4d 5c4d+ 5c6d 5c6d+");
    assert_moves("9/9/4B4/9/9/9/9/9/9 b - 1", |mv| mv.to().rank() == 4, "5c4d 5c4d+ 5c6d 5c6d+");
    assert_moves("9/9/4R4/9/9/9/9/9/9 b - 1", |mv| mv.to().rank() == 9, "5c5i 5c5i+");
}

#[test]
fn promotion_is_no_choice_outside_the_zone() {
    let rows = "9/9/9/9/P1N1L1S1B/9/9/9/4R4";
    assert_moves(&format!("{rows} b - 1"), |mv| mv.promotes() && mv.to().rank() > 3, "");
}

#[test]
fn golds_kings_and_promoted_pieces_do_not_promote() {
    assert_moves("G+P+L+N+S2+B+R/9/9/9/9/9/9/9/K8 b - 1", Move::promotes, "");
}

#[test]
fn a_piece_that_would_be_stuck_must_promote() {
    assert_all_moves("9/4P4/9/9/9/9/9/9/9 b - 1", "5b5a+");
    assert_all_moves("9/4L4/9/9/9/9/9/9/9 b - 1", "5b5a+");
    assert_all_moves("9/9/4N4/9/9/9/9/9/9 b - 1", "5c4a+ 5c6a+");
    assert_all_moves("9/9/9/4N4/9/9/9/9/9 b - 1", "5d4b+ 5d6b+");
}

#[test]
fn stones_block_sliders_and_cannot_be_taken() {
    assert_all_moves("9/9/9/4O4/3ORO3/4O4/9/9/9 b - 1", "");
    assert_all_moves("9/9/3O1O3/4B4/3O1O3/9/9/9/9 b - 1", "");
    assert_all_moves("9/9/4O4/9/9/9/4L4/9/9 b - 1", "5g5f 5g5e 5g5d");
    assert_moves("9/9/9/9/1O2R4/9/9/9/9 b - 1", |mv| mv.to().file() > 5, "5e6e 5e7e");
}

#[test]
fn stones_block_steps_and_jumps() {
    assert_all_moves("9/9/3O1O3/9/4N4/9/9/9/9 b - 1", "");
    assert_all_moves("9/9/9/4O4/4P4/9/9/9/9 b - 1", "");
    assert_all_moves("9/9/9/3OOO3/3OGO3/4O4/9/9/9 b - 1", "");
    assert_all_moves("9/9/9/3OOO3/3OKO3/3OO4/9/9/9 b - 1", "5e4f");
}

#[test]
fn a_stone_between_slider_and_king_is_no_check_and_no_pin() {
    let position = read("R2O4k/9/9/9/9/9/9/9/9 w - 1");
    assert!(!is_mate(&position));
    assert_all_moves("R2O4k/9/9/9/9/9/9/9/9 w - 1", "1a2a 1a1b 1a2b");
    // The gold behind the stone is free to leave the rank.
    assert_moves("R2O2g1k/9/9/9/9/9/9/9/9 w - 1", from("3a"), "3a2a 3a4a 3a3b 3a2b 3a4b");
}

#[test]
fn a_board_without_kings_has_moves_and_no_checks() {
    let position = read("9/9/4g4/9/4G4/9/9/9/9 b PR 1");
    assert_eq!(checks(&position).len(), 0);
    assert!(!is_mate(&position) && !is_mate(&position.flip()));
    assert_moves("9/9/4g4/9/4G4/9/9/9/9 b PR 1", from("5e"), "5e4d 5e5d 5e6d 5e4e 5e6e 5e5f");
    assert_eq!(legal_moves(&Position::empty()).len(), 0);
}

#[test]
fn an_attacker_without_king_may_leave_every_line_open() {
    // Nothing of Black's is pinned: the gold leaves the file of White's rook.
    assert_moves("4r3k/9/9/9/4G4/9/9/9/9 b - 1", from("5e"), "5e4d 5e5d 5e6d 5e4e 5e6e 5e5f");
}

#[test]
fn any_move_may_be_asked_about() {
    let position = read("8k/9/9/4P4/9/9/9/9/9 b - 1");
    for text in ["5d5c", "5d5c+"] {
        assert!(is_legal(&position, mv(text)), "{text}");
    }
    for text in ["5d5b", "5e5d", "1a1b", "P*5e", "R*5e", "5d5d", "9i9h+"] {
        assert!(!is_legal(&position, mv(text)), "{text}");
    }
}

/// A diagram may leave a king in check with the other side to move; taking it is no move of a line.
#[test]
fn no_king_is_taken() {
    let position = Position::from_sfen("9/9/9/9/k8/P8/9/9/K8 b - 1").expect("an SFEN");
    assert!(!is_legal(&position, mv("9f9e")));
    assert!(is_legal(&position, mv("9i8h")));
}
