//! Which interpositions count: what a problem says about it is kept, and heeded.

use crate::run::{Folder, run, succeed_with_notes};
use serde_json::Value;

/// A mate in 3, in 5 when every interposition counts (`docs/futile-interpositions.md`).
const SFEN: &str = "8p/4B3k/9/4K3P/6R2/4L1+l2/9/7p1/9 b rb4g4s4n2l15p 1";

fn plies(answer: &str) -> u64 {
    let answer: Value = serde_json::from_str(answer).expect("JSON");
    answer["plies"].as_u64().expect("a mate")
}

#[test]
fn an_answer_is_verified_and_solved_under_its_own_policy() {
    let folder = Folder::new("policies-answers");
    for (policy, length) in [("none", 5), ("official", 3)] {
        let answer = succeed_with_notes(&["solve", "--json", "--rule", "tsume", "--futile", policy, SFEN]);
        assert_eq!(plies(&answer), length);
        let file = folder.file("answer.jsonl", &answer);
        let verified = succeed_with_notes(&["verify", &file]);
        assert!(verified.starts_with("1 as stated, 0 different"), "{policy}: {verified}");
        assert_eq!(plies(&succeed_with_notes(&["solve", "--json", &file])), length, "{policy}");
        // What is typed outranks what the problem says.
        let other = if policy == "none" { "official" } else { "none" };
        assert_eq!(run(&["verify", "--futile", other, &file]).code, Some(1), "{policy}");
    }
}

#[test]
fn every_format_that_says_the_length_says_the_policy() {
    let folder = Folder::new("policies-formats");
    let answer = succeed_with_notes(&["solve", "--json", "--rule", "tsume", "--futile", "none", SFEN]);
    let answer = folder.file("answer.jsonl", &answer);
    for (name, statement) in [
        ("p.sfen", "policy=none"),
        ("p.kif", "無駄合：数える"),
        ("p.ki2", "無駄合：数える"),
        ("p.csa", "無駄合"),
        ("p.jkf", "\"無駄合\":\"数える\""),
    ] {
        let file = folder.path(name);
        succeed_with_notes(&["convert", &answer, &file]);
        let text = std::fs::read_to_string(&file).expect("a file");
        assert!(text.contains(statement), "{name}: {text}");
        let verified = succeed_with_notes(&["verify", &file]);
        assert!(verified.starts_with("1 as stated, 0 different"), "{name}: {verified}");
        // The same when `solve` writes it.
        let format = name.split('.').nth(1).expect("an ending").replace("sfen", "usi");
        let arguments = ["solve", "--rule", "tsume", "--futile", "none", "--format", &format, SFEN];
        let solved = folder.file(&format!("solved-{name}"), succeed_with_notes(&arguments));
        let verified = succeed_with_notes(&["verify", &solved]);
        assert!(verified.starts_with("1 as stated, 0 different"), "{name}: {verified}");
    }
    // The policy that goes without saying is not said.
    let text = succeed_with_notes(&["solve", "--rule", "tsume", "--format", "usi", SFEN]);
    assert!(!text.contains("policy"), "{text}");
}

#[test]
fn check_and_certificates_heed_the_policy_of_the_problem() {
    let folder = Folder::new("policies-check");
    let set = folder.file("set.sfen", format!("{SFEN} ; rule=tsume ; policy=none\n"));
    let check = run(&["check", "--json", "--nodes", "1000", &set]);
    assert_eq!(plies(&check.stdout), 5, "{}", check.stderr);
    let certificate = folder.path("proof");
    succeed_with_notes(&["solve", "--certificate", &certificate, &set]);
    let checked = succeed_with_notes(&["verify-certificate", "--json", &certificate]);
    let checked: Value = serde_json::from_str(&checked).expect("JSON");
    assert_eq!((&checked["plies"], &checked["policy"]), (&5.into(), &"none".into()));
}
