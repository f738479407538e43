//! A resumed run keeps every promise of the run that it goes on with, and says what is so of its checkpoint.

use crate::run::{Folder, HEAVY, Run, THREE, command, run};
use crate::running::{answer, assert_resumed, signal, wait_for};
use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

/// What was asked for, under a limit that is reached at once.
fn stopped(arguments: &[&str], sfen: &str) -> Run {
    let stopped = run(&[&["solve", "--time", "0ms"], arguments, &[sfen]].concat());
    assert_eq!(stopped.code, Some(3), "{}", stopped.stderr);
    stopped
}

#[test]
fn a_verified_answer_is_verified_after_a_stop() {
    let folder = Folder::new("promises-verify");
    let checkpoint = folder.path("checkpoint");
    let asked = ["--json", "--verify", "--key", "wide", "--max-solutions", "1"];
    let expected = answer(&run(&[&["solve"], &asked[..], &[THREE]].concat()));
    assert_eq!(expected["verified"], true);
    stopped(&[&asked[..], &["--checkpoint", &checkpoint]].concat(), THREE);
    assert_resumed(&checkpoint, &expected);
}

/// The files of a folder with what is in them, in the order of their names.
fn files_of(folder: &str) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    let mut files: Vec<_> = entries
        .map(|entry| {
            (entry.file_name().into_string().expect("UTF-8"), fs::read(entry.path()).expect("a file"))
        })
        .collect();
    files.sort();
    files
}

#[test]
fn an_answer_has_its_form_and_its_place_after_a_stop_wherever_the_search_goes_on() {
    let folder = Folder::new("promises-form");
    let problem = folder.file("problem.sfen", format!("{THREE} ; id=three\n"));
    for (number, asked) in [
        &["--format", "kif", "--out", "answer.kif", "--out-encoding", "shift-jis"][..],
        &["--format", "usi,csa,svg", "--no-rest-hand", "--out", "answers/"],
        &["--notation", "short", "--out", "answer.txt", "--svg-steps", "steps"],
        &["--json", "--out", "answer.json"],
    ]
    .iter()
    .enumerate()
    {
        let run_in = |place: &str, arguments: &[&str]| -> Run {
            let place = folder.path(&format!("{number}/{place}"));
            fs::create_dir_all(&place).expect("a folder");
            command(arguments).current_dir(&place).output().expect("the program").into()
        };
        let solve = |place, more: &[&str]| {
            run_in(place, &[&["solve", "--lang", "en"], *asked, more, &[&problem]].concat())
        };
        assert_eq!(solve("plain", &[]).code, Some(0));
        let checkpoint = folder.path(&format!("{number}/checkpoint"));
        let stopped = solve("kept", &["--checkpoint", &checkpoint, "--time", "0ms"]);
        assert_eq!((stopped.code, stopped.stdout.as_str()), (Some(3), ""), "{}", stopped.stderr);
        let resumed = run_in("elsewhere", &["resume", &checkpoint]);
        assert_eq!((resumed.code, resumed.stdout.as_str()), (Some(0), ""), "{}", resumed.stderr);
        assert!(files_of(&folder.path(&format!("{number}/elsewhere"))).is_empty());
        let whole = folder.path(&format!("{number}/whole-checkpoint"));
        assert_eq!(solve("whole", &["--checkpoint", &whole]).code, Some(0));
        for name in ["answer.kif", "answer.txt", "answer.json", "answers", "steps"] {
            let [plain, kept, whole] =
                ["plain", "kept", "whole"].map(|place| folder.path(&format!("{number}/{place}/{name}")));
            assert_eq!([&kept, &whole].map(|path| Path::new(path).exists()), [Path::new(&plain).exists(); 2]);
            if Path::new(&plain).is_dir() {
                let expected = files_of(&plain);
                assert!(files_of(&kept) == expected && files_of(&whole) == expected, "{name}");
            } else if name == "answer.json" && number == 3 {
                let [plain, kept, whole] = [plain, kept, whole].map(|path| {
                    let text = fs::read_to_string(path).expect("a file");
                    let mut answer: serde_json::Value = serde_json::from_str(&text).expect("JSON");
                    answer.as_object_mut().expect("an object").remove("stats");
                    answer
                });
                assert_eq!([&kept, &whole], [&plain; 2]);
            } else if Path::new(&plain).exists() {
                let [plain, kept, whole] = [plain, kept, whole].map(|path| fs::read(path).expect("a file"));
                assert!(kept == plain && whole == plain, "{name}");
            }
        }
    }
}

