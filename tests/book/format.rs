//! The text form.

use crate::{random_book, read, text};
use tsumugi::book::{Book, BookError, BookFault, HEADER, stats};

const START: &str = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

#[test]
fn what_is_written_is_read() {
    let book = random_book(1, 50, 30);
    let written = text(&book);
    assert!(written.starts_with(&format!("{HEADER}\nsfen ")));
    assert_eq!(text(&read(&written)), written);
    assert_eq!(read(&written).len(), book.len());
}

#[test]
fn positions_are_written_in_byte_order() {
    let written = text(&random_book(2, 50, 30));
    let keys: Vec<&str> = written
        .lines()
        .filter(|line| line.starts_with("sfen "))
        .map(|line| line.trim_end_matches(" 1"))
        .collect();
    assert!(keys.len() > 500 && keys.is_sorted());
}

#[test]
fn fields_may_be_missing_and_lines_may_end_in_any_way() {
    let texts = [
        format!("{HEADER}\n{START}\n7g7f\n2g2f none\n6g6f 3c3d 30\n5g5f None 1 2\n4g4f none 1 2 3\n"),
        format!(
            "\u{feff}{HEADER}\r\n# a comment\r\n{START}\r\n7g7f\r\n2g2f none\r\n\r\n6g6f 3c3d 30\r\n5g5f None 1 2\r\n// another\r\n4g4f none 1 2 3"
        ),
    ];
    for text in texts {
        let book = read(&text);
        let moves = book.moves(&tsumugi::Position::startpos());
        let told: Vec<_> =
            moves.iter().map(|book| (book.mv.to_string(), book.value, book.depth, book.count)).collect();
        let expected = [
            ("7g7f", None, None, None),
            ("2g2f", None, None, None),
            ("6g6f", Some(30), None, None),
            ("5g5f", Some(1), Some(2), None),
            ("4g4f", Some(1), Some(2), Some(3)),
        ];
        assert_eq!(told, expected.map(|(mv, value, depth, count)| (mv.to_owned(), value, depth, count)));
        assert_eq!(moves[2].ponder, Some("3c3d".parse().expect("a move")));
        assert_eq!((moves[1].ponder, moves[3].ponder), (None, None));
    }
}

#[test]
fn what_is_unknown_stays_unknown() {
    // As ShogiHome writes a move of which it knows nothing: without a count, and with a blank at the end.
    let written = format!("{HEADER}\n{START}\n2g2f none 100 20 5\n6g6f 3c3d 90 none 4\n7g7f none none none");
    let book = read(&format!("{written} \n"));
    let moves = book.moves(&tsumugi::Position::startpos());
    assert_eq!((moves[2].value, moves[2].depth, moves[2].count), (None, None, None));
    assert_eq!((moves[1].value, moves[1].depth, moves[1].count), (Some(90), None, Some(4)));
    assert_eq!(read(&format!("{written} None\n")), book);
    assert_eq!(text(&book), format!("{written}\n"));
    assert_eq!(read(&text(&book)), book);
}

/// The error of a text, as its line and fault.
fn error(text: &str) -> BookError {
    Book::default().read(text.as_bytes()).expect_err(text)
}

#[test]
fn bad_lines_are_named() {
    let fault = |behind: &str| match error(&format!("{HEADER}\n{START}\n7g7f none 0 0 1\n{behind}\n")) {
        BookError::Line { line, fault } => (line, fault),
        other => panic!("{other}"),
    };
    assert_eq!(fault("nonsense"), (4, BookFault::Move { found: "nonsense".to_owned() }));
    assert_eq!(fault("2g2f none x"), (4, BookFault::Number { found: "x".to_owned() }));
    assert_eq!(fault("2g2e none 0 0 1"), (4, BookFault::Illegal { found: "2g2e".to_owned() }));
    assert!(matches!(fault("sfen 9/9 b - 1"), (4, BookFault::Position(_))));
    let early = error(&format!("{HEADER}\n7g7f none 0 0 1\n"));
    assert!(matches!(early, BookError::Line { line: 2, fault: BookFault::NoPosition }), "{early}");
}

