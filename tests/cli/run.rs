//! Running the program.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A mate in one with two solutions.
pub const TWO: &str = "8k/9/8G/9/9/9/9/9/9 b G 1";
/// A mate in three with one solution.
pub const THREE: &str = "3+pks3/9/4+P4/9/9/8B/9/9/9 b S2rb4g2s4n4l16p 1";
/// No mate.
pub const NONE: &str = "8k/9/8P/9/9/9/9/9/9 b - 1";
/// Nothing that a test could wait for: 4,197 plies (加藤徹).
pub const HEAVY: &str = "2S6/1S1S1G1GG/S1LpNNpNN/rL7/R1PP5/3k5/8P/2l1pp1l+p/K2b2b1g b 3P7p 1";

/// What a run left behind.
pub struct Run {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
    /// The line of stderr that tells which rule was taken where none was said; `stderr` is without it.
    pub hint: Option<String>,
}

/// What the hint at the rule begins with, in both languages.
const HINTS: [&str; 2] =
    ["tsumugi: problems that do not state a rule are read as ", "tsumugi: 規則の指定がない問題は"];

/// The program with arguments, away from the user's language and log settings.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tsumugi"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    for name in ["LC_ALL", "LC_MESSAGES", "LANG", "RUST_LOG"] {
        command.env_remove(name);
    }
    command
}

impl From<Output> for Run {
    fn from(output: Output) -> Run {
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        let (mut hint, mut stderr) = (None, String::new());
        for line in text(output.stderr).split_inclusive('\n') {
            match HINTS.iter().any(|start| line.starts_with(start)) && hint.is_none() {
                true => hint = Some(line.to_owned()),
                false => stderr += line,
            }
        }
        Run { code: output.status.code(), stdout: text(output.stdout), stderr, hint }
    }
}

impl Run {
    /// What is on stderr beside the progress of searches, of which a slow machine writes a line every ten seconds.
    pub fn said(&self) -> String {
        let is_progress = |line: &str| [" nodes/s, ", " look-ups/s, "].iter().any(|rate| line.contains(rate));
        self.stderr.split_inclusive('\n').filter(|line| !is_progress(line)).collect()
    }
}

/// Runs the program to its end.
pub fn run(arguments: &[&str]) -> Run {
    command(arguments).output().expect("the program").into()
}

/// Runs the program to its end, which must be a success with nothing on stderr but progress. Returns what is on stdout.
#[track_caller]
pub fn succeed(arguments: &[&str]) -> String {
    let run = run(arguments);
    assert_eq!((run.code, run.said().as_str()), (Some(0), ""), "{arguments:?}: {}", run.stdout);
    run.stdout
}

/// As [`succeed`], with anything on stderr.
#[track_caller]
pub fn succeed_with_notes(arguments: &[&str]) -> String {
    let Run { code, stdout, stderr, .. } = run(arguments);
    assert_eq!(code, Some(0), "{arguments:?}: {stdout} {stderr}");
    stdout
}

/// Runs the program with a text on its standard input.
pub fn run_with_stdin(arguments: &[&str], text: &[u8]) -> Run {
    let mut child = command(arguments).stdin(Stdio::piped()).spawn().expect("the program");
    let mut stdin = child.stdin.take().expect("a pipe");
    let text = text.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&text));
    let output = child.wait_with_output().expect("the program");
    writer.join().expect("the writer").expect("a reader");
    output.into()
}

/// A folder of its own for a test, emptied.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli").join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    /// Writes a file and returns its path.
    pub fn file(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, text).expect("a file");
        path.to_str().expect("UTF-8").to_owned()
    }

    /// The path of a file that need not exist.
    pub fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("UTF-8").to_owned()
    }
}

/// The names in a folder, in their order.
pub fn names(folder: impl AsRef<Path>) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8")).collect();
    names.sort();
    names
}

/// What a file holds.
pub fn text(path: &str) -> String {
    fs::read_to_string(path).expect("a file")
}

/// The program refused what was asked of it, with a message that names something.
#[track_caller]
pub fn assert_refused(run: &Run, message: &str) {
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(run.stderr.starts_with("tsumugi: ") && run.stderr.contains(message), "{}", run.stderr);
    assert!(!run.stderr.contains("panicked"), "{}", run.stderr);
}
