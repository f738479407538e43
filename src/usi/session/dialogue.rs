//! The file with the dialogue between GUI and engine, for the option `WriteDebugLog`.

use humantime::format_rfc3339_millis;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::time::SystemTime;

/// The name of the file.
pub(super) const FILE_NAME: &str = "tsumugi_io.log";

/// A file to which every line is written with its time.
pub(super) struct Dialogue {
    file: File,
}

impl Dialogue {
    /// Opens the file in a folder for appending: GUIs start a new process for each mate search.
    pub(super) fn open(folder: &Path) -> io::Result<Dialogue> {
        let file = OpenOptions::new().create(true).append(true).open(folder.join(FILE_NAME))?;
        Ok(Dialogue { file })
    }

    /// Writes a line that the GUI sent.
    pub(super) fn heard(&mut self, line: &str) {
        self.write(">>", line);
    }

    /// Writes a line that the engine sent.
    pub(super) fn said(&mut self, line: &str) {
        self.write("<<", line);
    }

    fn write(&mut self, direction: &str, line: &str) {
        // Each line is one write, so that the lines of two processes in one folder do not mix. Errors are ignored,
        // because a full disk must not end a game.
        let text = format!("{} {direction} {line}\n", format_rfc3339_millis(SystemTime::now()));
        let _ = self.file.write_all(text.as_bytes());
    }
}
