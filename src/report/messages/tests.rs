//! Tests of the messages for users, in both languages.

use super::Message;
use crate::position::{Position, parse_position};
use crate::report::Lang;
use std::collections::HashSet;

fn read(sfen: &str) -> Position {
    Position::from_sfen(sfen).unwrap_or_else(|error| panic!("{sfen}: {error}"))
}

#[test]
fn errors_of_sfen_begin_with_the_column_in_both_languages() {
    let board = "8k/9/8G/9/9/9/9/9/9";
    let mut seen = HashSet::new();
    for text in [
        "",
        "sfen",
        "position",
        "8k/9/8X/9/9/9/9/9/9 b G 1",
        "8k/9/8+G/9/9/9/9/9/9 b G 1",
        "8k/9/7G/9/9/9/9/9/9 b G 1",
        "8k/9/8G b G 1",
        board,
        &format!("{board} x G 1"),
        &format!("{board} b K 1"),
        &format!("{board} b 0G 1"),
        &format!("{board} b GG 1"),
        &format!("{board} b G2 1"),
        &format!("{board} b G x"),
        &format!("{board} b G 1 x"),
        &format!("{board} b G 1 moves 1a"),
        "startpos x",
        "https://lishogi.org/editor",
    ] {
        let error = parse_position(text).expect_err(text);
        seen.insert(std::mem::discriminant(&error));
        let (column, japanese) = (error.column(), error.message(Lang::Ja));
        assert!(error.message(Lang::En).starts_with(&format!("column {column}: ")), "{text}");
        assert!(japanese.starts_with(&format!("{column}文字目: ")), "{japanese}");
        // There must be no English word outside quotes.
        let plain: String = japanese.split('`').step_by(2).collect();
        let is_word = |word: &str| word.len() > 1 && word.chars().all(|c| c.is_ascii_lowercase());
        let words: Vec<&str> =
            plain.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| is_word(word)).collect();
        assert!(words.iter().all(|word| *word == "plnsbr"), "{text}: {japanese}");
    }
    assert_eq!(seen.len(), 14, "every kind but that of an address with a wrong position");
}

#[test]
fn a_wrong_position_in_an_address_is_quoted() {
    let error =
        parse_position("https://lishogi.org/analysis/9/9/9/9/9/9/9/9/8X_b_-_1").expect_err("no piece");
    assert_eq!(
        error.message(Lang::En),
        "column 1: the address contains `9/9/9/9/9/9/9/9/8X b - 1`: column 18: `X` is not a piece, expected one of \
         PLNSBRGK (lower case for White), + before a promoted one, O for a stone, or 1 to 9 for empty squares"
    );
    assert!(error.message(Lang::Ja).starts_with("1文字目: アドレスの中の `9/9"));
}

#[test]
fn defects_are_named_with_their_squares() {
    for (sfen, expected) in [
        (
            "gg+Rggg3/9/9/9/9/9/9/9/9 b R 1",
            &[(
                "too many golds: 5, a set has 4 (on 4a 5a 6a 8a 9a)",
                "金が5枚あります。一組は4枚です（４一、５一、６一、８一、９一）",
            )][..],
        ),
        (
            "9/4+b4/9/9/9/9/9/9/9 b B18Pbp 1",
            &[
                (
                    "too many bishops: 3, a set has 2 (on 5b, 1 in black's hand, 1 in white's hand)",
                    "角が3枚あります。一組は2枚です（５二、先手の持駒1枚、後手の持駒1枚）",
                ),
                (
                    "too many pawns: 19, a set has 18 (18 in black's hand, 1 in white's hand)",
                    "歩が19枚あります。一組は18枚です（先手の持駒18枚、後手の持駒1枚）",
                ),
            ],
        ),
        (
            "k3k4/9/9/9/9/9/9/9/4K4 b - 1",
            &[("2 white kings, one is allowed: 5a 9a", "後手の玉が2枚あります（５一、９一）")],
        ),
        (
            "9/p7P/9/8P/9/9/9/4P3P/9 b - 1",
            &[(
                "nifu: 3 black pawns on file 1: 1b 1d 1h",
                "二歩：先手の歩が１筋に重なっています（１二、１四、１八）",
            )],
        ),
        (
            "4N3N/9/9/9/9/9/9/9/4l4 w - 1",
            &[
                (
                    "dead end: a black knight can never move from 1a 5a",
                    "行き所のない駒：先手の桂（１一、５一）",
                ),
                ("dead end: a white lance can never move from 5i", "行き所のない駒：後手の香（５九）"),
            ],
        ),
        (
            "R3k4/4P4/9/9/9/9/9/9/9 b - 1",
            &[(
                "black is to move and could capture the white king on 5a, which is in check from 5b 9a",
                "先手の手番ですが、後手の玉（５一）に王手がかかっています（王手の駒：５二、９一）",
            )],
        ),
    ] {
        let found = read(sfen).defects();
        let found: Vec<_> =
            found.iter().map(|defect| (defect.message(Lang::En), defect.message(Lang::Ja))).collect();
        let found: Vec<_> = found.iter().map(|(en, ja)| (en.as_str(), ja.as_str())).collect();
        assert_eq!(found, expected, "{sfen}");
    }
}

#[test]
fn defects_of_problems_and_games_are_named() {
    use crate::position::Rule;
    use crate::types::Color;
    let one_king = read("4k4/9/9/9/9/9/9/9/9 b G 1").problem_defects(Rule::Helpmate, Color::White);
    assert_eq!(
        one_king[0].message(Lang::En),
        "a helpmate needs a king to mate: black, the defender, has none on the board"
    );
    assert_eq!(one_king[0].message(Lang::Ja), "協力詰の玉方（先手）の玉が盤上にありません");
    let stones = read("4k4/O8/9/9/9/9/9/9/8O b G 1").play_defects();
    assert_eq!(stones[0].message(Lang::En), "stones are not allowed in a game: 1i 9b");
    assert_eq!(stones[0].message(Lang::Ja), "指し将棋では石を使えません（１九、９二）");
}
