//! Other readings of a tsume's length, by brute force, and the diagrams of docs/futile-interpositions.md.

use super::mailbox::board::{Board, Side};
use super::mailbox::rules::judged_moves;
use super::mailbox::search::{Whole, whole};
use super::mailbox::sfen;
use super::mailbox::tsume::{Oracle, Value};
use super::page::section;
use super::solve::{read, solve, within};
use std::collections::HashMap;
use tsumugi::solve::Verdict;
use tsumugi::solve::tsume::{Futile, Options};
use tsumugi::types::Color;

/// What the attacker does where several checks are open to him.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Attacker {
    /// Keeps the value of each position, and leaves nothing if he can.
    LeavesNothing,
    /// Keeps the value of each position, and leaves something if he can, or else mates as soon as he can.
    LeavesSomething,
}

/// The longest lines that leave nothing in one problem, whose positions are looked at once.
pub struct Lines<'o> {
    oracle: &'o mut Oracle,
    side: Side,
    attacker: Attacker,
    known: HashMap<Whole, Option<u32>>,
}

impl Lines<'_> {
    pub fn new(oracle: &mut Oracle, side: Side, attacker: Attacker) -> Lines<'_> {
        Lines { oracle, side, attacker, known: HashMap::new() }
    }

    /// The plies of the longest line that leaves nothing, if there is one, `left` being the value of the position.
    /// `None` outside when that is too much for the oracle.
    pub fn longest(&mut self, board: &Board, left: u32) -> Option<Option<u32>> {
        if left == 0 {
            return Some(is_empty(board, self.side).then_some(0));
        }
        if let Some(&known) = self.known.get(&whole(board)) {
            return Some(known);
        }
        let attacks = board.turn == self.side;
        let mut lines = Vec::new();
        for (mv, check) in judged_moves(board) {
            if attacks && !check {
                continue;
            }
            let after = board.after(mv);
            let rest = match self.oracle.value(&after, left - 1) {
                Value::Mate(value) if value == left - 1 || !attacks => self.longest(&after, value)?,
                Value::Undecided => return None,
                _ => continue,
            };
            // A reply after which something is left does not matter, whether it counts or not.
            if attacks || rest.is_some() && !self.oracle.leaves_out(board, mv, left)? {
                lines.push(rest.map(|rest| rest + 1));
            }
        }
        // Nothing found is less than any length.
        let is_least = attacks && self.attacker == Attacker::LeavesSomething;
        let longest = if is_least { lines.into_iter().min() } else { lines.into_iter().max() }.flatten();
        self.known.insert(whole(board), longest);
        Some(longest)
    }
}

/// The least number of plies such that the attacker can mate within `most` against every defence, and within that
/// number where nothing is left; `None` inside if he can always leave something.
pub fn least_leaving_nothing(
    oracle: &mut Oracle,
    board: &Board,
    side: Side,
    most: u32,
) -> Option<Option<u32>> {
    if holds(oracle, board, side, (most, 0))? {
        return Some(None);
    }
    for least in (most % 2..most).step_by(2) {
        if holds(oracle, board, side, (most, least + 2))? {
            return Some(Some(least));
        }
    }
    Some(Some(most))
}

/// Whether the attacker can mate within `left` plies so that something is left wherever the mate takes `long` plies or
/// more.
fn holds(oracle: &mut Oracle, board: &Board, side: Side, (left, long): (u32, u32)) -> Option<bool> {
    let attacks = board.turn == side;
    let mut is_mate = !attacks;
    for (mv, check) in judged_moves(board) {
        if attacks && (!check || left == 0) || !attacks && oracle.leaves_out(board, mv, left)? {
            continue;
        }
        is_mate = false;
        let after = board.after(mv);
        let suffices = match left.checked_sub(1).map(|left| oracle.value(&after, left)) {
            Some(Value::Mate(_)) => holds(oracle, &after, side, (left - 1, long.saturating_sub(1)))?,
            Some(Value::Undecided) => return None,
            _ => false,
        };
        if suffices == attacks {
            return Some(attacks);
        }
    }
    Some(if is_mate { long > 0 || !is_empty(board, side) } else { !attacks })
}

