//! `tsumugi bench tsume`.

use super::figures::{cpu_seconds, table, totals};
use crate::bench::tsume as measured;
use crate::cli::exit::Tally;
use crate::cli::output::stdout::Output;
use crate::problem::ExpectedPlies;
use crate::report::json::SCHEMA;
use crate::solve::Verdict;
use serde_json::{Value, json};

/// Solves the fixed set of tsume.
///
/// # Errors
/// An I/O error on standard output.
pub fn tsume(json: bool) -> anyhow::Result<Tally> {
    let mut output = Output::new();
    let before = cpu_seconds();
    let figures = measured::run(|_| ());
    let cpu = cpu_seconds().zip(before).map(|(after, before)| after - before);
    let tally = Tally { differs: !figures.rows.iter().all(measured::Row::is_as_stated), ..Tally::default() };
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

fn tsume_cells(row: &measured::Row) -> Vec<String> {
    let measured::Row { problem, outcome } = row;
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

fn tsume_json(figures: &measured::Figures, cpu: Option<f64>) -> Value {
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
