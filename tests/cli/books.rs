//! `book`: opening books are made whole, and never out of what cannot be read.

use crate::run::{Folder, run};
use std::fs;

const BOOK: &str = "#YANEURAOU-DB2016 1.00\n\
    sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n\
    7g7f 3c3d 50 10 3\n\
    2g2f none 20 0 1\n";

#[test]
fn a_book_goes_through_every_command() {
    let folder = Folder::new("books");
    let (book, out) = (folder.file("book.db", BOOK), folder.path("out.db"));
    for command in ["sort", "flip", "mirror", "merge", "minimax"] {
        let made = run(&["book", command, &book, "--lang", "en", "--out", &out]);
        assert_eq!((made.code, made.stdout.as_str()), (Some(0), ""), "{command}: {}", made.stderr);
        assert!(made.stderr.contains("1 positions"), "{}", made.stderr);
        let text = fs::read_to_string(&out).expect("a book");
        assert!(text.starts_with("#YANEURAOU-DB2016 1.00\nsfen "), "{command}: {text}");
        assert_eq!(text.lines().count(), 4, "{command}: {text}");
    }
    let doubled = run(&["book", "merge", &book, &book, "--out", &out, "-q"]);
    assert_eq!((doubled.code, doubled.stderr.as_str()), (Some(0), ""));
    assert!(fs::read_to_string(&out).expect("a book").contains("7g7f 3c3d 50 10 6\n"));
    let told = run(&["book", "stats", "--lang", "en", &book]);
    assert!(told.stdout.contains("1 positions (0 with White to move), 2 moves"), "{}", told.stdout);
    let told = run(&["book", "stats", "--json", &book]);
    let told: serde_json::Value = serde_json::from_str(&told.stdout).expect("JSON");
    assert_eq!((&told["played"], &told["deepest"]), (&4.into(), &10.into()));
}

#[test]
fn games_become_a_book() {
    let folder = Folder::new("book-build");
    let games = folder.file(
        "games.usi",
        "position startpos moves 7g7f 3c3d\nposition startpos moves 7g7f 8c8d\nposition startpos moves 2g2f\n",
    );
    let out = folder.path("book.db");
    let built = run(&["book", "build", &games, "--plies", "1", "--least-count", "2", "--out", &out]);
    assert_eq!(built.code, Some(0), "{}", built.stderr);
    let text = fs::read_to_string(&out).expect("a book");
    assert!(text.ends_with("b - 1\n7g7f none 0 0 2\n"), "{text}");
}

#[test]
fn inputs_stay_and_bad_books_are_named() {
    let folder = Folder::new("books-bad");
    let book = folder.file("book.db", BOOK);
    let same = run(&["book", "sort", &book, "--out", &book]);
    assert_eq!(same.code, Some(2), "{}", same.stderr);
    assert_eq!(fs::read_to_string(&book).expect("the book"), BOOK);
    let out = folder.file("out.db", "keep me");
    let bad = folder.file("bad.db", BOOK.replace("2g2f none", "2g2e none"));
    for (lang, words) in [("en", "line 4: 2g2e is illegal"), ("ja", "4行目: 2g2e はこの局面で反則です")]
    {
        let refused = run(&["book", "sort", "--lang", lang, &bad, "--out", &out]);
        assert_eq!(refused.code, Some(2));
        assert!(refused.stderr.contains(&bad) && refused.stderr.contains(words), "{}", refused.stderr);
    }
    assert_eq!(fs::read_to_string(&out).expect("the file"), "keep me");
}
