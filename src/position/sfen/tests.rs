//! Tests of reading, writing and error messages.

use super::*;
use crate::position::Token;
use crate::types::Move;

fn canonical(text: &str) -> String {
    Position::from_sfen(text).unwrap_or_else(|error| panic!("{text}: {error}")).sfen()
}

/// The column, token and message of the error for a text.
fn error(text: &str) -> (usize, String, String) {
    let error = parse_position(text).unwrap_err();
    (error.column(), error.token().text.clone(), error.to_string())
}

#[track_caller]
fn assert_error(text: &str, column: usize, token: &str, expected: &str) {
    let (found_column, found_token, message) = error(text);
    assert_eq!((found_column, found_token.as_str()), (column, token), "{text}: {message}");
    assert!(message.starts_with(&format!("column {column}: ")), "{message}");
    assert!(message.contains(expected), "{message}");
}

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

#[test]
fn startpos_is_the_start_of_a_game() {
    assert_eq!(Position::startpos().sfen(), START);
    assert_eq!(Position::from_sfen("startpos").unwrap(), Position::from_sfen(START).unwrap());
    assert_eq!(Position::startpos().key(), Position::startpos().compute_key());
}

#[test]
fn every_form_of_a_position_is_read() {
    let start = Position::startpos();
    for text in [
        "startpos",
        "position startpos",
        "  startpos\r\n",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b",
        "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "\u{3000}position \t sfen  lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL  b  -  1 ",
        "lnsgkgsnl/1r5b1/ppppppppp/333/126/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 001",
    ] {
        assert_eq!(Position::from_sfen(text).unwrap(), start, "{text}");
        assert_eq!(parse_position(text).unwrap(), (start.clone(), Vec::new()), "{text}");
    }
}

#[test]
fn moves_follow_any_form() {
    let moves = ["7g7f", "8b3b", "8h2b+", "P*5e"].map(|text| text.parse::<Move>().unwrap());
    for root in ["startpos", START, "position startpos", &START[..START.len() - 2], &START[..START.len() - 4]]
    {
        let text = format!("{root} moves 7g7f  8b3b 8h2b+ P*5e\n");
        assert_eq!(parse_position(&text).unwrap(), (Position::startpos(), moves.to_vec()), "{text}");
    }
    assert_eq!(parse_position("startpos moves").unwrap().1, []);
}

#[test]
fn hands_out_of_order_are_written_in_order() {
    assert_eq!(canonical("9/9/9/9/9/9/9/9/9 b R3PSb2p 1"), "9/9/9/9/9/9/9/9/9 b RS3Pb2p 1");
    assert_eq!(canonical("9/9/9/9/9/9/9/9/9 w pP2bG1r"), "9/9/9/9/9/9/9/9/9 w GPr2bp 1");
}

#[test]
fn two_digit_counts() {
    for text in
        ["9/9/9/9/9/9/9/9/9 b 10P2r18p 1", "9/9/9/9/9/9/9/9/9 w 31R31P31g 7", "8k/9/9/9/9/9/9/9/9 b 2S18P 1"]
    {
        assert_eq!(canonical(text), text);
    }
}

#[test]
fn empty_hands_may_be_written_with_other_dashes() {
    for dash in ["-", "–", "−", "\u{2013}", "\u{2212}"] {
        assert_eq!(canonical(&format!("8k/9/9/9/9/9/9/9/9 w {dash} 12")), "8k/9/9/9/9/9/9/9/9 w - 12");
    }
}

#[test]
fn a_negative_move_number_is_none() {
    assert_eq!(canonical("8k/9/9/9/9/9/9/9/9 b - -1"), "8k/9/9/9/9/9/9/9/9 b - 1");
}

#[test]
fn illegal_diagrams_are_readable() {
    for text in [
        "ggggg4/9/9/9/9/9/9/9/9 b - 1",
        "P8/P8/9/9/9/9/9/8p/8p w 31G 1",
        "kkk6/9/9/9/9/9/9/9/6KKK b - 0",
        "OOOOOOOOO/O+P+pO+L+lO+N+n/+S+s+R+r+B+b3/9/9/9/9/9/9 w 5R 4294967295",
    ] {
        assert_eq!(canonical(text), text);
    }
}

