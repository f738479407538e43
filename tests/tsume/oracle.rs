//! The solver against brute force (`tests/oracle/tsume.rs`) on random and game positions, under both policies: verdict
//! and length, and the line.
//!
//! `TSUMUGI_TSUME_POSITIONS=5000 cargo test --release --test tsume oracle -- --nocapture` is the full run,
//! `TSUMUGI_TSUME_SEED` draws other positions.

use crate::mailbox::board::{Board, Kind, Side};
use crate::mailbox::random::Rng;
use crate::mailbox::tsume::{Oracle, Seen, Value};
use crate::mailbox::{rules, sfen};
pub use crate::problem::Problem;
use crate::solve::{POLICIES, both_orders, read, solve, within};
use std::fmt;
use tsumugi::movegen::{in_check, opponent_in_check};
use tsumugi::position::Position;
use tsumugi::solve::tsume::{Futile, Options, Prove, Tables};
use tsumugi::solve::{Outcome, Verdict};
use tsumugi::types::Color;

const POSITIONS: u64 = 1_000;
/// Answers compared in the test of shared tables.
const BATCHED: usize = 1_500;
/// What the oracle may spend on a position; positions that take more are passed over. One in a thousand may take 10⁶.
const NODES: usize = 3_000;
const MANY_NODES: usize = 1_000_000;
/// What the solver may spend: far more than it needs.
const SOLVER_NODES: u64 = 3_000_000;
/// The longest mate looked for, with the oracle's memory and without it.
const MOST: u32 = 9;
const MOST_WITHOUT_MEMO: u32 = 5;
/// After so many disagreements the comparison stops.
const ENOUGH: usize = 10;

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect(name))
}

/// Features of the problems compared: name, and how many in 10,000 must show it.
const FEATURES: [(&str, usize); 11] = [
    ("mate", 1500),
    ("mate in 5 or more", 50),
    ("no mate", 1000),
    ("no mate so far", 100),
    ("interpositions judged", 300),
    ("futile interpositions", 100),
    ("another length under the policy", 20),
    ("two kings", 1000),
    ("White attacks", 2500),
    ("the defender moves first", 1000),
    ("a pawn drop that mates is illegal at the root", 10),
];

#[derive(Default)]
struct Tally {
    compared: usize,
    passed_over: usize,
    counts: [usize; FEATURES.len()],
}

impl Tally {
    fn note(&mut self, features: [bool; FEATURES.len()]) {
        self.compared += 1;
        for (count, shown) in self.counts.iter_mut().zip(features) {
            *count += usize::from(shown);
        }
    }

    fn unmet(&self) -> Vec<String> {
        let short = |&(&(_, least), count): &(&(&str, usize), usize)| count * 10_000 < least * self.compared;
        let name = |(&(name, least), count): (&(&str, usize), usize)| {
            format!("{name}: {count}, less than {least} in 10,000")
        };
        FEATURES.iter().zip(self.counts).filter(short).map(name).collect()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:>9}  compared\n{:>9}  passed over", self.compared, self.passed_over)?;
        FEATURES.iter().zip(self.counts).try_for_each(|((name, _), count)| writeln!(f, "{count:>9}  {name}"))
    }
}

impl Problem {
    fn features(&self, [none, official]: [Value; 2], seen: Seen) -> [bool; FEATURES.len()] {
        let long = matches!(none, Value::Mate(plies) if plies >= 5);
        let two = Side::BOTH.iter().all(|&side| self.board.king(side).is_some());
        [
            matches!(none, Value::Mate(_)),
            long,
            none == Value::NoMate,
            matches!(none, Value::NotWithin(_)),
            seen.judged > 0,
            seen.futile > 0,
            none != official,
            two,
            self.attacker == Side::White,
            self.board.turn != self.attacker,
            self.has_uchifuzume(),
        ]
    }

    /// Whether the attacker, to move, has a pawn whose drop before the king is a mate and so illegal.
    fn has_uchifuzume(&self) -> bool {
        let ahead = if self.attacker == Side::Black { 1 } else { -1 };
        let Some(to) = self.board.king(self.attacker.other()).and_then(|king| king.offset(0, ahead)) else {
            return false;
        };
        let mut drops = Vec::new();
        if self.board.turn == self.attacker && self.board.hands[self.attacker as usize][6] > 0 {
            rules::drops_of(&self.board, Kind::Pawn, &mut drops);
        }
        let legal = rules::judged_moves(&self.board);
        drops.into_iter().any(|drop| drop.to() == to && !legal.iter().any(|&(mv, _)| mv == drop))
    }
}

/// What is wrong with an outcome, if anything. A search that ends with any mate may give a longer one.
fn fault(
    position: &Position,
    attacker: Color,
    outcome: &Outcome,
    expected: Value,
    prove: Prove,
) -> Option<String> {
    let is_right = match (outcome.verdict, expected) {
        (Verdict::Mate { plies, exact }, Value::Mate(length)) => {
            let is_length = plies == u64::from(length);
            match prove {
                Prove::Length => exact && is_length,
                Prove::None => is_length || !exact && plies > u64::from(length),
            }
        }
        (Verdict::Mate { plies, .. }, Value::NotWithin(most)) => plies > u64::from(most),
        (Verdict::NoMate, Value::NoMate | Value::NotWithin(_)) => true,
        (Verdict::Unknown(_), Value::NotWithin(_)) => true,
        _ => false,
    };
    if !is_right {
        return Some(format!("{:?} is not {expected:?}", outcome.verdict));
    }
    fault_of_line(position, attacker, outcome)
}

