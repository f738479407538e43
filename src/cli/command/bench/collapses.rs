//! `tsumugi bench collapses`.

use crate::bench::collapses as measured;
use crate::cli::exit::Tally;
use crate::cli::output::stdout::Output;
use crate::report::json::SCHEMA;
use serde_json::json;

/// Counts in how many of the fixed positions the engine sees the collapse.
///
/// # Errors
/// An I/O error on standard output.
pub fn collapses(nodes: u64, json: bool) -> anyhow::Result<Tally> {
    let mut output = Output::new();
    let figures = measured::run(nodes);
    let measured::Figures { positions, seen, signature } = figures;
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
        output.line(format_args!(
            "the win is seen in {seen} of {positions} positions with {nodes} nodes each"
        ))?;
        output.line(format_args!("signature {signature}"))?;
    }
    Ok(Tally::default())
}
