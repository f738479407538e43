//! Books on disk, found by binary search, against the same book in memory.

use crate::{Numbers, random_book, text};
use std::fs;
use std::path::PathBuf;
use tsumugi::book::{Book, BookError, BookMove, HEADER, SortedBook};
use tsumugi::{Position, legal_moves};

fn file(name: &str, text: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("book");
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    fs::write(&path, text).expect("a file");
    path
}

/// What the book in memory has under either form of a position.
fn plainly(book: &Book, position: &Position) -> Vec<BookMove> {
    let mut moves = book.moves(position).to_vec();
    for turned in book.moves(&position.flip()) {
        let turned = turned.flip();
        if moves.iter().all(|known| known.mv != turned.mv) {
            moves.push(turned);
        }
    }
    moves
}

fn sorted(mut moves: Vec<BookMove>) -> Vec<String> {
    moves.sort_by_key(|book| book.mv.to_string());
    moves.iter().map(BookMove::to_string).collect()
}

fn compare(name: &str, book: &Book, written: &str) {
    let mut on_disk = SortedBook::open(&file(name, written)).expect("a sorted book");
    let mut numbers = Numbers::new(7);
    let (mut found, mut strangers) = (0, 0);
    for (number, (position, _)) in book.positions().enumerate() {
        if number % 7 != 0 && book.len() > 2000 {
            continue;
        }
        for position in [position.clone(), position.flip()] {
            let moves = on_disk.probe(&position).expect("a readable book");
            assert_eq!(sorted(moves), sorted(plainly(book, &position)), "{position}");
            found += 1;
            // A neighbour that is hardly ever in the book.
            let mut near = position.clone();
            let moves = legal_moves(&position);
            near.do_move(moves[numbers.below(moves.len())]);
            let expected = sorted(plainly(book, &near));
            strangers += usize::from(expected.is_empty());
            assert_eq!(sorted(on_disk.probe(&near).expect("a readable book")), expected, "{near}");
        }
    }
    assert!(found > 100 && strangers > 50, "{found} {strangers}");
}

#[test]
fn every_position_of_a_small_book_is_found() {
    let book = random_book(11, 40, 30);
    compare("small.db", &book, &text(&book));
}

#[test]
fn every_position_of_a_large_book_is_found() {
    // Larger than what is tested whole for its order.
    let book = random_book(12, 300, 40);
    let written = text(&book);
    assert!(written.len() > 1 << 20);
    compare("large.db", &book, &written);
}

#[test]
fn line_ends_and_move_numbers_do_not_matter() {
    let book = random_book(13, 40, 30);
    let written = text(&book).replace('\n', "\r\n");
    // Programs write the number of the move, or none.
    let numbered: String = written
        .lines()
        .zip(0..)
        .map(|(line, number)| match line.strip_suffix(" 1") {
            Some(sfen) if line.starts_with("sfen ") && number % 2 == 0 => format!("{sfen} {number}\r\n"),
            Some(sfen) if line.starts_with("sfen ") => format!("{sfen}\r\n"),
            _ => format!("{line}\r\n"),
        })
        .collect();
    compare("numbers.db", &book, &numbered);
}

/// A seek lands in a line that ends far behind the place that is sought.
#[test]
fn long_lines_before_a_position_do_not_hide_it() {
    let book = random_book(15, 40, 30);
    let long = format!("# {}\n", "x".repeat(6000));
    let lines = |(number, line): (usize, &str)| match line.starts_with("sfen ") && number % 3 == 0 {
        true => format!("{long}{line}\n"),
        false => format!("{line}\n"),
    };
    let written: String = text(&book).lines().enumerate().map(lines).collect();
    compare("long-lines.db", &book, &written);
}

#[test]
fn the_first_and_the_last_position_are_found() {
    for games in [1, 2, 30] {
        let book = random_book(14 + games as u64, games, 20);
        let mut on_disk = SortedBook::open(&file(&format!("ends-{games}.db"), &text(&book))).expect("a book");
        let positions: Vec<(Position, Vec<BookMove>)> =
            book.positions().map(|(position, moves)| (position, moves.to_vec())).collect();
        for (position, moves) in [positions.first(), positions.last()].into_iter().flatten() {
            assert_eq!(sorted(on_disk.probe(position).expect("a book")), sorted(moves.clone()));
        }
    }
}

#[test]
fn an_empty_book_has_nothing() {
    let mut on_disk = SortedBook::open(&file("empty.db", &format!("{HEADER}\n"))).expect("a book");
    assert_eq!(on_disk.probe(&Position::startpos()).expect("a book"), []);
    let mut on_disk = SortedBook::open(&file("no-line-end.db", HEADER)).expect("a book");
    assert_eq!(on_disk.probe(&Position::startpos()).expect("a book"), []);
}

#[test]
fn what_is_out_of_order_is_named() {
    let written = text(&random_book(15, 3, 10));
    let records: Vec<&str> = written.split("sfen ").collect();
    let mut turned = records[1..].to_vec();
    turned.swap(3, 9);
    let unsorted = format!("{}sfen {}", records[0], turned.join("sfen "));
    // The first line whose position comes before the one above it.
    let positions: Vec<(usize, &str)> =
        (1..).zip(unsorted.lines()).filter(|(_, line)| line.starts_with("sfen ")).collect();
    let expected = positions.windows(2).find(|two| two[1].1 < two[0].1).map(|two| two[1].0);
    match SortedBook::open(&file("unsorted.db", &unsorted)) {
        Err(BookError::Unsorted { line }) => assert_eq!(Some(line as usize), expected),
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("it is not sorted"),
    }
}

/// In a book that is too large to be tested whole.
#[test]
fn what_was_added_at_the_end_is_seen() {
    let written = text(&random_book(12, 300, 40));
    assert!(written.len() > 1 << 20);
    let line = written.lines().count() + 1;
    let added = "sfen 4k4/9/9/9/9/9/9/9/4K4 b - 1\n5i5h none 0 1 1\n".to_owned() + &"# by hand\n".repeat(20);
    match SortedBook::open(&file("added.db", &(written + &added))) {
        Err(BookError::Unsorted { line: named }) => assert_eq!(named as usize, line),
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("it is not sorted"),
    }
}

#[test]
fn a_bad_line_is_an_error_for_its_position_alone() {
    let book = random_book(16, 3, 10);
    let mut lines: Vec<String> = text(&book).lines().map(str::to_owned).collect();
    let line = lines.iter().position(|line| line.starts_with("sfen ")).expect("a position");
    lines[line + 1] = "7g7f none x 0 1".to_owned();
    let mut on_disk = SortedBook::open(&file("bad.db", &(lines.join("\n") + "\n"))).expect("a sorted book");
    let positions: Vec<Position> = book.positions().map(|(position, _)| position).collect();
    match on_disk.probe(&positions[0]) {
        Err(BookError::Line { line: named, .. }) => assert_eq!(named as usize, line + 2),
        other => panic!("{other:?}"),
    }
    assert!(!on_disk.probe(&positions[5]).expect("a good place").is_empty());
}

#[test]
fn illegal_moves_are_never_offered() {
    let start = Position::startpos();
    let written = format!("{HEADER}\nsfen {}\n2g2e none 900 30 1\n7g7f none 0 30 1\n", start.sfen());
    let mut on_disk = SortedBook::open(&file("illegal.db", &written)).expect("a book");
    let moves = on_disk.probe(&start).expect("a readable book");
    assert_eq!(moves.iter().map(|book| book.mv.to_string()).collect::<Vec<_>>(), ["7g7f"]);
}
