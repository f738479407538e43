//! `tsumugi bench helpmate`.

use super::figures::{cpu_seconds, table};
use crate::bench::helpmate as measured;
use crate::cli::exit::Tally;
use crate::cli::output::stdout::Output;
use crate::problem::ExpectedPlies;
use crate::report::json::SCHEMA;
use crate::solve::Verdict;
use crate::store::{KeyWidth, memory};
use serde_json::{Value, json};

/// Solves the fixed set of helpmates.
///
/// # Errors
/// An I/O error on standard output.
pub fn helpmate(key_width: KeyWidth, json: bool) -> anyhow::Result<Tally> {
    let mut output = Output::new();
    let mut spent = Vec::new();
    let mut before = cpu_seconds();
    let figures = measured::run(key_width, |_| {
        let now = cpu_seconds();
        spent.push(now.zip(before).map(|(now, before)| now - before));
        before = now;
    });
    let tally = Tally { differs: !figures.rows.iter().all(measured::Row::is_as_stated), ..Tally::default() };
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

fn helpmate_cells(row: &measured::Row, cpu: Option<f64>) -> Vec<String> {
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

fn helpmate_json(figures: &measured::Figures, cpu: &[Option<f64>], peak: Option<u64>) -> Value {
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
