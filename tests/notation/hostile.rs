//! What is no record, or no longer one: truncated, empty and huge texts. Readers answer with errors that have a place,
//! never with a panic, and go on behind them. Changed texts are those of `tests/fuzz`.

use crate::contract;
use crate::oracle::random::Rng;
use crate::round_trip::random_game;
use std::fs;
use std::io::{self, BufReader, Read};
use std::path::Path;
use tsumugi::notation::read::{Encoding, Reader};
use tsumugi::notation::{RecordFormat, write, write_checked};
use tsumugi::problem::{LineError, MAX_LINE, Problem, ReadError};
use tsumugi::report::{Lang, Message};

/// Reads a text to its end, and holds what comes out to the contract: lines are legal, places are in the text.
fn read(text: &[u8]) -> Vec<Result<Problem, ReadError>> {
    let lines = text.iter().filter(|&&byte| matches!(byte, b'\n' | b'\r')).count() as u64 + 1;
    let read: Vec<_> = Reader::new(text, Encoding::Auto, "text").collect();
    read.iter().for_each(|item| contract::hold(item, lines));
    let games = Reader::new(text, Encoding::Auto, "text").up_to_illegal_moves().collect();
    for game in contract::hold_games(&read, games, lines) {
        for format in [RecordFormat::Kif, RecordFormat::Ki2, RecordFormat::Jkf] {
            write_checked(&game, format).unwrap_or_else(|error| panic!("{error}: {game}"));
        }
    }
    read
}

/// Texts to begin with: the fixtures and written games in all formats.
fn seeds(rng: &mut Rng) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/records");
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    let mut seeds: Vec<Vec<u8>> = files.iter().map(|file| fs::read(file).expect("a file")).collect();
    for _ in 0..4 {
        let game = random_game(rng);
        seeds.extend(
            RecordFormat::ALL.iter().filter_map(|&format| Some(write(&game, format).ok()?.into_bytes())),
        );
    }
    seeds
}

#[test]
fn every_beginning_of_a_file_is_read_or_refused() {
    for seed in seeds(&mut Rng::new(5)).iter().filter(|seed| seed.len() < 4_000) {
        (0..seed.len()).for_each(|end| drop(read(&seed[..end])));
    }
}

/// The only error of a text.
fn error(text: &str) -> LineError {
    let mut read = read(text.as_bytes());
    assert_eq!(read.len(), 1, "{text}");
    match read.remove(0).expect_err(text) {
        ReadError::Line(error) => error,
        error => panic!("{error}"),
    }
}

#[test]
fn errors_are_japanese_too() {
    let board = "後手の持駒：なし\n| ・ ・ 犬 ・ ・ ・ ・ ・ ・|一\n";
    for (text, message) in [
        (board, "7文字目: `犬 ・ ・ ・ ・ ・ ・|一` はここでは読めません。必要なのは７一の駒か ・ か石です"),
        (
            "手合割：平手\n   1 ７六金(77)\n",
            "6文字目: `７六金(77)` はここでは読めません。必要なのは７七にある、手番の側のその駒です",
        ),
        ("手合割：平手\n   1 ７六\n", "8文字目: 行がここで終わっています。必要なのは駒（歩、成銀など）です"),
        (
            "手合割：平手\n▲７六歩\n変化：5手\n",
            "1文字目: 5手目はこれまでのどの手順にもありません。1から2までです",
        ),
        ("V2.2\nPI\n+\n-3334FU\n", "1文字目: `-3334FU` はここでは読めません。必要なのは先手の指し手です"),
        (
            "{\"header\":{},\n\"moves\":5}\n",
            "9文字目: JKF でも solve --json の答えでもありません。項目か値が違います（`",
        ),
        ("作品名：空\n作者：誰\n", "1文字目: 局面がありません。"),
        ("V2.2\nP1\nP1\n+\n", "1文字目: 盤面の1段目が二度あります。P1 から P9 までを一度ずつ書きます"),
        (
            "{\"schema\":2,\"sfen\":\"8k/9/9/9/9/9/9/9/9 b G\"}\n",
            "1文字目: `2` は項目 `schema` の値ではありません。読めるのは 1 です。",
        ),
    ] {
        let found = error(text).message(Lang::Ja);
        assert!(found.starts_with(message), "{found}\n{message}");
    }
}

