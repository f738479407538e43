//! docs/proved-lengths.md and problems/tsume/proved.sfen say the same, and what is small is proved again.

use super::certificate::certified;
use super::page::section;
use super::solve::within;
use std::collections::BTreeMap;
use tsumugi::certificate::check;
use tsumugi::problem::{ExpectedPlies, Problem, Reader};
use tsumugi::solve::Verdict;
use tsumugi::solve::tsume::Futile;
use tsumugi::types::Color;

const PAGE: &str = include_str!("../../docs/proved-lengths.md");
const PROBLEMS: &str = include_str!("../../problems/tsume/proved.sfen");
/// Of the rows that took no more nodes than this the length is proved again.
const NODES: u64 = 210_000;

/// The cells of the rows of a table of the page, by the id in the first one.
fn rows(table: &str) -> BTreeMap<&'static str, Vec<&'static str>> {
    let rows = section(PAGE, table).lines().filter(|line| line.starts_with("| `"));
    rows.map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        (cells[0].trim_matches('`'), cells)
    })
    .collect()
}

fn problems() -> Vec<Problem> {
    Reader::new(PROBLEMS.as_bytes(), "proved.sfen").map(|problem| problem.expect("a problem")).collect()
}

/// A number with commas between its thousands.
fn number(cell: &str) -> u64 {
    cell.replace(',', "").parse().unwrap_or_else(|_| panic!("{cell}"))
}

#[test]
fn the_page_and_the_file_agree() {
    let (rows, problems) = (rows("proved"), problems());
    assert!(rows.len() >= 25, "{}", rows.len());
    assert_eq!(rows.len(), problems.len());
    for problem in problems {
        let id = problem.id.as_deref().expect("an id");
        let row = rows.get(id).unwrap_or_else(|| panic!("{id} is not in the page"));
        let [_, work, stated, proved, _, _, records, size, sha, _] = row[..] else { panic!("{row:?}") };
        assert_eq!(problem.title.as_deref(), Some(work), "{id}");
        assert_eq!(problem.plies, Some(ExpectedPlies::Mate(number(proved))), "{id}");
        let source = problem.source.as_deref().expect("a source");
        assert!(source.contains(&format!("{stated} plies")), "{id}: {source}");
        assert!(number(records) > 0 && number(size) > number(records), "{id}");
        let sha = sha.trim_matches('`');
        assert!(sha.len() == 64 && sha.bytes().all(|digit| digit.is_ascii_hexdigit()), "{id}: {sha}");
    }
}

#[test]
fn small_ones_are_proved_again_with_a_certificate() {
    let mut again = 0;
    for problem in problems() {
        let row = &rows("proved")[problem.id.as_deref().expect("an id")];
        if number(row[5]) > NODES {
            continue;
        }
        again += 1;
        let plies = number(row[3]);
        let (outcome, bytes) =
            certified(&problem.record.root, Color::Black, within(Futile::Official, 4 * NODES));
        assert_eq!(outcome.verdict, Verdict::Mate { plies, exact: true }, "{row:?}");
        let checked = check(&bytes.expect("a proof")[..]).unwrap_or_else(|error| panic!("{row:?}: {error}"));
        assert_eq!(checked.exact().map(u64::from), Some(plies), "{row:?}");
    }
    assert!(again >= 3, "{again}");
}
