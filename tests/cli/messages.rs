//! What is said when a run ends early, in both languages: outputs that cannot be written, and wrong usage.

use crate::run::{Folder, Run, THREE, TWO, command, run};
use std::fs;

/// Runs the program in both languages: English first.
fn both(arguments: &[&str]) -> [Run; 2] {
    ["en", "ja"].map(|lang| run(&[arguments, &["--lang", lang]].concat()))
}

#[track_caller]
fn assert_says(arguments: &[&str], messages: [&str; 2]) {
    for (run, message) in both(arguments).iter().zip(messages) {
        assert_eq!(run.code, Some(2), "{arguments:?}");
        assert_eq!(run.stderr, format!("tsumugi: {message}\n"), "{arguments:?}");
    }
}

#[test]
fn outputs_that_cannot_be_written() {
    let folder = Folder::new("messages");
    let there = folder.file("there.kif", "kept");
    let inside = format!("{there}/answers.kif");
    assert_says(
        &["convert", TWO, &there],
        [
            &format!("{there}: already exists: give --force, or another name"),
            &format!("{there}: すでにあります: --force を付けるか、別の名前を書いてください"),
        ],
    );
    let missing = folder.path("no/such/answers.kif");
    for arguments in [
        &["convert", TWO, &missing][..],
        &["solve", TWO, "--format", "kif", "--out", &missing],
        &["solve", TWO, "--resume", &missing],
        &["solve", TWO, "--log-file", &missing],
    ] {
        for (run, message) in both(arguments).iter().zip([
            format!("tsumugi: {missing}: cannot be written: "),
            format!("tsumugi: {missing}: 書けません: ファイルかフォルダーがありません\n"),
        ]) {
            assert_eq!(run.code, Some(2), "{arguments:?}");
            assert!(run.stderr.starts_with(&message), "{arguments:?}: {}", run.stderr);
        }
    }
    for arguments in [&["solve", TWO, "--svg-steps", &inside][..], &["man", &inside]] {
        let [english, japanese] = both(arguments);
        assert!(english.stderr.starts_with(&format!("tsumugi: {inside}: cannot be written: ")));
        assert!(
            japanese.stderr.starts_with(&format!("tsumugi: {inside}: 書けません: ")),
            "{}",
            japanese.stderr
        );
    }
    assert_says(
        &["solve", TWO, "--resume", &there],
        [
            &format!(
                "{there}:1: not an answer of solve --json: give a file written by --resume, or a new name"
            ),
            &format!(
                "{there}:1: solve --json の答えではありません: --resume で書いたファイルか、新しい名前を書いてください"
            ),
        ],
    );
    assert_eq!(fs::read_to_string(&there).expect("the file"), "kept");
    for other in ["{\"header\":{}}\n", "{\"header\":{}}", "8k/9/8G/9/9/9/9/9/9 b G 1\n"] {
        let file = folder.file("other", other);
        let run = run(&["solve", TWO, "--resume", &file]);
        assert!(
            run.code == Some(2) && run.stderr.contains("other:1: not an answer of solve --json"),
            "{}",
            run.stderr
        );
        assert_eq!(fs::read_to_string(&file).expect("the file"), other);
    }
}

#[test]
fn an_input_is_never_replaced() {
    let folder = Folder::new("messages-input");
    let file = folder.file("set.sfen", format!("{TWO}\n{THREE}\n"));
    for arguments in [
        &["convert", &file, &file, "--force"][..],
        &["solve", TWO, &file, "--format", "usi", "--out", &file],
        &["solve", "--rule", "tsume", &file, "--certificate", &file],
    ] {
        assert_says(
            arguments,
            [
                &format!("{file}: is also an input, which would be lost: give another name"),
                &format!("{file}: 入力でもあるので、書くと失われます: 別の名前を書いてください"),
            ],
        );
        assert_eq!(fs::read_to_string(&file).expect("the file"), format!("{TWO}\n{THREE}\n"));
    }
    let record = folder.file("record.json", "{}");
    for command in ["solve", "check"] {
        let run = run(&[command, &record, "--graph", &record]);
        assert!(run.code == Some(2) && run.stderr.contains("is also an input"), "{command}: {}", run.stderr);
    }
    // In a folder too, by whatever name it is read.
    let inside = folder.file("sets/basic.kif", "手合割：平手\n   1 ７六歩(77)\n");
    let (sets, named) = (folder.path("sets"), format!("{TWO} ; id=basic"));
    for arguments in [
        &["convert", &named, &inside, &sets, "--format", "kif", "--force"][..],
        &["solve", "-q", &named, &sets, "--format", "kif", "--out", &sets],
    ] {
        let run = run(arguments);
        let refused = run.code == Some(2) && run.stderr.contains("basic.kif: is also an input");
        assert!(refused, "{arguments:?}: {}", run.stderr);
        assert!(fs::read_to_string(&inside).expect("the file").contains("平手"));
    }
    // Nothing is made where the formats do not fit.
    let new = folder.path("new.kif");
    assert_eq!(run(&["solve", TWO, "--format", "kif,csa", "--out", &new]).code, Some(2));
    assert!(fs::metadata(new).is_err());
}

#[test]
fn wrong_usage_is_said_in_the_language_of_the_user() {
    for (arguments, english, japanese) in [
        (&["solve"][..], "error: the following required arguments", "エラー: 引数が足りません: <INPUT>..."),
        (&["slove", "x"], "error: unrecognized subcommand", "エラー: 'slove' というコマンドはありません"),
        (
            &["solve", "--time", "3x", TWO],
            "error: invalid value '3x'",
            "エラー: '3x' は '--time <TIME>' の値として読めません。必要なのは 500ms,",
        ),
    ] {
        for (run, message) in both(arguments).iter().zip([english, japanese]) {
            assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{arguments:?}");
            assert!(run.stderr.starts_with(message), "{}", run.stderr);
        }
        let output = command(arguments).env("LANG", "ja_JP.UTF-8").output().expect("the program");
        assert!(String::from_utf8_lossy(&output.stderr).starts_with(japanese), "{arguments:?}");
    }
    for (run, hint) in both(&[TWO]).iter().zip(["to solve it: tsumugi solve", "解くには: tsumugi solve"])
    {
        assert!(run.stderr.ends_with(&format!("tsumugi: {hint} '{TWO}'\n")), "{}", run.stderr);
    }
    assert!(!run(&["slove"]).stderr.contains("to solve it"));
    let help = run(&["--lang", "ja", "--help"]);
    assert_eq!((help.code, help.stderr.as_str()), (Some(0), ""));
    assert!(help.stdout.contains("使い方: tsumugi"), "{}", help.stdout);
}
