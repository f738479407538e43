//! `--graph FILE`: the graph of the solutions, written beside the answer.

use super::args::GraphFlags;
use super::exit::Tally;
use super::output::complain;
use crate::problem::Problem;
use crate::report::{GraphFormat, GraphWriter};
use crate::solve::{Outcome, SolutionGraph};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file for a graph, and the form that its ending asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GraphPath {
    path: PathBuf,
    format: GraphFormat,
}

/// Reads a file name that ends in `.json` or `.dot`.
pub fn parse_graph_path(text: &str) -> Result<GraphPath, String> {
    let path = PathBuf::from(text);
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("json") => Ok(GraphPath { path, format: GraphFormat::Json }),
        Some("dot") => Ok(GraphPath { path, format: GraphFormat::Dot }),
        _ => Err("expected a file name that ends in .json or .dot".to_owned()),
    }
}

/// The graph's file during a run: it holds the graph of one problem.
pub struct GraphFile {
    target: Option<GraphPath>,
    /// The problem whose graph it holds.
    holds: Option<String>,
}

impl GraphFile {
    /// The file that was asked for, if any.
    pub fn new(flags: &GraphFlags) -> GraphFile {
        GraphFile { target: flags.graph.clone(), holds: None }
    }

    /// Writes a problem's graph if one was asked for. What goes wrong is said, and remembered as unreadable; the answer is
    /// shown all the same.
    pub fn write(
        &mut self,
        problem: &Problem,
        outcome: &Outcome,
        graph: impl FnOnce() -> Option<SolutionGraph>,
        tally: &mut Tally,
    ) {
        let Some(target) = &self.target else { return };
        let (name, path) = (problem.name(), target.path.display());
        if let Some(first) = &self.holds {
            complain(format_args!(
                "{name}: no graph: {path} holds that of {first}: give --graph with one problem at a time"
            ));
            tally.unreadable = true;
            return;
        }
        let Some(graph) = graph() else {
            complain(format_args!("{name}: no graph: no mate was found"));
            return;
        };
        let exact = outcome.is_exact() && outcome.is_count_exact();
        let writer = GraphWriter { graph: &graph, id: &name, exact, format: target.format };
        if let Err(error) = write_file(&writer, &target.path) {
            complain(format_args!("{path}: cannot be written: {error}: choose another file"));
            tally.unreadable = true;
            return;
        }
        if writer.last_ply() < graph.length() {
            complain(format_args!(
                "{name}: the graph has {} positions, {path} only those up to ply {} (at most {} are written)",
                graph.positions(),
                writer.last_ply(),
                target.format.most_positions(),
            ));
        }
        self.holds = Some(name);
    }
}

fn write_file(writer: &GraphWriter, path: &Path) -> io::Result<()> {
    let mut out = BufWriter::new(File::create(path)?);
    writer.write(&mut out)?;
    out.flush()
}
