//! Lines of moves: played to their end, or refused at the first illegal move, which is named.

use crate::agreement::mv;
use tsumugi::movegen::{IllegalMove, play_line};
use tsumugi::position::{Illegality, Position, parse_position};
use tsumugi::types::{PieceKind, Square};

fn play(text: &str) -> (Position, Result<(), IllegalMove>) {
    let (mut position, line) = parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let played = play_line(&mut position, &line);
    (position, played)
}

fn sq(usi: &str) -> Square {
    usi.parse().expect("a square")
}

#[test]
fn a_legal_line_is_played() {
    let (position, played) = play("position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*5e");
    assert_eq!(played, Ok(()));
    assert_eq!(position.sfen(), "lnsgkg1nl/1r5s1/pppppp1pp/6p2/4B4/2P6/PP1PPPPPP/7R1/LNSGKGSNL w b 6");
}

#[test]
fn an_error_names_the_ply_the_move_and_the_position() {
    // (text, ply, move) by what is wrong with it
    let cases = [
        (Illegality::NotOwn(sq("5e")), "position startpos moves 5e5d", 1, "5e5d"),
        (Illegality::NotOwn(sq("2g")), "position startpos moves 7g7f 2g2f", 2, "2g2f"),
        (
            Illegality::Unreachable { from: sq("8h"), to: sq("1a") },
            "position startpos moves 7g7f 3c3d 8h1a+",
            3,
            "8h1a+",
        ),
        (Illegality::NotHeld(PieceKind::Pawn), "position startpos moves P*5e", 1, "P*5e"),
        (Illegality::Nifu, "position startpos moves 2g2f 8c8d 2f2e 8d8e 2e2d 2c2d 2h2d 8e8f P*7d", 9, "P*7d"),
        (Illegality::NoPromotion, "position startpos moves 7g7f+", 1, "7g7f+"),
        (Illegality::DeadEnd, "position sfen 8k/9/4N4/9/9/9/9/9/9 b - 1 moves 5c4a", 1, "5c4a"),
        (Illegality::KingInCheck, "position sfen 4k4/9/9/9/4r4/9/9/9/4K4 b - 1 moves 5i5h", 1, "5i5h"),
        (Illegality::KingInCheck, "position sfen 4k4/9/9/9/4r4/9/9/4G4/4K4 b - 1 moves 5h4h", 1, "5h4h"),
        (Illegality::Occupied(sq("5d")), "position sfen k8/9/9/4O4/4R4/9/9/9/9 b - 1 moves 5e5d", 1, "5e5d"),
        (Illegality::PawnDropMate, "position sfen 7lk/9/7G1/9/9/9/9/9/9 b P 1 moves P*1b", 1, "P*1b"),
    ];
    for (reason, text, ply, wrong) in cases {
        let (position, played) = play(text);
        let error = played.expect_err(text);
        let found = (error.reason, error.ply, error.mv.mv, error.sfen.clone());
        assert_eq!(found, (reason, ply, mv(wrong), position.sfen()), "{text}");
        let message = error.to_string();
        let place = format!("move {ply} of the line, {wrong},");
        assert!(message.contains(&place) && message.ends_with(&position.sfen()), "{text}: {message}");
        assert_eq!(position.key(), position.compute_key(), "{text}");
    }
}

#[test]
fn what_follows_an_illegal_move_is_not_played() {
    let (position, played) = play("position startpos moves 7g7f 7g7f 3c3d");
    assert_eq!(played.map_err(|error| error.ply), Err(2));
    assert_eq!(position.move_number(), 2);
}

#[test]
fn an_empty_line_changes_nothing() {
    let (position, played) = play("position startpos");
    assert_eq!((position, played), (Position::startpos(), Ok(())));
}
