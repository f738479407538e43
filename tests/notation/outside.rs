//! A second opinion that nobody here wrote, at test time only: tsshogi (npm, MIT), the record library of ShogiHome.
//!
//! It runs where `TSUMUGI_TSSHOGI` names a folder with `node_modules/tsshogi`; `.ci/run` makes one:
//!
//! ```text
//! npm install --prefix target/tsshogi tsshogi@2.2.0
//! TSUMUGI_TSSHOGI=target/tsshogi cargo test --release --test notation
//! ```

use crate::oracle::random::Rng;
use crate::round_trip::{random_game, shipped_solutions};
use crate::tsshogi;
use crate::unique::{for_each_crowded_position, for_each_game_position};
use serde_json::json;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use tsumugi::movegen::legal_moves;
use tsumugi::notation::{RecordFormat, japanese, write};
use tsumugi::position::Position;
use tsumugi::problem::Problem;
use tsumugi::types::Square;

/// Half of the games have stones, which tsshogi does not know.
const GAME_POSITIONS: usize = 150_000;
const CROWDED_POSITIONS: usize = 40_000;

/// Writes the names of all legal moves that need a word to be told apart, and of some others.
fn write_names(path: &Path) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    let mut write = |position: &Position, previous: Option<Square>| {
        let mut line = format!("{position}\t{}", previous.map_or("-".to_owned(), |sq| sq.to_string()));
        for (index, &mv) in legal_moves(position).iter().enumerate() {
            let name = japanese(position, mv, previous);
            if index % 8 == 0 || name.contains(['左', '右', '直', '上', '寄', '引', '打']) {
                line += &format!("\t{mv}={name}");
            }
        }
        writeln!(file, "{line}").expect("a file");
    };
    for_each_game_position(GAME_POSITIONS, &mut write);
    for_each_crowded_position(CROWDED_POSITIONS, &mut write);
    file.flush()
}

#[test]
fn tsshogi_names_moves_alike() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("names.tsv");
    write_names(&file).expect("a file");
    let Some(report) = tsshogi::run("check_names.cjs", &file) else { return };
    let positions: usize = report.split(' ').next().and_then(|count| count.parse().ok()).expect("a count");
    assert!(positions >= 100_000, "{report}");
}

/// Every line from the root to an end, sorted as text.
fn lines(problem: &Problem, with_branches: bool) -> Vec<String> {
    let record = &problem.record;
    let branches = if with_branches { record.branches.len() } else { 0 };
    let mut lines: Vec<String> = std::iter::once(None)
        .chain((0..branches).map(Some))
        .map(|line| record.moves_of(line).iter().map(|mv| mv.to_string()).collect::<Vec<_>>().join(" "))
        .filter(|line| !line.is_empty())
        .collect();
    lines.sort();
    lines
}

/// Writes what `check_records.cjs` reads; returns how many records.
fn write_records(path: &Path) -> io::Result<usize> {
    let mut rng = Rng::new(6);
    let games = std::iter::repeat_with(|| random_game(&mut rng)).take(RECORDS);
    let mut file = BufWriter::new(File::create(path)?);
    let mut written = 0;
    for problem in shipped_solutions().into_iter().chain(games) {
        // tsshogi has neither stones nor more pieces than a set.
        let position = problem.position();
        if !position.stones().is_empty() {
            continue;
        }
        for format in [RecordFormat::Kif, RecordFormat::Ki2, RecordFormat::Csa, RecordFormat::Jkf] {
            let mut root = position.clone();
            root.set_move_number(1);
            let text = write(&problem, format).expect("a text");
            let lines = lines(&problem, format != RecordFormat::Csa);
            let line = json!({"format": format.name(), "text": text, "sfen": root.sfen(), "lines": lines});
            writeln!(file, "{line}")?;
            written += 1;
        }
    }
    file.flush()?;
    Ok(written)
}

const RECORDS: usize = 500;

#[test]
fn tsshogi_reads_our_records() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("records.jsonl");
    let written = write_records(&file).expect("a file");
    assert!(written > 1_000, "{written} records");
    tsshogi::run("check_records.cjs", &file);
}