#[test]
fn errors_name_line_column_what_was_read_and_what_was_expected() {
    let board = |rank: &str| format!("後手の持駒：なし\n{rank}\n");
    for (text, message) in [
        (
            board("| ・ ・ 犬 ・ ・ ・ ・ ・ ・|一"),
            "text:2: column 7: `犬 ・ ・ ・ ・ ・ ・|一` cannot be read here, expected a piece, ・ or 石 on 7a",
        ),
        (
            board("| ・ ・ ・ ・ ・ ・ ・ ・ ・|一"),
            "text:2: column 1: the board ends after 1 ranks, expected 9",
        ),
        (
            board(&format!("{0}{0}\n手合割：平手", "| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n")),
            "text:3: column 1: the board ends after 2 ranks, expected 9",
        ),
        (
            "手合割：平手\n   1 ７六金(77)\n".to_owned(),
            "text:2: column 6: `７六金(77)` cannot be read here, expected the named piece, of the side to move, on 7g",
        ),
        (
            "手合割：平手\n   1 ７六歩(77)\n   3 ３四歩(33)\n".to_owned(),
            "text:3: column 4: `3 ３四歩(33)` cannot be read here, expected ply 2",
        ),
        (
            "手合割：平手\n▲７六歩△３四歩▲５八金\n".to_owned(),
            "text:2: column 9: `▲５八金` cannot be read here, expected one of ▲５八金右 ▲５八金左",
        ),
        (
            "手合割：平手\n▲７六歩▲２六歩\n".to_owned(),
            "text:2: column 5: `▲２六歩` cannot be read here, expected a move of △",
        ),
        (
            "手合割：平手\n   1 ７六\n".to_owned(),
            "text:2: column 8: the line ends here, expected a piece such as 歩 or 成銀",
        ),
        (
            "手合割：平手\n▲７六歩\n変化：5手\n".to_owned(),
            "text:3: column 1: ply 5 is not in any earlier line, expected a ply from 1 to 2",
        ),
        (
            "手合割：百枚落ち\n".to_owned(),
            "text:1: column 5: `百枚落ち` cannot be read here, expected a handicap such as 平手, 香落ち, 二枚落ち, or \
             その他 with a board",
        ),
        (
            "V2.2\nPI\n+\n+7776KI\n".to_owned(),
            "text:4: column 1: `+7776KI` cannot be read here, expected the piece on 7g, promoted or not",
        ),
        (
            "PI82HI2\n+\n".to_owned(),
            "text:1: column 7: `2` cannot be read here, expected a square and its piece in the start of a game",
        ),
        (
            "V2.2\nP1\nP2 *  * \nP9\n+\n+7776FU\n".to_owned(),
            "text:4: column 1: the board ends after 3 ranks, expected 9",
        ),
        (
            "V2.2\nP1\nP2\nP1-KY\n+\n".to_owned(),
            "text:4: column 1: rank 1 of the board is given twice, expected P1 to P9 once each",
        ),
        (
            "V2.2\nPI\n".to_owned(),
            "text:2: column 1: no side to move: the text ends before a line with + or - alone",
        ),
        (
            "{\"header\":{},\n\"moves\":5}\n".to_owned(),
            "text:2: column 9: neither JKF nor an answer of solve --json: invalid type: integer `5`, expected a sequence",
        ),
        ("作品名：空\n作者：誰\n".to_owned(), "text:2: column 1: no position: the text ends before a board"),
    ] {
        let error = error(&text);
        let found = format!("{}: {}", error.place, error.message(Lang::En));
        assert!(found.starts_with(message), "{found}\n{message}");
    }
}

