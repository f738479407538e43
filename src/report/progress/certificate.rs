//! The progress of writing a certificate.

use crate::report::{Lang, bytes_text};
use crate::solve::lock;
use std::io::{self, Write};
use std::sync::Mutex;

/// How far the writing of a certificate has come.
#[derive(Clone, Copy, Debug, Default)]
pub struct CertificateSoFar {
    /// The number of bytes written.
    pub written: u64,
    /// The number of nodes searched for facts that the table has lost.
    pub nodes: u64,
}

impl CertificateSoFar {
    /// The progress in words.
    pub fn text(self, lang: Lang) -> String {
        let CertificateSoFar { written, nodes } = self;
        let written = bytes_text(written);
        let written = lang
            .pick(format!("証明書を書き出し中: {written}"), format!("writing the certificate, {written}"));
        match nodes {
            0 => written,
            _ => lang.pick(
                format!("{written} / 失われた証明を再探索中: {nodes}ノード"),
                format!("{written}, {nodes} nodes searched for what the table has lost"),
            ),
        }
    }
}

/// Calls `show` whenever the writing of a certificate has advanced: the thread that writes and the one that waits for
/// it both report here.
pub struct CertificateProgress<S>(Mutex<(CertificateSoFar, S)>);

impl<S: FnMut(CertificateSoFar)> CertificateProgress<S> {
    /// Nothing is written yet.
    pub fn new(show: S) -> CertificateProgress<S> {
        CertificateProgress(Mutex::new((CertificateSoFar::default(), show)))
    }

    /// A writer to `output` that reports what was written.
    pub fn watch<W: Write>(&self, output: W) -> WatchedWriter<'_, S, W> {
        WatchedWriter { progress: self, output }
    }

    /// Reports how many nodes were searched for facts that the table has lost.
    pub fn searched(&self, nodes: u64) {
        self.advance(|far| far.nodes = nodes);
    }

    fn advance(&self, change: impl FnOnce(&mut CertificateSoFar)) {
        let (far, show) = &mut *lock(&self.0);
        change(far);
        show(*far);
    }
}

/// A writer that reports how much of a certificate was written.
pub struct WatchedWriter<'a, S, W> {
    progress: &'a CertificateProgress<S>,
    output: W,
}

impl<S: FnMut(CertificateSoFar), W: Write> Write for WatchedWriter<'_, S, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.output.write(bytes)?;
        self.progress.advance(|far| far.written += count as u64);
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
        let mut texts = Vec::new();
        let show = |far: CertificateSoFar| texts.push([Lang::En, Lang::Ja].map(|lang| far.text(lang)));
        let progress = CertificateProgress::new(show);
        progress.watch(io::sink()).write_all(&vec![0; 3 << 20]).expect("a sink");
        progress.searched(70);
        let [[written, _], [en, ja]] = &texts[..] else { panic!("{texts:?}") };
        assert_eq!(written, "writing the certificate, 3.0 MiB");
        assert_eq!(en, "writing the certificate, 3.0 MiB, 70 nodes searched for what the table has lost");
        assert_eq!(ja, "証明書を書き出し中: 3.0 MiB / 失われた証明を再探索中: 70ノード");
    }
}
