//! `--graph FILE`: the graph of the solutions, written in addition to the answer.

use crate::cli::args::GraphPath;
use crate::cli::exit::Tally;
use crate::cli::fatal_error::FatalError;
use crate::cli::output::files::{WholeFile, try_file};
use crate::cli::stderr::tell;
use crate::problem::{Problem, Rule};
use crate::report::{GraphWriter, Lang};
use crate::solve::{Outcome, SolutionGraph};
use std::io::{self, BufWriter, IntoInnerError};
use std::path::Path;

/// The graph file of a run: it holds the graph of one problem.
pub struct GraphFile {
    target: Option<GraphPath>,
    lang: Lang,
    /// The name of the problem whose graph it holds.
    holds: Option<String>,
}

impl GraphFile {
    /// The file that was asked for, if any; it is written later.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn new(target: Option<GraphPath>, lang: Lang) -> Result<GraphFile, FatalError> {
        if let Some(path) = target.as_ref().map(GraphPath::path) {
            try_file(path).map_err(|error| FatalError::unwritable(path, error))?;
        }
        Ok(GraphFile { target, lang, holds: None })
    }

    /// Writes a problem's graph if one was asked for. A failure is reported on stderr and recorded in `tally` as
    /// unreadable; the answer is shown in any case.
    pub fn write(
        &mut self,
        problem: &Problem,
        rule: Rule,
        outcome: &Outcome,
        graph: impl FnOnce() -> Option<SolutionGraph>,
        tally: &mut Tally,
    ) {
        let Some(target) = &self.target else { return };
        let lang = self.lang;
        let (name, path) = (problem.name(), target.path().display());
        if !rule.is_cooperative() {
            // The solution of a tsume is a tree of defences, so it has no graph of solutions.
            tell(lang.pick(
                format!("{name}: グラフなし: グラフは協力詰と協力自玉詰のものです: --graph を外すか、--rule helpmate などを付けてください"),
                format!("{name}: no graph: graphs are for helpmates and helpselfmates: leave --graph out, or give --rule helpmate or helpselfmate"),
            ));
            tally.unreadable = true;
            return;
        }
        if let Some(first) = &self.holds {
            tell(lang.pick(
                format!("{name}: グラフなし: {path} には {first} のものがあります: --graph は一題ずつ使ってください"),
                format!("{name}: no graph: {path} already holds the graph of {first}: give --graph with one problem \
                         at a time"),
            ));
            tally.unreadable = true;
            return;
        }
        let Some(graph) = graph() else {
            tell(lang.pick(
                format!("{name}: グラフなし: 詰みが見つかりませんでした"),
                format!("{name}: no graph: no mate was found"),
            ));
            return;
        };
        let exact = outcome.is_exact() && outcome.is_count_exact();
        let writer = GraphWriter { graph: &graph, id: &name, exact, format: target.format() };
        if let Err(error) = write_file(&writer, target.path()) {
            tell(FatalError::unwritable(target.path(), error).text(lang));
            tally.unreadable = true;
            return;
        }
        if writer.last_ply() < graph.length() {
            let (all, last, most) = (graph.positions(), writer.last_ply(), target.format().most_positions());
            tell(lang.pick(
                format!("{name}: グラフは{all}局面です。{path} には{last}手目までを書きました (書けるのは{most}局面まで)"),
                format!(
                    "{name}: the graph has {all} positions, but {path} contains only those up to ply {last} (at most {most} are written)"
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
