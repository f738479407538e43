//! Problems with known answers, from `../shared/corpus`.
//!
//! With `TSUMUGI_LONG=1` the long ones are solved down to `jugemu3`, instead of a choice.

use crate::shared_files::shared;
use crate::solve::{listing, read, solve};
use num_bigint::BigUint;
use std::fs;
use tsumugi::problem::{Rule, default_attacker};
use tsumugi::solve::helpmate::Options;
use tsumugi::solve::{Outcome, Verdict};
use tsumugi::store::KeyWidth;

/// The rows of a table, each with its fields by their names in the header.
pub struct Table {
    header: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

impl Table {
    pub fn read(text: &str) -> Table {
        let fields = |line: &str| line.split('\t').map(str::to_owned).collect();
        let mut lines = text.lines().map(fields);
        Table { header: lines.next().expect("a header"), rows: lines.collect() }
    }

    pub fn field<'a>(&self, row: &'a [String], name: &str) -> &'a str {
        let column = self.header.iter().position(|field| field == name).expect(name);
        &row[column]
    }
}

/// What the outcome differs in from the row, if it does.
fn difference(table: &Table, row: &[String], key_width: KeyWidth) -> Option<String> {
    let [id, plies, solutions, sfen] =
        ["id", "plies", "solutions", "sfen"].map(|name| table.field(row, name));
    let position = read(sfen);
    let attacker = default_attacker(&position, Rule::Helpmate).unwrap_or_else(|| panic!("{id}: no attacker"));
    let Outcome { verdict, solutions: found, .. } =
        solve(&position, attacker, Options { key_width, ..listing(2) });
    let expected = match plies {
        "none" => Verdict::NoMate,
        _ => Verdict::Mate { plies: plies.parse().expect(id), exact: true },
    };
    let count_is_right = match solutions {
        ">1" => found.count > BigUint::from(1u8),
        _ => found.count == solutions.parse::<u64>().expect(id).into(),
    };
    let has_mate = verdict != Verdict::NoMate;
    let right = verdict == expected && count_is_right && found.exact == has_mate;
    (!right).then(|| {
        let exact = if found.exact { "" } else { " or more" };
        format!("{id}: {verdict:?} and {}{exact} solutions, not {plies} and {solutions}", found.count)
    })
}

fn assert_all(table: &Table, rows: Vec<&Vec<String>>, at_least: usize, key_width: KeyWidth) {
    assert!(rows.len() >= at_least, "only {} rows", rows.len());
    let wrong: Vec<String> = rows.into_iter().filter_map(|row| difference(table, row, key_width)).collect();
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn short_problems_are_solved() {
    let Some(path) = shared("corpus/helpmate-short.tsv") else { return };
    let table = Table::read(&fs::read_to_string(path).expect("a readable file"));
    for key_width in [KeyWidth::Narrow, KeyWidth::Wide] {
        assert_all(&table, table.rows.iter().collect(), 243, key_width);
    }
}

#[test]
fn long_problems_are_solved() {
    const QUICK: [&str; 7] = [
        "diamond",
        "forest-05-13",
        "forest-06-10",
        "forest-06-12",
        "no-pawn-smoke-43",
        "morishige-1965",
        "jugemu",
    ];
    let Some(path) = shared("corpus/helpmate-long.tsv") else { return };
    let table = Table::read(&fs::read_to_string(path).expect("a readable file"));
    let id = |row: &Vec<String>| table.field(row, "id").to_owned();
    let last = table.rows.iter().position(|row| id(row) == "jugemu3").expect("the row jugemu3");
    let all = std::env::var_os("TSUMUGI_LONG").is_some();
    let rows: Vec<_> =
        table.rows[..=last].iter().filter(|row| all || QUICK.contains(&id(row).as_str())).collect();
    assert_all(&table, rows, QUICK.len(), KeyWidth::Narrow);
}
