//! `check --resume` and `--jobs`: what is decided is not checked again, and no answer is taken for another question.

use crate::resumed::{Resumed, lines};
use crate::run::{Folder, HEAVY, NONE, Run, THREE, TWO, run};
use serde_json::Value;

const CHECK: Resumed = Resumed("check");

/// Two twins of which one is unsound, and a tsume.
fn set(folder: &Folder) -> String {
    let tsume = "9/7k1/9/7P1/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1 ; rule=tsume ; id=tsume";
    folder.file(
        "set.sfen",
        format!("{THREE} ; rule=helpmate ; id=three\n{TWO} ; rule=helpmate ; id=two ; twin=three\n{tsume}\n"),
    )
}

#[test]
fn what_is_decided_is_not_checked_again() {
    let folder = Folder::new("check-resume");
    let (file, set) = (folder.path("checked.jsonl"), set(&folder));
    let plain = run(&["check", "--json", &set]);
    let first = CHECK.run(&file, &[&set]);
    assert_eq!((first.code, plain.code), (Some(1), Some(1)), "{}", first.stderr);
    assert!(first.stderr.contains("3 problems: "), "{}", first.stderr);
    assert_eq!(first.stdout, "twins three, 2 diagrams: unsound (two)\n");
    let soundness = |lines: &[Value]| -> Vec<Value> {
        lines.iter().map(|line| line["check"]["soundness"].clone()).collect()
    };
    let plain: Vec<Value> =
        plain.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(soundness(&lines(&file)), soundness(&plain[..3]));
    // The verdicts count as they did, those of twins too.
    let again = CHECK.run(&file, &[&set]);
    assert_eq!((again.code, &again.stdout), (Some(1), &first.stdout), "{}", again.stderr);
    CHECK.nothing_left(&file, 1, &[&set]);
    // A file of answers of `solve` has lines that answer no question of `check`.
    let solved = folder.path("solved.jsonl");
    assert_eq!(run(&["solve", "--resume", &solved, THREE]).code, Some(0));
    CHECK.done_anew(&solved, 0, &[THREE]);
    assert_eq!(lines(&solved).len(), 2);
}

#[test]
fn answers_keep_their_order_with_any_number_of_jobs() {
    let folder = Folder::new("check-jobs");
    let set = set(&folder);
    let without_stats = |run: &Run| -> Vec<Value> {
        let mut lines: Vec<Value> =
            run.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        lines.iter_mut().for_each(|line| line["stats"] = Value::Null);
        lines
    };
    let one = run(&["check", "--json", &set]);
    let three = run(&["check", "--json", "--jobs", "3", &set]);
    assert_eq!((one.code, without_stats(&one)), (three.code, without_stats(&three)));
    assert_eq!(one.stdout.lines().count(), 4, "three problems and a whole");
    let text = run(&["check", "--jobs", "3", &set]).stdout;
    let found: Vec<usize> = ["three", "two", "tsume", "twins three"]
        .map(|word| text.find(word).unwrap_or_else(|| panic!("{word}: {text}")))
        .to_vec();
    assert!(found.is_sorted(), "{text}");
}

#[test]
fn an_answer_belongs_to_its_question() {
    let folder = Folder::new("check-questions");
    let file = folder.path("checked.jsonl");
    let stated = |rest: &str| format!("{THREE} ; rule=helpmate{rest}");
    CHECK.done_anew(&file, 0, &[&stated("")]);
    // Another length, number of solutions, rule: other questions.
    CHECK.done_anew(&file, 1, &[&stated(" ; plies=5")]);
    CHECK.done_anew(&file, 1, &["--plies", "7", &stated("")]);
    CHECK.done_anew(&file, 1, &[&stated(" ; intended-solutions=2")]);
    CHECK.done_anew(&file, 1, &["--rule", "tsume", THREE]);
    CHECK.done_anew(&file, 1, &["--rule", "tsume", "--futile", "none", THREE]);
    CHECK.nothing_left(&file, 0, &[&stated("")]);
    // What rests on more is wanted, and is enough for less.
    CHECK.done_anew(&file, 0, &["--verify", &stated("")]);
    CHECK.done_anew(&file, 0, &["--key", "wide", "--verify", &stated("")]);
    CHECK.nothing_left(&file, 0, &[&stated("")]);
    // Limits do not matter for what is decided.
    CHECK.nothing_left(&file, 0, &["--nodes", "1", &stated("")]);
    // A problem without a mate, under another name: checked once, and each has its line.
    let none = format!("{NONE} ; rule=helpmate");
    CHECK.done_anew(&file, 1, &[&format!("{none} ; id=first")]);
    let before = lines(&file).len();
    assert_eq!(CHECK.run(&file, &[&format!("{none} ; id=second")]).code, Some(1));
    let all = lines(&file);
    assert_eq!((all.len(), &all[before]["id"]), (before + 1, &"second".into()));
    CHECK.nothing_left(&file, 1, &[&format!("{none} ; id=second")]);
}

