//! Uchifuzume (打歩詰): a pawn drop that mates is illegal. Every case is judged for Black's and for White's drops, on
//! the board and in its mirror; by the generators, by the oracle, as a move that comes in through `position … moves`,
//! and backwards, as an un-move.
//!
//! The boards show Black's pieces in capitals, stones as `O`, and only the part of the board where something stands.
//! Black holds a pawn and is to move, if nothing else is said.

use crate::agreement::{assert_agrees, mv, read, sorted, turned};
use tsumugi::movegen::{
    checks, evasions, in_check, is_legal, is_mate, legal_moves, opponent_in_check, play_line, unmoves,
};
use tsumugi::position::{Position, parse_position};
use tsumugi::types::Move;

/// The drop would mate, and nothing else is wrong with it.
#[track_caller]
fn assert_uchifuzume(sfen: &str, drop: &str) {
    for (position, drop) in turned(&read(sfen), mv(drop)) {
        assert_judged(&position, drop, false);
    }
}

/// The drop gives check, does not mate, and is legal.
#[track_caller]
fn assert_legal(sfen: &str, drop: &str) {
    for (position, drop) in turned(&read(sfen), mv(drop)) {
        assert_judged(&position, drop, true);
    }
}

#[track_caller]
fn assert_judged(position: &Position, drop: Move, legal: bool) {
    assert_agrees(position);
    assert_eq!(is_legal(position, drop), legal, "{drop} in {position}");
    assert_eq!(legal_moves(position).contains(&drop), legal, "{drop} among the moves of {position}");
    assert_eq!(checks(position).contains(&drop), legal, "{drop} among the checks of {position}");
    if in_check(position) {
        assert_eq!(evasions(position).contains(&drop), legal, "{drop} among the evasions of {position}");
    }

    let text = format!("position sfen {position} moves {drop}");
    let (mut root, line) = parse_position(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let played = play_line(&mut root, &line);
    assert_eq!(played.is_ok(), legal, "{text}");
    if let Err(error) = played {
        assert_eq!((error.ply, error.mv.mv, &root), (1, drop, position));
    }

    // The drop mates if and only if it is illegal, so that no other rule is in play.
    let mut after = position.clone();
    after.do_move(drop);
    assert!(in_check(&after) && !opponent_in_check(&after), "after {drop} in {position}");
    assert_eq!(is_mate(&after), !legal, "after {drop} in {position}");
    assert_agrees(&after);
    let taken_back = unmoves(&after).into_iter().any(|(before, mv)| mv == drop && before == *position);
    assert_eq!(taken_back, legal, "{drop} taken back to {position}");
}

#[test]
fn the_king_cannot_take_on_a_guarded_square() {
    //     3  2  1
    //     .  l  k  a
    //     .  .  .  b
    //     .  G  .  c
    //     .  .  .  d
    assert_uchifuzume("7lk/9/7G1/9/9/9/9/9/9 b P 1", "P*1b");
}

#[test]
fn the_king_takes_on_an_unguarded_square() {
    //     5  4  3  2  1
    //     .  .  .  l  k  a
    //     .  .  .  .  .  b
    //     .  G  .  .  .  c
    //     .  .  .  .  .  d
    assert_legal("7lk/9/5G3/9/9/9/9/9/9 b P 1", "P*1b");
}

#[test]
fn a_check_by_contact_is_not_interposed() {
    // White holds everything else, and cannot use it.
    //     3  2  1
    //     .  l  k  a
    //     .  .  .  b
    //     .  G  .  c
    //     .  .  .  d
    assert_uchifuzume("7lk/9/7G1/9/9/9/9/9/9 b P2r2b3g4s4n3l17p 1", "P*1b");
}

#[test]
fn only_dropped_pawns_are_forbidden_to_mate() {
    //     3  2  1
    //     .  O  k  a
    //     .  .  .  b
    //     .  G  .  c
    //     .  .  .  d
    let sfen = "7Ok/9/7G1/9/9/9/9/9/9 b LP 1";
    assert_uchifuzume(sfen, "P*1b");
    let mut after = read(sfen);
    assert!(is_legal(&after, mv("L*1b")));
    after.do_move(mv("L*1b"));
    assert!(is_mate(&after));
}

#[test]
fn a_flight_square_is_left() {
    //     3  2  1
    //     .  .  k  a
    //     .  .  .  b
    //     .  G  .  c
    //     .  .  .  d
    assert_legal("8k/9/7G1/9/9/9/9/9/9 b P 1", "P*1b");
}

#[test]
fn a_stone_takes_the_flight_square() {
    //     3  2  1
    //     .  O  k  a
    //     .  .  .  b
    //     .  G  .  c
    //     .  .  .  d
    assert_uchifuzume("7Ok/9/7G1/9/9/9/9/9/9 b P 1", "P*1b");
}

#[test]
fn stones_take_all_flight_squares() {
    //     7  6  5  4  3
    //     .  .  .  .  .  c
    //     .  O  O  O  .  d
    //     .  O  k  O  .  e
    //     .  O  .  O  .  f
    //     .  .  G  .  .  g
    //     .  .  .  .  .  h
    assert_uchifuzume("9/9/9/3OOO3/3OkO3/3O1O3/4G4/9/9 b P 1", "P*5f");
}

#[test]
fn the_bishop_covers_the_flight_square() {
    //     6  5  4  3  2  1
    //     .  .  .  .  .  k  a
    //     .  .  .  .  .  .  b
    //     .  .  .  .  G  .  c
    //     .  B  .  .  .  .  d
    //     .  .  .  .  .  .  e
    assert_uchifuzume("8k/9/7G1/4B4/9/9/9/9/9 b P 1", "P*1b");
}

#[test]
fn a_stone_shields_the_flight_square_from_the_bishop() {
    //     6  5  4  3  2  1
    //     .  .  .  .  .  k  a
    //     .  .  .  .  .  .  b
    //     .  .  O  .  G  .  c
    //     .  B  .  .  .  .  d
    //     .  .  .  .  .  .  e
    assert_legal("8k/9/5O1G1/4B4/9/9/9/9/9 b P 1", "P*1b");
}

#[test]
fn the_taker_is_pinned_by_a_rook() {
    //     6  5  4  3  2  1
    //     .  R  .  .  g  k  a
    //     .  .  .  .  .  .  b
    //     .  .  .  S  .  .  c
    //     .  .  .  .  N  .  d
    //     .  .  .  .  .  .  e
    assert_uchifuzume("4R2gk/9/6S2/7N1/9/9/9/9/9 b P 1", "P*1b");
}

#[test]
fn nothing_pins_the_taker() {
    //     4  3  2  1
    //     .  .  g  k  a
    //     .  .  .  .  b
    //     .  S  .  .  c
    //     .  .  N  .  d
    //     .  .  .  .  e
    assert_legal("7gk/9/6S2/7N1/9/9/9/9/9 b P 1", "P*1b");
}

#[test]
fn a_stone_keeps_the_rook_from_pinning_the_taker() {
    //     6  5  4  3  2  1
    //     .  R  O  .  g  k  a
    //     .  .  .  .  .  .  b
    //     .  .  .  S  .  .  c
    //     .  .  .  .  N  .  d
    //     .  .  .  .  .  .  e
    assert_legal("4RO1gk/9/6S2/7N1/9/9/9/9/9 b P 1", "P*1b");
}

#[test]
fn the_taker_is_pinned_by_a_dragon() {
    //     6  5  4  3  2  1
    //     . +R  .  .  g  k  a
    //     .  .  .  .  .  .  b
    //     .  .  .  S  .  .  c
    //     .  .  .  .  N  .  d
    //     .  .  .  .  .  .  e
    assert_uchifuzume("4+R2gk/9/6S2/7N1/9/9/9/9/9 b P 1", "P*1b");
}

#[test]
fn the_taker_is_pinned_by_a_bishop() {
    //     4  3  2  1
    //     .  .  l  k  a
    //     .  .  g  .  b
    //     .  B  .  .  c
    //     .  .  N  .  d
    //     .  .  .  .  e
    assert_uchifuzume("7lk/7g1/6B2/7N1/9/9/9/9/9 b P 1", "P*1b");
}

#[test]
fn the_bishop_stands_beside_the_diagonal_and_pins_nothing() {
    //     4  3  2  1
    //     .  .  l  k  a
    //     .  .  g  .  b
    //     .  .  .  .  c
    //     .  B  N  .  d
    //     .  .  .  .  e
    assert_legal("7lk/7g1/9/6BN1/9/9/9/9/9 b P 1", "P*1b");
}

#[test]
fn the_taker_is_pinned_by_a_horse() {
    //     5  4  3  2  1
    //     .  .  .  l  k  a
    //     .  .  .  g  .  b
    //     .  .  .  .  .  c
    //     . +B  .  N  .  d
    //     .  .  .  .  .  e
    assert_uchifuzume("7lk/7g1/9/5+B1N1/9/9/9/9/9 b P 1", "P*1b");
}

#[test]
fn one_of_two_takers_is_not_pinned() {
    // The gold is pinned, the bishop takes.
    //     6  5  4  3  2  1
    //     .  R  .  .  g  k  a
    //     .  .  .  .  .  .  b
    //     .  .  .  S  .  .  c
    //     .  .  .  .  N  .  d
    //     .  .  b  .  .  .  e
    //     .  .  .  .  .  .  f
    assert_legal("4R2gk/9/6S2/7N1/5b3/9/9/9/9 b P 1", "P*1b");
}

#[test]
fn both_takers_are_pinned() {
    //     6  5  4  3  2  1
    //     .  R  .  .  g  k  a
    //     .  .  .  .  r  .  b
    //     .  .  .  B  .  .  c
    //     .  .  .  .  N  .  d
    //     .  .  .  .  .  .  e
    assert_uchifuzume("4R2gk/7r1/6B2/7N1/9/9/9/9/9 b P 1", "P*1b");
}

// What pins along the king's file in front of him pins a piece that stands on the pawn's own file: taking the pawn
// keeps it there, and the pawn even stands between it and its king. On every other line of a pin the pawn's square does
// not lie. So a lance never forbids the capture, and "unless it moves along the pin" is always and only the case here.
#[test]
fn the_taker_moves_along_the_pin_of_a_lance() {
    //     8  7  6  5  4  3  2
    //     .  .  l  k  l  .  .  a
    //     .  .  .  .  .  .  .  b
    //     .  S  .  g  .  S  .  c
    //     .  .  .  .  N  .  .  d
    //     .  .  .  L  .  .  .  e
    //     .  .  .  .  .  .  .  f
    assert_legal("3lkl3/9/2S1g1S2/5N3/4L4/9/9/9/9 b P 1", "P*5b");
}

#[test]
fn the_taker_moves_along_the_pin_of_a_rook() {
    //     8  7  6  5  4  3  2
    //     .  .  l  k  l  .  .  a
    //     .  .  .  .  .  .  .  b
    //     .  S  .  g  .  S  .  c
    //     .  .  .  .  N  .  .  d
    //     .  .  .  .  .  .  .  e
    //     .  .  .  .  .  .  .  f
    //     .  .  .  .  .  .  .  g
    //     .  .  .  R  .  .  .  h
    //     .  .  .  .  .  .  .  i
    assert_legal("3lkl3/9/2S1g1S2/5N3/9/9/9/4R4/9 b P 1", "P*5b");
}

#[test]
fn what_the_lance_pins_does_not_reach_the_pawn() {
    //     8  7  6  5  4  3  2
    //     .  .  l  k  l  .  .  a
    //     .  .  .  .  .  .  .  b
    //     .  S  .  n  .  S  .  c
    //     .  .  .  .  N  .  .  d
    //     .  .  .  L  .  .  .  e
    //     .  .  .  .  .  .  .  f
    assert_uchifuzume("3lkl3/9/2S1n1S2/5N3/4L4/9/9/9/9 b P 1", "P*5b");
}

#[test]
fn the_guard_is_pinned_to_the_attackers_king_by_a_lance_and_guards() {
    //     3  2  1
    //     .  l  k  a
    //     .  .  .  b
    //     .  G  .  c
    //     .  .  .  d
    //     .  .  .  e
    //     .  .  .  f
    //     .  .  .  g
    //     .  .  .  h
    //     .  K  .  i
    assert_uchifuzume("7lk/9/7G1/9/9/9/9/9/7K1 b P 1", "P*1b");
}

#[test]
fn the_guard_is_pinned_to_the_attackers_king_by_a_bishop_and_guards() {
    //     5  4  3  2  1
    //     .  K  .  l  k  a
    //     .  .  .  .  .  b
    //     .  .  .  G  .  c
    //     .  .  .  .  b  d
    //     .  .  .  .  .  e
    assert_uchifuzume("5K1lk/9/7G1/8b/9/9/9/9/9 b P 1", "P*1b");
}

#[test]
fn the_attackers_king_is_the_guard() {
    //     3  2  1
    //     .  O  k  a
    //     .  .  .  b
    //     .  K  .  c
    //     .  .  .  d
    assert_uchifuzume("7Ok/9/7K1/9/9/9/9/9/9 b P 1", "P*1b");
}

// What covers a flight square only through the king gives check along the same line before the pawn is dropped, and
// a position in which the side not to move stands in check is none: no drop is judged by it. The mate test meets it
// where the pawn and the rook check at once. White is to move.
#[test]
fn a_flight_square_is_covered_only_through_the_king() {
    //     6  5  4  3  2  1
    //     .  R  .  k  .  .  a
    //     .  .  O  P  O  .  b
    //     .  .  .  L  .  .  c
    //     .  .  .  .  .  .  d
    let behind_the_king = "4R1k2/5OPO1/6L2/9/9/9/9/9/9 w - 1";
    // With a stone in the rook's way:
    //     6  5  4  3  2  1
    //     .  R  O  k  .  .  a
    //     .  .  O  P  O  .  b
    //     .  .  .  L  .  .  c
    //     .  .  .  .  .  .  d
    let behind_a_stone = "4ROk2/5OPO1/6L2/9/9/9/9/9/9 w - 1";
    for (sfen, mated, moves) in [(behind_the_king, true, ""), (behind_a_stone, false, "3a2a")] {
        assert_eq!(sorted(&legal_moves(&read(sfen))).join(" "), moves, "{sfen}");
        for position in [read(sfen), read(sfen).flip(), read(sfen).mirror()] {
            assert_eq!(is_mate(&position), mated, "{position}");
            assert_agrees(&position);
        }
    }
}

#[test]
fn a_flight_square_lies_behind_a_pinned_piece_and_the_king() {
    // The nearest that a drop comes to it: the rook pins the knight and does not cover 2a.
    //     6  5  4  3  2
    //     .  R  n  k  .  a
    //     .  .  .  .  .  b
    //     .  .  .  G  .  c
    //     .  .  .  .  .  d
    assert_legal("4Rnk2/9/6G2/9/9/9/9/9/9 b P 1", "P*3b");
}

#[test]
fn a_stone_takes_the_flight_square_behind_the_king() {
    //     6  5  4  3  2  1
    //     .  R  n  k  O  .  a
    //     .  .  .  .  .  .  b
    //     .  .  .  G  .  .  c
    //     .  .  .  .  .  .  d
    assert_uchifuzume("4RnkO1/9/6G2/9/9/9/9/9/9 b P 1", "P*3b");
}

#[test]
fn the_pawn_closes_the_line_of_its_own_rook() {
    // 4b is covered until the pawn stands on 5b.
    //     9  8  7  6  5  4  3
    //     .  .  .  l  k  l  .  a
    //     R  .  .  .  .  .  .  b
    //     .  .  .  .  .  .  .  c
    assert_legal("3lkl3/R8/9/9/9/9/9/9/9 b P 1", "P*5b");
}

#[test]
fn another_piece_covers_what_the_closed_line_did() {
    //     9  8  7  6  5  4  3  2
    //     .  .  .  l  k  l  .  .  a
    //     R  .  .  .  .  .  .  .  b
    //     .  .  .  .  .  .  S  .  c
    //     .  .  .  .  .  .  .  .  d
    assert_uchifuzume("3lkl3/R8/6S2/9/9/9/9/9/9 b P 1", "P*5b");
}

#[test]
fn the_pawn_closes_the_line_of_its_own_bishop() {
    // 4a is covered until the pawn stands on 5b.
    //     9  8  7  6  5  4  3  2
    //     .  .  .  l  k  .  .  .  a
    //     .  .  .  .  .  .  .  .  b
    //     .  .  S  .  .  .  S  .  c
    //     .  .  .  .  .  .  .  .  d
    //     .  B  .  .  .  .  .  .  e
    //     .  .  .  .  .  .  .  .  f
    assert_legal("3lk4/9/2S3S2/9/1B7/9/9/9/9 b P 1", "P*5b");
}

#[test]
fn the_closed_line_of_the_bishop_covered_nothing_free() {
    //     9  8  7  6  5  4  3  2
    //     .  .  .  l  k  l  .  .  a
    //     .  .  .  .  .  .  .  .  b
    //     .  .  S  .  .  .  S  .  c
    //     .  .  .  .  .  .  .  .  d
    //     .  B  .  .  .  .  .  .  e
    //     .  .  .  .  .  .  .  .  f
    assert_uchifuzume("3lkl3/9/2S3S2/9/1B7/9/9/9/9 b P 1", "P*5b");
}

#[test]
fn the_bishops_line_behind_the_pawn_stays_open() {
    //     8  7  6  5  4  3
    //     .  .  l  k  l  .  a
    //     .  .  .  .  .  .  b
    //     .  S  .  .  .  .  c
    //     .  .  .  .  N  .  d
    //     .  B  .  .  .  .  e
    //     .  .  .  .  .  .  f
    assert_uchifuzume("3lkl3/9/2S6/5N3/2B6/9/9/9/9 b P 1", "P*5b");
}

// A drop closes lines and opens none. The push to the same square opens the bishop's line to 4b, and may mate.
#[test]
fn a_push_opens_a_line_and_mates() {
    //     8  7  6  5  4  3
    //     .  .  l  k  l  .  a
    //     .  .  .  .  .  .  b
    //     .  S  .  P  .  .  c
    //     .  .  .  .  N  .  d
    //     .  B  .  .  .  .  e
    //     .  .  .  .  .  .  f
    let position = read("3lkl3/9/2S1P4/5N3/2B6/9/9/9/9 b - 1");
    for (position, push) in turned(&position, mv("5c5b")) {
        assert_agrees(&position);
        assert!(is_legal(&position, push) && checks(&position).contains(&push), "{push} in {position}");
        let mut after = position.clone();
        after.do_move(push);
        assert!(is_mate(&after), "after {push} in {position}");
        // Both ways to promote or not are there, and only moves of the pawn can have given this check.
        let pushes: Vec<_> = unmoves(&after).into_iter().filter(|(before, _)| *before == position).collect();
        assert_eq!(pushes, [(position, push)]);
    }
}

#[test]
fn a_stone_keeps_the_bishops_line_closed() {
    //     8  7  6  5  4  3
    //     .  .  l  k  l  .  a
    //     .  .  .  .  .  .  b
    //     .  S  .  O  .  .  c
    //     .  .  .  .  N  .  d
    //     .  B  .  .  .  .  e
    //     .  .  .  .  .  .  f
    assert_legal("3lkl3/9/2S1O4/5N3/2B6/9/9/9/9 b P 1", "P*5b");
}

// The defender's only evasion would be a pawn drop that mates the attacker's king, so that the position is mate: that
// cannot be. For the pawn to mate, the checking piece right behind it must be pinned to the attacker's king, on a line
// on which the pinning piece can always take it. The nearest cases follow; White is to move, with a pawn in hand.
#[test]
fn the_only_evasion_is_a_pawn_drop_that_checks_and_is_taken() {
    // The pawn on 3c checks, and the bishop takes it: it is legal, and the only move.
    //     5  4  3  2  1
    //     .  .  .  O  k  a
    //     .  .  .  .  O  b
    //     .  .  .  .  .  c
    //     .  B  K  .  .  d
    //     .  .  .  .  .  e
    //     .  .  .  .  .  f
    //     .  .  .  .  .  g
    //     .  .  .  p  .  h
    //     .  .  .  .  .  i
    let sfen = "7Ok/8O/9/5BK2/9/9/9/7p1/9 w p 1";
    assert_eq!(sorted(&evasions(&read(sfen))), ["P*3c"]);
    assert_legal(sfen, "P*3c");
}

#[test]
fn the_pawn_drop_that_evades_would_mate_and_the_pinning_rook_takes() {
    // The bishop is pinned by the rook on 6d, so that the pawn on 3c would mate; the rook takes the bishop.
    //     7  6  5  4  3  2  1
    //     .  .  .  .  .  O  k  a
    //     .  .  .  .  .  .  .  b
    //     .  .  .  O  .  .  r  c
    //     .  r  .  B  K  N  .  d
    //     .  .  .  O  O  O  L  e
    //     .  .  .  .  .  .  .  f
    //     .  .  .  .  .  .  .  g
    //     .  .  .  .  .  p  .  h
    //     .  .  .  .  .  .  .  i
    let sfen = "7Ok/9/5O2r/3r1BKN1/5OOOL/9/9/7p1/9 w p 1";
    assert_uchifuzume(sfen, "P*3c");
    assert_eq!(sorted(&evasions(&read(sfen))), ["6d4d"]);
}

#[test]
fn the_pawn_drop_that_evades_is_illegal_and_the_position_is_mate() {
    // Here nifu forbids the only interpositions.
    //     5  4  3  2  1
    //     .  .  .  O  k  a
    //     .  .  .  .  O  b
    //     .  .  .  .  .  c
    //     .  B  K  .  .  d
    //     .  .  .  .  .  e
    //     .  .  .  .  .  f
    //     .  .  .  .  .  g
    //     .  .  p  p  .  h
    //     .  .  .  .  .  i
    let position = read("7Ok/8O/9/5BK2/9/9/9/6pp1/9 w p 1");
    for position in [position.clone(), position.flip(), position.mirror()] {
        assert!(is_mate(&position), "{position}");
        assert_agrees(&position);
    }
}

#[test]
fn the_attacker_is_in_check_and_the_pawn_interposes_and_mates() {
    // The rook checks the king on 1e; the bishop pins it, so that it does not take the pawn on 3e.
    //     6  5  4  3  2  1
    //     .  .  .  .  .  .  b
    //     .  .  l  p  l  .  c
    //     .  .  p  k  p  .  d
    //     .  .  r  .  .  K  e
    //     .  B  .  G  .  .  f
    //     .  .  .  .  .  .  g
    let sfen = "9/9/5lpl1/5pkp1/5r2K/4B1G2/9/9/9 b P 1";
    assert_uchifuzume(sfen, "P*3e");
    // On 2e the pawn interposes without check.
    assert!(is_legal(&read(sfen), mv("P*2e")));
}

#[test]
fn the_attacker_is_in_check_and_the_interposing_pawn_is_taken() {
    // The bishop stands beside the diagonal: the rook takes.
    //     6  5  4  3  2  1
    //     .  .  .  .  .  .  b
    //     .  .  l  p  l  .  c
    //     .  .  p  k  p  .  d
    //     .  .  r  .  .  K  e
    //     .  .  .  G  .  .  f
    //     .  B  .  .  .  .  g
    //     .  .  .  .  .  .  h
    assert_legal("9/9/5lpl1/5pkp1/5r2K/6G2/4B4/9/9 b P 1", "P*3e");
}

#[test]
fn the_rook_on_the_kings_line() {
    // From a text on 3×3 shogi: the gold that takes leaves the line and exposes its king.
    //     4  3  2  1
    //     .  R  g  k  a
    //     .  .  .  .  b
    //     .  .  K  .  c
    //     .  .  .  .  d
    assert_uchifuzume("6Rgk/9/7K1/9/9/9/9/9/9 b P 1", "P*1b");
}

#[test]
fn the_bishop_on_the_kings_diagonal() {
    // The other diagram: the rook that takes leaves the diagonal.
    //     4  3  2  1
    //     .  .  l  k  a
    //     .  .  r  .  b
    //     .  B  .  K  c
    //     .  .  .  .  d
    assert_uchifuzume("7lk/7r1/6B1K/9/9/9/9/9/9 b P 1", "P*1b");
}

#[test]
fn a_line_is_judged_at_the_ply_of_the_drop() {
    // The gold on 2d goes to 2c first, White waits, and the drop would mate.
    //     9  8  7
    //     G  .  .  a
    //     .  .  .  b
    //     .  .  .  c
    //     .  .  .  d
    //     .  .  .  e
    //     .  .  .  f
    //     .  g  .  g
    //     .  .  .  h
    //     K  L  .  i
    let quiet = "position sfen 7lk/9/9/7G1/9/9/9/9/g8 b P 1 moves 2d2c 9i9h";
    let (mut position, line) = parse_position(&format!("{quiet} P*1b")).expect("a position");
    let error = play_line(&mut position, &line).expect_err("a pawn drop that mates");
    assert_eq!((error.ply, error.mv.mv), (3, mv("P*1b")));
    let (mut position, line) = parse_position(&format!("{quiet} P*1d")).expect("a position");
    assert_eq!(play_line(&mut position, &line), Ok(()));
}

#[test]
fn a_line_is_judged_when_white_drops() {
    //     9  8  7
    //     G  .  .  a
    //     .  .  .  b
    //     .  .  .  c
    //     .  .  .  d
    //     .  .  .  e
    //     .  .  .  f
    //     .  g  .  g
    //     .  .  .  h
    //     K  L  .  i
    let sfen = "G8/9/9/9/9/9/1g7/9/KL7 b p 1";
    let (mut position, line) =
        parse_position(&format!("position sfen {sfen} moves 9a9b P*9h")).expect("a position");
    let error = play_line(&mut position, &line).expect_err("a pawn drop that mates");
    assert_eq!((error.ply, error.mv.mv), (2, mv("P*9h")));
}
