//! Searches of the server: progress, cancel, two tabs, a page that is closed and opened again.

use crate::page::Page;
use serde_json::{Value, json};

/// Nothing that a test could wait for: 4,197 plies (加藤徹).
const HEAVY: &str = "#rule=helpmate&sfen=2S6/1S1S1G1GG/S1LpNNpNN/rL7/R1PP5/3k5/8P/2l1pp1l+p/K2b2b1g_b_3P7p_1";
const TSUME: &str = "#rule=tsume&sfen=9/7k1/9/7P1/9/9/9/9/9_b_2G2r2b2g4s4n4l17p_1";
const EASY: &str = "#rule=helpmate&sfen=6R2/8k/4B1n1s/9/9/9/9/9/9_b_P_1";

#[test]
fn a_heavy_search_shows_progress_and_is_cancelled() {
    let Some(page) = Page::open("en", HEAVY) else { return };
    page.wait_for_text("#verdict", "Not known");
    page.click("#job-start");
    page.wait_for_text("#job-state", "Solve: running");
    page.wait_for_text("#job-numbers", "stored");
    page.wait_for("the chart", "return document.querySelectorAll('#job-chart rect').length > 3");
    let height = page.property("#job", "offsetHeight");

    // The list is drawn anew again and again: whoever goes through it by keys is not thrown out.
    page.browser.script("document.querySelector('#job-list').closest('details').open = true", &[]);
    page.focus("#job-list .small");
    page.browser.script("document.activeElement.dataset.old = 'yes'", &[]);
    let body = "const { activeElement } = document; \
                return activeElement.matches('#job-list .small') && !activeElement.dataset.old";
    page.wait_for("the focus in a new list", body);

    // The search belongs to the server: a page that is opened again finds it.
    page.reload();
    page.wait_for_text("#job-state", "Solve: running");
    page.wait_for_text("#job-numbers", "stored");
    assert_eq!(page.property("#job", "offsetHeight"), height, "progress must not move what stands below");
    page.click("#job-cancel");
    page.wait_for_text("#job-state", "Solve: cancelled");
    page.wait_for("the end", "return document.querySelector('#job-cancel').disabled");
    page.click("#job-resume");
    page.wait_for_text("#job-state", "Solve: running");
    page.click("#job-cancel");
    page.wait_for_text("#job-state", "Solve: cancelled");
    page.close();
}

/// Of two replies that last as long one lets cooks in: the line by the other is what makes the problem sound.
#[test]
fn a_line_with_which_a_tsume_is_sound_is_told_of() {
    let address = "#rule=tsume&sfen=2l6/1ks+P5/1ppp5/p8/9/2P6/9/9/9_b_G2SN2r2b3gs3n3l12p_1";
    let Some(page) = Page::open("en", address) else { return };
    page.wait_for_text("#verdict", "Mate in");
    page.choose("#job-kind", "check");
    page.click("#job-start");
    page.wait_for_text("#job-state", "Check soundness: done");
    page.click("#job-answers li:first-child button");
    page.wait_for_text("#verdict-lines", "sound if another line of this length is the intended one");
    page.close();
}

#[test]
fn a_search_puts_its_solutions_on_the_board() {
    let Some(page) = Page::open("ja", EASY) else { return };
    page.wait_for_text("#verdict", "5手詰");
    page.click("#job-start");
    page.wait_for_text("#job-state", "解く: 終了");
    page.wait_for_text("#job-answers", "5手詰");
    page.wait_for_text("#tree", "▲３二飛不成");
    page.click("#download-line");
    let kif = String::from_utf8(page.download("tsumugi.kif")).expect("UTF-8");
    assert!(kif.contains("３二飛"), "{kif}");
    page.click("#download-png");
    assert!(page.download("tsumugi.png").starts_with(b"\x89PNG"));
    page.click("#download-json");
    let answer: Value = serde_json::from_slice(&page.download("tsumugi.json")).expect("JSON");
    assert_eq!((&answer["verdict"], &answer["plies"]), (&json!("mate"), &json!(5)));
    page.close();
}

#[test]
fn all_solutions_are_drawn_and_composed_problems_are_listed() {
    let Some(page) = Page::open("en", "#rule=helpmate&sfen=6R2/8k/4B1n1s/9/9/9/9/9/9_b_GP_1") else { return };
    page.wait_for_text("#verdict", "Mate in 3 · unsound");
    page.click("#job-start");
    page.wait_for_text("#job-state", "Solve: done");
    page.wait_for_text("#job-files", "Graph");
    page.click("#graph-details summary");
    // The diagram, three positions after the first moves, as many after the replies, four mates.
    page.wait_for("the graph", "return document.querySelectorAll('#graph .position').length === 11");
    page.click("#graph .position:last-child");
    page.wait_for_text("#step-ply", "3 / 3");

    page.go_to("#rule=helpmate&sfen=8k/9/8G/9/9/9/9/9/9_b_G_1");
    page.choose("#job-kind", "extend");
    page.click("#job-start");
    page.wait_for_text("#job-more", "unsound · 2 solutions");
    page.choose("#job-kind", "repair");
    page.click("#job-start");
    page.wait_for_text("#job-state", "Repair: done");
    page.wait_for_text("#job-answers", "Mate in 1 sound");
    page.click("#job-answers li:first-child button");
    page.wait_for_text("#verdict", "Mate in 1 · sound");

    page.choose("#job-kind", "search");
    page.fill("#job-template", "9/9/9/9/9/9/9/9/9 b [GSNL] 1\nplace=k:1a-3a [GS]:1c-4d\nplies=-5\n");
    page.click("#job-start");
    page.wait_for_text("#job-state", "Search: done");
    page.wait_for("28 problems", "return document.querySelectorAll('#job-answers .thumbnail').length === 28");
    page.close();
}