#[test]
fn lines_and_backward_checks_are_part_of_the_question() {
    let folder = Folder::new("check-lines");
    let file = folder.path("checked.jsonl");
    let solved: Value =
        serde_json::from_str(&run(&["solve", "--json", "--rule", "helpmate", THREE]).stdout).expect("JSON");
    let moves: Vec<&str> = solved["solutions"]["listed"][0]
        .as_array()
        .expect("a line")
        .iter()
        .map(|mv| mv.as_str().expect("a move"))
        .collect();
    let with_line = format!("position sfen {THREE} moves {} ; rule=helpmate", moves.join(" "));
    let cut = format!("position sfen {THREE} moves {} ; rule=helpmate", moves[..2].join(" "));
    CHECK.done_anew(&file, 0, &[&format!("{THREE} ; rule=helpmate")]);
    CHECK.done_anew(&file, 0, &[&with_line]);
    CHECK.done_anew(&file, 1, &[&cut]);
    CHECK.done_anew(&file, 0, &["--backward", &with_line]);
    CHECK.nothing_left(&file, 0, &[&with_line]);
}

#[test]
fn what_is_unknown_is_tried_again() {
    let folder = Folder::new("check-unknown");
    let file = folder.path("checked.jsonl");
    for _ in 0..2 {
        let unknown = CHECK.run(&file, &["--rule", "helpmate", "--nodes", "100", HEAVY]);
        assert_eq!(unknown.code, Some(3), "{}", unknown.stderr);
        assert!(unknown.stderr.contains("1 unknown, 0 checked before"), "{}", unknown.stderr);
    }
    // The last of them is enough to remember.
    assert_eq!(CHECK.run(&file, &["--rule", "helpmate", THREE]).code, Some(0));
    let unknown = lines(&file).iter().filter(|line| line["check"]["soundness"] == "unknown").count();
    assert!(unknown <= 2, "{unknown}");
    for useless in [&["--json"][..], &["--full"], &["--graph", "graph.json"]] {
        assert_eq!(CHECK.run(&file, &[useless, &[THREE]].concat()).code, Some(2), "{useless:?}");
    }
}

#[test]
fn what_a_limit_kept_open_beside_the_verdict_is_looked_at_again_with_a_larger_one() {
    let unsound = "5BG2/8k/7+p1/8S/9/9/9/9/9 b P2rb3g3s4n4l16p 1 ; rule=tsume";
    let folder = Folder::new("check-open");
    let file = folder.path("checked.jsonl");
    let open = || {
        let all = lines(&file);
        let last = all.last().expect("an answer")["check"]["plies"].clone();
        let plies = last.as_array().expect("plies").clone();
        plies
            .iter()
            .flat_map(|ply| ply["findings"].as_array().expect("a list"))
            .any(|f| !f["reason"].is_null())
    };
    CHECK.done_anew(&file, 1, &["--nodes", "300", unsound]);
    assert!(open());
    CHECK.nothing_left(&file, 1, &["--nodes", "200", unsound]);
    CHECK.done_anew(&file, 1, &[unsound]);
    assert!(!open());
    CHECK.nothing_left(&file, 1, &["--nodes", "300", unsound]);
}

/// Helpmate in 5, with a stated line that is none.
const FIVE: &str = "6R2/8k/4B1n1s/9/9/9/9/9/9 b P 1";

#[test]
fn what_was_too_long_is_looked_for_by_a_run_that_asks_for_more() {
    let folder = Folder::new("check-plies");
    let (helpmate, tsume) = (folder.path("helpmate.jsonl"), folder.path("tsume.jsonl"));
    let flawed = format!("position sfen {FIVE} moves 3a3b");
    let of_helpmate: &[&str] = &["--rule", "helpmate", &flawed];
    CHECK.done_anew(&helpmate, 1, &[of_helpmate, &["--max-plies", "3"]].concat());
    CHECK.done_anew(&helpmate, 1, of_helpmate);
    assert_eq!(lines(&helpmate).last().expect("an answer")["plies"], 5);
    let problem = "9/7k1/9/7P1/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1";
    let of_tsume: &[&str] = &["--rule", "tsume", "--plies", "5", problem];
    CHECK.done_anew(&tsume, 1, &[of_tsume, &["--max-plies", "3"]].concat());
    CHECK.nothing_left(&tsume, 1, &[of_tsume, &["--max-plies", "1"]].concat());
    CHECK.done_anew(&tsume, 1, of_tsume);
}

#[test]
fn more_that_is_proved_without_a_verdict_is_kept() {
    let folder = Folder::new("check-bounds");
    let file = folder.path("checked.jsonl");
    let lower = || lines(&file).iter().map(|line| line["bounds"]["lower"].as_u64()).max().expect("answers");
    let mut bounds = Vec::new();
    for nodes in ["2", "60", "2"] {
        assert_eq!(CHECK.run(&file, &["--rule", "helpmate", "--nodes", nodes, FIVE]).code, Some(3));
        bounds.push(lower());
    }
    assert_eq!(bounds, [Some(3), Some(5), Some(5)]);
}