#[test]
fn an_answer_on_standard_output_has_its_form_after_a_stop() {
    let folder = Folder::new("promises-stdout");
    for (number, asked) in [&["--format", "usi,kif"][..], &["--notation", "usi"]].iter().enumerate() {
        let checkpoint = folder.path(&number.to_string());
        let expected = run(&[&["solve"], *asked, &[THREE]].concat());
        stopped(&[*asked, &["--checkpoint", &checkpoint]].concat(), THREE);
        assert_eq!(run(&["resume", &checkpoint]).stdout, expected.stdout);
    }
    // Another form that is asked for later is kept in mind, too.
    let checkpoint = folder.path("later");
    stopped(&["--json", "--checkpoint", &checkpoint], THREE);
    let later = ["--format", "text", "--notation", "short"];
    assert_eq!(run(&[&["resume", &checkpoint, "--time", "0ms"], &later[..]].concat()).code, Some(3));
    let expected = run(&["solve", "--notation", "short", THREE]).stdout;
    assert_eq!(run(&["resume", &checkpoint]).stdout, expected);
    let out = folder.path("answer.kif");
    assert_eq!(run(&["resume", &checkpoint, "--format", "kif", "--out", &out]).stdout, "");
    let kif = fs::read_to_string(&out).expect("an answer");
    assert_eq!(kif, run(&["solve", "--format", "kif", THREE]).stdout);
    // Its name tells the format here, too.
    let other = folder.path("answer.csa");
    assert_eq!(run(&["resume", &checkpoint, "--out", &other]).code, Some(0));
    let csa = fs::read_to_string(&other).expect("an answer");
    assert_eq!(csa, run(&["solve", "--format", "csa", THREE]).stdout);
    assert_eq!(run(&["resume", &checkpoint, "--notation", "short"]).code, Some(2));
}

#[test]
fn an_answer_does_not_go_where_something_else_is() {
    let folder = Folder::new("promises-place");
    let (checkpoint, out) = (folder.path("checkpoint"), folder.path("answer.json"));
    let inside = format!("{checkpoint}/");
    let new = format!("{checkpoint}/facts-2");
    for arguments in [
        ["--out", &inside],
        ["--svg-steps", &checkpoint],
        ["--out", &new],
        ["--certificate", &new],
        ["--spill", &checkpoint],
    ] {
        let refused = run(&[&["solve", "--checkpoint", &checkpoint], &arguments[..], &[THREE]].concat());
        assert_eq!(refused.code, Some(2));
        assert!(refused.stderr.contains("would write to the checkpoint's folder"), "{}", refused.stderr);
    }
    stopped(&["--json", "--out", &out, "--checkpoint", &checkpoint], THREE);
    let before = fs::read(&out).expect("the answer so far");
    let manifest = format!("{checkpoint}/manifest");
    let kept = fs::read(&manifest).expect("a checkpoint");
    for (flag, path) in [("--out", &inside), ("--out", &manifest), ("--out", &new), ("--log-file", &manifest)]
    {
        let refused = run(&["resume", &checkpoint, flag, path]);
        let says = refused.stderr.contains(&format!("{flag} would write to the checkpoint's folder"));
        assert!(refused.code == Some(2) && says, "{}", refused.stderr);
    }
    assert_eq!(fs::read(&manifest).expect("a checkpoint"), kept);
    for (flag, why) in [("--graph", "both --out and --"), ("--log-file", "exists and is not a log file")] {
        let refused = run(&["resume", &checkpoint, flag, &out]);
        assert_eq!(refused.code, Some(2));
        assert!(refused.stderr.contains(why), "{}", refused.stderr);
        assert_eq!(fs::read(&out).expect("the answer so far"), before);
    }
}

