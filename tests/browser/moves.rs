//! Solutions: their list, stepping, trying other moves, playing against the engine.

use crate::page::{ENTER, LEFT, Page, RIGHT, TAB, square};
use serde_json::json;

const HELPMATE: &str = "#rule=helpmate&sfen=6R2/8k/4B1n1s/9/9/9/9/9/9_b_GP_1";
const TSUME: &str = "#rule=tsume&sfen=9/7k1/9/7P1/9/9/9/9/9_b_2G2r2b2g4s4n4l17p_1";

#[test]
fn solutions_are_stepped_through() {
    let Some(page) = Page::open("ja", HELPMATE) else { return };
    page.wait_for_text("#verdict", "3手詰");
    page.wait_for_text("#verdict", "不完全作");
    page.wait_for_text("#solutions", "▲３二飛不成");
    assert_eq!(page.property("#solutions", "childElementCount"), json!(4));
    page.click("#step-next");
    page.wait_for_text("#step-ply", "1 / 3");
    assert_eq!(page.square("3b"), "3二 先手の飛");
    page.focus("#board");
    page.keys(&[RIGHT, RIGHT]);
    page.wait_for_text("#step-ply", "3 / 3");
    assert_eq!(page.square("1a"), "1一 後手の玉");
    page.keys(&[LEFT]);
    page.wait_for_text("#step-ply", "2 / 3");
    page.click("#solutions li:nth-child(2) button");
    page.wait_for_text("#step-ply", "1 / 3");
    assert_eq!(page.square("1a"), "1一 先手の金");
    page.choose("#notation", "usi");
    page.wait_for_text("#tree", "G*1a");
    page.click("#graph-details summary");
    page.wait_for("the graph", "return document.querySelectorAll('#graph .position').length > 5");
    page.click("#take-intended");
    page.wait_for_text("#intended", "3手");
    assert!(page.browser.get("/url").as_str().is_some_and(|url| url.contains("moves=G*1a_1b2b_3a2a+")));
    // The key for the mode, there and back: the line goes on where it was left.
    page.focus("#board");
    page.keys(&["m", RIGHT]);
    page.wait_for_text("#step-ply", "2 / 3");
    page.keys(&["m"]);
    assert_eq!(page.square("3a"), "3一 先手の飛");
    page.close();
}

#[test]
fn the_last_move_is_animated_unless_motion_is_not_wanted() {
    let Some(page) = Page::open("en", TSUME) else { return };
    page.wait_for_text("#verdict", "Mate in 3 · sound");
    let step = "document.querySelector('#step-next').click(); return document.getAnimations().length";
    assert_eq!(page.browser.script(step, &[]), json!(1));
    let calm = json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] });
    page.browser.developer("Emulation.setEmulatedMedia", &calm);
    page.wait_for("the end of it", "return document.getAnimations().length === 0");
    assert_eq!(page.browser.script(step, &[]), json!(0));
    page.wait_for_text("#step-ply", "2 / 3");
    page.close();
}

#[test]
fn any_move_is_answered_and_refuted() {
    let Some(page) = Page::open("en", TSUME) else { return };
    page.wait_for_text("#verdict", "Mate in 3 · sound");
    page.click("#mode-moves");
    page.wait_for("the legal moves", "return document.querySelectorAll('#legal .move').length > 0");
    // The gold is dropped on the wrong side: the king runs.
    page.click("[data-rack='black'][data-kind='G']");
    page.click(&square("1b"));
    page.wait_for_text("#tree", "no mate, see the reply");
    page.wait_for_text("#tree", "refutes");
    page.click("#step-previous");
    page.click("[data-rack='black'][data-kind='G']");
    page.click(&square("2c"));
    page.wait_for_text("#tree", "then mate in 2");
    page.close();
}

#[test]
fn moves_are_made_by_keys_alone() {
    let Some(page) = Page::open("en", TSUME) else { return };
    page.wait_for_text("#verdict", "Mate in 3 · sound");
    page.focus("#board");
    page.keys(&["m"]);
    page.focus("#legal-details summary");
    page.keys(&[ENTER]);
    page.wait_for("the legal moves", "return document.querySelectorAll('#legal .move').length > 0");
    page.keys(&[TAB, ENTER]);
    page.wait_for_text("#step-ply", "1 / ");
    page.wait_for("the focus on a reply", "return document.activeElement.matches('#legal .move')");
    page.keys(&[ENTER]);
    page.wait_for_text("#step-ply", "2 / ");
    page.wait_for("the focus", "return document.activeElement.matches('#legal .move')");
    page.keys(&[LEFT]);
    page.wait_for_text("#step-ply", "1 / ");
    page.close();
}

#[test]
fn the_engine_defends_and_attacks() {
    let Some(page) = Page::open("en", TSUME) else { return };
    page.wait_for_text("#verdict", "Mate in 3 · sound");
    page.choose("#opponent", "defender");
    page.wait_for("the legal moves", "return document.querySelectorAll('#legal .move').length > 0");
    page.drag("[data-rack='black'][data-kind='G']", &square("2c"));
    page.wait_for_text("#step-ply", "2 / ");
    page.wait_for_text("#play-message", "Mate in 2 follows");
    page.choose("#opponent", "none");
    page.click("#play-again");
    page.choose("#opponent", "attacker");
    page.wait_for_text("#step-ply", "1 / ");
    assert_eq!(page.square("2c"), "2c Black's gold");
    page.close();
}
