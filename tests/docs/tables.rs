//! Tables that repeat what the program knows.

use super::pages::page;
use tsumugi::usi::DECLARATIONS;

#[test]
fn the_options_of_the_engine_are_those_it_announces() {
    let gui = page("docs/gui.md");
    let rows = gui.section("options").lines().filter_map(|line| line.strip_prefix("| `"));
    let shown: Vec<(&str, &str)> = rows
        .map(|row| {
            let mut fields = row.split('|').map(str::trim);
            (
                fields.next().expect("a name").trim_end_matches('`'),
                fields.next().expect("a default").trim_matches('`'),
            )
        })
        .collect();
    let announced: Vec<String> = DECLARATIONS.iter().map(|declaration| declaration.to_string()).collect();
    let announced: Vec<(&str, &str)> = announced
        .iter()
        .map(|line| {
            let words: Vec<&str> = line.split(' ').collect();
            (words[2], words[6])
        })
        .collect();
    assert_eq!(shown, announced);
}
