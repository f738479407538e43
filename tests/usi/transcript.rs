//! Transcripts: what is sent, what must come back, and how soon at the latest.
//!
//! ```text
//! > line          is sent
//! < pattern       must come next, `info` lines that do not match aside; * stands for any text
//! < pattern @ MS  within so many milliseconds; a busy machine is forgiven a second
//! - MS            nothing but `info` lines comes for so long
//! ```

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// What is waited for where nothing else is said.
const PATIENCE: Duration = Duration::from_secs(60);
/// What a deadline is extended by: other programs may run.
const BUSY: Duration = Duration::from_secs(1);

/// An engine in a working folder of its own.
pub struct Engine {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    stderr: Option<JoinHandle<Vec<u8>>>,
    /// Every line so far.
    pub heard: Vec<String>,
    pub folder: PathBuf,
}

impl Engine {
    /// Starts the program as GUIs do: without arguments, with pipes.
    pub fn start(name: &str) -> Engine {
        Engine::run(name, Command::new(env!("CARGO_BIN_EXE_tsumugi")))
    }

    /// Starts the program with so little address space that no thread can be had for a search.
    #[cfg(target_os = "linux")]
    pub fn start_starved(name: &str) -> Engine {
        let mut shell = Command::new("sh");
        shell.args(["-c", "ulimit -v 66000; exec \"$0\"", env!("CARGO_BIN_EXE_tsumugi")]);
        Engine::run(name, shell)
    }

    fn run(name: &str, mut program: Command) -> Engine {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("usi").join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        let mut child = program
            .current_dir(&folder)
            .env("RUST_LOG", "trace")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program");
        let (sender, lines) = channel();
        let stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        thread::spawn(move || {
            for line in stdout.split(b'\n') {
                let line = line.expect("a readable pipe");
                assert!(line.iter().all(|byte| (b' '..=b'~').contains(byte)), "ASCII only: {line:?}");
                if sender.send(String::from_utf8(line).expect("ASCII")).is_err() {
                    return;
                }
            }
        });
        let mut pipe = child.stderr.take().expect("a pipe");
        let stderr = thread::spawn(move || {
            let mut bytes = Vec::new();
            pipe.read_to_end(&mut bytes).expect("a readable pipe");
            bytes
        });
        let stdin = child.stdin.take();
        Engine { child, stdin, lines, stderr: Some(stderr), heard: Vec::new(), folder }
    }

    /// Starts the program and introduces itself, as GUIs do, with options `NAME VALUE`.
    pub fn ready(name: &str, options: &[&str]) -> Engine {
        let mut engine = Engine::start(name);
        engine.play("> usi\n< id name *\n< id author *");
        while engine.next(PATIENCE).expect("usiok") != "usiok" {}
        for option in options {
            let (name, value) = option.split_once(' ').expect("a name and a value");
            engine.send(&format!("setoption name {name} value {value}"));
        }
        engine.play("> isready\n< readyok\n> usinewgame");
        engine
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Sends bytes as they are.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        self.stdin.as_mut().expect("an open pipe").write_all(bytes).expect("the engine reads");
    }

    /// Plays a transcript.
    #[track_caller]
    pub fn play(&mut self, transcript: &str) {
        for step in transcript.lines().map(str::trim).filter(|step| !step.is_empty()) {
            match step.split_at(1) {
                (">", line) => self.send(line.strip_prefix(' ').unwrap_or(line)),
                ("<", pattern) => {
                    self.expect(pattern.trim());
                }
                ("-", millis) => self.silent(millis.trim().parse().expect("milliseconds")),
                _ => panic!("no step of a transcript: {step}"),
            }
        }
    }