/// What an answer says of its question is known, or the problem would be another one.
#[test]
fn an_answer_with_an_unknown_value_is_no_problem() {
    let answer =
        |schema: &str, more: &str| format!("{{{schema}\"sfen\":\"8k/9/8G/9/9/9/9/9/9 b G 1\"{more}}}\n");
    for (schema, more, message) in [
        (
            "1",
            ",\"rule\":\"tsumeX\"",
            "`tsumeX` is not a value of `rule`, expected helpmate, tsume or helpselfmate",
        ),
        ("1", ",\"condition\":\"annan\"", "`annan` is not a condition, expected must-capture, "),
        ("1", ",\"attacker\":\"gold\"", "`gold` is not a value of `attacker`, expected black or white"),
        ("1", ",\"policy\":\"some\"", "`some` is not a value of `policy`, expected official or none"),
        (
            "2",
            "",
            "`2` is not a value of `schema`, expected 1: give answers of another version to the program that",
        ),
        ("\"1\"", "", "`\"1\"` is not a value of `schema`"),
    ] {
        let error = error(&answer(&format!("\"schema\":{schema},"), more));
        let found = format!("{}: {}", error.place, error.message(Lang::En));
        assert!(found.starts_with(&format!("text:1: column 1: {message}")), "{found}\n{message}");
    }
    let known = ",\"rule\":\"tsume\",\"condition\":null,\"attacker\":\"black\",\"policy\":\"none\"";
    let known = read(answer("\"schema\":1,", known).as_bytes()).remove(0).expect("a problem");
    assert_eq!(
        known.to_string().split_once(" ; ").expect("keys").1,
        "rule=tsume ; attacker=black ; policy=none"
    );
}

#[test]
fn the_records_behind_a_bad_one_are_read() {
    let good =
        fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/records/rest.ki2")).expect("a file");
    let bad = "手合割：平手\n▲９九角\n";
    let text = [good.as_slice(), bad.as_bytes(), &good, bad.as_bytes(), &good].concat();
    let read: Vec<bool> = read(&text).iter().map(|item| item.is_ok()).collect();
    assert_eq!(read, [true, false, true, false, true]);
}

#[test]
fn nothing_is_in_an_empty_text() {
    for text in ["", "\n\n", "\u{feff}", "# comment\n", "#KIF version=2.0\n"] {
        assert!(read(text.as_bytes()).iter().all(|item| item.is_err()), "{text}");
    }
}

/// A text without end of which only so much is there.
fn endless(head: &str, line: &str, bytes: u64) -> impl io::BufRead {
    struct Repeat(Vec<u8>, usize);
    impl Read for Repeat {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = (&self.0[self.1..]).read(buffer)?;
            self.1 = (self.1 + count) % self.0.len();
            Ok(count)
        }
    }
    BufReader::new(io::Cursor::new(head.to_owned()).chain(Repeat(line.as_bytes().to_vec(), 0).take(bytes)))
}

/// Some programs write JSON in one line.
#[test]
fn a_record_in_one_line_may_be_as_large_as_any() {
    let comment = "x".repeat(20 << 20);
    let jkf = format!(r#"{{"header":{{}},"moves":[{{"comments":["{comment}"]}}]}}"#);
    let read = |text: &str| Reader::new(text.as_bytes(), Encoding::Auto, "text").next().expect("one");
    let problem = read(&jkf).expect("a record");
    assert_eq!(problem.record.comments[0].text.len(), comment.len());
    assert!(read(&comment).is_err_and(|error| error.to_string().contains("longer than 4 MiB")));
}

#[test]
fn a_hundred_megabytes() {
    const SIZE: u64 = 100 << 20;
    let read = |head: &str, line: &str| {
        let reader = Reader::new(endless(head, line, SIZE), Encoding::Auto, "text");
        reader.map(|item| item.map(|_| ()).map_err(|error| error.to_string())).collect::<Vec<_>>()
    };
    let cut = "text:1: column 1: the record is longer than 64 MiB";
    assert_eq!(read("手合割：平手\n", "*comment\n"), [Err(cut.to_owned())]);
    assert_eq!(read("V2.2\n", "'*comment\n"), [Err(cut.to_owned())]);
    assert_eq!(read("{\"header\":{\n", "\"x\":\"y\",\n"), [Err(cut.to_owned())]);
    assert_eq!(read("{\"header\":{},\n", "\"x\":\"y\",")[0], Err(cut.replace(":1:", ":2:")));
    // One line.
    assert!(read("手合割：平手\n", "▲７六歩").iter().all(Result::is_err));
    assert!(MAX_LINE < SIZE as usize);
}
