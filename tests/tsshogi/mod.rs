//! Scripts of this folder, run by node with tsshogi, where `TSUMUGI_TSSHOGI` names a folder with `node_modules/tsshogi`.

use std::env;
use std::io::{self, Write};
use std::path::Path;
use std::process::Command;
use std::thread;

/// Runs a script on a file and returns what it printed; `None` after a line `SKIPPED: …` without tsshogi.
///
/// # Panics
///
/// When the script fails: what it printed says why.
pub fn run(script: &str, file: &Path) -> Option<String> {
    let Some(folder) = env::var_os("TSUMUGI_TSSHOGI") else {
        let test = thread::current().name().unwrap_or("a test").to_owned();
        // Not `eprintln!`, which the test harness withholds for tests that pass.
        writeln!(io::stderr(), "SKIPPED: {test}: TSUMUGI_TSSHOGI is not set").expect("standard error");
        return None;
    };
    let modules = Path::new(&folder).join("node_modules").canonicalize().expect("node_modules");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tsshogi").join(script);
    let output = Command::new("node").env("NODE_PATH", modules).arg(script).arg(file).output().expect("node");
    let report = String::from_utf8_lossy(&output.stdout).into_owned();
    println!("{report}");
    assert!(output.status.success(), "{report}{}", String::from_utf8_lossy(&output.stderr));
    Some(report)
}
