//! Texts and files in and out.

use crate::page::Page;
use serde_json::json;

const START: &str = "#rule=helpmate&sfen=9/9/9/9/9/9/9/9/9_b_-_1";
const KIF: &str = "\
後手の持駒：なし
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ ・ 飛 ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ ・v玉|二
| ・ ・ ・ ・ 角 ・v桂 ・v銀|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：歩
";

#[test]
fn kif_is_pasted_and_copied() {
    let Some(page) = Page::open("ja", START) else { return };
    page.fill("#paste", KIF);
    page.wait_for_text("#paste-message", "KIF");
    assert_eq!(page.square("1b"), "1二 後手の玉");
    page.wait_for_text("#verdict", "5手詰");
    for (format, part) in [("sfen", "6R2/8k/4B1n1s/9/9/9/9/9/9 b P 1"), ("csa", "P1"), ("bod", "|一")] {
        page.choose("#copy-format", format);
        page.click("#copy");
        let body = format!("return document.querySelector('#copied').value.includes({})", json!(part));
        page.wait_for(format, &body);
    }
    page.choose("#rule", "tsume");
    page.choose("#policy", "none");
    page.choose("#copy-format", "usi");
    page.click("#copy");
    page.wait_for("the policy", "return document.querySelector('#copied').value.includes('policy=none')");
    page.fill("#paste", "no position at all");
    page.wait_for("an error", "return document.querySelector('#paste-message').classList.contains('error')");
    assert_eq!(page.square("1b"), "1二 後手の玉");
    // The browser itself notes that the server refused something.
    let messages = page.browser.console();
    assert!(
        matches!(&messages[..], [one] if one.contains("/api/convert") && one.contains("400")),
        "{messages:#?}"
    );
    page.close();
}

#[test]
fn a_dropped_file_in_shift_jis_is_read() {
    let Some(page) = Page::open("ja", START) else { return };
    let (bytes, _, _) = encoding_rs::SHIFT_JIS.encode(KIF);
    page.drop_file("problem.kif", &bytes);
    page.wait_for_text("#verdict", "5手詰");
    assert_eq!(page.square("3c"), "3三 後手の桂");
    page.close();
}

#[test]
fn addresses_and_problem_sets_are_read_and_the_shelf_keeps_them() {
    let Some(page) = Page::open("en", START) else { return };
    page.fill("#paste", "https://example.org/board?sfen=8k/9/8G/9/9/9/9/9/9%20b%20G%201");
    page.wait_for_text("#verdict", "Mate in 1");
    let place = "8k/9/8G/9/9/9/9/9/9";
    for (number, address) in [
        format!("https://sunfish-shogi.github.io/shogihome/?usi=sfen%20{place}%20b%20G%201"),
        format!("https://lishogi.org/editor/{place}_b_G_1"),
        format!("https://www.studiok-i.net/ps/?sfen={place}%20b%20G%201"),
        format!("piyoshogi://?sfen={place}%20b%20G%201"),
    ]
    .iter()
    .enumerate()
    {
        page.click("#clear");
        assert_eq!(page.square("1a"), "1a empty");
        page.fill("#paste", address);
        let body = "return document.querySelector('#square-8').ariaLabel.includes('king')";
        page.wait_for(&format!("the king of address {number}"), body);
    }
    page.wait_for_text("#verdict", "Mate in 1");
    page.fill("#shelf-title", "Corner; first");
    page.click("#shelf-save button");
    page.wait_for_text("#shelf", "Corner; first");

    let set =
        "8k/9/8G/9/9/9/9/9/9 b G 1 ; id=one ; title=Two ways\n6R2/8k/4B1n1s/9/9/9/9/9/9 b P 1 ; id=two\n";
    page.fill("#paste", set);
    page.wait_for_text("#pasted", "two");
    page.click("#pasted li:nth-child(2) button");
    page.wait_for_text("#verdict", "Mate in 5");
    page.click("#pasted-keep button");
    assert_eq!(page.property("#shelf", "childElementCount"), json!(3));
    page.reload();
    assert_eq!(page.property("#shelf", "childElementCount"), json!(3));
    page.click("#shelf-export");
    let file = String::from_utf8(page.download("tsumugi-shelf.sfen")).expect("UTF-8");
    assert!(file.contains("title=Corner\\; first"), "{file}");
    assert_eq!(file.lines().count(), 3);
    // What was written is read again.
    page.drop_file("tsumugi-shelf.sfen", file.as_bytes());
    page.wait_for("three problems", "return document.querySelectorAll('#pasted li').length === 3");
    page.close();
}

#[test]
fn what_is_pasted_stays_text() {
    let Some(page) = Page::open("en", START) else { return };
    let title = "<img src=x onerror=document.title='hit'><b>bold</b>";
    page.fill(
        "#paste",
        &format!("8k/9/8G/9/9/9/9/9/9 b G 1 ; title={title}\n8k/9/8G/9/9/9/9/9/9 b G 1 ; id=<b>two</b>\n"),
    );
    page.wait_for_text("#pasted", title);
    page.click("#pasted-keep button");
    page.wait_for_text("#shelf", title);
    page.reload();
    page.wait_for_text("#shelf", title);
    assert_eq!(
        page.browser.script("return document.querySelectorAll('main img, main b').length", &[]),
        json!(0)
    );
    assert!(page.property("html > head > title", "textContent").as_str().is_some_and(|title| title != "hit"));
    page.close();
}
