//! `tsumugi bench movegen`.

use super::figures::table;
use crate::bench::{Positions, movegen as measured};
use crate::cli::exit::Tally;
use crate::cli::input::failure::Failure;
use crate::cli::input::unreadable;
use crate::cli::output::batch::Batch;
use crate::cli::stderr::tell;
use crate::position::Position;
use crate::problem::Reader;
use crate::report::Lang;
use crate::report::json::SCHEMA;
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
            "bench: no legal positions with a king that is or can be in check: name files with such positions",
        ));
        return Ok(Tally { unreadable: true, ..batch.tally });
    }
    let figures = measured::run(&positions, measured::PASSES);
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

/// Adds the positions of a problem set, or of a table with tabs: its last column is the SFEN, and its first line may
/// hold column titles.
fn read_positions(
    file: &Path,
    text: &str,
    roots: &mut Vec<Position>,
    batch: &mut Batch,
) -> anyhow::Result<()> {
    // Titles become empty lines, so that the line numbers in the reader's messages stay right.
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

fn movegen_json(figures: &measured::Figures) -> Value {
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
