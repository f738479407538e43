//! `tsumugi bench`: figures of this build on this machine, and the signature of the work done.

use crate::bench::{Positions, collapses, helpmate, movegen, play, tsume};
use crate::cli::exit::Tally;
use crate::cli::input::failure::Failure;
use crate::cli::input::unreadable;
use crate::cli::output::batch::Batch;
use crate::cli::output::stdout::Output;
use crate::cli::stderr::tell;
use crate::play::Score;
use crate::position::Position;
use crate::problem::{ExpectedPlies, Reader};
use crate::report::Lang;
use crate::report::json::SCHEMA;
use crate::solve::Verdict;
use crate::store::{KeyWidth, memory};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// Measures the move generators on the positions of files, or on the fixed set when there is no file.
///
/// # Errors
/// An I/O error on standard output.
pub fn movegen(files: &[PathBuf], json: bool, lang: Lang) -> anyhow::Result<Tally> {
    let mut batch = Batch::new(lang);
    let positions = if files.is_empty() {
        Positions::fixed()
    } else {
        let mut roots = Vec::new();
        for file in files {
            match fs::read_to_string(file) {
                Ok(text) => read_positions(file, &text, &mut roots, &mut batch)?,
                Err(error) => batch.fail(unreadable(file, &error))?,
            }
        }
        Positions::from_roots(roots)
    };
    if positions.is_empty() {
        tell(lang.pick(
            "bench: 王手ができる、または王手される合法な局面がありません: そういう局面のあるファイルを書いてください",
            "bench: no legal positions with a check or somebody to be checked: name files that hold some",
        ));
        return Ok(Tally { unreadable: true, ..batch.tally });
    }
    let figures = movegen::run(&positions, movegen::PASSES);
    if json {
        batch.output.line(movegen_json(&figures))?;
    } else {
        let titles = ["generator", "positions", "moves", "ns/position", "fastest", "ns/move"];
        let rows = figures.rows.iter().map(|row| {
            vec![
                row.name.to_owned(),
                row.calls.to_string(),
                row.moves.to_string(),
                format!("{:.1}", row.median),
                format!("{:.1}", row.fastest),
                row.median_a_move().map_or("-".to_owned(), |ns| format!("{ns:.1}")),
            ]
        });
        batch.output.write(&table(&titles, rows))?;
        batch.output.line(format_args!("signature {}", figures.signature))?;
    }
    Ok(batch.tally)
}

/// Solves the fixed set of helpmates.
///
/// # Errors
/// An I/O error on standard output.
pub fn helpmate(key_width: KeyWidth, json: bool) -> anyhow::Result<Tally> {
    let mut output = Output::new();
    let mut spent = Vec::new();
    let mut before = cpu_seconds();
    let figures = helpmate::run(key_width, |_| {
        let now = cpu_seconds();
        spent.push(now.zip(before).map(|(now, before)| now - before));
        before = now;
    });
    let tally = Tally { differs: !figures.rows.iter().all(helpmate::Row::is_as_stated), ..Tally::default() };
    let peak = memory::peak_process_bytes();
    if json {
        output.line(helpmate_json(&figures, &spent, peak))?;
        return Ok(tally);
    }
    let titles = [
        "problem",
        "plies",
        "solutions",
        "positions",
        "look-ups",
        "search s",
        "solutions s",
        "CPU s",
        "M positions/s",
        "bytes/position",
    ];
    let rows = figures.rows.iter().zip(&spent).map(|(row, &cpu)| helpmate_cells(row, cpu));
    output.write(&table(&titles, rows))?;
    let seconds: f64 = figures.rows.iter().map(|row| row.search_seconds + row.solutions_seconds).sum();
    let mut total =
        format!("{} positions, {} look-ups, {seconds:.2} s", figures.positions(), figures.lookups());
    if let Some(cpu) = spent.iter().copied().sum::<Option<f64>>() {
        total += &format!(", CPU {cpu:.2} s");
    }
    if let Some(peak) = peak {
        total += &format!(", process peak {:.1} MB", peak as f64 / 1e6);
    }
    output.line(total)?;
    output.line(format_args!("signature {}", figures.signature))?;
    Ok(tally)
}

/// Solves the fixed set of tsume.
///
/// # Errors
/// An I/O error on standard output.
pub fn tsume(json: bool) -> anyhow::Result<Tally> {
    let mut output = Output::new();
    let before = cpu_seconds();
    let figures = tsume::run(|_| ());
    let cpu = cpu_seconds().zip(before).map(|(after, before)| after - before);
    let tally = Tally { differs: !figures.rows.iter().all(tsume::Row::is_as_stated), ..Tally::default() };
    if json {
        output.line(tsume_json(&figures, cpu))?;
        return Ok(tally);
    }
    let titles = ["problem", "plies", "bounds", "nodes", "k nodes/s"];
    output.write(&table(&titles, figures.rows.iter().map(tsume_cells)))?;
    output.line(totals(figures.nodes(), figures.seconds(), cpu))?;
    output.line(format_args!("signature {}", figures.signature))?;
    Ok(tally)
}

