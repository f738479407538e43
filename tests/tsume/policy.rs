//! The diagrams of docs/futile-interpositions.md, with the solver and by brute force.

use super::mailbox::board::Side;
use super::mailbox::sfen;
use super::mailbox::tsume::{Oracle, Value};
use super::page::section;
use super::solve::{POLICIES, read, solve, within};
use tsumugi::position::Rule;
use tsumugi::problem::default_attacker;
use tsumugi::solve::Verdict;
use tsumugi::solve::tsume::Futile;
use tsumugi::types::Color;

/// Position, value under `official`, value under `none`.
fn diagrams() -> Vec<(String, u32, u32)> {
    let page = include_str!("../../docs/futile-interpositions.md");
    let rows = section(page, "diagrams").lines().filter(|line| line.starts_with("| `"));
    rows.map(|row| {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let number = |cell: &str| cell.parse().unwrap_or_else(|_| panic!("a length: {row}"));
        (cells[1].trim_matches('`').to_owned(), number(cells[2]), number(cells[3]))
    })
    .collect()
}

#[test]
fn diagrams_have_the_values_that_the_page_gives() {
    let diagrams = diagrams();
    assert!(diagrams.len() >= 12);
    for (text, official, none) in diagrams {
        let position = read(&text);
        let attacker = default_attacker(&position, Rule::Tsume).expect("a king");
        for (futile, plies) in POLICIES.into_iter().zip([none, official]) {
            let outcome = solve(&position, attacker, within(futile, 10_000_000));
            let expected = Verdict::Mate { plies: plies.into(), exact: true };
            assert_eq!(outcome.verdict, expected, "{text} {futile:?}");
        }
    }
}

#[test]
fn diagrams_have_these_values_by_brute_force() {
    let mut loops = 0;
    for (text, official, none) in diagrams() {
        let board = sfen::read(&text).expect("an SFEN");
        for (futile, plies) in POLICIES.into_iter().zip([none, official]) {
            if plies > 9 {
                continue;
            }
            let attacker = default_attacker(&read(&text), Rule::Tsume).expect("a king");
            let attacker = if attacker == Color::Black { Side::Black } else { Side::White };
            let mut oracle = Oracle::new(attacker, futile == Futile::Official, true, 3_000_000);
            assert_eq!(oracle.value(&board, 9), Value::Mate(plies), "{text} {futile:?}");
            loops += oracle.seen.loops;
        }
    }
    assert!(loops > 0, "no diagram of clause 5");
}
