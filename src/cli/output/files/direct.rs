//! Pipes and devices, which are written directly. Standard output under the operating system's names for it, such as
//! `/dev/stdout`, is one of them.

use crate::cli::output::stdout::unwritable;
use std::fs::File;
use std::io::{self, ErrorKind, Write};

/// A pipe, a device, or a stream that was opened before this process began.
pub struct DirectFile {
    file: File,
    is_stdout: bool,
}

impl DirectFile {
    /// Any such file other than standard output.
    pub fn new(file: File) -> DirectFile {
        DirectFile { file, is_stdout: false }
    }

    /// Standard output. Its reader may close the pipe, as when no file is named.
    #[cfg(unix)]
    pub fn stdout(file: File) -> DirectFile {
        DirectFile { file, is_stdout: true }
    }
}

impl Write for DirectFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes).map_err(|error| match error.kind() {
            ErrorKind::BrokenPipe if self.is_stdout => unwritable(error),
            _ => error,
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
