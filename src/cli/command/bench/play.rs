//! `tsumugi bench play`.

use super::figures::{cpu_seconds, table, totals};
use crate::bench::play as measured;
use crate::cli::exit::Tally;
use crate::cli::output::stdout::Output;
use crate::play::Score;
use crate::report::json::SCHEMA;
use serde_json::{Value, json};

/// Searches the fixed positions to a depth.
///
/// # Errors
/// An I/O error on standard output.
pub fn play(depth: u32, json: bool) -> anyhow::Result<Tally> {
    let mut output = Output::new();
    let before = cpu_seconds();
    let figures = measured::run(depth, |_| ());
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

/// A score as USI writes it.
fn score_text(score: Score) -> String {
    match score {
        Score::Centipawns(value) => format!("cp {value}"),
        Score::Mate(plies) => format!("mate {plies}"),
    }
}

fn play_json(depth: u32, figures: &measured::Figures, cpu: Option<f64>) -> Value {
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
