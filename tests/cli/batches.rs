//! Batches: shards, jobs, resuming; and what a package installs beside the program.

use crate::run::{Folder, NONE, THREE, TWO, run};
use serde_json::Value;
use std::fs;

const PROBLEMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/problems/helpmate/checks.sfen");

/// JSON answers without what differs from run to run.
fn answers(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| {
            let mut answer: Value = serde_json::from_str(line).expect("JSON");
            answer["stats"] = Value::Null;
            answer
        })
        .collect()
}

#[test]
fn jobs_change_nothing_but_the_time() {
    let one = run(&["solve", "--json", "-q", PROBLEMS, "nonsense", TWO]);
    let four = run(&["solve", "--json", "-q", "--jobs", "4", PROBLEMS, "nonsense", TWO]);
    assert_eq!((one.code, four.code), (Some(2), Some(2)));
    assert_eq!(answers(&one.stdout), answers(&four.stdout));
    assert!(answers(&one.stdout).len() > 10);
    assert_eq!(one.stderr, four.stderr);
}

#[test]
fn shards_share_a_set() {
    let whole = run(&["flip", PROBLEMS, TWO, "nonsense"]);
    let parts: Vec<_> = (1..=3)
        .map(|index| run(&["flip", PROBLEMS, TWO, "nonsense", "--shard", &format!("{index}/3")]))
        .collect();
    let mut lines: Vec<&str> = parts.iter().flat_map(|part| part.stdout.lines()).collect();
    lines.sort_unstable();
    let mut expected: Vec<&str> = whole.stdout.lines().collect();
    expected.sort_unstable();
    assert_eq!(lines, expected);
    assert_eq!(parts.iter().filter(|part| part.stderr.contains("nonsense")).count(), 1);
    let bad = run(&["flip", TWO, "--shard", "4/3"]);
    assert!(bad.stderr.contains("expected I/N with I from 1 to N"), "{}", bad.stderr);
}

#[test]
fn answered_problems_are_not_solved_again() {
    let folder = Folder::new("resume");
    let set = folder.file("set.sfen", format!("{TWO} ; id=two\n{THREE} ; id=three\n{NONE} ; id=none\n"));
    let file = folder.path("answers.jsonl");
    // Too few nodes for one of them.
    let first = run(&["solve", "--resume", &file, "--nodes", "10", &set]);
    assert_eq!((first.code, first.stdout.as_str()), (Some(3), ""), "{}", first.stderr);
    let before = answers(&fs::read_to_string(&file).expect("a file"));
    assert_eq!(before.len(), 3);
    let undecided = before.iter().filter(|answer| answer["exact"] != true).count();
    assert!((1..3).contains(&undecided), "{before:?}");
    // A run that was killed while it wrote.
    let torn = fs::read_to_string(&file).expect("a file") + "{\"schema\":1,\"id\":\"thr";
    fs::write(&file, torn).expect("a file");
    let second = run(&["solve", "--resume", &file, &set]);
    assert_eq!(second.code, Some(0), "{}", second.stderr);
    assert!(second.stderr.contains(&format!("{} answered before", 3 - undecided)), "{}", second.stderr);
    let after = answers(&fs::read_to_string(&file).expect("a file"));
    assert_eq!(after.len(), 3 + undecided);
    let third = run(&["solve", "--resume", &file, &set]);
    assert!(
        third.stderr.contains("3 problems: 0 mates, 0 without mate, 0 unknown, 3 answered before"),
        "{}",
        third.stderr
    );
    // What was not decided is left out now.
    let last = answers(&fs::read_to_string(&file).expect("a file"));
    assert!(last.len() == 3 && last.iter().all(|answer| answer["exact"] == true), "{last:?}");
    // Another question about the same problem is not answered; one problem has nothing in the box.
    let other = run(&["solve", "--resume", &file, "--rest", &set]);
    assert!(other.stderr.contains(", 1 answered before"), "{}", other.stderr);
    let wrong = folder.file("wrong.jsonl", "not JSON\n");
    let refused = run(&["solve", "--resume", &wrong, &set]);
    assert!(refused.stderr.contains("wrong.jsonl:1: not an answer of solve --json"), "{}", refused.stderr);
    assert_eq!(fs::read_to_string(wrong).expect("a file"), "not JSON\n");
}

#[test]
fn problems_that_ask_the_same_are_counted_apart_from_those_answered_before() {
    let folder = Folder::new("batch-same");
    let set = folder.file("set.sfen", format!("{TWO} ; id=a\n{NONE} ; id=b\n{TWO} ; id=c\n"));
    let [solved, checked] = ["solved.jsonl", "checked.jsonl"].map(|name| folder.path(name));
    for (subcommand, file, counts) in [("solve", &solved, "answered"), ("check", &checked, "checked")] {
        let first = run(&[subcommand, "--resume", file, &set]);
        let told = format!(", 0 {counts} before, 1 the same as others, 0 unreadable");
        assert!(first.stderr.contains("3 problems: ") && first.stderr.contains(&told), "{}", first.stderr);
        // Now it has a line of its own.
        let second = run(&[subcommand, "--resume", file, &set]);
        assert!(second.stderr.contains("nothing left to do"), "{}", second.stderr);
        let more = [&format!("{TWO} ; id=d"), THREE];
        let more = run(&[&[subcommand, "--resume", file, "--lang", "ja", &set], &more[..]].concat());
        assert!(more.stderr.contains("既答 3、ほかと同じ 1、読めない 0"), "{}", more.stderr);
    }
}

#[test]
fn a_batch_ends_with_a_summary() {
    let batch = run(&["solve", TWO, NONE, "8k/9"]);
    assert!(
        batch.stderr.contains(
            "tsumugi: 3 problems: 1 mate, 1 without mate, 0 unknown, 0 answered before, 1 unreadable"
        ),
        "{}",
        batch.stderr
    );
    let japanese = run(&["solve", "--lang", "ja", TWO, NONE]);
    assert!(japanese.stderr.contains("2題: 詰み 1、不詰 1"), "{}", japanese.stderr);
    assert_eq!(run(&["solve", TWO]).stderr, "");
    assert_eq!(run(&["solve", "-q", TWO, NONE]).stderr, "");
}

#[test]
fn completions_and_manual_pages() {
    for (shell, word) in
        [("bash", "_tsumugi()"), ("zsh", "#compdef tsumugi"), ("fish", "complete -c tsumugi")]
    {
        let run = run(&["completions", shell]);
        assert_eq!(run.code, Some(0));
        assert!(run.stdout.contains(word), "{shell}");
    }
    assert!(run(&["man"]).stdout.contains(".TH tsumugi 1"));
    let folder = Folder::new("man");
    assert_eq!(run(&["man", &folder.path("man1")]).code, Some(0));
    assert!(fs::read_to_string(folder.path("man1/tsumugi-solve.1")).expect("a page").contains("resume"));
}

#[test]
fn every_command_has_help_with_an_example_and_no_colours_in_a_pipe() {
    for command in [
        "solve",
        "check",
        "resume",
        "verify",
        "show",
        "flip",
        "mirror",
        "convert",
        "validate",
        "perft",
        "bench",
        "completions",
        "man",
    ] {
        let run = run(&[command, "--help"]);
        assert_eq!(run.code, Some(0), "{command}");
        assert!(
            run.stdout.contains("Example") && run.stdout.contains(&format!("tsumugi {command}")),
            "{command}"
        );
        assert!(!run.stdout.contains('\x1b'), "{command}");
    }
}
