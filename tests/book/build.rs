//! Books out of games.

use crate::{HEADER_AND_START, read, text};
use tsumugi::book::{BuildOptions, Builder};
use tsumugi::{Ending, Position, Record};

fn game(moves: &str, ending: Option<Ending>) -> Record {
    let moves = moves.split(' ').map(|mv| mv.parse().expect("a move")).collect();
    Record { ending, ..Record::new(Position::startpos(), moves) }
}

#[test]
fn moves_are_counted_and_valued_by_the_results() {
    let mut builder = Builder::new(BuildOptions { plies: 1, least_count: 1 });
    // White resigns after Black's move, or Black after White's: the side to move.
    builder.add(&game("7g7f", Some(Ending::Resignation))).expect("legal");
    builder.add(&game("7g7f 3c3d", Some(Ending::Resignation))).expect("legal");
    builder.add(&game("7g7f 3c3d 2g2f", Some(Ending::Resignation))).expect("legal");
    builder.add(&game("7g7f", Some(Ending::Repetition))).expect("legal");
    builder.add(&game("2g2f", Some(Ending::Interruption))).expect("legal");
    builder.add(&game("2g2f", None)).expect("legal");
    let book = builder.finish();
    // 2.5 won and 1.5 lost, one more of each: 600 ln(3.5 / 2.5).
    assert_eq!(text(&book), format!("{HEADER_AND_START}7g7f none 202 none 4\n2g2f none none none 2\n"));
    let moves = book.moves(&Position::startpos());
    assert_eq!(moves.iter().map(|book| book.value).collect::<Vec<_>>(), [Some(202), None]);
    assert!(read(&text(&book)) == book, "what is not known is not known when it is read");
}

#[test]
fn both_sides_share_their_positions() {
    let mut builder = Builder::new(BuildOptions { plies: 10, least_count: 2 });
    // The second game is the first one turned: it begins with a move that gives the turn away.
    builder.add(&game("7g7f 3c3d", None)).expect("legal");
    let turned = Record::new(
        Position::startpos().flip(),
        ["3c3d", "7g7f"].map(|mv| mv.parse().expect("a move")).to_vec(),
    );
    builder.add(&turned).expect("legal");
    let book = builder.finish();
    assert_eq!(book.len(), 2);
    assert!(book.positions().all(|(_, moves)| moves.iter().all(|book| book.count == Some(2))));
}

#[test]
fn an_illegal_move_is_named() {
    let mut builder = Builder::new(BuildOptions { plies: 10, least_count: 1 });
    let error = builder.add(&game("7g7f 7g7f", None)).expect_err("it is White's turn");
    assert_eq!(error.ply, 2);
    assert_eq!(builder.finish().len(), 1);
}
