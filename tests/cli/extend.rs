//! `extend`: results are a problem set of sound problems, whatever flags are given.

use crate::run::{Folder, NONE, THREE, TWO, run};
use serde_json::Value;

/// A mate in one, with little that could be put before it.
const SMALL: &str = "8k/9/8P/9/9/9/9/9/9 b Gs 1";

/// The JSON lines of a run.
fn lines(arguments: &[&str]) -> Vec<Value> {
    let run = run(arguments);
    assert_eq!(run.code, Some(0), "{arguments:?}: {}", run.stderr);
    run.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// The problem set with everything that does not differ from run to run.
fn without_figures(text: &str) -> String {
    text.lines().filter(|line| !line.contains("candidates")).collect::<Vec<_>>().join("\n")
}

#[test]
fn results_are_sound_problems_that_are_longer_by_two() {
    let folder = Folder::new("extend");
    let out = folder.path("results.sfen");
    let extended = run(&["extend", THREE, "--out", &out]);
    assert_eq!((extended.code, extended.stdout.as_str()), (Some(0), ""), "{}", extended.stderr);
    let text = std::fs::read_to_string(&out).expect("results");
    let results = text.lines().filter(|line| !line.starts_with('#')).count();
    assert!(results > 0, "{text}");
    assert!(
        text.lines()
            .filter(|line| !line.starts_with('#'))
            .all(|line| line.contains("; plies=5 ; solutions=1"))
    );
    let verified = run(&["verify", &out]);
    assert_eq!(verified.code, Some(0), "{}{}", verified.stdout, verified.stderr);
    assert!(verified.stdout.starts_with(&format!("{results} as stated, 0 different")), "{}", verified.stdout);
    let checked = run(&["check", "--json", &out]);
    assert_eq!(checked.code, Some(0));
    assert_eq!(checked.stdout.matches(r#""soundness":"sound""#).count(), results);
}

#[test]
fn the_output_does_not_depend_on_threads() {
    // Wide enough for several threads, and deep enough for a beam.
    for arguments in [&["extend", THREE][..], &["extend", "--steps", "3", "--beam", "3", SMALL]] {
        let one = run(arguments);
        let four = run(&[arguments, &["--threads", "4"]].concat());
        assert_eq!(without_figures(&one.stdout), without_figures(&four.stdout));
        assert!(one.stdout.contains("5 plies, step "), "{}", one.stdout);
    }
}

#[test]
fn the_best_chain_begins_at_the_problem_and_grows_by_two() {
    let mut chain =
        lines(&["extend", "--json", "--steps", "3", "--beam", "4", "--backtrack", "--best", SMALL]);
    let tally = chain.pop().expect("a line in the end");
    assert_eq!((&tally["soundness"], &tally["steps"]), (&"sound".into(), &3.into()));
    assert_eq!(chain.len(), 3);
    let mut from = Value::Null;
    for (step, result) in chain.iter().enumerate() {
        assert_eq!((&result["from"], &result["plies"]), (&from, &(3 + 2 * step).into()));
        assert_eq!(result["changes"][0]["move"], result["line"][0]);
        from = result["number"].clone();
    }
}

#[test]
fn backtracking_goes_on_where_a_narrow_beam_ends() {
    let longest = |flags: &[&str]| {
        let chain = lines(
            &[&["extend", "--json", "--best", "--steps", "8", "--beam", "1"], flags, &[SMALL]].concat(),
        );
        chain.iter().filter_map(|line| line["plies"].as_u64()).max()
    };
    let (narrow, backtracked) = (longest(&[]), longest(&["--backtrack"]));
    assert!(backtracked >= narrow, "{narrow:?} {backtracked:?}");
    assert_eq!(backtracked, Some(17), "eight steps from a mate in one");
}

#[test]
fn conditions_hold_for_every_result() {
    let all = lines(&["extend", "--json", THREE]);
    let takes = |result: &Value| {
        result["changes"].as_array().expect("a list").iter().any(|change| !change["takes"].is_null())
    };
    let results = |lines: &[Value]| lines[..lines.len() - 1].to_vec();
    let expected: Vec<String> = results(&all)
        .iter()
        .filter(|result| !takes(result))
        .map(|result| result["sfen"].to_string())
        .collect();
    let none = lines(&["extend", "--json", "--forbid", "takes", THREE]);
    let found: Vec<String> = results(&none).iter().map(|result| result["sfen"].to_string()).collect();
    assert_eq!(found, expected);
    assert!(none.last().expect("a tally")["tally"]["excluded"].as_u64() > Some(0));
}

#[test]
fn only_sound_problems_are_extended() {
    for (problem, english, japanese) in [
        (TWO, "only a sound problem is extended: unsound", "完全作だけです: 不完全作"),
        (NONE, "unsound", "不完全作"),
    ] {
        let english_run = run(&["extend", problem]);
        assert_eq!(english_run.code, Some(1), "{}", english_run.stderr);
        assert!(english_run.stdout.contains(english), "{}", english_run.stdout);
        let japanese_run = run(&["extend", "--lang", "ja", problem]);
        assert!(japanese_run.stdout.contains(japanese), "{}", japanese_run.stdout);
    }
}

#[test]
fn a_limit_leaves_things_unknown_and_says_so() {
    let limited = run(&["extend", "--nodes", "30", THREE]);
    assert_eq!(limited.code, Some(3), "{}{}", limited.stdout, limited.stderr);
}

#[test]
fn what_cannot_be_meant_is_refused() {
    for (arguments, english) in [
        (["extend", "--forbid", "5z"], "`5z` is neither a square"),
        (["extend", "--verify", ""], "--verify is of no use here"),
        (["extend", "--put", "3"], "3 is not in 1..=2"),
    ] {
        let mut arguments: Vec<&str> = arguments.into_iter().filter(|word| !word.is_empty()).collect();
        arguments.push(THREE);
        let refused = run(&arguments);
        assert_eq!(refused.code, Some(2), "{}", refused.stdout);
        assert!(refused.stderr.contains(english), "{}", refused.stderr);
    }
}
