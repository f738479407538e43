//! Files whose reading or writing shows the progress.

use super::ProgressLine;
use crate::report::bytes_text;
use std::io::{self, Read, Write};

/// A reader that shows how much of a certificate was read.
pub struct ShownReader<'a, R> {
    input: R,
    progress: &'a mut ProgressLine,
    read: u64,
    /// The size of the file; `None` if it is not known, as for a pipe.
    whole: Option<u64>,
}

/// A writer that shows how much of a certificate was written.
pub struct ShownWriter<'a, W> {
    output: W,
    progress: &'a mut ProgressLine,
    written: u64,
}

impl<'a, R> ShownReader<'a, R> {
    /// Reads from `input`, whose size is `whole` if that is known.
    pub fn new(input: R, whole: Option<u64>, progress: &'a mut ProgressLine) -> ShownReader<'a, R> {
        ShownReader { input, progress, read: 0, whole }
    }
}

impl<'a, W> ShownWriter<'a, W> {
    /// Writes to `output`.
    pub fn new(output: W, progress: &'a mut ProgressLine) -> ShownWriter<'a, W> {
        ShownWriter { output, progress, written: 0 }
    }
}

impl<R: Read> Read for ShownReader<'_, R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(bytes)?;
        self.read += count as u64;
        let (read, whole) = (self.read, self.whole);
        self.progress.show_words(|lang| {
            let read = bytes_text(read);
            let read = whole.map_or(read.clone(), |whole| format!("{read} / {}", bytes_text(whole)));
            lang.pick(format!("証明書を確認中: {read}"), format!("checking the certificate, {read}"))
        });
        Ok(count)
    }
}

impl<W: Write> Write for ShownWriter<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.output.write(bytes)?;
        self.written += count as u64;
        let written = self.written;
        self.progress.show_words(|lang| {
            let written = bytes_text(written);
            lang.pick(format!("証明書を書き出し中: {written}"), format!("writing the certificate, {written}"))
        });
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}