/// What is wrong with the first line of an outcome.
fn fault_of_line(position: &Position, attacker: Color, outcome: &Outcome) -> Option<String> {
    let line = outcome.solutions.listed.first()?;
    let mut position = position.clone();
    for &mv in line {
        if !tsumugi::movegen::is_legal(&position, mv) {
            return Some(format!("{mv} is illegal in {position}"));
        }
        position.do_move(mv);
        if position.side_to_move() != attacker && !in_check(&position) {
            return Some(format!("{mv} gives no check"));
        }
    }
    (!in_check(&position) || opponent_in_check(&position))
        .then(|| "the line does not end in check".to_owned())
}

/// A problem, and positions of the defender and the attacker after some of its checks and replies.
fn with_descendants(problem: &Problem) -> Vec<Board> {
    let mut boards = vec![problem.board.clone()];
    for (check, gives_check) in rules::judged_moves(&problem.board) {
        if gives_check {
            let checked = problem.board.after(check);
            boards.extend(rules::judged_moves(&checked).into_iter().take(3).map(|(mv, _)| checked.after(mv)));
            boards.push(checked);
        }
        if boards.len() > 16 {
            break;
        }
    }
    boards
}

/// What one problem leaves in the table is true of the others: the same board with other hands, positions met before
/// with and without a repetition, under both policies, whether long mates are looked for or short ones.
#[test]
fn positions_of_a_problem_in_any_order_agree_with_brute_force() {
    let mut rng = Rng::new(setting("TSUMUGI_TSUME_SEED", 5));
    let mut compared = 0;
    while compared < BATCHED {
        let attacker = if rng.percent(50) { Side::Black } else { Side::White };
        let problem =
            if rng.percent(50) { Problem::far_check(&mut rng, attacker) } else { Problem::draw(&mut rng) };
        let Some(problem) = problem.filter(|problem| problem.board.turn == problem.attacker) else {
            continue;
        };
        let boards = with_descendants(&problem);
        let expected: Vec<[Value; 2]> = boards
            .iter()
            .map(|board| {
                POLICIES.map(|futile| {
                    Oracle::new(problem.attacker, futile == Futile::Official, true, NODES).value(board, 7)
                })
            })
            .collect();
        let attacker = if problem.attacker == Side::Black { Color::Black } else { Color::White };
        let both = both_orders(boards.len());
        for (order, prove) in both.iter().flat_map(|order| [(order, Prove::Length), (order, Prove::None)]) {
            let tables = Tables::default();
            for &at in order {
                let text = sfen::write(&boards[at]);
                let position = read(&text);
                for (futile, &expected) in POLICIES.into_iter().zip(&expected[at]) {
                    let nodes =
                        if matches!(expected, Value::Mate(_) | Value::NoMate) { SOLVER_NODES } else { 500 };
                    // Now one thread leaves something for two, now two for one.
                    let threads = 1 + compared % 2;
                    let (tables, limited) = (tables.clone(), within(futile, nodes));
                    let options =
                        Options { tables, goes_on: true, prove, threads, nodes_before_helpers: 0, ..limited };
                    let outcome = solve(&position, attacker, options);
                    if expected == Value::Undecided {
                        continue;
                    }
                    compared += 1;
                    let fault = fault(&position, attacker, &outcome, expected, prove);
                    assert!(fault.is_none(), "{text} {futile:?} {prove:?} from {}: {fault:?}", order[0]);
                }
            }
        }
    }
}

#[test]
fn agrees_with_brute_force() {
    let positions = setting("TSUMUGI_TSUME_POSITIONS", POSITIONS);
    let mut rng = Rng::new(setting("TSUMUGI_TSUME_SEED", 5));
    let (mut tally, mut faults) = (Tally::default(), Vec::new());
    while (tally.compared as u64) < positions && faults.len() < ENOUGH {
        let Some(problem) = Problem::draw(&mut rng) else { continue };
        let nodes = if rng.below(1000) == 0 { MANY_NODES } else { NODES };
        let with_memo = !rng.percent(10);
        let most = if with_memo { MOST } else { MOST_WITHOUT_MEMO };
        let mut seen = Seen::default();
        let expected = POLICIES.map(|futile| {
            let mut oracle = Oracle::new(problem.attacker, futile == Futile::Official, with_memo, nodes);
            let value = oracle.value(&problem.board, most);
            seen = oracle.seen;
            value
        });
        if expected.contains(&Value::Undecided) {
            tally.passed_over += 1;
            continue;
        }
        tally.note(problem.features(expected, seen));
        let text = sfen::write(&problem.board);
        let (position, attacker) = problem.read();
        for (futile, expected) in POLICIES.into_iter().zip(expected) {
            // What is not decided cheaply by the oracle need not be decided by the solver.
            let nodes = if matches!(expected, Value::NotWithin(_)) { 2_000 } else { SOLVER_NODES };
            // The search for any mate is one that short problems do not need.
            for (prove, threads) in
                [Prove::Length, Prove::None].into_iter().flat_map(|prove| [(prove, 1), (prove, 2)])
            {
                let options = Options { prove, threads, nodes_before_helpers: 0, ..within(futile, nodes) };
                let outcome = solve(&position, attacker, options);
                if let Some(fault) = fault(&position, attacker, &outcome, expected, prove) {
                    faults.push(format!(
                        "{text}, {attacker} attacks, {futile:?}, {prove:?}, {threads}: {fault}"
                    ));
                }
            }
        }
    }
    println!("{tally}");
    assert!(faults.is_empty(), "{} disagreements:\n{}", faults.len(), faults.join("\n"));
    let unmet = tally.unmet();
    assert!(unmet.is_empty(), "not enough of:\n{}\n{tally}", unmet.join("\n"));
}
