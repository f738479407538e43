//! Which move of a book is played.

use tsumugi::book::{BookMove, Choice};

fn moves(lines: &[&str]) -> Vec<BookMove> {
    lines.iter().map(|line| line.parse().expect("a line of a book")).collect()
}

fn names(moves: &[BookMove]) -> Vec<String> {
    moves.iter().map(|book| book.mv.to_string()).collect()
}

#[test]
fn moves_are_left_out_by_value_and_depth() {
    let moves =
        moves(&["7g7f none 10 20 5", "2g2f none 40 20 3", "6g6f none 39 8 9", "5g5f none -50 30 9", "9g9f"]);
    let candidates =
        |value_difference, least_depth| names(&Choice { value_difference, least_depth }.candidates(&moves));
    assert_eq!(candidates(0, 0), ["2g2f"]);
    assert_eq!(candidates(1, 0), ["2g2f", "6g6f"]);
    assert_eq!(candidates(39, 0), ["2g2f", "6g6f", "7g7f"]);
    assert_eq!(candidates(40, 0), ["2g2f", "6g6f", "7g7f", "9g9f"], "without a value, as an even one");
    assert_eq!(candidates(30, 16), ["2g2f", "7g7f"], "without a depth, left out");
    assert_eq!(candidates(99_999, 16), ["2g2f", "7g7f", "5g5f"]);
    assert_eq!(candidates(99_999, 31), [""; 0]);
}

#[test]
fn a_move_without_a_value_is_an_even_one_but_no_better_than_the_best() {
    let candidates =
        |lines: &[&str]| names(&Choice { value_difference: 30, least_depth: 0 }.candidates(&moves(lines)));
    let undecided = "9g9f none none none 7";
    assert_eq!(candidates(&["2g2f none 416 none 1", undecided]), ["2g2f"]);
    assert_eq!(candidates(&["2g2f none 30 none 1", undecided]), ["2g2f", "9g9f"]);
    assert_eq!(
        candidates(&["2g2f none -416 none 1", undecided]),
        ["9g9f", "2g2f"],
        "by how often it was played"
    );
    assert_eq!(candidates(&["2g2f none -416 none 9", undecided]), ["2g2f", "9g9f"]);
    assert_eq!(candidates(&["2g2f none none none 3", undecided]), ["9g9f", "2g2f"], "none has a value");
}

#[test]
fn a_lot_falls_on_each_move_as_often_as_it_was_played() {
    let moves = moves(&["7g7f none 0 0 6", "2g2f none 0 0 3", "6g6f none 0 0 0"]);
    let mut drawn = [0u32; 3];
    for number in 0..10_000u64 {
        let lot = number * (u64::MAX / 10_000) + u64::MAX / 20_000;
        let book = Choice::draw(&moves, lot).expect("one of them");
        drawn[moves.iter().position(|known| *known == book).expect("one of them")] += 1;
    }
    // A move that was never played counts as once.
    assert_eq!(drawn, [6000, 3000, 1000]);
    assert_eq!(Choice::draw(&moves, u64::MAX), Some(moves[2]));
    assert_eq!(Choice::draw(&[], 5), None);
}
