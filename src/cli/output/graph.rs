//! `--graph FILE`: the graph of the solutions, written beside the answer.

use crate::cli::exit::Tally;
use crate::cli::fatal_error::Trouble;
use crate::cli::output::files::WholeFile;
use crate::cli::output::streams::complain;
use crate::cli::wording::Wording;
use crate::problem::Problem;
use crate::report::{GraphFormat, GraphWriter, Lang};
use crate::solve::{Outcome, SolutionGraph};
use std::io::{self, BufWriter, IntoInnerError};
use std::path::{Path, PathBuf};

/// A file for a graph, and the form that its ending asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GraphPath {
    path: PathBuf,
    format: GraphFormat,
}

/// Reads a file name that ends in `.json` or `.dot`.
pub fn parse_graph_path(text: &str) -> Result<GraphPath, Wording> {
    let path = PathBuf::from(text);
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("json") => Ok(GraphPath { path, format: GraphFormat::Json }),
        Some("dot") => Ok(GraphPath { path, format: GraphFormat::Dot }),
        _ => Err(Wording::new(
            "expected a file name that ends in .json or .dot",
            "必要なのは .json か .dot で終わる名前です",
        )),
    }
}

impl GraphPath {
    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// The graph's file during a run: it holds the graph of one problem.
pub struct GraphFile {
    target: Option<GraphPath>,
    lang: Lang,
    /// The problem whose graph it holds.
    holds: Option<String>,
}

impl GraphFile {
    /// The file that was asked for, if any.
    pub fn new(target: Option<GraphPath>, lang: Lang) -> GraphFile {
        GraphFile { target, lang, holds: None }
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
        let lang = self.lang;
        let (name, path) = (problem.name(), target.path.display());
        if let Some(first) = &self.holds {
            complain(lang.pick(
                format!("{name}: グラフなし: {path} には {first} のものがあります: --graph は一題ずつ使ってください"),
                format!("{name}: no graph: {path} holds that of {first}: give --graph with one problem at a time"),
            ));
            tally.unreadable = true;
            return;
        }
        let Some(graph) = graph() else {
            complain(lang.pick(
                format!("{name}: グラフなし: 詰みが見つかりませんでした"),
                format!("{name}: no graph: no mate was found"),
            ));
            return;
        };
        let exact = outcome.is_exact() && outcome.is_count_exact();
        let writer = GraphWriter { graph: &graph, id: &name, exact, format: target.format };
        if let Err(error) = write_file(&writer, &target.path) {
            complain(Trouble::unwritable(&target.path, error).text(lang));
            tally.unreadable = true;
            return;
        }
        if writer.last_ply() < graph.length() {
            let (all, last, most) = (graph.positions(), writer.last_ply(), target.format.most_positions());
            complain(lang.pick(
                format!("{name}: グラフは{all}局面です。{path} には{last}手目までを書きました (書けるのは{most}局面まで)"),
                format!(
                    "{name}: the graph has {all} positions, {path} only those up to ply {last} (at most {most} are written)"
                ),
            ));
        }
        self.holds = Some(name);
    }
}

fn write_file(writer: &GraphWriter, path: &Path) -> io::Result<()> {
    let mut out = BufWriter::new(WholeFile::begin(path, true)?);
    writer.write(&mut out)?;
    out.into_inner().map_err(IntoInnerError::into_error)?.finish()
}