#[test]
fn an_error_names_the_column_and_the_token_on_the_board() {
    assert_error("", 1, "", "expected `startpos` or an SFEN");
    assert_error("   ", 1, "", "expected `startpos` or an SFEN");
    assert_error(" position ", 10, "", "expected `startpos` or an SFEN");
    assert_error("sfen", 5, "", "expected a board");
    assert_error("hello", 1, "hello", "not 1");
    assert_error("sfen 9/9/9/9/9/9/9/9 b -", 6, "9/9/9/9/9/9/9/9", "not 8");
    assert_error("9/9/9/9/9/9/9/9/9/9 b -", 1, "9/9/9/9/9/9/9/9/9/9", "not 10");
    assert_error("9/9/4x4/9/9/9/9/9/9 b - 1", 6, "x", "is not a piece, a stone or");
    assert_error("9/9/玉8/9/9/9/9/9/9 b - 1", 5, "玉", "is not a piece, a stone or");
    assert_error("9/0p8/9/9/9/9/9/9/9 b - 1", 3, "0", "a count of empty squares");
    assert_error("9/9/+G8/9/9/9/9/9/9 b - 1", 5, "+G", "is not a promoted piece");
    assert_error("9/9/++P8/9/9/9/9/9/9 b - 1", 5, "++", "is not a promoted piece");
    assert_error("9/9/9+/9/9/9/9/9/9 b - 1", 6, "+", "is not a promoted piece");
    assert_error("9/9/+O8/9/9/9/9/9/9 b - 1", 5, "+O", "is not a promoted piece");
    assert_error("9/4k3/9/9/9/9/9/9/9 b - 1", 3, "4k3", "8 squares as rank b, expected 9");
    assert_error("9/9/9/9/9/9/9/9/4k5 b - 1", 17, "4k5", "10 squares as rank i, expected 9");
    assert_error("9//9/9/9/9/9/9/9 b - 1", 3, "", "0 squares as rank b, expected 9");
}

#[test]
fn an_error_names_the_column_and_the_token_behind_the_board() {
    assert_error("9/9/9/9/9/9/9/9/9", 18, "", "expected the side to move");
    assert_error("9/9/9/9/9/9/9/9/9 - 1", 19, "-", "is not a side to move");
    assert_error("9/9/9/9/9/9/9/9/9 B - 1", 19, "B", "is not a side to move");
    assert_error("9/9/9/9/9/9/9/9/9 b 2PxG 1", 23, "x", "cannot be in a hand");
    assert_error("9/9/9/9/9/9/9/9/9 b 2PK 1", 23, "K", "cannot be in a hand");
    assert_error("9/9/9/9/9/9/9/9/9 b 2P歩 1", 23, "歩", "cannot be in a hand");
    assert_error("9/9/9/9/9/9/9/9/9 b -P 1", 21, "-", "cannot be in a hand");
    assert_error("9/9/9/9/9/9/9/9/9 b G32p 1", 22, "32p", "from 1 to 31");
    assert_error("9/9/9/9/9/9/9/9/9 b 0P 1", 21, "0P", "from 1 to 31");
    assert_error("9/9/9/9/9/9/9/9/9 b 02P 1", 21, "02P", "from 1 to 31");
    assert_error("9/9/9/9/9/9/9/9/9 b 99999999999P 1", 21, "99999999999P", "from 1 to 31");
    assert_error("9/9/9/9/9/9/9/9/9 b 2PG3P 1", 24, "3P", "repeats a kind of piece");
    assert_error("9/9/9/9/9/9/9/9/9 b 2P3 1", 23, "3", "a count without a piece");
    assert_error("9/9/9/9/9/9/9/9/9 b 1", 21, "1", "a count without a piece");
    assert_error("9/9/9/9/9/9/9/9/9 b – x", 23, "x", "from 0 to 4294967295");
    assert_error("9/9/9/9/9/9/9/9/9 b - -", 23, "-", "from 0 to 4294967295");
    assert_error("9/9/9/9/9/9/9/9/9 b - -+1", 23, "-+1", "from 0 to 4294967295");
    assert_error("9/9/9/9/9/9/9/9/9 b - +1", 23, "+1", "from 0 to 4294967295");
    assert_error("9/9/9/9/9/9/9/9/9 b - 4294967296", 23, "4294967296", "from 0 to 4294967295");
    assert_error("9/9/9/9/9/9/9/9/9 b - 1 1", 25, "1", "expected `moves` or the end");
}

#[test]
fn an_error_names_the_column_and_the_token_among_moves() {
    assert_error("startpos 7g7f", 10, "7g7f", "expected `moves` or the end");
    assert_error("startpos  moves 7g7f 7g", 22, "7g", "USI move");
    assert_error("startpos moves K*5e", 16, "K*5e", "USI move");
    assert_error("position startpos moves 7g7f ７六歩", 30, "７六歩", "USI move");
    let error = Position::from_sfen("startpos moves 7g7f").unwrap_err();
    assert_eq!(error.to_string(), "column 10: `moves` is one word too many, expected the end");
}

#[test]
fn an_endless_token_is_cut() {
    let (column, token, _) = error(&format!("startpos moves {}", "\u{7}7".repeat(1 << 16)));
    assert_eq!((column, token.chars().count()), (16, Token::LONGEST + 1));
    assert!(!token.contains('\u{7}'));
}
