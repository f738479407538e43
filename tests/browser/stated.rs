//! What a problem states beside its position: conditions on captures, and how many solutions are meant.

use crate::page::Page;
use serde_json::json;

/// A gold beside the king mates where it may not be taken.
const ALONE: &str = "#rule=helpmate&sfen=8k/9/9/9/9/9/9/9/9_b_G_1";
const TWO_WAYS: &str = "#rule=helpmate&sfen=8k/9/8G/9/9/9/9/9/9_b_G_1";

/// What the address says behind `#`.
fn address(page: &Page) -> String {
    let url = page.browser.get("/url");
    url.as_str().and_then(|url| url.split_once('#')).expect("an address").1.to_owned()
}

#[test]
fn conditions_are_chosen_and_kept() {
    let Some(page) = Page::open("en", ALONE) else { return };
    page.wait_for_text("#verdict", "No mate (proved)");
    page.choose("#captures-defender", "no-capture");
    page.wait_for_text("#verdict", "Mate in 1");
    page.wait_for_text("#verdict-lines", "2 solutions");
    assert!(address(&page).contains("&condition=defender-no-capture&"));
    page.choose("#captures-attacker", "no-capture");
    assert!(address(&page).contains("&condition=no-capture&"));
    page.choose("#captures-defender", "must-capture");
    assert!(address(&page).contains("&condition=attacker-no-capture,defender-must-capture&"));
    page.wait_for_text("#verdict", "No mate (proved)");
    page.reload();
    let chosen =
        |page: &Page| ["#captures-attacker", "#captures-defender"].map(|side| page.property(side, "value"));
    assert_eq!(chosen(&page), [json!("no-capture"), json!("must-capture")]);
    page.click("#undo");
    page.click("#undo");
    assert_eq!(chosen(&page), [json!(""), json!("no-capture")]);

    // A tsume has none: the choice waits until the rule has it again.
    page.choose("#rule", "tsume");
    assert_eq!(page.property("#cooperative", "hidden"), json!(true));
    page.wait_for_text("#verdict", "No mate (proved)");
    page.choose("#rule", "helpmate");
    page.wait_for_text("#verdict", "Mate in 1");

    // Moves and searches know it: he may not take, so that it is mate.
    page.click("#mode-moves");
    page.wait_for_text("#legal-count", "");
    page.click("#step-next");
    page.click("#legal-details summary");
    page.wait_for(
        "a capture that is not permitted",
        "return document.querySelectorAll('#legal .not-allowed').length === 1",
    );
    assert_eq!(page.property("#legal .not-allowed", "title"), json!("The condition does not permit it"));
    page.click("#job-start");
    page.wait_for_text("#job-state", "Solve: done");
    page.wait_for_text("#job-answers", "Mate in 1");
    page.close();
}

#[test]
fn problems_are_made_under_the_condition() {
    let extended = "#rule=helpmate&condition=no-capture&sfen=9/8k/9/8P/9/9/9/9/9_b_Gs_1";
    let Some(page) = Page::open("en", extended) else { return };
    page.wait_for_text("#verdict", "sound");
    page.choose("#job-kind", "extend");
    page.click("#job-start");
    page.wait_for_text("#job-state", "Extend: done");
    page.click("#job-answers li:first-child button");
    page.wait_for_text("#verdict", "Mate in 3 · sound");
    assert!(address(&page).contains("&condition=no-capture&"), "{}", address(&page));

    // Without the condition nothing mates; with it two drops do.
    page.go_to("#rule=helpmate&condition=defender-no-capture&sfen=8k/9/9/9/9/9/9/9/9_b_G_1");
    page.wait_for_text("#verdict", "Mate in 1 · unsound");
    // The template that is proposed for a search asks under it, too.
    page.choose("#job-kind", "search");
    let template = "8k/9/9/9/9/9/9/9/9 b G 1\nrule=helpmate\ncondition=defender-no-capture\n";
    assert_eq!(page.property("#job-template", "value"), json!(template));
    page.choose("#job-kind", "repair");
    page.click("#job-start");
    page.wait_for_text("#job-state", "Repair: done");
    page.click("#job-answers li:first-child button");
    page.wait_for_text("#verdict", "· sound");
    assert!(address(&page).contains("&condition=defender-no-capture&"), "{}", address(&page));
    page.close();
}

#[test]
fn texts_bring_and_take_what_is_stated() {
    let Some(page) = Page::open("ja", TWO_WAYS) else { return };
    page.wait_for_text("#verdict", "1手詰　不完全作");
    page.fill(
        "#paste",
        "8k/9/9/9/9/9/9/9/9 b G 1 ; rule=helpmate ; condition=受方取禁 ; intended-solutions=2",
    );
    page.wait_for_text("#verdict", "1手詰　完全作");
    let stated = ["#captures-attacker", "#captures-defender", "#solutions-meant"];
    assert_eq!(
        stated.map(|field| page.property(field, "value")),
        ["", "no-capture", "2"].map(|text| json!(text))
    );
    page.choose("#copy-format", "kif");
    page.click("#copy");
    for part in ["条件：受方取禁", "指定解数：2"] {
        page.wait_for(part, &format!("return document.querySelector('#copied').value.includes('{part}')"));
    }
    page.click("#shelf-save button");
    // A text that names a rule and no condition is a problem without one.
    page.fill("#paste", "8k/9/9/9/9/9/9/9/9 b G 1 ; rule=helpmate");
    page.wait_for_text("#verdict", "不詰");
    page.click("#shelf .kept");
    page.wait_for_text("#verdict", "1手詰　完全作");
    page.click("#shelf-export");
    let file = String::from_utf8(page.download("tsumugi-shelf.sfen")).expect("UTF-8");
    assert!(file.contains("condition=defender-no-capture ; intended-solutions=2"), "{file}");
    page.click("#download-line");
    let kif = String::from_utf8(page.download("tsumugi.kif")).expect("UTF-8");
    assert!(kif.contains("条件：受方取禁"), "{kif}");
    page.close();
}

#[test]
fn several_solutions_may_be_meant() {
    let Some(page) = Page::open("en", TWO_WAYS) else { return };
    page.wait_for_text("#verdict", "Mate in 1 · unsound");
    let mean = |count: &str| page.choose("#solutions-meant", count);
    mean("2");
    page.wait_for_text("#verdict", "Mate in 1 · sound");
    assert!(address(&page).contains("&solutions=2&"));
    page.choose("#job-kind", "check");
    page.click("#job-start");
    page.wait_for_text("#job-answers", "Mate in 1 sound");
    mean("3");
    page.wait_for_text("#verdict", "Mate in 1 · unsound");
    page.wait_for_text("#verdict-lines", "2 solutions, intended: 3");
    page.choose("#language", "ja");
    page.wait_for_text("#verdict-lines", "2解（指定は3解）");
    mean("");
    page.wait_for_text("#verdict-lines", "2解ある");
    assert!(!address(&page).contains("solutions="));
    page.close();
}
