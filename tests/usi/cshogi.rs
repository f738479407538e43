//! Clients that nobody here wrote: cshogi's USI client and its match runner drive the program.
//!
//! They run where `TSUMUGI_CSHOGI` names a Python that has cshogi (`.ci/run` makes one), as in `second_opinion`.

use std::env;
use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::process::Command;

/// The Python with cshogi, or `None` after a line that says so.
fn python() -> Option<OsString> {
    let python = env::var_os("TSUMUGI_CSHOGI");
    if python.is_none() {
        let test = std::thread::current().name().unwrap_or("a test").to_owned();
        // Not `eprintln!`, which the test harness withholds for tests that pass.
        writeln!(std::io::stderr(), "SKIPPED: {test}: TSUMUGI_CSHOGI names no Python with cshogi")
            .expect("standard error");
    }
    python
}

#[track_caller]
fn output(command: &mut Command) -> String {
    let output = command.env_remove("RUST_LOG").output().expect("a Python that starts");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    text
}

#[test]
fn cshogis_client_drives_the_engine() {
    let Some(python) = python() else { return };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cshogi/drive_engine.py");
    let text = output(Command::new(python).arg(script).arg(env!("CARGO_BIN_EXE_tsumugi")));
    assert!(text.contains("drove Tsumugi "), "{text}");
}

#[test]
fn cshogis_match_runner_plays_games() {
    let Some(python) = python() else { return };
    let engine = env!("CARGO_BIN_EXE_tsumugi");
    // Not `--ponder`: the runner may send `go ponder` after `gameover`, and then waits for ever on an engine that it
    // has told to quit. The client's pondering is in the other test.
    for clock in [&["--byoyomi", "300"][..], &["--time", "2000", "--inc", "150"]] {
        let mut command = Command::new(&python);
        command.args(["-m", "cshogi.cli", engine, engine, "--games", "2", "--draw", "60"]).args(clock);
        let text = output(&mut command);
        assert!(text.contains("2 of 2 games finished"), "{text}");
        // Lost by an illegal move, or on time.
        for word in ["反則", "切れ負け"] {
            assert!(!text.contains(word), "{text}");
        }
    }
}