    /// The next line that matches a pattern; only `info` lines may come before it.
    #[track_caller]
    pub fn expect(&mut self, pattern: &str) -> String {
        let (pattern, limit) = match pattern.rsplit_once(" @ ") {
            Some((pattern, millis)) => {
                (pattern, Duration::from_millis(millis.parse().expect("milliseconds")) + BUSY)
            }
            None => (pattern, PATIENCE),
        };
        let end = Instant::now() + limit;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.next(left) {
                Some(line) if matches(pattern, &line) => return line,
                Some(line) => assert!(line.starts_with("info "), "`{line}` instead of `{pattern}`"),
                None => panic!("no `{pattern}` within {limit:?}; last: {:?}", self.heard.last()),
            }
        }
    }

    /// Nothing but `info` lines comes for a time.
    #[track_caller]
    pub fn silent(&mut self, millis: u64) {
        let end = Instant::now() + Duration::from_millis(millis);
        while let Some(line) = self.next(end.saturating_duration_since(Instant::now())) {
            assert!(line.starts_with("info "), "unexpected `{line}`");
        }
    }

    /// The next line, if one comes in time.
    #[track_caller]
    pub fn next(&mut self, limit: Duration) -> Option<String> {
        match self.lines.recv_timeout(limit) {
            Ok(line) => {
                self.heard.push(line.clone());
                Some(line)
            }
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                panic!("the engine has gone; last: {:?}", self.heard.last())
            }
        }
    }

    /// The lines heard since the last command of that beginning was answered: all `info` lines before the last line.
    pub fn infos(&self) -> Vec<&str> {
        let before = self.heard.iter().rev().skip(1).take_while(|line| line.starts_with("info "));
        let mut infos: Vec<&str> = before.map(String::as_str).collect();
        infos.reverse();
        infos
    }

    /// How many threads of this name the engine has, where the system tells.
    pub fn threads_called(&self, name: &str) -> Option<usize> {
        let tasks = fs::read_dir(format!("/proc/{}/task", self.child.id())).ok()?;
        // One that has ended meanwhile has no name any more.
        let names = tasks.flatten().filter_map(|task| fs::read_to_string(task.path().join("comm")).ok());
        Some(names.filter(|found| found.trim_end() == name).count())
    }

    /// Says `quit` and waits for the end.
    #[track_caller]
    pub fn quit(mut self) {
        self.send("quit");
        self.gone(200);
    }

    /// Closes the engine's input and waits for the end.
    #[track_caller]
    pub fn hang_up(mut self) {
        self.stdin = None;
        self.gone(200);
    }

    /// Closes the engine's input and gives what it answers to the last `go`, within so many milliseconds.
    #[track_caller]
    pub fn last_words(mut self, millis: u64) -> Vec<String> {
        self.stdin = None;
        let mut words = self.rest(millis);
        words.retain(|line| is_answer(line));
        words
    }

    /// The engine ends in peace within some milliseconds, says nothing more, and has said nothing on stderr.
    #[track_caller]
    fn gone(self, millis: u64) {
        let rest = self.rest(millis);
        assert!(!rest.iter().any(|line| is_answer(line)), "said after its end: {rest:?}");
    }

    /// What the engine says until it ends in peace, within some milliseconds, with nothing on stderr.
    #[track_caller]
    fn rest(mut self, millis: u64) -> Vec<String> {
        let end = Instant::now() + Duration::from_millis(millis) + BUSY;
        let status = loop {
            match self.child.try_wait().expect("a child") {
                Some(status) => break status,
                None => assert!(Instant::now() < end, "still there {millis} ms after its end"),
            }
            thread::sleep(Duration::from_millis(2));
        };
        assert!(status.success(), "{status}");
        let rest: Vec<String> = self.lines.iter().collect();
        let stderr = self.stderr.take().expect("once").join().expect("a reader");
        assert_eq!(String::from_utf8_lossy(&stderr), "");
        rest
    }
}

fn is_answer(line: &str) -> bool {
    line.starts_with("bestmove") || line.starts_with("checkmate")
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Whether a line is what a pattern says; `*` stands for any text.
fn matches(pattern: &str, line: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == line,
        Some((before, after)) => line.strip_prefix(before).is_some_and(|rest| {
            rest.char_indices().any(|(at, _)| matches(after, &rest[at..])) || matches(after, "")
        }),
    }
}

#[test]
fn patterns() {
    for (pattern, line, expected) in [
        ("bestmove *", "bestmove 7g7f", true),
        ("bestmove *", "checkmate nomate", false),
        ("*", "", true),
        ("a*c*", "abcd", true),
        ("a*c", "abcd", false),
        ("usiok", "usiok", true),
    ] {
        assert_eq!(matches(pattern, line), expected, "{pattern} {line}");
    }
}