fn is_empty(board: &Board, side: Side) -> bool {
    board.hands[side as usize].iter().all(|&count| count == 0)
}

/// The rows of a table of the page.
fn rows(table: &str, begin: &str) -> Vec<&'static str> {
    let page = include_str!("../../docs/futile-interpositions.md");
    section(page, table).lines().filter(|line| line.starts_with(begin)).collect()
}

/// The diagrams, and the numbers in the four cells after each.
fn diagrams() -> Vec<(String, [u32; 4])> {
    rows("readings", "| `")
        .into_iter()
        .map(|row| {
            let cells: Vec<&str> = row.split('|').map(str::trim).collect();
            let number = |at: usize| cells[at].parse().unwrap_or_else(|_| panic!("a length: {row}"));
            (cells[1].trim_matches('`').to_owned(), [2, 3, 4, 5].map(number))
        })
        .collect()
}

#[test]
fn diagrams_have_these_lengths_by_brute_force() {
    let diagrams = diagrams();
    for (text, expected) in &diagrams {
        let board = sfen::read(text).expect("an SFEN");
        let found = lengths(&board, Side::Black, NODES).expect("a small problem");
        assert_eq!(found, expected.map(Some), "{text}");
    }
    // Each reading is another one than the one before it somewhere.
    for at in 1..4 {
        assert!(diagrams.iter().any(|(_, lengths)| lengths[at] != lengths[at - 1]), "{at}");
    }
}

#[test]
fn the_solver_gives_the_proved_and_the_traditional_length() {
    for (text, [plies, traditional, ..]) in diagrams() {
        let options = Options { surplus_nodes: u64::MAX, ..within(Futile::Official, 1_000_000) };
        let outcome = solve(&read(&text), Color::Black, options);
        assert_eq!(outcome.verdict, Verdict::Mate { plies: plies.into(), exact: true }, "{text}");
        let shorter = (traditional < plies).then_some(traditional as usize);
        assert_eq!(outcome.traditional().map(<[_]>::len), shorter, "{text}");
    }
}

/// 図巧, as far as that is proved with few nodes.
#[test]
fn the_traditional_lengths_of_the_other_table_are_those_of_the_solver() {
    let problems = include_str!("../../problems/tsume/zukou.sfen");
    for number in ["15", "33", "59", "74"] {
        let row = rows("others", &format!("| {number} |"))[0];
        let cells: Vec<usize> =
            row.split('|').skip(2).take(2).map(|cell| cell.trim().parse().expect(row)).collect();
        let id = format!("id=zukou-0{number} ");
        let problem = problems.lines().find(|line| line.contains(&id)).expect("a problem");
        let options = Options { surplus_nodes: u64::MAX, ..within(Futile::Official, 3_000_000) };
        let outcome = solve(&read(problem.split(" ;").next().expect("an SFEN")), Color::Black, options);
        assert_eq!(outcome.verdict, Verdict::Mate { plies: cells[0] as u64, exact: true }, "{number}");
        let shorter = (cells[1] < cells[0]).then_some(cells[1]);
        assert_eq!(outcome.traditional().map(<[_]>::len), shorter, "{number}");
    }
}

/// What may be spent on a diagram.
const NODES: usize = 3_000_000;

/// A diagram's lengths by brute force: by the policy, the traditional one, with any mate that leaves something, and with
/// the piece of a pair kept.
pub fn lengths(board: &Board, side: Side, nodes: usize) -> Option<[Option<u32>; 4]> {
    let mut oracle = Oracle::new(side, true, true, nodes);
    let Value::Mate(plies) = oracle.value(board, 9) else { return None };
    let traditional = Lines::new(&mut oracle, side, Attacker::LeavesSomething).longest(board, plies)?;
    let any = least_leaving_nothing(&mut oracle, board, side, plies)?;
    let mut keeping = Oracle::new(side, true, true, nodes).keeping();
    let Value::Mate(kept) = keeping.value(board, 9) else { return None };
    Some([Some(plies), traditional, any, Some(kept)])
}
