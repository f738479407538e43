//! README.md and its Japanese counterpart say the same: as many headings of each level, the same commands, the same
//! figures.

use super::pages::{Page, page};

/// The levels of the headings, in order.
fn levels(page: &Page) -> Vec<usize> {
    let prose = page.prose();
    let headings = prose.into_iter().filter(|line| line.starts_with('#'));
    headings.map(|line| line.bytes().take_while(|&byte| byte == b'#').count()).collect()
}

/// The commands of all blocks, with the markers above them. `--lang` may differ.
fn commands(page: &Page) -> Vec<(Option<&str>, Vec<String>)> {
    let blocks = page.blocks().into_iter();
    let commands = blocks.map(|block| {
        let is_demo = block.language == "console";
        let lines = block.lines.into_iter().filter(|line| !is_demo || line.starts_with("$ "));
        (block.marker, lines.map(|line| line.replace(" --lang en", "")).collect())
    });
    commands.collect()
}

/// The numbers in the rows of the table of figures.
fn figures(page: &Page) -> Vec<Vec<&str>> {
    let rows = page.section("figures").lines().filter(|line| line.starts_with('|'));
    let is_of_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',');
    let numbers = |row| -> Vec<&str> {
        let texts = str::split(row, |c| !is_of_number(c));
        texts.map(|text| text.trim_matches(['.', ','])).filter(|text| !text.is_empty()).collect()
    };
    rows.map(numbers).collect()
}

#[test]
fn both_front_pages_say_the_same() {
    let [english, japanese] = ["README.md", "docs/README.ja.md"].map(page);
    assert_eq!(levels(&english), levels(&japanese));
    assert_eq!(commands(&english), commands(&japanese));
    assert_eq!(figures(&english), figures(&japanese));
    assert!(figures(&english).iter().flatten().count() > 10, "a table of figures");
    assert!(english.text.lines().next().is_some_and(|line| line.contains("](docs/README.ja.md)")));
    assert!(japanese.text.lines().next().is_some_and(|line| line.contains("](../README.md)")));
}