fn tsume_cells(row: &tsume::Row) -> Vec<String> {
    let tsume::Row { problem, outcome } = row;
    let bounds = match outcome.bounds.upper {
        Some(upper) => format!("{}..{upper}", outcome.bounds.lower),
        None => format!("{}..", outcome.bounds.lower),
    };
    let verdict = match outcome.verdict {
        Verdict::Mate { plies, exact: true } => plies.to_string(),
        Verdict::Mate { plies, exact: false } => format!("≤{plies}"),
        Verdict::NoMate => ExpectedPlies::NoMate.to_string(),
        Verdict::Unknown(_) => "-".to_owned(),
    };
    let (nodes, seconds) = (outcome.stats.nodes, outcome.stats.seconds);
    vec![
        problem.name(),
        if row.is_as_stated() { verdict } else { format!("{verdict} WRONG") },
        bounds,
        nodes.to_string(),
        format!("{:.0}", nodes as f64 / seconds.max(1e-9) / 1e3),
    ]
}

fn tsume_json(figures: &tsume::Figures, cpu: Option<f64>) -> Value {
    let rows = figures.rows.iter().map(|row| {
        json!({
            "id": row.problem.name(),
            "lower": row.outcome.bounds.lower,
            "upper": row.outcome.bounds.upper,
            "as_stated": row.is_as_stated(),
            "nodes": row.outcome.stats.nodes,
            "seconds": row.outcome.stats.seconds,
            "first_mate_seconds": row.outcome.first_mate_seconds(),
        })
    });
    json!({
        "schema": SCHEMA,
        "bench": "tsume",
        "rows": rows.collect::<Value>(),
        "nodes": figures.nodes(),
        "cpu_seconds": cpu,
        "signature": figures.signature.to_string(),
    })
}

/// Nodes, wall seconds, and processor seconds where they are known.
fn totals(nodes: u64, seconds: f64, cpu: Option<f64>) -> String {
    let mut total = format!("{nodes} nodes, {seconds:.2} s");
    if let Some(cpu) = cpu {
        let speed = nodes as f64 / cpu.max(1e-2) / 1e3;
        total += &format!(", CPU {cpu:.2} s, {speed:.0} k nodes a CPU second");
    }
    total
}

/// Searches the fixed positions to a depth.
///
/// # Errors
/// An I/O error on standard output.
pub fn play(depth: u32, json: bool) -> anyhow::Result<Tally> {
    let mut output = Output::new();
    let before = cpu_seconds();
    let figures = play::run(depth, |_| ());
    let cpu = cpu_seconds().zip(before).map(|(after, before)| after - before);
    if json {
        output.line(play_json(depth, &figures, cpu))?;
        return Ok(Tally::default());
    }
    let titles = ["position", "move", "score", "nodes", "k nodes/s"];
    let rows = figures.rows.iter().enumerate().map(|(index, row)| {
        let speed = row.nodes as f64 / row.seconds.max(1e-9) / 1e3;
        let number = (index + 1).to_string();
        vec![number, row.best.clone(), score_text(row.score), row.nodes.to_string(), format!("{speed:.0}")]
    });
    output.write(&table(&titles, rows))?;
    let total = totals(figures.nodes(), figures.seconds(), cpu);
    output.line(format_args!("depth {depth}, {total}"))?;
    output.line(format_args!("signature {}", figures.signature))?;
    Ok(Tally::default())
}

/// Counts the fixed positions that the engine sees.
///
/// # Errors
/// An I/O error on standard output.
pub fn collapses(nodes: u64, json: bool) -> anyhow::Result<Tally> {
    let mut output = Output::new();
    let figures = collapses::run(nodes);
    let collapses::Figures { positions, seen, signature } = figures;
    if json {
        output.line(json!({
            "schema": SCHEMA,
            "bench": "collapses",
            "nodes": nodes,
            "positions": positions,
            "seen": seen,
            "signature": signature.to_string(),
        }))?;
    } else {
        output.line(format_args!("{seen} of {positions} seen with {nodes} nodes each"))?;
        output.line(format_args!("signature {signature}"))?;
    }
    Ok(Tally::default())
}

/// A score as USI writes it.
fn score_text(score: Score) -> String {
    match score {
        Score::Centipawns(value) => format!("cp {value}"),
        Score::Mate(plies) => format!("mate {plies}"),
    }
}

