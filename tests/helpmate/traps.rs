//! The pawn-drop trap: an illegal pawn-drop mate has the same key as the legal mate reached by another move, and would
//! hide it if it entered the table.
//!
//! The pawn that mates legally was dropped one square behind and then pushed; the illegal one is dropped on the spot
//! after other moves that lead to the same position. In most cases here there is but this one position of mate, so that
//! whoever hides it finds another length or no mate; and whoever takes the drop for a way to it counts too many. Every
//! case is turned to the other side and mirrored too, so that neighbouring moves are generated in other orders.

use crate::mailbox::search::{self, Limits, Verdict as Expected};
use crate::mailbox::{board::Side, sfen};
use crate::solve::{listing, read, solve};
use tsumugi::movegen::{checks, is_legal, is_mate, play_line};
use tsumugi::position::{Position, flip_line, mirror_line};
use tsumugi::solve::Verdict;
use tsumugi::types::{Color, Move, PieceKind};

/// Plays a line whose last move is not judged, and returns the position before it and the last move.
#[track_caller]
fn before_last(root: &Position, line: &[Move]) -> (Position, Move) {
    let mut position = root.clone();
    let (&last, legal) = line.split_last().expect("a line of moves");
    play_line(&mut position, legal).unwrap_or_else(|error| panic!("{error}"));
    (position, last)
}

/// Asserts that both lines lead to the same mate, only the first of them legally, and that the solver finds what
/// the slow search does.
#[track_caller]
fn assert_escapes(root: &Position, attacker: Color, push: &[Move], drop: &[Move]) {
    let (before_push, push) = before_last(root, push);
    let (before_drop, drop) = before_last(root, drop);
    assert_eq!(drop.dropped(), Some(PieceKind::Pawn));
    assert!(is_legal(&before_push, push) && checks(&before_push).contains(&push), "{push} in {before_push}");
    assert!(
        !is_legal(&before_drop, drop) && !checks(&before_drop).contains(&drop),
        "{drop} in {before_drop}"
    );
    assert_eq!(before_push.key_after(push), before_drop.key_after(drop), "{root}");
    let mut after_push = before_push;
    after_push.do_move(push);
    let mut after_drop = before_drop;
    after_drop.do_move(drop);
    after_drop.set_move_number(after_push.move_number());
    assert_eq!(after_push, after_drop, "{root}");
    assert!(is_mate(&after_push), "{root}");

    let side = if attacker == Color::Black { Side::Black } else { Side::White };
    let limits = Limits { plies: 20, positions: 200_000, listed: 1000 };
    let board = sfen::read(&root.sfen()).expect("an SFEN");
    let expected = search::solve(&sfen::write(&board), Some(side), limits).expect("a problem");
    let Expected::Mate { plies, count, solutions } = expected else { panic!("{root}: {expected:?}") };

    let outcome = solve(root, attacker, listing(1000));
    assert_eq!(outcome.verdict, Verdict::Mate { plies: plies as u64, exact: true }, "{root}");
    assert_eq!((outcome.solutions.count, outcome.solutions.exact), (count.into(), true), "{root}");
    let mut listed: Vec<Vec<String>> =
        outcome.solutions.listed.iter().map(|line| line.iter().map(Move::to_string).collect()).collect();
    listed.sort();
    assert_eq!(listed, solutions, "{root}");
}

/// Black attacks in the position as it is given.
#[track_caller]
fn assert_trap(sfen: &str, push: &str, drop: &str) {
    let root = read(sfen);
    let line = |text: &str| -> Vec<Move> {
        text.split_whitespace().map(|text| text.parse().expect("a USI move")).collect()
    };
    let (push, drop) = (line(push), line(drop));
    let (mirrored_push, mirrored_drop) = (mirror_line(&push), mirror_line(&drop));
    assert_escapes(&root, Color::Black, &push, &drop);
    assert_escapes(&root.mirror(), Color::Black, &mirrored_push, &mirrored_drop);
    assert_escapes(&root.flip(), Color::White, &flip_line(&push), &flip_line(&drop));
    let flipped = (flip_line(&mirrored_push), flip_line(&mirrored_drop));
    assert_escapes(&root.mirror().flip(), Color::White, &flipped.0, &flipped.1);
}

// The illegal drop comes two plies before the legal push: it would be in the table as an old position.

#[test]
fn the_drop_comes_in_an_earlier_layer() {
    assert_trap("9/9/9/9/9/8g/9/8k/6+R2 b P 1", "P*1i 1h2g 3i2i 2g1g 1i1h", "3i2i 1h1g P*1h");
    assert_trap(
        "9/9/9/9/9/9/9/kL7/9 b SP 1",
        "P*9i 9h9g 9i9h 9g9f S*8g 9f8e 8g8f 8e9f 9h9g",
        "S*8g 9h9g 8g8f 9g9f P*9g",
    );
}

#[test]
fn the_drop_comes_in_an_earlier_layer_when_the_defender_begins() {
    assert_trap("9/9/9/9/9/7G1/7Pk/9/9 w SP 1", "1g1h P*1i 1h2h S*2i 2h1g 1i1h", "1g1h S*2i 1h1g P*1h");
}

#[test]
fn the_drop_is_a_move_of_the_root() {
    assert_trap(
        "9/9/9/sO7/kO7/9/1S7/9/9 b P 1",
        "8g8f 9e9f 8f9g 9f8g 9g8h 8g9f P*9g 9f8f 8h8g 8f9e 9g9f",
        "P*9f",
    );
}

// Drop and push are the last moves of lines of one length: either may be the first to be looked up. In the second
// position here both orders occur: the push comes first only when that one is turned to the other side and mirrored.

#[test]
fn the_drop_comes_in_the_same_layer() {
    assert_trap(
        "9/9/9/9/9/9/1g7/2s6/3k1L3 b GP 1",
        "G*7i 6i5h P*5i 5h6g 7i7h 6g5f S*6g 5f5g 5i5h",
        "G*7i 6i5h 7i6i 5h6g 6i7h 6g5h S*6g 5h5g P*5h",
    );
    assert_trap(
        "6R2/9/9/1+PP6/9/k8/9/9/3N5 b P 1",
        "P*9g 9f8g 3a3g+ 8g8f 3g8g 8f9e 9g9f",
        "3a9a+ 9f8g 9a9h 8g8f 9h8g 8f9e P*9f",
    );
}

#[test]
fn the_drop_comes_in_the_same_layer_when_the_defender_begins() {
    assert_trap(
        "9/9/9/9/9/9/9/P1s6/k1+P6 w P 1",
        "9i9h P*9i 9h8g 7i7h 8g8f S*8g 8f9g 9i9h",
        "9i9h 7i8i 9h8g 8i7h 8g9h S*8g 9h9g P*9h",
    );
    assert_trap(
        "1+P7/9/k3R4/9/9/9/9/9/9 w P 1",
        "9c9b P*9c 9b8a 5c8c+ 8a9a 9c9b",
        "9c9b 5c9c+ 9b8a 9c8c 8a9a P*9b",
    );
}
