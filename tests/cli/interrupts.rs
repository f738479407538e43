//! Ctrl-C between two searches: one line says that the run was interrupted, and how far it had come.

use crate::run::{Folder, HEAVY, Run, TWO, command};
use crate::running::{signal, wait_until};
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

/// A run that has answered all problems of its input so far and waits for more, interrupted.
fn interrupted_while_waiting(arguments: &[&str]) -> Run {
    let folder = Folder::new("interrupt-waiting");
    let out = folder.path("stdout");
    let stdout = File::create(&out).expect("a file");
    let mut waiting = command(arguments);
    let mut child = waiting.arg("-").stdin(Stdio::piped()).stdout(stdout).spawn().expect("the program");
    let mut stdin = child.stdin.take().expect("a pipe");
    write!(stdin, "{TWO} ; id=a\n{TWO} ; id=b\n{TWO} ; id=c\n").expect("a reader");
    let is_answered =
        || fs::read_to_string(&out).is_ok_and(|text| text.lines().any(|line| line.trim() == "c"));
    wait_until("three answers", is_answered);
    thread::sleep(Duration::from_millis(100));
    signal(&child, "INT");
    let run = Run::from(child.wait_with_output().expect("the program"));
    // Its end would have ended the run, too.
    drop(stdin);
    Run { stdout: fs::read_to_string(&out).expect("a file"), ..run }
}

#[test]
fn a_run_that_waits_for_its_input_says_how_far_it_had_come() {
    for subcommand in ["solve", "check", "records"] {
        let run = interrupted_while_waiting(&[subcommand]);
        let said = (run.code, run.stderr.as_str());
        assert_eq!(said, (Some(130), "tsumugi: interrupted after 3 problems\n"), "{subcommand}");
    }
    let run = interrupted_while_waiting(&["solve", "--lang", "ja"]);
    let said = (run.code, run.stderr.as_str());
    assert_eq!(said, (Some(130), "tsumugi: 3題に答えたところで中断しました\n"));
    let run = interrupted_while_waiting(&["solve", "-q"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(130), ""));
}

#[test]
fn a_batch_says_once_that_it_was_interrupted() {
    let folder = Folder::new("interrupt-batch");
    let mut set = String::new();
    for number in 0..20_000 {
        writeln!(set, "{TWO} ; id=p{number}").expect("a string");
    }
    let set = folder.file("set.sfen", set);
    let [kept, answers, games] = ["kept.jsonl", "answers.kif", "games.kif"].map(|name| folder.path(name));
    let runs: [&[&str]; 6] = [
        &["solve", &set],
        &["solve", "--jobs", "2", &set],
        &["solve", "--out", &answers, &set],
        &["solve", "--rule", "helpmate", "--max-plies", "3", "--resume", &kept, &set],
        &["check", &set],
        &["records", &set],
    ];
    let analyse: &[&str] = &["analyse", "--nodes", "10", "--format", "kif", "--out", &games, &set];
    for (number, arguments) in runs.into_iter().chain([analyse]).enumerate() {
        let mut child = command(arguments).stdout(Stdio::null()).spawn().expect("the program");
        thread::sleep(Duration::from_millis(250 + 37 * number as u64));
        assert!(child.try_wait().expect("a child").is_none(), "{arguments:?} was too quick");
        signal(&child, "INT");
        let run = Run::from(child.wait_with_output().expect("the program"));
        assert_eq!(run.code, Some(130), "{arguments:?}: {}", run.stderr);
        let said = run.stderr.matches("interrupted").count();
        assert_eq!(said, 1, "{arguments:?}: {}", run.stderr);
    }
    assert!(fs::read_to_string(&answers).is_ok_and(|text| text.contains("手数----指手")));
}

/// What `nohup` does before it begins a program.
#[cfg(target_os = "linux")]
#[test]
fn a_run_that_was_begun_without_hang_ups_outlives_its_terminal() {
    let program = env!("CARGO_BIN_EXE_tsumugi");
    let script = format!("trap '' HUP; exec {program} solve --rule helpmate '{HEAVY}'");
    let child = Command::new("sh").args(["-c", &script]).stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
    let mut child = child.expect("a shell");
    let is_searching = |id: u32| {
        let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        // SIGHUP and SIGINT are heard.
        caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 3 == 3)
    };
    wait_until("the program", || is_searching(child.id()));
    thread::sleep(Duration::from_millis(200));
    for _ in 0..2 {
        signal(&child, "HUP");
        thread::sleep(Duration::from_millis(400));
        assert!(child.try_wait().expect("a child").is_none(), "it ended");
    }
    signal(&child, "TERM");
    let run = Run::from(child.wait_with_output().expect("the program"));
    assert_eq!(run.code, Some(130), "{}", run.stderr);
}
