//! Sizes of windows, colours, languages.

use crate::page::Page;
use serde_json::json;

const TSUME: &str = "#rule=tsume&sfen=9/7k1/9/7P1/9/9/9/9/9_b_2G2r2b2g4s4n4l17p_1";

#[test]
fn narrow_and_wide_windows_show_everything() {
    let Some(page) = Page::open("ja", TSUME) else { return };
    page.wait_for_text("#verdict", "3手詰");
    for (width, height) in [(360, 740), (768, 1024), (1024, 768), (1600, 1000)] {
        page.size(width, height);
        assert!(page.fits_the_window(), "{width} pixels");
        let body = "const [a, b] = ['#board', 'main'].map((s) => document.querySelector(s).getBoundingClientRect()); \
                    return a.left >= b.left && a.right <= b.right && a.width > 300";
        assert_eq!(page.browser.script(body, &[]), json!(true), "the board at {width} pixels");
    }
    page.close();
}

#[test]
fn dark_as_the_system_says_and_as_one_chooses() {
    let Some(page) = Page::open("en", TSUME) else { return };
    let brightness = || {
        let body = "return getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)[0]";
        page.browser.script(body, &[]).as_u64().expect("a number")
    };
    assert!(brightness() > 200);
    let dark = json!({ "features": [{ "name": "prefers-color-scheme", "value": "dark" }] });
    page.browser.developer("Emulation.setEmulatedMedia", &dark);
    assert!(brightness() < 60);
    page.choose("#theme", "light");
    assert!(brightness() > 200);
    page.reload();
    assert!(brightness() > 200, "the choice is kept");
    page.close();
}

#[test]
fn both_languages_are_whole() {
    let Some(page) = Page::open("en", TSUME) else { return };
    page.wait_for_text("#verdict", "Mate in 3 · sound");
    assert_eq!(page.property("html", "lang"), json!("en"));
    let japanese = "const text = (node) => (node.dataset.text ? node.textContent : node.ariaLabel); \
                    return [...document.querySelectorAll('[data-text], [data-label]')].filter((node) => \
                    /[\\u3040-\\u30ff\\u4e00-\\u9fff]/.test(text(node))).length";
    assert_eq!(page.browser.script(japanese, &[]), json!(0));
    page.choose("#language", "ja");
    page.wait_for_text("#verdict", "3手詰　完全作");
    assert_eq!(page.property("html", "lang"), json!("ja"));
    page.reload();
    page.wait_for_text("#verdict", "3手詰　完全作");

    // Every text of the page is there, in both languages.
    let missing = "const done = arguments[0]; Promise.all(['en', 'ja'].map((l) => import(`/app/texts_${l}.js`))).then(\
                   ([{ english }, { japanese }]) => { const nodes = [...document.querySelectorAll('*')]; \
                   const used = nodes.flatMap(({ dataset: d }) => [d?.text, d?.label, d?.hint, d?.placeholder]); \
                   const keys = [...used.filter(Boolean), ...Object.keys(english), ...Object.keys(japanese)]; \
                   done(keys.filter((key) => !(key in english) || !(key in japanese))); }, \
                   (error) => done([`${error}`]))";
    let answer = page.browser.post("/execute/async", &json!({ "script": missing, "args": [] }));
    assert_eq!(answer, json!([]));
    page.close();
}
