//! Files whose reading shows the progress.

use super::ProgressLine;
use crate::report::bytes_text;
use std::io::{self, Read};

/// A reader that shows how much of a certificate was read.
pub struct ShownReader<'a, R> {
    input: R,
    progress: &'a mut ProgressLine,
    read: u64,
    /// The size of the file; `None` if it is not known, as for a pipe.
    whole: Option<u64>,
}

impl<'a, R> ShownReader<'a, R> {
    /// Reads from `input`, whose size is `whole` if that is known.
    pub fn new(input: R, whole: Option<u64>, progress: &'a mut ProgressLine) -> ShownReader<'a, R> {
        ShownReader { input, progress, read: 0, whole }
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