#[test]
fn a_graph_is_written_after_a_stop_wherever_the_search_goes_on() {
    let folder = Folder::new("promises-graph");
    let (checkpoint, graph) = (folder.path("checkpoint"), folder.path("graph.json"));
    let begun =
        command(&["solve", "--time", "0ms", "--checkpoint", "checkpoint", "--graph", "graph.json", THREE])
            .current_dir(folder.path(""))
            .output()
            .expect("the program");
    assert_eq!(begun.status.code(), Some(3));
    assert!(!Path::new(&graph).exists());
    assert_eq!(run(&["resume", &checkpoint]).code, Some(0));
    let first = fs::read_to_string(&graph).expect("a graph");
    assert!(first.contains("\"plies\":3"), "{first}");
    // Another one that is asked for later is kept in mind, too.
    let other = folder.path("other.dot");
    assert_eq!(run(&["resume", &checkpoint, "--time", "0ms", "--graph", &other]).code, Some(3));
    assert!(!Path::new(&other).exists());
    fs::remove_file(&graph).expect("a graph");
    assert_eq!(run(&["resume", &checkpoint]).code, Some(0));
    assert!(fs::read_to_string(&other).expect("a graph").starts_with("digraph"));
    assert!(!Path::new(&graph).exists());
}

#[test]
fn a_graph_is_not_written_over_the_problem() {
    let folder = Folder::new("promises-input");
    let checkpoint = folder.path("checkpoint");
    let problem = folder.file("problem.json", format!("{THREE}\n"));
    stopped(&["--checkpoint", &checkpoint], &problem);
    let refused = run(&["resume", &checkpoint, "--graph", &problem]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("is also an input"), "{}", refused.stderr);
    let manifest = format!("{checkpoint}/manifest");
    let before = fs::read(&manifest).expect("a manifest");
    let refused = run(&["resume", &checkpoint, "--log-file", &manifest]);
    let says = refused.stderr.contains("--log-file would write to the checkpoint's folder");
    assert!(refused.code == Some(2) && says, "{}", refused.stderr);
    assert_eq!(fs::read(&manifest).expect("a manifest"), before);
}

#[test]
fn a_checkpoint_that_was_deleted_is_not_called_good() {
    for (lang, gone, good) in [
        ("en", "no checkpoint is left", "is intact"),
        ("ja", "途中経過は残っていません", "前の途中経過は残っています"),
    ] {
        let folder = Folder::new(&format!("promises-deleted-{lang}"));
        let checkpoint = folder.path("checkpoint");
        let arguments =
            ["-q", "--lang", lang, "solve", "--checkpoint", &checkpoint, "--every", "100ms", HEAVY];
        let child = command(&arguments).spawn().expect("the program");
        wait_for(&format!("{checkpoint}/manifest"));
        // The program may be writing into it: then it is not empty at the first try.
        while Path::new(&checkpoint).exists() {
            let _ = fs::remove_dir_all(&checkpoint);
        }
        let ended = Run::from(child.wait_with_output().expect("the program"));
        assert_eq!(ended.code, Some(3), "{}", ended.stderr);
        assert!(ended.stderr.contains(gone) && !ended.stderr.contains(good), "{}", ended.stderr);
        assert!(!ended.stderr.contains("tsumugi resume"), "{}", ended.stderr);
        assert!(!Path::new(&checkpoint).exists());
    }
}

#[test]
fn a_checkpoint_that_lost_its_log_is_not_called_good() {
    let folder = Folder::new("promises-log");
    let checkpoint = folder.path("checkpoint");
    let arguments = ["-q", "solve", "--checkpoint", &checkpoint, HEAVY];
    let child = command(&arguments).spawn().expect("the program");
    wait_for(&format!("{checkpoint}/manifest"));
    thread::sleep(Duration::from_millis(100));
    fs::remove_file(format!("{checkpoint}/layers.log")).expect("a log");
    signal(&child, "INT");
    let ended = Run::from(child.wait_with_output().expect("the program"));
    assert!(
        ended.stderr.contains("no checkpoint is left (layers.log is damaged: it is missing)"),
        "{}",
        ended.stderr
    );
}
