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
        assert!(made.stderr.contains(": 1 position\n"), "{}", made.stderr);
        let text = fs::read_to_string(&out).expect("a book");
        assert!(text.starts_with("#YANEURAOU-DB2016 1.00\nsfen "), "{command}: {text}");
        assert_eq!(text.lines().count(), 4, "{command}: {text}");
    }
    let doubled = run(&["book", "merge", &book, &book, "--out", &out, "-q"]);
    assert_eq!((doubled.code, doubled.stderr.as_str()), (Some(0), ""));
    assert!(fs::read_to_string(&out).expect("a book").contains("7g7f 3c3d 50 10 6\n"));
    let told = run(&["book", "stats", "--lang", "en", &book]);
    assert!(
        told.stdout.contains("1 position (0 with White to move), 2 moves (at most 2 of one position), "),
        "{}",
        told.stdout
    );
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
    assert!(text.ends_with("b - 1\n7g7f none none none 2\n"), "{text}");
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
    // Those that can be read are counted.
    let counted = run(&["book", "stats", "--json", "--lang", "en", &bad, &book]);
    assert_eq!(counted.code, Some(2));
    let lines: Vec<serde_json::Value> =
        counted.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let [refused, good] = &lines[..] else { panic!("{}", counted.stdout) };
    assert!(
        refused["error"]["message"].as_str().is_some_and(|said| said.contains("line 4: 2g2e")),
        "{refused}"
    );
    assert_eq!((&refused["book"], &good["moves"]), (&bad.as_str().into(), &2.into()));
    assert!(counted.stderr.contains("2g2e is illegal"), "{}", counted.stderr);
    // Nothing takes the place of a book.
    let missing = folder.path("missing.kif");
    let game = "position startpos moves 7g7f";
    for arguments in [
        &[missing.as_str()][..],
        &[game, "--least-count", "2"],
        &["--search", &missing],
        &["--search", "--budget", "1000", game],
    ] {
        let empty = run(&[&["book", "build", "--out", &book], arguments].concat());
        assert_eq!(empty.code, Some(2), "{}", empty.stderr);
        assert_eq!(fs::read_to_string(&book).expect("the book"), BOOK);
    }
    let new = folder.path("new.db");
    assert_eq!(run(&["book", "build", "--search", "--out", &new, &missing]).code, Some(2));
    let without_kings = run(&["book", "build", "--search", "--out", &new, "9/9/9/4p4/9/4P4/9/9/9 b - 1"]);
    assert!(without_kings.stderr.contains("no king on the board"), "{}", without_kings.stderr);
    assert!(without_kings.stderr.contains("no input has a starting position"), "{}", without_kings.stderr);
    assert!(fs::metadata(new).is_err());
}

/// Killed at any moment the book is whole, and what is left of it grows to the same book.
#[test]
fn a_book_grows_by_searching_and_goes_on_after_a_kill() {
    let folder = Folder::new("book-search");
    let build = |out: &str| {
        let arguments = ["book", "build", "--search", "--nodes", "1000", "--moves", "3", "--plies", "6"];
        let rest = [
            "--budget",
            "40000",
            "--lang",
            "en",
            "--out",
            out,
            "position startpos moves 7g7f",
            "position startpos",
        ];
        [&arguments[..], &rest].concat().into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let words = |arguments: &[String]| run(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    let [once, pieces] = ["once.db", "pieces.db"].map(|name| folder.path(name));
    let made = words(&build(&once));
    assert_eq!((made.code, made.stdout.as_str()), (Some(0), ""), "{}", made.stderr);
    assert!(made.stderr.contains("40 positions"), "{}", made.stderr);
    let text = fs::read_to_string(&once).expect("a book");
    assert_eq!(text.matches("\nsfen ").count(), 40);
    // Both roots are there, the second one with White to move turned.
    assert!(
        text.contains("sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n"),
        "{text}"
    );
    assert!(
        text.contains("sfen lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n"),
        "{text}"
    );
    // What a run that was stopped leaves is some of these positions.
    let mut few = build(&pieces);
    let budget = few.iter().position(|word| word == "40000").expect("the budget");
    for part in ["5000", "17000", "40000", "40000"] {
        few[budget] = part.to_owned();
        assert_eq!(words(&few).code, Some(0));
    }
    assert_eq!(fs::read_to_string(&pieces).expect("a book"), text);
    let out = folder.path("values.db");
    let backed = run(&["book", "minimax", &once, "--lang", "en", "--out", &out]);
    assert!(
        backed.stderr.contains("moves got the value of the position that they lead to"),
        "{}",
        backed.stderr
    );
    // No other file is taken for a book, or lost.
    let notes = folder.file("notes.txt", "my notes\n");
    let refused = words(&build(&notes));
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains(&notes) && refused.stderr.contains("my notes"), "{}", refused.stderr);
    assert_eq!(fs::read_to_string(&notes).expect("the file"), "my notes\n");
}

#[test]
fn an_illegal_move_is_one_of_a_game() {
    let folder = Folder::new("book-illegal");
    let out = folder.path("book.db");
    let game = "position startpos moves 7g7f 7g7f";
    for more in [&[][..], &["--search", "--nodes", "1000", "--budget", "1000"]] {
        for (lang, words) in [("ja", ": 指し手の2手目"), ("en", ": game: ")] {
            let built = run(&[&["book", "build", game, "--out", &out, "--lang", lang], more].concat());
            assert!(built.code == Some(2) && built.stderr.contains(words), "{}", built.stderr);
            assert!(!built.stderr.contains("作意"), "{}", built.stderr);
        }
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_leaves_a_book_to_go_on_with() {
    use crate::run::command;
    use crate::running::{signal, wait_until};
    let folder = Folder::new("book-interrupted");
    let out = folder.path("book.db");
    let log = folder.path("log.txt");
    let arguments =
        ["book", "build", "--search", "--nodes", "1000", "--out", &out, "--lang", "en", "position startpos"];
    let mut asked = command(&arguments);
    let child = asked.stderr(fs::File::create(&log).expect("a file")).spawn().expect("the program");
    // It says how far it is when it has begun.
    wait_until("progress", || fs::read_to_string(&log).is_ok_and(|text| text.contains("positions")));
    signal(&child, "INT");
    assert_eq!(child.wait_with_output().expect("a child").status.code(), Some(130));
    let told = fs::read_to_string(&log).expect("the log");
    assert!(told.contains("the same command continues"), "{told}");
    assert!(run(&["book", "stats", "--lang", "en", &out]).stdout.contains(" positions"), "{told}");
}
