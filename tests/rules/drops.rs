//! Drops: nifu (二歩), dead-end squares (行き所のない駒), what blocks them.

use crate::agreement::{assert_all_moves, assert_moves, read};
use tsumugi::movegen::legal_moves;
use tsumugi::types::{Color, Move, PieceKind, Square};

/// The files on which the side to move may drop a pawn.
fn pawn_files(sfen: &str) -> Vec<u8> {
    let mut files: Vec<u8> = legal_moves(&read(sfen))
        .iter()
        .filter(|mv| mv.dropped() == Some(PieceKind::Pawn))
        .map(|mv| mv.to().file())
        .collect();
    files.sort();
    files.dedup();
    files
}

fn is_drop(mv: Move) -> bool {
    mv.from().is_none()
}

#[test]
fn two_pawns_on_a_file_are_nifu() {
    assert_eq!(pawn_files("8k/9/9/4P4/9/9/P8/9/9 b P 1"), [1, 2, 3, 4, 6, 7, 8]);
    assert_eq!(pawn_files("9/9/p8/9/9/4p4/9/9/8K w p 1"), [1, 2, 3, 4, 6, 7, 8]);
    // A pawn on its own last rank counts as well.
    assert!(pawn_files("8k/9/9/9/9/9/9/9/PPPPPPPPP b P 1").is_empty());
}

#[test]
fn a_tokin_does_not_count_for_nifu() {
    assert_eq!(pawn_files("8k/9/9/4+P4/9/9/9/9/9 b P 1"), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert_eq!(pawn_files("9/9/9/9/9/4+p4/9/9/8K w p 1"), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    // A tokin before a pawn changes nothing about the pawn.
    assert_eq!(pawn_files("8k/9/9/4+P4/9/9/4P4/9/9 b P 1"), [1, 2, 3, 4, 6, 7, 8, 9]);
}

#[test]
fn a_pawn_of_the_other_side_does_not_count_for_nifu() {
    assert_eq!(pawn_files("8k/4p4/9/9/9/9/9/9/9 b P 1"), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
}

#[test]
fn a_pawn_interposes_only_where_it_is_no_nifu() {
    // The rook checks along the rank; White has pawns on files 3 and 4.
    let is_pawn = |mv: Move| mv.dropped() == Some(PieceKind::Pawn);
    assert_moves("R7k/9/9/9/9/5pp2/9/9/9 w p 1", is_pawn, "P*2a P*5a P*6a P*7a P*8a");
}

#[test]
fn nothing_is_dropped_where_it_could_never_move() {
    for (side, last) in [(Color::Black, [1, 2]), (Color::White, [9, 8])] {
        let king = if side == Color::Black { "9/9/9/9/4k4/9/9/9/9 b" } else { "9/9/9/9/4K4/9/9/9/9 w" };
        let letter = |kind: PieceKind| match side {
            Color::Black => kind.letter(),
            Color::White => kind.letter().to_ascii_lowercase(),
        };
        for (kind, forbidden) in [
            (PieceKind::Pawn, &last[..1]),
            (PieceKind::Lance, &last[..1]),
            (PieceKind::Knight, &last[..]),
            (PieceKind::Silver, &[]),
            (PieceKind::Gold, &[]),
            (PieceKind::Bishop, &[]),
            (PieceKind::Rook, &[]),
        ] {
            let position = read(&format!("{king} {} 1", letter(kind)));
            let mut found: Vec<Square> =
                legal_moves(&position).iter().filter(|&&mv| is_drop(mv)).map(|mv| mv.to()).collect();
            found.sort();
            let allowed = |sq: &Square| !forbidden.contains(&sq.rank()) && position.piece_at(*sq).is_none();
            assert_eq!(found, Square::all().filter(allowed).collect::<Vec<_>>(), "{side} drops {kind:?}");
        }
    }
}

#[test]
fn a_last_free_square_where_the_piece_could_never_move_takes_no_drop() {
    // Stones everywhere but on 5a and 5b: a pawn and a lance go to 5b alone, a knight nowhere, a silver to both.
    let rest = "OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO";
    assert_all_moves(&format!("OOOO1OOOO/OOOO1OOOO/{rest} b PLNS 1"), "P*5b L*5b S*5a S*5b");
}

#[test]
fn drops_go_to_empty_squares_only() {
    // Own piece, other side's piece and stone are no targets; two squares are left.
    let rest = "OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO";
    assert_moves(&format!("OOOGg1O1O/{rest} b S 1"), is_drop, "S*2a S*4a");
}

#[test]
fn each_piece_in_hand_interposes() {
    // Between rook and king there is one square; a knight on 2b and a pawn there could move.
    assert_moves("6OOO/6R1k/6OOO/9/9/9/9/9/9 w rbgsnlp 1", is_drop, "R*2b B*2b G*2b S*2b N*2b L*2b P*2b");
    // On the last two ranks of the one who drops, a knight is none of them; on the last one nor are lance and pawn.
    assert_moves("9/9/9/9/9/9/6OOO/6R1k/6OOO w rbgsnlp 1", is_drop, "R*2h B*2h G*2h S*2h L*2h P*2h");
    assert_moves("9/9/9/9/9/9/9/6OOO/6R1k w rbgsnlp 1", is_drop, "R*2i B*2i G*2i S*2i");
}
