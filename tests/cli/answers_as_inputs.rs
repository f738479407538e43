//! Answers of `--json` are inputs too: what is read asks what the problem asked.

use crate::run::{Folder, NONE, Run, THREE, TWO, run};
use serde_json::Value;
use std::fs;

fn succeed(arguments: &[&str]) -> String {
    let run = run(arguments);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{arguments:?}: {}", run.stdout);
    run.stdout
}

/// Answers as a problem set, which has no place for what follows on their first solutions.
fn converted(file: &str) -> String {
    succeed(&["convert", "-q", file, "-", "--format", "usi"])
}

/// What a run writes to a file in a folder.
fn answers(folder: &Folder, arguments: &[&str]) -> String {
    let Run { stdout, stderr, .. } = run(arguments);
    assert!(!stdout.is_empty(), "{arguments:?}: {stderr}");
    folder.file("answers.jsonl", stdout)
}

#[test]
fn lines_that_are_no_problem_are_passed_over() {
    let folder = Folder::new("answers-lines");
    let twins = folder.file("twins.sfen", format!("{TWO} ; id=a\n{THREE} ; id=b ; twin=a\n"));
    for (arguments, count) in [
        (&["check", "--json", "--rule", "helpmate", &twins][..], 2),
        (&["records", "--json", "--rule", "helpmate", &twins], 2),
        (&["extend", "--json", "--rule", "helpmate", THREE], 1),
    ] {
        let file = answers(&folder, arguments);
        let lines = fs::read_to_string(&file).expect("a file").lines().count();
        let usi = converted(&file);
        assert!(usi.lines().count() >= count && usi.lines().count() + 1 == lines, "{arguments:?}: {usi}");
    }
    // An error is one, and a file must hold something.
    let errors = answers(&folder, &["solve", "--json", "nonsense"]);
    assert!(run(&["solve", &errors]).stderr.contains("the answer is an error, without a position"));
    let nothing =
        folder.file("nothing.jsonl", "{\"schema\":1,\"twins\":[\"a\",\"b\"],\"soundness\":\"sound\"}\n");
    let refused = run(&["solve", &nothing]);
    assert!(refused.code == Some(2) && refused.stderr.contains("no problem in it"), "{}", refused.stderr);
}

#[test]
fn brinkmates_are_read_with_their_line() {
    let folder = Folder::new("answers-hisshi");
    let problem = "8k/9/9/8P/9/9/9/9/9 b 2G 1";
    let file = answers(&folder, &["hisshi", "--json", problem, NONE]);
    let usi = converted(&file);
    let (first, second) = usi.split_once('\n').expect("two problems");
    let answer: Value =
        serde_json::from_str(fs::read_to_string(&file).expect("a file").lines().next().expect("a line"))
            .expect("JSON");
    let line: Vec<&str> =
        answer["line"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    assert!(line.len() > 2, "{answer}");
    let expected = format!("position sfen {problem} moves {} ; id=argument 1:1", line.join(" "));
    assert_eq!((first, second.trim_end()), (expected.as_str(), format!("{NONE} ; id=argument 2:1").as_str()));
    let again = run(&["hisshi", &file]);
    assert!(again.stdout.contains("brinkmate in 1"), "{} {}", again.stdout, again.stderr);
}
