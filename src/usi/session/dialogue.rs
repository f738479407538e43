//! The dialogue with the GUI in a file: what the option `WriteDebugLog` is for.

use humantime::format_rfc3339_millis;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::time::SystemTime;

/// The file's name.
pub(super) const FILE_NAME: &str = "tsumugi_io.log";

/// A file that takes every line with its time.
pub(super) struct Dialogue {
    file: File,
}

impl Dialogue {
    /// Opens the file in a folder. What it holds stays: GUIs start a new process for each mate search.
    pub(super) fn open(folder: &Path) -> io::Result<Dialogue> {
        let file = OpenOptions::new().create(true).append(true).open(folder.join(FILE_NAME))?;
        Ok(Dialogue { file })
    }

    /// A line from the GUI.
    pub(super) fn heard(&mut self, line: &str) {
        self.write(">>", line);
    }

    /// A line of ours.
    pub(super) fn said(&mut self, line: &str) {
        self.write("<<", line);
    }

    fn write(&mut self, direction: &str, line: &str) {
        // One write a line, so that two processes in one folder do not mix theirs. A full disk must not end a game.
        let text = format!("{} {direction} {line}\n", format_rfc3339_millis(SystemTime::now()));
        let _ = self.file.write_all(text.as_bytes());
    }
}