/// Adds the positions of a problem set or of a table with tabs, whose last column is the SFEN and whose first line may
/// hold titles.
fn read_positions(
    file: &Path,
    text: &str,
    roots: &mut Vec<Position>,
    batch: &mut Batch,
) -> anyhow::Result<()> {
    // Lines keep their numbers for the messages of the reader.
    let mut sfens = String::new();
    for line in text.lines() {
        let column = line.rsplit('\t').next().unwrap_or(line);
        sfens += if column == "sfen" { "" } else { column };
        sfens.push('\n');
    }
    for problem in Reader::new(sfens.as_bytes(), file.display().to_string()) {
        match problem {
            Ok(problem) => roots.push(problem.position().clone()),
            Err(error) => batch.fail(Failure::from(error))?,
        }
    }
    Ok(())
}

fn helpmate_cells(row: &helpmate::Row, cpu: Option<f64>) -> Vec<String> {
    let stats = &row.outcome.stats;
    let solutions = row.outcome.solutions.count.to_string();
    let (plies, solutions) = match row.outcome.verdict {
        Verdict::Mate { plies, .. } => (plies.to_string(), solutions),
        Verdict::NoMate => (ExpectedPlies::NoMate.to_string(), solutions),
        Verdict::Unknown(_) => (format!("≥{}", row.outcome.bounds.lower), "-".to_owned()),
    };
    vec![
        row.problem.name(),
        if row.is_as_stated() { plies } else { format!("{plies} WRONG") },
        solutions,
        stats.positions.to_string(),
        stats.lookups.to_string(),
        format!("{:.3}", row.search_seconds),
        format!("{:.3}", row.solutions_seconds),
        cpu.map_or("-".to_owned(), |cpu| format!("{cpu:.2}")),
        format!("{:.2}", row.positions_a_second() / 1e6),
        format!("{:.1}", row.bytes_a_position()),
    ]
}

fn movegen_json(figures: &movegen::Figures) -> Value {
    let rows = figures.rows.iter().map(|row| {
        json!({
            "generator": row.name,
            "positions": row.calls,
            "moves": row.moves,
            "median_ns": row.median,
            "fastest_ns": row.fastest,
        })
    });
    json!({
        "schema": SCHEMA,
        "bench": "movegen",
        "rows": rows.collect::<Value>(),
        "signature": figures.signature.to_string(),
    })
}

fn play_json(depth: u32, figures: &play::Figures, cpu: Option<f64>) -> Value {
    let rows = figures.rows.iter().map(|row| {
        json!({
            "sfen": row.sfen,
            "move": row.best,
            "score": score_text(row.score),
            "nodes": row.nodes,
            "seconds": row.seconds,
        })
    });
    json!({
        "schema": SCHEMA,
        "bench": "play",
        "depth": depth,
        "rows": rows.collect::<Value>(),
        "nodes": figures.nodes(),
        "cpu_seconds": cpu,
        "signature": figures.signature.to_string(),
    })
}

fn helpmate_json(figures: &helpmate::Figures, cpu: &[Option<f64>], peak: Option<u64>) -> Value {
    let rows = figures.rows.iter().zip(cpu).map(|(row, cpu)| {
        let stats = &row.outcome.stats;
        json!({
            "id": row.problem.name(),
            "plies": row.plies(),
            "lower": row.outcome.bounds.lower,
            "solutions": row.outcome.solutions.count.to_string(),
            "as_stated": row.is_as_stated(),
            "positions": stats.positions,
            "nodes": stats.nodes,
            "lookups": stats.lookups,
            "search_seconds": row.search_seconds,
            "solutions_seconds": row.solutions_seconds,
            "cpu_seconds": cpu,
            "peak_bytes": stats.peak_bytes,
        })
    });
    json!({
        "schema": SCHEMA,
        "bench": "helpmate",
        "rows": rows.collect::<Value>(),
        "positions": figures.positions(),
        "lookups": figures.lookups(),
        "process_peak_bytes": peak,
        "signature": figures.signature.to_string(),
    })
}

/// Rows under their titles: the first column to the left, numbers to the right.
fn table(titles: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let titles = titles.iter().map(|&title| title.to_owned()).collect();
    let rows: Vec<Vec<String>> = std::iter::once(titles).chain(rows).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    let mut text = String::new();
    for row in &rows {
        text += &format!("{:<1$}", row[0], widths[0]);
        for (cell, width) in row.iter().zip(&widths).skip(1) {
            text += &format!("  {cell:>width$}");
        }
        text.push('\n');
    }
    text
}

/// User and system seconds of this process; `None` where the system does not tell.
fn cpu_seconds() -> Option<f64> {
    /// What Linux counts in, on every processor that Rust's standard library runs on.
    const TICKS: f64 = 100.0;
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The fields after the program's name, which stands in parentheses and may hold anything.
    let (_, fields) = stat.rsplit_once(')')?;
    let mut fields = fields.split_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<u32>().ok();
    Some((f64::from(ticks()?) + f64::from(ticks()?)) / TICKS)
}
