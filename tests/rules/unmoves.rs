//! Un-moves: what can have been before, in small positions where all of it can be named.

use crate::agreement::{mv, read};
use crate::oracle;
use tsumugi::movegen::{is_legal, unmoves};
use tsumugi::position::Position;
use tsumugi::types::{Color, Piece, PieceKind};

/// The un-moves as text, sorted, after each was played forward again and all were compared with the oracle's.
#[track_caller]
fn unmoves_of(position: &Position) -> Vec<(Position, String)> {
    let found = unmoves(position);
    for (before, mv) in &found {
        assert!(is_legal(before, *mv), "{mv} in {before}");
        let mut after = before.clone();
        after.do_move(*mv);
        assert_eq!(&after, position, "{mv} in {before}");
    }
    let mut texts: Vec<(String, String)> = found
        .iter()
        .map(|(before, mv)| {
            let text = before.sfen();
            (text.rsplit_once(' ').expect("a move number").0.to_owned(), mv.to_string())
        })
        .collect();
    texts.sort();
    let board = oracle::sfen::read(&position.sfen()).expect("an SFEN");
    assert_eq!(texts, oracle::unmoves(&board), "un-moves of {position}");
    found.into_iter().map(|(before, mv)| (before, mv.to_string())).collect()
}

/// The moves that can have led to the position, with repetitions where they took different pieces; for the other
/// side's moves as well.
#[track_caller]
fn assert_last_moves(sfen: &str, expected: &str) {
    let position = read(sfen);
    let mut found: Vec<String> = unmoves_of(&position).into_iter().map(|(_, mv)| mv).collect();
    let mut expected: Vec<&str> = expected.split_whitespace().collect();
    expected.sort();
    found.sort();
    assert_eq!(found, expected, "{sfen}");
    let flipped = unmoves_of(&position.flip()).into_iter().map(|(_, text)| mv(&text).flip().to_string());
    let mut flipped: Vec<String> = flipped.collect();
    flipped.sort();
    assert_eq!(flipped, expected, "flipped: {sfen}");
}

#[test]
fn a_pawn_was_dropped_or_came_from_behind() {
    assert_last_moves("8k/9/9/9/4P4/9/9/9/9 w - 2", "P*5e 5f5e");
}

#[test]
fn a_promoted_piece_was_not_dropped() {
    // The tokin was one before, or promoted on its way; a pawn comes from behind only.
    assert_last_moves("8k/9/4+P4/9/9/9/9/9/9 w - 2", "5d5c 4d5c 6d5c 4c5c 6c5c 5b5c 5d5c+");
}

#[test]
fn a_piece_promoted_on_its_way_out_of_the_zone() {
    let position = read("8k/9/9/4+S4/9/9/9/9/9 w - 2");
    let promoted: Vec<String> =
        unmoves_of(&position).into_iter().map(|(_, mv)| mv).filter(|mv| mv.ends_with('+')).collect();
    // A silver comes back diagonally from the third rank; from the fifth it would not have promoted.
    assert_eq!(promoted.len(), 2, "{promoted:?}");
    assert!(promoted.contains(&"4c5d+".to_owned()) && promoted.contains(&"6c5d+".to_owned()));
}

#[test]
fn what_was_taken_lies_in_the_movers_hand_promoted_or_not() {
    let position = read("8k/9/9/9/4P4/9/9/9/9 w S 2");
    let taken: Vec<_> = unmoves_of(&position)
        .into_iter()
        .filter(|(_, mv)| mv == "5f5e")
        .map(|(before, _)| before.piece_at("5e".parse().expect("a square")))
        .collect();
    let white = |kind| Some(Piece::new(Color::White, kind));
    assert_eq!(taken.len(), 3);
    for piece in [None, white(PieceKind::Silver), white(PieceKind::ProSilver)] {
        assert!(taken.contains(&piece), "{piece:?}");
    }
}

#[test]
fn a_dead_end_piece_was_not_taken() {
    // A pawn of White's cannot have stood on 5i, a tokin can.
    let position = read("8k/9/9/9/9/9/9/9/4G4 w P 2");
    let taken = unmoves_of(&position).into_iter().filter(|(_, mv)| mv == "4i5i");
    let taken: Vec<_> = taken.map(|(before, _)| before.sfen()).collect();
    assert_eq!(taken.len(), 2, "{taken:?}");
    assert!(taken.iter().any(|sfen| sfen.starts_with("8k/9/9/9/9/9/9/9/4+pG3 b -")), "{taken:?}");
}

#[test]
fn a_second_pawn_on_the_file_was_not_taken() {
    let position = read("8k/4p4/9/9/4G4/9/9/9/9 w P 2");
    let taken = unmoves_of(&position).into_iter().filter(|(_, mv)| mv == "5f5e");
    let taken: Vec<_> = taken.map(|(before, _)| before.sfen()).collect();
    assert_eq!(taken.len(), 2, "nothing or a tokin: {taken:?}");
}

#[test]
fn a_pawn_did_not_come_back_to_a_file_with_another_one() {
    // The tokin on 5c cannot have been the pawn on 5d, for there is one on 5g.
    let position = read("8k/9/4+P4/9/9/9/4P4/9/9 w - 2");
    let found = unmoves_of(&position);
    assert!(!found.iter().any(|(_, mv)| mv == "5d5c+"), "{found:?}");
    assert!(found.iter().any(|(_, mv)| mv == "5d5c"));
}

#[test]
fn a_pawn_that_mates_was_not_dropped() {
    assert_last_moves("7lk/8P/7G1/9/9/9/9/9/9 w - 2", "1c1b");
    // The lance on 2a gone, it does not mate.
    assert_last_moves("8k/8P/7G1/9/9/9/9/9/9 w - 2", "P*1b 1c1b");
}

#[test]
fn the_checking_piece_moved_last() {
    // On the rank the rook would have given check before its move; on the file a stone is in its way.
    assert_last_moves("3OkR3/3OOO3/6G2/9/9/9/9/9/9 w - 2", "R*4a");
}

#[test]
fn nothing_leaves_the_own_king_in_check() {
    // White is to move and could take the king: Black's last move was none.
    let position = Position::from_sfen("4k4/9/9/9/9/9/9/4r4/4K4 w - 2").expect("an SFEN");
    assert!(unmoves(&position).is_empty());
}
