//! Commands with `--resume FILE` that go through many problems: what is in the file is not done again.

use crate::run::{Run, run};
use serde_json::Value;
use std::fs;

/// The JSON lines of a file.
pub fn lines(file: &str) -> Vec<Value> {
    let text = fs::read_to_string(file).expect("a file");
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("JSON: {line}"))).collect()
}

/// A command by its name.
pub struct Resumed(pub &'static str);

impl Resumed {
    pub fn run(&self, file: &str, arguments: &[&str]) -> Run {
        run(&[&[self.0, "--resume", file], arguments].concat())
    }

    /// A run that must find nothing to do.
    #[track_caller]
    pub fn nothing_left(&self, file: &str, code: i32, arguments: &[&str]) {
        let before = lines(file).len();
        let run = self.run(file, arguments);
        assert_eq!(run.code, Some(code), "{}", run.stderr);
        assert!(run.stderr.contains("nothing left to do: "), "{arguments:?}: {}", run.stderr);
        // What later answers are better than may be left out now.
        assert!((1..=before).contains(&lines(file).len()), "{arguments:?}");
    }

    /// A run that must work on a problem again, after which it has nothing to do.
    #[track_caller]
    pub fn done_anew(&self, file: &str, code: i32, arguments: &[&str]) {
        let run = self.run(file, arguments);
        assert_eq!(run.code, Some(code), "{}", run.stderr);
        assert!(!run.stderr.contains("nothing left"), "{arguments:?}: {}", run.stderr);
        self.nothing_left(file, code, arguments);
    }
}