#[test]
fn other_files_and_versions_are_refused() {
    assert!(matches!(error(""), BookError::NoBook { .. }));
    assert!(matches!(error("PK\u{3}\u{4}"), BookError::NoBook { .. }));
    assert!(matches!(error("#YANEURAOU-DB2016 2.00\n"), BookError::Version { found } if found == "2.00"));
}

#[test]
fn a_turn_and_a_mirror_undo_themselves() {
    let book = random_book(3, 20, 20);
    assert_ne!(text(&book.flip()), text(&book));
    assert_eq!(text(&book.flip().flip()), text(&book));
    assert_eq!(text(&book.mirror().mirror()), text(&book));
}

#[test]
fn joining_keeps_the_deeper_search_and_adds_counts() {
    let one = format!("{HEADER}\n{START}\n7g7f 3c3d 50 10 3\n2g2f none 20 0 1\n");
    let other = format!("{HEADER}\n{START}\n7g7f 8c8d 40 12 4\n6g6f none -10 5 2\n");
    let mut book = read(&one);
    book.read(other.as_bytes()).expect("a book");
    assert_eq!(
        text(&book),
        format!("{HEADER}\n{START}\n7g7f 8c8d 40 12 7\n2g2f none 20 0 1\n6g6f none -10 5 2\n")
    );
}

#[test]
fn a_value_is_kept_whatever_has_none() {
    for lines in ["7g7f none 50 2 3\n7g7f none none 12 4", "7g7f none none 12 4\n7g7f none 50 2 3"] {
        let book = read(&format!("{HEADER}\n{START}\n{lines}\n"));
        assert_eq!(text(&book), format!("{HEADER}\n{START}\n7g7f none 50 2 7\n"));
    }
}

/// Of values of games the shares of games won are averaged, each as often as it was played, whichever comes first.
#[test]
fn results_of_games_are_weighed() {
    let joined = |lines: [&str; 2]| {
        let [one, other] = [lines, [lines[1], lines[0]]]
            .map(|[one, other]| text(&read(&format!("{HEADER}\n{START}\n7g7f {one}\n7g7f {other}\n"))));
        assert_eq!(one, other);
        one.trim_end().rsplit('\n').next().expect("a line").to_owned()
    };
    // One game of three won, and one of 102: (2 / 3 + 100 / 102) / 101 = 0.0163 are won, 600 ln(0.0163 / 0.9837).
    assert_eq!(joined(["none 416 0 1", "none -2769 none 100"]), "7g7f none -2460 0 101");
    assert_eq!(joined(["none 600 none 5", "none -600 none 5"]), "7g7f none 0 none 10");
    // Next to nothing is not lost, and equal values stay.
    assert_eq!(joined(["none 31000 none 5", "none 31000 none 7"]), "7g7f none 31000 none 12");
    // Where one was searched, or none was counted, nothing is averaged.
    assert_eq!(joined(["none 416 0 1", "none -2769 7 100"]), "7g7f none -2769 7 101");
    assert_eq!(joined(["none none none 3", "none -20 none 4"]), "7g7f none -20 none 7");
}

#[test]
fn counts_stay_within_what_is_read() {
    let most = i64::MAX;
    let moves = format!("7g7f none 0 9 {most}\n2g2f none 0 9 {most}\n6g6f none 0 9 {most}\n");
    let mut book = read(&format!("{HEADER}\n{START}\n{moves}"));
    assert_eq!(stats(&book).played, u64::MAX);
    book.read(text(&book).as_bytes()).expect("a book");
    assert_eq!(text(&book), format!("{HEADER}\n{START}\n{moves}"));
    assert_eq!(read(&text(&book)), book);
}

#[test]
fn both_forms_of_a_position_become_one() {
    // After 7g7f it is White's turn: the same as the turned position with Black to move.
    let white = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2";
    let turned = "sfen lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 9";
    let book =
        read(&format!("{HEADER}\n{white}\n3c3d none 5 1 1\n{turned}\n7g7f none 8 2 1\n2g2f none 3 1 1\n"));
    assert_eq!(book.len(), 2);
    let joined = book.normalise();
    let expected = turned.replace("- 9", "- 1");
    assert_eq!(text(&joined), format!("{HEADER}\n{expected}\n7g7f none 8 2 2\n2g2f none 3 1 1\n"));
}
