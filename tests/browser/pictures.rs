//! Pictures of the page for the README, made anew when `TSUMUGI_PICTURES` names their folder. Without it they are made
//! and thrown away, so that the way to each of them is tested.

use crate::page::{Page, RIGHT};
use serde_json::json;
use std::path::Path;
use std::{env, fs};

/// The most that a picture in the repository has.
const MOST_BYTES: usize = 150 * 1024;

const HELPMATE: &str = "#rule=helpmate&sfen=6R2/8k/4B1n1s/9/9/9/9/9/9_b_GP_1";
const TSUME: &str = "#rule=tsume&sfen=9/7k1/9/7P1/9/9/9/9/9_b_2G2r2b2g4s4n4l17p_1";
const HEAVY: &str = "#rule=helpmate&sfen=2S6/1S1S1G1GG/S1LpNNpNN/rL7/R1PP5/3k5/8P/2l1pp1l+p/K2b2b1g_b_3P7p_1";

fn take(page: &Page, name: &str) {
    let picture = page.browser.get("/screenshot");
    let bytes = base64::Engine::decode(
        &base64::engine::general_purpose::STANDARD,
        picture.as_str().expect("a picture"),
    );
    let bytes = bytes.expect("base64");
    assert!(bytes.starts_with(b"\x89PNG"));
    if let Some(folder) = env::var_os("TSUMUGI_PICTURES") {
        assert!(bytes.len() <= MOST_BYTES, "{name}: {} bytes", bytes.len());
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(Path::new(&folder).join(format!("{name}.png")), bytes).expect("a file");
    }
}

#[test]
fn pictures_of_five_states() {
    let Some(page) = Page::open("en", HELPMATE) else { return };
    page.size(1250, 700);
    page.wait_for_text("#verdict", "Mate in 3 · unsound");
    page.choose("#notation", "ja");
    page.wait_for_text("#tree", "▲３二飛不成");
    page.click("#mode-moves");
    take(&page, "solutions");

    page.choose("#language", "ja");
    page.go_to(TSUME);
    page.wait_for_text("#verdict", "3手詰　完全作");
    page.focus("#board");
    take(&page, "check-ja");

    page.choose("#theme", "dark");
    page.click("#step-next");
    page.keys(&[RIGHT]);
    page.wait_for_text("#step-ply", "2 / 3");
    take(&page, "moves-dark-ja");

    page.choose("#theme", "light");
    page.choose("#language", "en");
    page.size(1250, 620);
    page.go_to(HEAVY);
    page.click("#job-start");
    page.wait_for("progress", "return document.querySelectorAll('#job-chart rect').length > 20");
    take(&page, "search");
    page.click("#job-cancel");
    page.wait_for_text("#job-state", "cancelled");

    page.size(360, 740);
    page.go_to(HELPMATE);
    page.wait_for_text("#verdict", "Mate in 3 · unsound");
    page.browser.script("window.scrollTo(0, 0)", &[]);
    take(&page, "narrow");
    assert_eq!(page.property("html", "scrollLeft"), json!(0));
    page.close();
}
