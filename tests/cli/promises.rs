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
    assert!(refused.stderr.contains("is an input too"), "{}", refused.stderr);
    let manifest = format!("{checkpoint}/manifest");
    let before = fs::read(&manifest).expect("a manifest");
    let refused = run(&["resume", &checkpoint, "--log-file", &manifest]);
    assert!(refused.code == Some(2) && refused.stderr.contains("is an input too"), "{}", refused.stderr);
    assert_eq!(fs::read(&manifest).expect("a manifest"), before);
}

#[test]
fn a_checkpoint_that_was_deleted_is_not_called_good() {
    for (lang, gone, good) in [
        ("en", "no checkpoint is left", "is good"),
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