/// A graph that is too large to be shown is told with its size, without the moves to each of its positions.
#[test]
fn a_large_graph_is_only_counted() {
    let Some(page) = Page::open("en", "#rule=helpmate&sfen=8k/9/8G/9/9/9/9/9/9_b_G_1") else { return };
    let script = "const done = arguments[0]; import('/app/graph.js').then(({ graphOfFile, drawGraph }) => { \
                  const ids = [...Array(2000).keys()]; \
                  const nodes = ids.map((id) => ({ id, ply: id, sfen: `9/9/9/9/9/9/9/9/9 b - ${id}` })); \
                  const edges = ids.slice(1).map((to) => ({ from: to - 1, to, move: 'P*5e' })); \
                  const graph = graphOfFile({ nodes, edges }); \
                  const lists = graph.positions.filter(({ moves }) => moves).length; \
                  done([lists, drawGraph(graph).className, drawGraph(graph).textContent.includes('2000')]); }, \
                  (error) => done(`${error}`))";
    let answer = page.browser.post("/execute/async", &json!({ "script": script, "args": [] }));
    assert_eq!(answer, json!([0, "hint", true]));
    page.close();
}

#[test]
fn a_sound_problem_is_extended() {
    let Some(page) = Page::open("en", "#rule=helpmate&sfen=8k/9/8P/9/9/9/9/9/9_b_G_1") else { return };
    page.wait_for_text("#verdict", "Mate in 1 · sound");
    page.choose("#job-kind", "extend");
    page.click("#job-start");
    page.wait_for_text("#job-state", "Extend: done");
    page.wait_for("a board", "return document.querySelectorAll('#job-answers .thumbnail').length === 1");
    let label = page.text("#job-answers li:first-child button");
    assert!(label.starts_with("Mate in 3"), "{label}");
    page.click("#job-answers li:first-child button");
    page.wait_for_text("#verdict", "Mate in 3 · sound");
    page.wait_for_text("#step-ply", "0 / 3");
    page.close();
}

#[test]
fn cooks_are_marked_and_proofs_are_saved() {
    let address = "#rule=tsume&sfen=9/6+n2/6RPk/6R2/9/9/9/9/9_b_S2b4g3s3n4l17p_1";
    let Some(page) = Page::open("en", address) else { return };
    page.choose("#job-kind", "check");
    page.click("#job-start");
    page.wait_for_text("#job-state", "Check soundness: done");
    page.wait_for_text("#job-answers", "Mate in 5 unsound");
    page.wait_for_text("#tree", "cook");
    let body = "const shown = () => document.querySelectorAll('#board .mark.bad').length; \
                for (let ply = 0; ply < 5 && !shown(); ply += 1) document.querySelector('#step-next').click(); \
                return shown() > 0";
    page.wait_for("a cook on the board", body);

    page.go_to(TSUME);
    page.choose("#job-kind", "solve");
    page.click("#job-form summary");
    page.click("#job-certificate");
    page.click("#job-variations");
    page.click("#job-start");
    page.wait_for_text("#job-state", "Solve: done");
    page.wait_for_text("#tree", "variation");
    page.click("#job-files a");
    let proof = page.download("tsumugi.certificate");
    assert!(proof.starts_with(b"tsumugi certificate"), "{:?}", String::from_utf8_lossy(&proof[..40]));
    page.close();
}

#[test]
fn two_tabs_do_not_disturb_each_other() {
    let Some(page) = Page::open("en", EASY) else { return };
    let first = page.browser.get("/window");
    let second = page.browser.post("/window/new", &json!({ "type": "tab" }))["handle"].clone();
    page.browser.post("/window", &json!({ "handle": second }));
    page.size(1600, 1000);
    page.go_to("#rule=helpmate&sfen=8k/9/8G/9/9/9/9/9/9_b_G_1");
    page.wait_for_text("#verdict", "Mate in 1");
    page.click("#job-start");
    page.wait_for_text("#job-state", "done");
    page.browser.post("/window", &json!({ "handle": first }));
    page.wait_for_text("#verdict", "Mate in 5");
    page.click("#mirror");
    page.wait_for_text("#verdict", "Mate in 5");
    page.browser.post("/window", &json!({ "handle": second }));
    assert!(page.text("#verdict").contains("Mate in 1"));
    assert_eq!(page.square("1a"), "1a White's king");
    page.close();
}
