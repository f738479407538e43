//! Kings: pins, checks of every kind, what answers them.

use crate::agreement::{assert_agrees, assert_all_moves, assert_moves, read, sorted};
use tsumugi::movegen::{checks, in_check, is_mate, legal_moves};
use tsumugi::types::Move;

fn from(sq: &str) -> impl Fn(Move) -> bool {
    let sq = sq.parse().expect("a square");
    move |mv: Move| mv.from() == Some(sq)
}

/// The checks of the position as text, sorted; the oracle finds the same, for the board turned round too.
#[track_caller]
fn checks_of(sfen: &str) -> String {
    let position = read(sfen);
    for position in [position.clone(), position.flip(), position.mirror()] {
        assert_agrees(&position);
    }
    sorted(&checks(&position)).join(" ")
}

#[test]
fn a_pinned_piece_moves_along_the_pin_only() {
    // By a rook along the file and the rank, by a bishop, by a lance.
    assert_moves(
        "4r4/9/9/9/4R4/9/9/9/4K4 b - 1",
        from("5e"),
        "5e5d 5e5c 5e5c+ 5e5b 5e5b+ 5e5a 5e5a+ 5e5f 5e5g 5e5h",
    );
    assert_moves("9/9/9/9/r3G3K/9/9/9/9 b - 1", from("5e"), "5e4e 5e6e");
    assert_moves("9/1b7/9/9/4S4/5K3/9/9/9 b - 1", from("5e"), "5e6d");
    assert_moves("4l4/9/9/9/4P4/9/9/9/4K4 b - 1", from("5e"), "5e5d");
    assert_moves("4l4/9/9/9/4S4/9/9/9/4K4 b - 1", from("5e"), "5e5d");
}

#[test]
fn a_pinned_piece_may_have_no_move() {
    assert_moves("4r4/9/9/9/4N4/9/9/9/4K4 b - 1", from("5e"), "");
    assert_moves("4r4/9/9/9/4B4/9/9/9/4K4 b - 1", from("5e"), "");
    assert_moves("9/9/9/9/r3L3K/9/9/9/9 b - 1", from("5e"), "");
}

#[test]
fn a_pinned_piece_takes_what_pins_it() {
    assert_moves("9/9/9/9/4r4/4G4/4K4/9/9 b - 1", from("5f"), "5f5e");
    assert_moves("9/9/9/9/3b5/4S4/5K3/9/9 b - 1", from("5f"), "5f6e");
}

#[test]
fn a_pinned_piece_does_not_answer_another_check() {
    // The silver could take the checking knight but for the pin.
    assert_moves("4r4/9/9/9/4S4/9/3n5/9/4K4 b - 1", from("5e"), "");
    assert_moves("4r4/9/9/9/9/4S4/3n5/9/4K4 b - 1", from("5f"), "");
}

#[test]
fn two_pieces_on_a_line_are_not_pinned() {
    assert_moves("4r4/9/9/4G4/4G4/9/9/9/4K4 b - 1", from("5e"), "5e4d 5e6d 5e4e 5e6e 5e5f");
}

#[test]
fn a_single_check_is_taken_interposed_or_fled() {
    assert_all_moves(
        "4r4/9/9/9/9/9/9/2R6/OOOOKOOOO b G 1",
        "5i4h 5i6h G*5b G*5c G*5d G*5e G*5f G*5g G*5h 7h5h",
    );
    assert_moves("4r4/9/2B6/9/9/9/9/9/OOOOKOOOO b - 1", from("7c"), "7c5a 7c5a+ 7c5e 7c5e+");
}

#[test]
fn a_double_check_leaves_king_moves_only() {
    // Rook and bishop check; the gold could take the bishop, the one in hand could interpose.
    assert_all_moves("9/9/9/9/4r4/6b2/6G2/4K4/9 b G 1", "5h4i 5h4h 5h6h 5h6g");
}

#[test]
fn the_king_does_not_flee_along_the_line_of_the_check() {
    assert_moves("4r4/9/9/9/9/9/9/4K4/9 b - 1", from("5h"), "5h4g 5h6g 5h4h 5h6h 5h4i 5h6i");
    // Nor onto a guarded square, also where only the checking piece itself guards it.
    assert_all_moves("9/9/9/9/9/9/9/3OrO3/3OKO3 b - 1", "5i5h");
    assert_all_moves("9/9/9/9/9/9/4l4/3OrO3/3OKO3 b - 1", "");
}

#[test]
fn the_king_does_not_take_a_guarded_piece() {
    assert!(is_mate(&read("9/9/9/9/9/9/4l4/3OrO3/3OKO3 b - 1")));
    assert!(!is_mate(&read("9/9/9/9/9/4l4/4O4/3OrO3/3OKO3 b - 1")), "the stone is in the lance's way");
}

#[test]
fn kings_keep_apart() {
    assert_moves("9/9/9/3k5/9/3K5/9/9/9 b - 1", |_| true, "6f5f 6f7f 6f5g 6f6g 6f7g");
}

#[test]
fn no_move_without_check_is_no_mate() {
    let stalemate = read("8k/6S2/7G1/9/9/9/9/9/9 w - 1");
    assert!(!in_check(&stalemate) && !is_mate(&stalemate));
    assert_eq!(legal_moves(&stalemate).len(), 0);
    assert_agrees(&stalemate);
}

#[test]
fn checks_are_direct_discovered_and_both() {
    // The silver uncovers the rook with every move, and from 1b it gives check itself.
    assert_eq!(checks_of("5R1Sk/9/9/9/9/9/9/9/9 b - 1"), "2a1b 2a1b+ 2a3b 2a3b+");
}

#[test]
fn every_promotion_and_non_promotion_that_checks_is_a_check() {
    // Unpromoted from 2b the silver sees 1a; promoted from 1b, 2a and 2b.
    assert_eq!(checks_of("8k/9/6S2/9/9/9/9/9/9 b - 1"), "3c2b 3c2b+");
}

#[test]
fn drops_check_from_every_distance() {
    assert_eq!(checks_of("8k/9/9/9/9/9/9/9/9 b N 1"), "N*2c");
    assert_eq!(checks_of("8k/9/9/9/9/9/9/9/9 b B 1"), "B*2b B*3c B*4d B*5e B*6f B*7g B*8h B*9i");
    assert_eq!(checks_of("8k/9/9/8O/9/9/9/9/9 b L 1"), "L*1b L*1c");
}

#[test]
fn the_attacker_in_check_answers_with_a_check() {
    // The rook that takes gives check; the king's flights and the interposing gold do not.
    assert_eq!(checks_of("4k4/9/9/9/4r3R/9/9/9/4K4 b G 1"), "1e5e");
    // The king steps out of the check and uncovers the lance.
    assert_eq!(checks_of("4k4/9/9/9/4K3r/9/4L4/9/9 b - 1"), { "5e4d 5e4f 5e6d 5e6f" });
}
