//! The engine plays out of a book where it has one.

use super::transcript::Engine;
use std::fs;
use std::path::Path;
use std::process::Command;

const HEADER: &str = "#YANEURAOU-DB2016 1.00";
const START: &str = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/// Writes a book into a folder; the engine's working folder is emptied when it starts, so this is another one.
fn book(name: &str, text: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("usi-books");
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    fs::write(&path, text).expect("a book");
    path.display().to_string()
}

#[test]
fn moves_come_out_of_the_book() {
    let file = book(
        "plain.db",
        &format!("{HEADER}\n{START}\n9g9f 3c3d 77 20 5\n1g1f none 10 20 5\n5g5f none 99 3 5\n"),
    );
    let mut engine = Engine::ready("book", &[&format!("BookFile {file}"), "USI_Ponder true"]);
    engine.play("> position startpos\n> go btime 60000 wtime 60000\n< info * score cp 77 * pv 9g9f 3c3d\n< bestmove 9g9f ponder 3c3d");
    // By the best value within BookEvalDiff, and not less deep than BookDepthLimit.
    engine.play("> setoption name BookDepthLimit value 0\n> go btime 60000 wtime 60000\n< bestmove *");
    assert!(
        ["bestmove 5g5f", "bestmove 9g9f ponder 3c3d"]
            .contains(&engine.heard.last().expect("a line").as_str())
    );
    engine.play("> setoption name BookEvalDiff value 0\n> go btime 60000 wtime 60000\n< bestmove 5g5f");
    // Not for analysis, nor with the moves given, nor behind BookMoves, nor without the option.
    engine.play("> go infinite\n- 50\n> stop\n< bestmove *");
    engine.play("> go depth 1 searchmoves 2g2f\n< bestmove 2g2f*");
    engine.play("> setoption name BookMoves value 0\n> go depth 1\n< bestmove *");
    assert_ne!(engine.heard.last().expect("a line"), "bestmove 5g5f");
    engine.play("> setoption name BookMoves value 16\n> setoption name USI_OwnBook value false\n> go depth 1\n< bestmove *");
    assert_ne!(engine.heard.last().expect("a line"), "bestmove 5g5f");
    engine.quit();
}

/// As those of `book build --search` are with few nodes, and those of games always.
#[test]
fn moves_that_are_not_deep_enough_are_told_once() {
    let file = book("shallow.db", &format!("{HEADER}\n{START}\n9g9f none 77 12 5\n1g1f none 10 none 5\n"));
    let mut engine = Engine::ready("book-shallow", &[&format!("BookFile {file}")]);
    let go = "> position startpos\n> go depth 1";
    engine.play(&format!("{go}\n< info string BookFile: *BookDepthLimit*\n< bestmove *\n{go}\n< bestmove *"));
    let said = engine.heard.iter().filter(|line| line.starts_with("info string BookFile: ")).count();
    assert_eq!(said, 1, "{:?}", engine.heard);
    engine.play("> setoption name BookDepthLimit value 12\n> go depth 1\n< bestmove 9g9f");
    engine.quit();
}

#[test]
fn the_turned_position_is_the_same_position() {
    // What Black knows after 7g7f 3c3d serves White after 7g7f.
    let turned = "sfen lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 40";
    let file = book("turned.db", &format!("{HEADER}\n{turned}\n2g2f 8c8d 5 20 1\n"));
    let mut engine = Engine::ready("book-turned", &[&format!("BookFile {file}"), "USI_Ponder true"]);
    engine.play("> position startpos moves 7g7f\n> go byoyomi 1000\n< bestmove 8c8d ponder 2g2f");
    engine.play("> position sfen lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n> go byoyomi 1000\n< bestmove 2g2f ponder 8c8d");
    engine.quit();
}

#[test]
fn a_book_of_no_use_is_said_and_played_without() {
    let unsorted = book(
        "unsorted.db",
        &format!("{HEADER}\n{START}\n9g9f none 0 20 1\nsfen 4k4/9/9/9/9/9/9/9/4K4 b - 1\n5i5h none 0 20 1\n"),
    );
    for (number, (file, why)) in [
        ("/nowhere/book.db".to_owned(), "*the engine plays without a book"),
        (book("other.db", "a text\n"), "*not an opening book*"),
        (book("version.db", "#YANEURAOU-DB2016 3.00\n"), "*version*3.00*"),
        (unsorted, "*line 4: the positions are not sorted*"),
    ]
    .into_iter()
    .enumerate()
    {
        let mut engine = Engine::start(&format!("book-bad-{number}"));
        engine.play(&format!(
            "> setoption name BookFile value {file}\n> isready\n< info string error: BookFile: {why}\n< readyok"
        ));
        engine.play("> position startpos\n> go depth 1\n< bestmove *");
        // It is said once.
        let said = engine.heard.iter().filter(|line| line.contains("BookFile: ")).count();
        assert_eq!(said, 1, "{:?}", engine.heard);
        engine.quit();
    }
}

#[test]
fn a_book_that_was_written_since_is_opened_again_before_a_game() {
    let file = book("mended.db", "a text\n");
    let mut engine = Engine::ready("book-mended", &[]);
    engine.play(&format!(
        "> setoption name BookFile value {file}
         > isready
         < info string error: BookFile: *not an opening book*
         < readyok"
    ));
    book("mended.db", &format!("{HEADER}\n{START}\n1g1f none 0 20 1\n"));
    engine.play("> isready\n< readyok\n> position startpos\n> go depth 1\n< bestmove 1g1f");
    engine.quit();
}

#[cfg(unix)]
#[test]
fn a_pipe_is_no_book() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("usi-books");
    let pipe = folder.join("pipe.db");
    fs::create_dir_all(&folder).expect("a folder");
    let _ = fs::remove_file(&pipe);
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let mut engine = Engine::ready("book-pipe", &[]);
    for option in ["BookFile", "EvalFile"] {
        engine.play(&format!(
            "> setoption name {option} value {}
             > isready
             < info string error: {option}: * not a file: *
             < readyok",
            pipe.display()
        ));
    }
    engine.quit();
}

#[test]
fn a_bad_line_costs_only_its_position() {
    let file = book("bad-line.db", &format!("{HEADER}\n{START}\n9g9f none x 20 1\n"));
    let mut engine = Engine::ready("book-bad-line", &[&format!("BookFile {file}")]);
    engine.play("> position startpos\n> go depth 1\n< info string error: BookFile: line 3: *\n< bestmove *");
    engine.quit();
}
