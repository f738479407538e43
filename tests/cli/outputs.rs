//! Outputs of one run that could meet: what is made inside a folder and what flags name, several diagrams in one file, and
//! the input of a search that goes on elsewhere.

use crate::run::{Folder, THREE, assert_refused, run};
use std::fs;
use std::os::unix::fs::symlink;

fn text(path: &str) -> String {
    fs::read_to_string(path).expect("a file")
}

#[test]
fn a_state_lies_beside_the_results_behind_a_link() {
    let folder = Folder::new("outputs-state");
    let results = folder.file("there/found.jsonl", "");
    let (link, state) = (folder.path("found.jsonl"), format!("{results}.state"));
    symlink("there/found.jsonl", &link).expect("a link");
    let extend =
        |more: &[&str]| run(&[&["extend", "-q", "--lang", "en", "--resume", &link, THREE], more].concat());
    assert_refused(&extend(&["--log-file", &state]), "both --resume and --log-file would write it");
    let made = extend(&["--nodes", "1000"]);
    assert!(fs::metadata(&state).is_ok(), "{}", made.stderr);
    fs::write(&results, text(&results) + "my notes\n").expect("a file");
    let refused = extend(&["--nodes", "1000"]);
    assert_refused(&refused, "lines of something else stand behind the results");
    let named = "there/found.jsonl.state counts";
    assert!(refused.stderr.contains(named), "{}", refused.stderr);
}
