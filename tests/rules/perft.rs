//! Perft: the numbers of move sequences of `tests/data/perft.tsv`, which are rows of `../shared/perft.tsv`.

use crate::shared_files::shared;
use std::fs;
use tsumugi::movegen;
use tsumugi::position::Position;

const ROWS: &str = include_str!("../data/perft.tsv");

/// Rows up to this many nodes are copied; the longer ones are for `tsumugi perft`.
const COPIED: u64 = 20_000_000;
/// Rows up to this many nodes are counted without bulk counting too.
const PLAYED: u64 = 1_000_000;

fn count_of(row: &str) -> u64 {
    row.rsplit('\t').next().and_then(|nodes| nodes.parse().ok()).unwrap_or_else(|| panic!("{row}"))
}

#[test]
fn counts_are_right() {
    let mut rows = 0;
    for row in ROWS.lines().skip(1) {
        let fields: Vec<&str> = row.split('\t').collect();
        let [name, sfen, depth, nodes] = fields[..] else { panic!("{row}") };
        let depth: u32 = depth.parse().expect(row);
        let nodes: u64 = nodes.parse().expect(row);
        let root = Position::from_sfen(sfen).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut position = root.clone();
        assert_eq!(movegen::perft_bulk(&mut position, depth), nodes, "{name} at depth {depth}");
        if nodes <= PLAYED {
            assert_eq!(movegen::perft(&mut position, depth), nodes, "{name} at depth {depth}, all played");
        }
        assert_eq!(position, root, "{name}: everything is taken back");
        rows += 1;
    }
    assert!(rows >= 70, "only {rows} rows");
}

#[test]
fn no_moves_are_one_sequence() {
    let mut position = Position::startpos();
    assert_eq!([movegen::perft(&mut position, 0), movegen::perft_bulk(&mut position, 0)], [1, 1]);
}

#[test]
fn figures_are_copied_faithfully() {
    let Some(path) = shared("perft.tsv") else { return };
    let given = fs::read_to_string(path).expect("a readable file");
    let header = given.lines().take(1);
    let expected: Vec<&str> =
        header.chain(given.lines().skip(1).filter(|row| count_of(row) <= COPIED)).collect();
    assert_eq!(ROWS.lines().collect::<Vec<_>>(), expected);
}
