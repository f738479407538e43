//! docs/zukou.md: its lines are what it says they are.

use super::page::section;
use super::solve::{read, solve, within};
use tsumugi::movegen::{in_check, is_legal};
use tsumugi::position::Position;
use tsumugi::solve::Verdict;
use tsumugi::solve::tsume::Futile;
use tsumugi::types::{Color, Move};

const PAGE: &str = include_str!("../../docs/zukou.md");
const PROBLEMS: &str = include_str!("../../problems/tsume/zukou.sfen");

/// Number, recorded length, length found, for each row of the table.
fn rows() -> Vec<(u32, usize, usize)> {
    let cells =
        |line: &str| line.split('|').filter_map(|cell| cell.trim().parse().ok()).collect::<Vec<usize>>();
    let rows = section(PAGE, "table").lines().map(cells).filter(|cells| cells.len() >= 3);
    rows.map(|cells| (cells[0] as u32, cells[1], cells[2])).collect()
}

fn problem(number: u32) -> &'static str {
    let id = format!("id=zukou-{number:03} ");
    PROBLEMS.lines().find(|line| line.contains(&id)).expect("a shipped problem")
}

/// Plays a line of checks and replies into a mate.
fn play(number: u32, line: &str) -> Position {
    let mut position = read(problem(number).split(" ;").next().expect("a position"));
    for (ply, mv) in line.split(' ').enumerate() {
        let mv: Move = mv.parse().expect("a move");
        assert!(is_legal(&position, mv), "{number}, ply {}: {mv}", ply + 1);
        position.do_move(mv);
        assert!(ply % 2 == 1 || in_check(&position), "{number}, ply {}: no check", ply + 1);
    }
    let end = solve(&position, Color::Black, within(Futile::Official, 100_000));
    assert_eq!(end.verdict, Verdict::Mate { plies: 0, exact: true }, "{number}: {position}");
    position
}

#[test]
fn lines_are_legal_mates_of_the_stated_length_and_surplus() {
    let rows = rows();
    assert!(rows.len() >= 16);
    let mut seen = Vec::new();
    for paragraph in section(PAGE, "lines").split("### ").skip(1) {
        let (number, lines) = paragraph.split_once('\n').expect("a number and lines");
        let number: u32 = number.trim().parse().expect("a number");
        let &(_, recorded, found) = rows.iter().find(|row| row.0 == number).expect("a row of the table");
        seen.push(number);
        for line in lines.lines().filter(|line| !line.is_empty()) {
            let (what, moves) = line.split_once(": `").expect("a line of moves");
            let moves = moves.trim_end_matches('`');
            let length = if what.starts_with("longest") { found } else { recorded };
            assert_eq!(moves.split(' ').count(), length, "{number}: {what}");
            let surplus = play(number, moves).hand(Color::Black).to_string();
            let stated = what.rsplit(' ').next().expect("the surplus");
            assert_eq!(if surplus.is_empty() { "none" } else { &surplus }, stated, "{number}: {what}");
        }
    }
    assert_eq!(seen, rows.iter().map(|row| row.0).collect::<Vec<_>>());
}

#[test]
fn the_table_and_the_shipped_problems_agree() {
    let number = |text: &str, after: &str| -> Option<usize> {
        let (_, rest) = text.split_once(after)?;
        rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
    };
    for (id, recorded, found) in rows() {
        let problem = problem(id);
        assert_eq!(number(problem, "; plies="), Some(found), "{id}");
        assert_eq!(number(problem, "recorded "), Some(recorded), "{id}");
        assert!(!problem.contains("unproved"), "{id}");
    }
    // No other one that is proved differs from its record.
    for line in PROBLEMS.lines().filter(|line| line.contains("id=") && !line.contains("unproved")) {
        let id = number(line, "id=zukou-").expect("a number") as u32;
        let differs = number(line, "; plies=") != number(line, "recorded ");
        assert_eq!(differs, rows().iter().any(|row| row.0 == id), "{id}");
    }
}
