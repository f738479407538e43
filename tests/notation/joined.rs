//! Files of several records of the KIF family: the title and the headers above each go to it, and what stands behind
//! the moves of a record stays with that record.

use crate::headers::BOARD;
use tsumugi::notation::read::{Encoding, Reader};
use tsumugi::problem::Problem;

const GAME: &str = "手合割：平手\n   1 ７六歩(77)\n   2 投了\nまで1手で先手の勝ち\n";
const OTHER_GAME: &str = "手合割：平手\n   1 ２六歩(27)\n";
const UNENDED: &str = "手合割：平手\n▲７六歩 △３四歩 ▲２六歩 △８四歩\n";

/// What a text says of each record besides its position and its moves: the headers, the title of the problem, and the
/// comments; or the error.
fn told(text: &str) -> Vec<String> {
    let told = |problem: &Problem| {
        let about = problem.record.about.iter().map(|(key, value)| format!("{key}：{value}"));
        let title = problem.title.iter().map(|title| format!("作品名：{title}"));
        let comments = problem.record.comments.iter().map(|comment| format!("*{}", comment.text));
        about.chain(title).chain(comments).collect::<Vec<_>>().join(" ")
    };
    Reader::new(text.as_bytes(), Encoding::Auto, "text")
        .map(|problem| problem.map_or_else(|error| error.to_string(), |problem| told(&problem)))
        .collect()
}

#[track_caller]
fn assert_told(text: &str, expected: &[&str]) {
    assert_eq!(told(text), expected, "{text}");
}

#[test]
fn headers_above_a_later_record_belong_to_it() {
    for key in ["場所", "戦型", "終了日時", "受賞", "発表年月", "発表年月日", "持ち時間", "鍵"]
    {
        let header = format!("{key}：x");
        for between in ["\n", "\n\n\n"] {
            assert_told(&format!("{GAME}{between}{header}\n{OTHER_GAME}"), &["", &header]);
            assert_told(
                &format!("{GAME}{between}{header}\n作品名：乙\n{BOARD}"),
                &["", &format!("{header} 作品名：乙")],
            );
            assert_told(&format!("{GAME}{between}{header}\n{BOARD}"), &["", &header]);
            assert_told(&format!("{GAME}{between}{header}\n\n{OTHER_GAME}"), &["", &header]);
        }
        // A blank line parts it from the next record, not from the one before.
        assert_told(&format!("{GAME}{header}\n\n{OTHER_GAME}"), &[&header, ""]);
        assert_told(&format!("{GAME}{header}\n# ---- Kifu\n{OTHER_GAME}"), &[&header, ""]);
        assert_told(&format!("{GAME}{header}\n\n場所：y\n{OTHER_GAME}"), &[&header, "場所：y"]);
        // No record follows.
        for end in ["", "\n*x\n", "\n\n変化：1手\n   1 ２六歩(27)\n"] {
            assert!(told(&format!("{GAME}\n{header}{end}"))[0].starts_with(&header), "{end}");
        }
    }
    // Without a blank line the next record begins with the header, except with the end of a game.
    assert_told(&format!("{GAME}場所：x\n{OTHER_GAME}"), &["", "場所：x"]);
    assert_told(&format!("{GAME}終了日時：x\n{OTHER_GAME}"), &["終了日時：x", ""]);
    assert_told(&format!("{GAME}終了日時：x\n場所：y\n{OTHER_GAME}"), &["終了日時：x", "場所：y"]);
}

#[test]
fn headers_above_a_later_diagram_belong_to_it() {
    for header in ["作品名：乙", "場所：x", "鍵：1"] {
        assert_told(&format!("{BOARD}\n{header}\n{BOARD}"), &["", header]);
        assert_told(&format!("{BOARD}{header}\n\n{BOARD}"), &[header, ""]);
    }
    // A hand stands above its board or below it.
    let board = &BOARD[BOARD.find('|').expect("a rank")..BOARD.find("先手").expect("a hand")];
    let hands = |text: &str| -> Vec<String> {
        let read = Reader::new(text.as_bytes(), Encoding::Auto, "text");
        read.map(|problem| problem.expect("a problem").position().sfen()).collect()
    };
    let [gold, silver] = ["G", "S"].map(|held| format!("8k/9/8G/9/9/9/9/9/9 b {held} 1"));
    let all = format!(
        "{board}\n先手の持駒：金\n後手の持駒：なし\n\n作品名：乙\n{board}先手の持駒：銀\n後手の持駒：なし\n"
    );
    assert_eq!(hands(&all), [gold.clone(), silver.clone()]);
    let above =
        format!("後手の持駒：なし\n先手の持駒：金\n{board}\n先手の持駒：銀\n後手の持駒：なし\n{board}");
    assert_eq!(hands(&above), [gold, silver]);
}

