//! Files whose reading or writing shows the progress.

use super::ProgressLine;
use crate::report::{Lang, bytes_text};
use crate::solve::lock;
use std::io::{self, Read, Write};
use std::sync::Mutex;

/// A reader that shows how much of a certificate was read.
pub struct ShownReader<'a, R> {
    input: R,
    progress: &'a mut ProgressLine,
    read: u64,
    /// The size of the file; `None` if it is not known, as for a pipe.
    whole: Option<u64>,
}

/// How far the writing of a certificate has come.
pub struct WritingProgress<'a> {
    progress: &'a mut ProgressLine,
    /// The number of bytes written.
    written: u64,
    /// The number of nodes searched for facts that the table has lost.
    nodes: u64,
}

/// A writer that shows how much of a certificate was written.
pub struct ShownWriter<'a, 'p, W> {
    output: W,
    shown: &'a Mutex<WritingProgress<'p>>,
}

impl<'a, R> ShownReader<'a, R> {
    /// Reads from `input`, whose size is `whole` if that is known.
    pub fn new(input: R, whole: Option<u64>, progress: &'a mut ProgressLine) -> ShownReader<'a, R> {
        ShownReader { input, progress, read: 0, whole }
    }
}

impl<'a> WritingProgress<'a> {
    /// Nothing is written yet.
    pub fn new(progress: &'a mut ProgressLine) -> WritingProgress<'a> {
        WritingProgress { progress, written: 0, nodes: 0 }
    }

    /// Shows how many nodes were searched for facts that the table has lost.
    pub fn searched(&mut self, nodes: u64) {
        self.nodes = nodes;
        self.show();
    }

    fn show(&mut self) {
        let (written, nodes) = (self.written, self.nodes);
        self.progress.show_words(|lang| writing_text(written, nodes, lang));
    }
}

fn writing_text(written: u64, nodes: u64, lang: Lang) -> String {
    let written = bytes_text(written);
    let written =
        lang.pick(format!("証明書を書き出し中: {written}"), format!("writing the certificate, {written}"));
    match nodes {
        0 => written,
        _ => lang.pick(
            format!("{written} / 失われた証明を再探索中: {nodes}ノード"),
            format!("{written}, {nodes} nodes searched for what the table has lost"),
        ),
    }
}

impl<'a, 'p, W> ShownWriter<'a, 'p, W> {
    /// Writes to `output`.
    pub fn new(output: W, shown: &'a Mutex<WritingProgress<'p>>) -> ShownWriter<'a, 'p, W> {
        ShownWriter { output, shown }
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

impl<W: Write> Write for ShownWriter<'_, '_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.output.write(bytes)?;
        let mut shown = lock(self.shown);
        shown.written += count as u64;
        shown.show();
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_search_for_lost_facts_is_told_where_there_is_one() {
        assert_eq!(writing_text(3 << 20, 0, Lang::En), "writing the certificate, 3.0 MiB");
        let [en, ja] = [Lang::En, Lang::Ja].map(|lang| writing_text(3 << 20, 70, lang));
        assert_eq!(en, "writing the certificate, 3.0 MiB, 70 nodes searched for what the table has lost");
        assert_eq!(ja, "証明書を書き出し中: 3.0 MiB / 失われた証明を再探索中: 70ノード");
    }
}
