//! The graph of solutions as JSON and for Graphviz (DOT), written one position at a time.

use super::Lang;
use super::json::to_line;
use super::text::{plies_text, solutions_noun};
use crate::solve::SolutionGraph;
use num_bigint::BigUint;
use serde::Serialize;
use std::io::{self, Write};

/// The format of the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GraphFormat {
    /// One JSON object, with a position or a move on each line.
    Json,
    /// Graphviz.
    Dot,
}

impl GraphFormat {
    /// The largest number of positions written: what a program can read at once, and what Graphviz can still
    /// lay out.
    pub const fn most_positions(self) -> u64 {
        match self {
            GraphFormat::Json => 1_000_000,
            GraphFormat::Dot => 20_000,
        }
    }
}

/// A graph to be written.
#[derive(Clone, Copy, Debug)]
pub struct GraphWriter<'a> {
    /// The graph.
    pub graph: &'a SolutionGraph,
    /// The name of the problem.
    pub id: &'a str,
    /// Whether it is proved that these are all shortest solutions.
    pub exact: bool,
    /// The format.
    pub format: GraphFormat,
}

impl GraphWriter<'_> {
    /// The last ply to be written: the last one of the graph, unless there are more positions than
    /// [`GraphFormat::most_positions`].
    pub fn last_ply(&self) -> usize {
        let mut room = self.format.most_positions();
        let mut fits = |&ply: &usize| {
            let width = self.graph.width(ply) as u64;
            let fits = width <= room;
            room = room.saturating_sub(width);
            fits
        };
        (0..=self.graph.length()).take_while(|ply| fits(ply)).last().unwrap_or(0)
    }

    /// Writes the graph up to [`last_ply`](GraphWriter::last_ply).
    ///
    /// # Errors
    /// Errors of the writer.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        match self.format {
            GraphFormat::Json => self.write_json(out),
            GraphFormat::Dot => self.write_dot(out),
        }
    }

    fn write_json(&self, out: &mut impl Write) -> io::Result<()> {
        let (graph, last) = (self.graph, self.last_ply());
        let cut = (last < graph.length()).then_some(last);
        let head = to_line(&Head {
            schema: 1,
            id: self.id,
            sfen: graph.root().sfen(),
            attacker: graph.attacker().to_string(),
            plies: graph.length(),
            count: graph.count().to_string(),
            exact: self.exact,
            cut_at: cut,
        });
        write!(out, "{},\"nodes\":[", head.trim_end_matches('}'))?;
        let mut between = "\n";
        self.each_node(last, |node| {
            let Node { id, ply, sfen, solutions, .. } = node;
            let line = to_line(&NodeLine { id, ply, sfen, solutions: solutions.to_string() });
            write!(out, "{between}{line}")?;
            between = ",\n";
            Ok(())
        })?;
        write!(out, "\n],\"edges\":[")?;
        between = "\n";
        self.each_edge(last, |from, to, mv| {
            write!(out, "{between}{}", to_line(&EdgeLine { from, to, mv }))?;
            between = ",\n";
            Ok(())
        })?;
        writeln!(out, "\n]}}")
    }

    fn write_dot(&self, out: &mut impl Write) -> io::Result<()> {
        let (graph, last) = (self.graph, self.last_ply());
        writeln!(out, "digraph solutions {{\n  rankdir=LR;\n  node [fontname=\"sans-serif\"];")?;
        let count = graph.count();
        let (plies, noun) = (plies_text(graph.length() as u64, Lang::En), solutions_noun(&count));
        writeln!(out, "  label={};", quoted(&format!("{}: {plies}, {count} {noun}", self.id)))?;
        self.each_node(last, |node| {
            // The attacker's positions are boxes, the defender's ellipses; mates have a double outline.
            let shape = if node.is_attackers { "box" } else { "ellipse" };
            let lines = if node.ply == graph.length() { 2 } else { 1 };
            let label = match node.solutions {
                ref one if *one == BigUint::from(1u8) => node.ply.to_string(),
                many => format!("{}: {many}", node.ply),
            };
            let (label, tooltip) = (quoted(&label), quoted(&node.sfen));
            writeln!(
                out,
                "  {} [label={label}, tooltip={tooltip}, shape={shape}, peripheries={lines}];",
                node.id
            )
        })?;
        self.each_edge(last, |from, to, mv| writeln!(out, "  {from} -> {to} [label={}];", quoted(mv)))?;
        if last < graph.length() {
            writeln!(
                out,
                "  // Cut after ply {last}: more than {} positions.",
                self.format.most_positions()
            )?;
        }
        writeln!(out, "}}")
    }

    fn each_node(&self, last: usize, mut visit: impl FnMut(Node) -> io::Result<()>) -> io::Result<()> {
        let mut ways_on = self.graph.ways_on();
        let mut walk = self.graph.walk();
        let mut id = 0;
        loop {
            let ply = walk.ply();
            let on = ways_on.at(ply);
            for ((position, ways), on) in walk.positions().iter().zip(walk.ways()).zip(on) {
                visit(Node {
                    id,
                    ply,
                    sfen: position.sfen(),
                    solutions: ways * on,
                    is_attackers: position.side_to_move() == self.graph.attacker(),
                })?;
                id += 1;
            }
            if ply == last || !walk.advance() {
                return Ok(());
            }
        }
    }

    fn each_edge(
        &self,
        last: usize,
        mut visit: impl FnMut(u64, u64, &str) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut first = 0;
        for ply in 0..last {
            let next = first + self.graph.width(ply) as u64;
            for number in 0..self.graph.width(ply) as u32 {
                for edge in self.graph.edges(ply, number) {
                    visit(first + u64::from(number), next + u64::from(edge.to), &edge.mv.to_string())?;
                }
            }
            first = next;
        }
        Ok(())
    }
}

#[derive(Serialize)]
struct Head<'a> {
    schema: u32,
    id: &'a str,
    sfen: String,
    attacker: String,
    plies: usize,
    count: String,
    exact: bool,
    cut_at: Option<usize>,
}

#[derive(Serialize)]
struct NodeLine {
    id: u64,
    ply: usize,
    sfen: String,
    solutions: String,
}

#[derive(Serialize)]
struct EdgeLine<'a> {
    from: u64,
    to: u64,
    #[serde(rename = "move")]
    mv: &'a str,
}

/// A position of the graph.
struct Node {
    id: u64,
    ply: usize,
    sfen: String,
    /// The number of solutions that pass through it.
    solutions: BigUint,
    is_attackers: bool,
}

/// A string of the DOT language.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
