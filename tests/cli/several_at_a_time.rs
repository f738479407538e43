//! `--jobs`: what is known is kept and told at once, however long another problem of the batch takes.

use crate::run::{Folder, HEAVY, NONE, Run, THREE, TWO, command};
use crate::running::{signal, wait_until};
use std::fs::{self, File};

/// A problem that nobody can wait for, and three that are solved at once.
fn set(folder: &Folder) -> String {
    folder.file(
        "set.sfen",
        format!("{HEAVY} ; id=heavy\n{TWO} ; id=two\n{THREE} ; id=three\n{NONE} ; id=none\n"),
    )
}

#[test]
fn answers_behind_a_slow_problem_are_kept_at_once_and_outlive_an_interrupt() {
    let folder = Folder::new("several-kept");
    let set = set(&folder);
    for subcommand in ["solve", "check"] {
        let file = folder.path(&format!("{subcommand}.jsonl"));
        let arguments = [subcommand, "--rule", "helpmate", "--jobs", "2", "--resume", &file, &set];
        let child = command(&arguments).spawn().expect("the program");
        let answers = || fs::read_to_string(&file).unwrap_or_default().lines().count();
        wait_until("three answers", || answers() == 3);
        signal(&child, "INT");
        let run = Run::from(child.wait_with_output().expect("the program"));
        assert_eq!(run.code, Some(130), "{}", run.stderr);
        let text = fs::read_to_string(&file).expect("answers");
        for id in ["two", "three", "none"] {
            assert_eq!(text.matches(&format!("\"id\":\"{id}\"")).count(), 1, "{subcommand}: {text}");
        }
        assert!(run.stderr.contains("interrupted: 4 problems"), "{}", run.stderr);
    }
}

#[test]
fn answers_behind_a_slow_problem_are_written_when_it_is_interrupted() {
    let folder = Folder::new("several-written");
    let (set, log) = (set(&folder), folder.path("log"));
    let arguments = ["-vv", "--log-file", &log, "solve", "--rule", "helpmate", "--jobs", "2", &set];
    let child = command(&arguments).spawn().expect("the program");
    let is_answered = || fs::read_to_string(&log).is_ok_and(|text| text.contains("none: NoMate"));
    wait_until("the last answer", is_answered);
    signal(&child, "INT");
    let run = Run::from(child.wait_with_output().expect("the program"));
    assert_eq!(run.code, Some(130), "{}", run.stderr);
    let places: Vec<_> =
        ["heavy", "two", "three", "none"].map(|id| run.stdout.find(&format!("{id}\n"))).into();
    assert!(places.is_sorted() && places.iter().all(Option::is_some), "{}", run.stdout);
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_fails_ends_the_other_searches() {
    let folder = Folder::new("several-full");
    let set = folder.file("set.sfen", format!("{TWO}\n{HEAVY}\n"));
    let full = File::create("/dev/full").expect("the device");
    let arguments = ["solve", "--rule", "helpmate", "--jobs", "2", &set];
    let mut child = command(&arguments).stdout(full).spawn().expect("the program");
    let start = std::time::Instant::now();
    while child.try_wait().expect("a child").is_none() {
        if start.elapsed().as_secs() > 30 {
            child.kill().expect("it runs");
            panic!("it goes on searching for nobody");
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let run = Run::from(child.wait_with_output().expect("the program"));
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(run.stderr.contains("stdout: cannot be written"), "{}", run.stderr);
}
