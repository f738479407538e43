//! Accessibility, by axe-core.

use crate::page::Page;
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;
use std::{env, fs, io};

/// Findings that count.
const SERIOUS: [&str; 2] = ["serious", "critical"];

#[test]
fn axe_finds_nothing_serious() {
    let Some(folder) = env::var_os("TSUMUGI_AXE") else {
        assert!(env::var_os("TSUMUGI_REQUIRE_BROWSER").is_none(), "TSUMUGI_AXE is not set");
        // Not `eprintln!`, which the test harness withholds for tests that pass.
        writeln!(io::stderr(), "SKIPPED: axe_finds_nothing_serious: TSUMUGI_AXE is not set")
            .expect("standard error");
        return;
    };
    let axe = Path::new(&folder).join("node_modules/axe-core/axe.min.js");
    let axe = fs::read_to_string(&axe).unwrap_or_else(|error| panic!("{}: {error}", axe.display()));
    let address = "#rule=helpmate&sfen=6R2/8k/4B1n1s/9/9/4O4/9/9/9_b_GP_1";
    let Some(page) = Page::open("en", address) else { return };
    page.wait_for_text("#verdict", "Mate in 3 · unsound");
    page.click("#job-start");
    page.wait_for_text("#job-state", "done");
    page.click("#shelf-save button");
    page.browser.script("for (const node of document.querySelectorAll('details')) node.open = true", &[]);
    for (theme, width) in [("light", 1600), ("dark", 1600), ("light", 360)] {
        page.choose("#theme", theme);
        page.size(width, 1000);
        let body = format!(
            "{axe}; const done = arguments[0]; axe.run().then(done, (error) => done({{ error: `${{error}}` }}))"
        );
        let report = page.browser.post("/execute/async", &json!({ "script": body, "args": [] }));
        assert!(report["passes"].as_array().is_some_and(|passes| passes.len() > 20), "{}", report["error"]);
        let serious: Vec<Value> = report["violations"]
            .as_array()
            .expect("violations")
            .iter()
            .filter(|finding| SERIOUS.iter().any(|impact| finding["impact"] == json!(impact)))
            .map(|finding| {
                json!([finding["id"], finding["nodes"][0]["html"], finding["nodes"][0]["failureSummary"]])
            })
            .collect();
        assert!(serious.is_empty(), "{theme}, {width} pixels: {serious:#?}");
    }
    page.close();
}
