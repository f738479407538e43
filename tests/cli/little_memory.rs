//! Where the system gives the process little memory: no search ends by a signal, and what is answered is right.

use super::run::{NONE, Run, THREE, TWO, command};
use std::process::Command;

/// Address space in MiB. With some 20, depending on the build, the program cannot be loaded and started.
const LIMITS: [u32; 8] = [22, 26, 32, 40, 60, 100, 150, 300];
/// From here on a small problem is solved.
const ENOUGH: u32 = 32;
/// A helpmate that needs more than any of them.
const WIDE: &str = "9/9/9/9/4k4/9/9/9/9 b RBGSNL4P 1";
/// A tsume in three.
const TSUME: &str = "3sks3/9/4+P4/9/7+B1/9/9/9/9 b S2rb4gs4n4l17p 1";

/// Runs the program with so many MiB of address space, or of data.
pub fn run_within(limit: &str, mebibytes: u32, arguments: &[&str]) -> Run {
    run_within_kibibytes(limit, mebibytes << 10, arguments)
}

fn run_within_kibibytes(limit: &str, kibibytes: u32, arguments: &[&str]) -> Run {
    let program = command(arguments);
    let script = format!("ulimit -c 0; ulimit {limit} {kibibytes}; exec \"$0\" \"$@\"");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script]).arg(program.get_program()).args(program.get_args());
    for (name, value) in program.get_envs() {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    shell.output().expect("the program").into()
}

/// Runs a command under all limits: it must end by itself with one of the two codes, and with `code` where there is
/// enough.
fn under_all_limits(arguments: &[&str], code: i32, answer: &str) {
    for limit in ["-v", "-d"] {
        for mebibytes in LIMITS {
            let run = run_within(limit, mebibytes, arguments);
            let shown =
                format!("{arguments:?}, {mebibytes} MiB: {:?}\n{}{}", run.code, run.stdout, run.stderr);
            if mebibytes >= ENOUGH {
                assert_eq!(run.code, Some(code), "{shown}");
            }
            match run.code {
                Some(3) if run.stdout.is_empty() => assert!(run.stderr.contains("out of memory"), "{shown}"),
                // Of a check, memory may end the searches of some moves only.
                Some(3) => assert!(
                    ["unknown: memory", "undecided (memory)"].iter().any(|told| run.stdout.contains(told)),
                    "{shown}"
                ),
                found => {
                    assert_eq!(found, Some(code), "{shown}");
                    assert!(run.stdout.contains(answer), "{shown}");
                }
            }
        }
    }
}

#[test]
fn a_small_helpmate_is_solved_or_unknown() {
    under_all_limits(&["solve", TWO], 0, "helpmate in 1, 2 solutions");
    under_all_limits(&["solve", NONE, "--threads", "4"], 0, "no mate");
    under_all_limits(&["check", THREE], 0, "sound: helpmate in 3");
}

#[test]
fn a_tsume_is_solved_with_a_smaller_table_and_stack() {
    under_all_limits(&["solve", "--rule", "tsume", TSUME], 0, "tsume in 3, proved");
    under_all_limits(&["solve", "--rule", "tsume", "--threads", "4", TSUME], 0, "tsume in 3, proved");
    under_all_limits(&["check", "--rule", "tsume", TSUME], 0, "tsume in 3, proved");
}

/// The room that is left may be used up by any of the steps of a start: one of them is the start of a thread.
#[test]
fn whatever_is_refused_first_no_search_ends_by_a_signal() {
    for arguments in [
        &["solve", TWO][..],
        &["solve", "--rule", "tsume", "--threads", "4", TSUME],
        &["check", "--rule", "tsume", TSUME],
    ] {
        for kibibytes in (24 << 10..30 << 10).step_by(96) {
            let run = run_within_kibibytes("-v", kibibytes, arguments);
            let shown =
                format!("{arguments:?}, {kibibytes} KiB: {:?}\n{}{}", run.code, run.stdout, run.stderr);
            assert!(matches!(run.code, Some(0 | 3)), "{shown}");
        }
    }
}

#[test]
fn what_needs_more_is_unknown_with_what_is_proved_so_far() {
    for (limit, mebibytes) in [("-v", 24), ("-v", 26), ("-v", 40), ("-v", 60), ("-d", 20), ("-d", 60)] {
        for more in [&[][..], &["--threads", "2"], &["--memory", "4G"]] {
            let run = run_within(limit, mebibytes, &[&["solve", WIDE], more].concat());
            let shown = format!("{mebibytes} MiB, {more:?}: {}{}", run.stdout, run.stderr);
            assert_eq!(run.code, Some(3), "{shown}");
            let proved =
                ["unknown: memory (no mate in fewer than ", "unknown: memory (nothing is proved yet)"];
            // With 24 and 26 MiB, a search gets too little to exclude even the shortest mates.
            let proves = proved.map(|text| run.stdout.contains(text));
            assert!(proves[0] || mebibytes <= 26 && proves[1], "{shown}");
            assert!(run.stderr.contains("ulimit -v"), "{shown}");
        }
    }
}

#[test]
fn what_is_said_about_memory_is_said_in_japanese_too() {
    let run = run_within("-v", 60, &["solve", "--lang", "ja", WIDE]);
    assert_eq!(run.code, Some(3));
    assert!(run.stderr.contains("このプロセスに許されたメモリには限りがあります"), "{}", run.stderr);
}
