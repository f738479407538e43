//! Files with results in addition to the answer: the graph of the solutions, the certificate of a tsume.

use crate::report::{GraphFormat, GraphWriter};
use crate::serve::job::shared::Job;
use crate::serve::limits::EXTRA_FILE;
use crate::solve::{Outcome, SolutionGraph};
use std::io::{self, ErrorKind, Write};

/// The file for the graph of the solutions.
pub const GRAPH: &str = "graph.json";
/// The file for the certificate.
pub const CERTIFICATE: &str = "certificate";

/// A writer that fails after a limited number of bytes.
pub struct Bounded<W> {
    inner: W,
    left: usize,
}

impl<W: Write> Bounded<W> {
    /// A writer for an additional file, limited to [`EXTRA_FILE`] bytes.
    pub fn new(inner: W) -> Bounded<W> {
        Bounded { inner, left: EXTRA_FILE }
    }
}

impl<W: Write> Write for Bounded<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.len() > self.left {
            return Err(ErrorKind::FileTooLarge.into());
        }
        let written = self.inner.write(bytes)?;
        self.left -= written;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// Stores the graph of the solutions, if there are several solutions. A graph that is too large is left out.
pub fn keep_graph(job: &Job, outcome: &Outcome, id: &str, graph: impl FnOnce() -> Option<SolutionGraph>) {
    if job.request.is_quick || outcome.solutions.count <= 1u32.into() {
        return;
    }
    let Some(graph) = graph() else { return };
    let writer =
        GraphWriter { graph: &graph, id, exact: outcome.is_count_exact(), format: GraphFormat::Json };
    let kept = job.keep_file(GRAPH, |file| {
        let mut file = Bounded::new(io::BufWriter::new(file));
        writer.write(&mut file)?;
        file.flush()
    });
    if let Err(error) = kept {
        log::info!("{}: no graph is kept: {error}", job.id);
    }
}
