//! `verify --resume`: what is decided is not solved again, and no result is taken for other statements.

use crate::resumed::{Resumed, lines};
use crate::run::{Folder, HEAVY, NONE, THREE, TWO, run};
use serde_json::Value;
use std::fs;

const VERIFY: Resumed = Resumed("verify");

#[test]
fn what_is_decided_is_not_solved_again() {
    let folder = Folder::new("verify-resume");
    let decided = format!("{THREE} ; id=three ; plies=3\n{TWO} ; id=two ; twin=three ; plies=5\n");
    let others = format!(
        "{HEAVY} ; id=long ; plies=4197\n{TWO} ; id=silent\n{NONE} ; id=left ; plies=none ; status=unproved\nx\n"
    );
    let set = folder.file("set.sfen", format!("{decided}{others}"));
    let file = folder.path("verified.jsonl");
    let limited = ["--nodes", "5000", &set];
    let plain = run(&[&["verify", "--json"], &limited[..]].concat());
    let plain: Vec<Value> =
        plain.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let first = VERIFY.run(&file, &limited);
    assert_eq!(first.code, Some(2), "{}", first.stderr);
    assert_eq!(first.stdout, "twins three, 2 diagrams: different (two)\n");
    let counts = "1 as stated, 1 different, 1 undecided, 1 unreadable, 1 without a statement";
    let summary = format!("6 problems: 0 verified before, {counts}");
    assert!(first.stderr.contains(&summary), "{}", first.stderr);
    assert_eq!(lines(&file), plain[..5]);
    // The results before count for the exit code and for twins.
    let again = VERIFY.run(&file, &[&limited[..], &["--jobs", "2", "--lang", "ja"]].concat());
    assert_eq!((again.code, again.stdout.as_str()), (Some(2), "ツイン three、全2図: 相違 (two)\n"));
    let summary = "6題: 既答 2、一致 0、相違 0、未決 1、読めない 1、記載なし 1、";
    assert!(again.stderr.contains(summary), "{}", again.stderr);
    assert_eq!(lines(&file), plain[..5]);
    VERIFY.nothing_left(&file, 1, &["--nodes", "1", &folder.file("decided.sfen", decided)]);
    assert_eq!(VERIFY.run(&file, &["--json", &set]).code, Some(2), "two places for JSON");
}

#[test]
fn statements_and_safeguards_are_part_of_the_question() {
    let folder = Folder::new("verify-resume-question");
    let file = folder.path("verified.jsonl");
    let stated = |rest: &str| format!("{TWO} ; rule=helpmate ; id=two{rest}");
    VERIFY.done_anew(&file, 0, &[&stated(" ; plies=1")]);
    VERIFY.done_anew(&file, 1, &[&stated(" ; plies=3")]);
    VERIFY.done_anew(&file, 0, &[&stated(" ; plies=<=3")]);
    VERIFY.done_anew(&file, 0, &[&stated(" ; plies=1 ; solutions=2")]);
    VERIFY.done_anew(&file, 1, &[&stated(" ; plies=1 ; intended-solutions=1")]);
    VERIFY.done_anew(&file, 0, &[&format!("position sfen {TWO} moves G*1b ; rule=helpmate ; id=two")]);
    VERIFY.done_anew(&file, 0, &["--rule", "tsume", &format!("{TWO} ; id=two ; plies=1")]);
    VERIFY.nothing_left(
        &file,
        0,
        &["--rule", "tsume", "--verify", "--key", "wide", &format!("{TWO} ; id=two ; plies=1")],
    );
    VERIFY.done_anew(&file, 0, &["--verify", &stated(" ; plies=1")]);
    VERIFY.done_anew(&file, 0, &["--key", "wide", "--verify", &stated(" ; plies=1")]);
    VERIFY.nothing_left(&file, 0, &["--key", "wide", &stated(" ; plies=1")]);
    VERIFY.nothing_left(&file, 0, &[&stated(" ; plies=1")]);
    // Under another name it is solved once, and has its line.
    let before = lines(&file).len();
    let other = VERIFY.run(&file, &[&format!("{TWO} ; rule=helpmate ; id=other ; plies=1")]);
    assert_eq!((other.code, lines(&file).len()), (Some(0), before + 1), "{}", other.stderr);
    assert_eq!(lines(&file)[before]["id"], "other");
}

/// A killed run leaves the beginning of a line; other commands have other lines.
#[test]
fn an_incomplete_result_is_left_out_and_lines_of_others_are_kept() {
    let folder = Folder::new("verify-resume-killed");
    let problem = format!("{THREE} ; rule=helpmate ; plies=3");
    let file = folder.path("verified.jsonl");
    assert_eq!(run(&["check", "--resume", &file, &problem]).code, Some(0));
    VERIFY.done_anew(&file, 0, &[&problem]);
    let whole = fs::read_to_string(&file).expect("a file");
    assert_eq!(whole.lines().count(), 2);
    fs::write(&file, &whole[..whole.len() - 40]).expect("a file");
    VERIFY.done_anew(&file, 0, &[&problem]);
    assert_eq!(fs::read_to_string(&file).expect("a file"), whole);
}

/// Such problems are reported in every run, without a search.
#[test]
fn a_problem_that_is_not_solved_has_one_line() {
    let folder = Folder::new("verify-resume-unsolved");
    let file = folder.path("verified.jsonl");
    let asks_nothing = format!("{TWO} ; rule=tsume ; condition=no-capture");
    let set = folder.file("set.sfen", format!("{asks_nothing}\n{TWO} ; plies=1 ; status=heavy\n"));
    for _ in 0..3 {
        assert_eq!(VERIFY.run(&file, &[&set]).code, Some(0));
        assert_eq!(lines(&file).len(), 2);
    }
}

/// `verify` does not repeat that the rest of the pieces was meant.
#[test]
fn a_result_is_not_added_again_for_how_its_problem_was_read() {
    let folder = Folder::new("verify-resume-read");
    let file = folder.path("verified.jsonl");
    let text = run(&["convert", "--format", "kif", &format!("position sfen {TWO} moves G*1b"), "-"]).stdout;
    let kif = folder.file("mate.kif", text.replace("後手の持駒：なし", "後手の持駒：残り全部"));
    let arguments = ["--rule", "helpmate", &kif];
    assert_eq!(VERIFY.run(&file, &arguments).code, Some(0));
    let first = lines(&file);
    VERIFY.nothing_left(&file, 0, &arguments);
    assert_eq!(lines(&file), first);
}
