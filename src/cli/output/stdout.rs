//! Standard output, which the answers are written to.

use crate::cli::fatal_error::FatalError;
use std::fmt::Display;
use std::io::{self, BufWriter, Stdout, Write};

/// Stdout, flushed after each text, so that a reader gets every answer at once.
pub struct Output(BufWriter<Stdout>);

impl Output {
    /// Opens stdout.
    pub fn new() -> Output {
        Output(BufWriter::new(io::stdout()))
    }

    /// Writes a text as it is.
    ///
    /// # Errors
    /// An I/O error, including a broken pipe.
    pub fn write(&mut self, text: &str) -> io::Result<()> {
        self.bytes(text.as_bytes())
    }

    /// Writes a text in any encoding.
    ///
    /// # Errors
    /// The errors of [`Output::write`].
    pub fn bytes(&mut self, text: &[u8]) -> io::Result<()> {
        self.0.write_all(text).and_then(|()| self.0.flush()).map_err(unwritable)
    }

    /// Writes a text and ends its line.
    ///
    /// # Errors
    /// The errors of [`Output::write`].
    pub fn line(&mut self, text: impl Display) -> io::Result<()> {
        writeln!(self.0, "{text}").and_then(|()| self.0.flush()).map_err(unwritable)
    }
}

/// An error whose message names stdout. Its kind is kept, because [`is_broken_pipe`] checks both.
pub fn unwritable(error: io::Error) -> io::Error {
    let named = FatalError::new("stdout: cannot be written", "標準出力に書けません");
    io::Error::new(error.kind(), named.caused_by(error))
}

/// Whether an error means that the reader of stdout has closed the pipe, which ends the program without a failure. A
/// broken pipe to a program that was started is a failure.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let is_pipe = |cause: &io::Error| {
        let is_of_stdout = cause.get_ref().is_some_and(|named| named.is::<FatalError>());
        is_of_stdout && cause.kind() == io::ErrorKind::BrokenPipe
    };
    error.chain().any(|cause| cause.downcast_ref().is_some_and(is_pipe))
}