#[test]
fn a_title_above_a_later_record_belongs_to_it() {
    for title in ["煙詰", "No.2 煙詰", "5手詰", "１番 煙詰", "2 裸玉", "７詰将棋", "変化の妙", "変化5題"]
    {
        let comment = format!("*{title}");
        for first in [GAME, BOARD, &format!("{BOARD}\n▲１二金\nまで1手詰\n")] {
            for next in [OTHER_GAME, BOARD, "#KIF version=2.0\n手合割：平手\n", "先手：甲\n手合割：平手\n"]
            {
                if first == BOARD && !next.starts_with(BOARD) {
                    continue;
                }
                let texts = told(&format!("{first}\n{title}\n\n{next}"));
                assert_eq!(texts.len(), 2, "{title}: {texts:?}");
                assert!(texts[0].is_empty() && texts[1].ends_with(&comment), "{title}: {texts:?}");
            }
        }
        assert_told(&format!("{GAME}場所：x\n{title}\n{OTHER_GAME}"), &["場所：x", &comment]);
        assert_told(
            &format!("{GAME}*感想\n{title}\nby A\n{OTHER_GAME}"),
            &["*感想", &format!("{comment}\nby A")],
        );
    }
    // The words of a title that cannot be a move or an ending need no ending before them.
    for title in ["5手詰", "煙詰"] {
        assert_told(&format!("{UNENDED}{title}\n{BOARD}"), &["", &format!("*{title}")]);
    }
    assert_told(&format!("{GAME}\nまでの記録\n{OTHER_GAME}"), &["", "*までの記録"]);
    // A title and headers above a diagram whose hand the record before does not state.
    assert_told(
        &format!("{}\n裸玉\n作者：甲\n{BOARD}", &BOARD[BOARD.find('|').expect("a rank")..]),
        &["", "*裸玉"],
    );
}

/// A title begins a record: what another paragraph above it tells belongs to the record before.
#[test]
fn headers_parted_by_a_blank_line_from_a_title_stay_with_the_record_before() {
    for header in ["場所：x", "鍵：1"] {
        for first in [GAME, BOARD] {
            assert_told(&format!("{first}\n{header}\n\n煙詰\n{BOARD}"), &[header, "*煙詰"]);
        }
    }
}

#[test]
fn a_number_begins_a_title_behind_marked_moves_that_have_ended() {
    for end in ["まで1手で先手の勝ち", "迄1手で先手の勝ち", "△投了"] {
        let game = format!("手合割：平手\n▲７六歩 {end}\n");
        assert_told(&format!("{game}1 煙詰\n{OTHER_GAME}"), &["", "*1 煙詰"]);
    }
}

#[test]
fn a_closing_sentence_is_no_title_of_the_next_record() {
    for sentence in ["まで先手の勝ち", "まで、後手投了", "迄先手勝"] {
        let game = format!("手合割：平手\n   1 ７六歩(77)\n   2 投了\n\n{sentence}\n");
        assert_told(&format!("{game}\n{OTHER_GAME}"), &["", ""]);
    }
}

#[test]
fn a_title_that_may_be_something_else_is_refused_or_read_as_that() {
    let refused = |text: &str, line: u64, words: &str| {
        let all = told(text);
        let place = format!(
            "text:{line}: column 1: `{words}` cannot be read here, expected a move, a header or a rank"
        );
        assert!(all.iter().any(|error| error.starts_with(&place)), "{text}: {all:?}");
    };
    // No record follows, or moves do.
    refused(&format!("{GAME}煙詰\n"), 5, "煙詰");
    refused(&format!("{GAME}煙詰\n▲２六歩\n"), 5, "煙詰");
    refused(&format!("{UNENDED}5手詰\n▲２五歩\n"), 3, "5手詰");
    // Below a header.
    refused(&format!("{GAME}\n場所：x\n煙詰\n{OTHER_GAME}"), 7, "煙詰");
    // Behind moves that have not ended, a number with a word is an ending of an unknown name.
    assert_told(&format!("{UNENDED}\n5 トライ\n\n{OTHER_GAME}"), &["*トライ", ""]);
    assert_told(&format!("{UNENDED}   5 投了\n\n{OTHER_GAME}"), &["", ""]);
    assert_told(&format!("{UNENDED}まで先手の反則\n\n{OTHER_GAME}"), &["", ""]);
}

#[test]
fn headers_between_blank_lines_stand_below_diagrams_that_have_none_above() {
    let ranks = &BOARD[BOARD.find('|').expect("a rank")..];
    let framed = format!("  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n{ranks}");
    for board in [BOARD, ranks, &framed] {
        assert_told(
            &format!("{board}\n作品名：甲\n\n{board}\n場所：x\n\n作品名：乙\n\n"),
            &["作品名：甲", "場所：x 作品名：乙"],
        );
        assert_told(&format!("作品名：甲\n\n{board}\n作品名：乙\n\n{board}"), &["作品名：甲", "作品名：乙"]);
        assert_told(&format!("{board}\n作品名：乙\n{board}"), &["", "作品名：乙"]);
    }
}
