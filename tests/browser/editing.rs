//! Setting up a problem: by mouse, by touch, by keys; undo, address, reload; the check that runs by itself.

use crate::page::{LEFT, Page, RIGHT, UP, square};
use serde_json::json;

const EMPTY: &str = "#rule=tsume&sfen=9/9/9/9/9/9/9/9/9_b_-_1";

fn boxed(kind: &str) -> String {
    held("box", kind)
}

fn held(rack: &str, kind: &str) -> String {
    format!("[data-rack='{rack}'][data-kind='{kind}']")
}

#[test]
fn a_problem_is_set_up_by_mouse() {
    let Some(page) = Page::open("en", EMPTY) else { return };
    page.wait_for_text("#verdict", "Not a legal position");

    // The first king of the box is the defender's; the golds are clicked, the pawn is dragged.
    page.click(&boxed("K"));
    page.click(&square("2b"));
    assert_eq!(page.square("2b"), "2b White's king");
    page.drag(&boxed("P"), &square("2d"));
    assert_eq!(page.square("2d"), "2d Black's pawn");
    page.click(&boxed("G"));
    page.click(&held("black", "G"));
    page.drag(&boxed("G"), "#rack-black");
    assert!(page.text(&held("black", "G")).contains('2'));
    page.click("#rest");
    assert!(page.text(&held("white", "P")).contains("17"));
    page.wait_for_text("#verdict", "Mate in 3");
    page.wait_for_text("#verdict", "sound");

    // The right button turns a piece through its four states.
    for label in ["2d Black's tokin", "2d White's pawn", "2d White's tokin", "2d Black's pawn"] {
        page.press(&square("2d"), 2);
        assert_eq!(page.square("2d"), label);
    }
    // Dropped outside the board it goes into the box.
    page.drag(&square("2d"), "h1");
    assert_eq!(page.square("2d"), "2d empty");
    assert!(page.text(&boxed("P")).contains('1'));
    page.close();
}

#[test]
fn a_problem_is_set_up_by_keys() {
    let Some(page) = Page::open("en", EMPTY) else { return };
    page.focus("#board");
    // The cursor begins at 5e.
    page.keys(&[UP, UP, UP, RIGHT, RIGHT, RIGHT, "K"]);
    assert_eq!(page.square("2b"), "2b White's king");
    page.keys(&["\u{e015}", "\u{e015}", "p", "+"]);
    assert_eq!(page.square("2d"), "2d Black's tokin");
    page.keys(&["+", "/", "/", "/"]);
    assert_eq!(page.square("2d"), "2d White's tokin");
    page.keys(&["p", LEFT, "o"]);
    assert_eq!((page.square("2d"), page.square("3d")), ("2d Black's pawn".to_owned(), "3d stone".to_owned()));
    page.keys(&["."]);
    assert_eq!(page.square("3d"), "3d empty");
    page.focus(&held("black", "G"));
    page.keys(&["g", "g", "g", "-"]);
    assert!(page.text(&held("black", "G")).contains('2'));
    page.click("#rest");
    page.wait_for_text("#verdict", "Mate in 3");

    page.control("z");
    assert!(page.text(&held("white", "R")).contains('0'));
    page.control("y");
    assert!(page.text(&held("white", "R")).contains('2'));
    page.focus("#board");
    page.keys(&["?"]);
    assert!(page.text("#key-help").contains("place a stone"));
    page.close();
}

#[test]
fn fingers_set_pieces_and_turn_them() {
    let Some(page) = Page::open("en", EMPTY) else { return };
    page.touch(&boxed("S"), 50);
    page.touch(&square("5e"), 50);
    assert_eq!(page.square("5e"), "5e Black's silver");
    page.touch(&square("5e"), 700);
    assert_eq!(page.square("5e"), "5e Black's promoted silver");
    page.close();
}

#[test]
fn the_address_keeps_position_and_rule() {
    let Some(page) = Page::open("en", "#rule=helpmate&sfen=8k/9/8G/9/9/9/9/9/9_b_G_1") else { return };
    page.wait_for_text("#verdict", "Mate in 1");
    assert!(page.text("#verdict-lines").contains("2 solutions"));
    page.choose("#rule", "tsume");
    page.click("#mirror");
    assert_eq!(page.square("9a"), "9a White's king");
    page.click("[data-shift='0,1']");
    assert_eq!(page.square("9b"), "9b White's king");
    page.reload();
    assert_eq!(
        (page.square("9b"), page.property("#rule", "value")),
        ("9b White's king".to_owned(), json!("tsume"))
    );
    // The browser's button for back, and undo behind a reload.
    page.browser.post("/back", &json!({}));
    page.wait_for(
        "the mirrored position",
        "return document.querySelector('#square-0').ariaLabel.includes('king')",
    );
    page.click("#undo");
    page.click("#undo");
    assert_eq!(
        (page.square("1a"), page.property("#rule", "value")),
        ("1a White's king".to_owned(), json!("helpmate"))
    );
    assert_eq!(page.property("#undo", "disabled"), json!(true));
    page.close();
}

#[test]
fn edits_go_on_where_there_is_no_room_to_keep_them() {
    let Some(page) = Page::open("en", EMPTY) else { return };
    page.wait_for_text("#verdict", "Not a legal position");
    // The room that a browser gives to a page, but for a few hundred letters.
    let fill = "let size = 2 ** 23; for (let n = 0; size > 100; n += 1) { \
                try { sessionStorage.setItem(`full${n}`, 'x'.repeat(size)); } catch { size /= 2; } }";
    page.browser.script(fill, &[]);
    page.click(&boxed("K"));
    page.click(&square("1a"));
    for (clicks, shift) in [(8, "0,1"), (8, "-1,0")] {
        for _ in 0..clicks {
            page.click(&format!("[data-shift='{shift}']"));
        }
    }
    assert_eq!(page.square("9i"), "9i White's king");
    page.reload();
    assert_eq!(page.square("9i"), "9i White's king");
    page.click("#undo");
    assert_eq!(page.square("8i"), "8i White's king");
    page.close();
}

#[test]
fn positions_that_are_not_legal_say_why() {
    let Some(page) = Page::open("ja", "#rule=tsume&sfen=4k4/9/8P/8P/9/9/9/9/9_b_-_1") else { return };
    page.wait_for_text("#verdict", "正しくない局面");
    page.wait_for_text("#verdict-lines", "二歩");
    page.press(&square("1d"), 2);
    page.wait_for_text("#verdict", "不詰");
    page.close();
}
