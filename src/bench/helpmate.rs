//! The helpmate solver on a fixed, fast set of problems.

use super::problems::problems;
use super::signature::Signature;
use crate::problem::{ExpectedPlies, ExpectedSolutions, Problem, default_attacker};
use crate::solve::helpmate::{Options, Solver};
use crate::solve::{Budget, Limits, Outcome, Step, Verdict};
use crate::store::KeyWidth;
use num_bigint::BigUint;
use std::time::Instant;

/// The limit of positions expanded in a problem, of either side to move. Long problems are cut off by it.
const NODES: u64 = 10_000_000;
/// The memory limit of a search in bytes: far above the needs of the set, and the same on every machine.
const MEMORY: u64 = 1 << 30;

/// One problem of the set, solved.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The problem.
    pub problem: Problem,
    /// What the solver answered, with its counts.
    pub outcome: Outcome,
    /// Wall seconds until the shortest mates were found, or it was found that there are none.
    pub search_seconds: f64,
    /// Wall seconds for rebuilding and counting the solutions.
    pub solutions_seconds: f64,
}

/// The set, solved.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
    /// A row for each problem.
    pub rows: Vec<Row>,
    /// The signature of lengths, numbers of solutions, positions and look-ups. It depends on the order in
    /// which the generator yields moves, because the last layer is abandoned as soon as it contains a mate.
    pub signature: Signature,
}

impl Row {
    /// The length of the shortest mate in plies, if one was found.
    pub fn plies(&self) -> Option<u64> {
        match self.outcome.verdict {
            Verdict::Mate { plies, .. } => Some(plies),
            Verdict::NoMate | Verdict::Unknown(_) => None,
        }
    }

    /// Positions stored per second of search.
    pub fn positions_a_second(&self) -> f64 {
        self.outcome.stats.positions as f64 / self.search_seconds.max(1e-9)
    }

    /// The solver's peak memory per position stored. Small problems say little, because tables have a minimum
    /// size.
    pub fn bytes_a_position(&self) -> f64 {
        self.outcome.stats.peak_bytes as f64 / self.outcome.stats.positions.max(1) as f64
    }

    /// Whether the length and the number of solutions agree with those stated by the problem, as far as they
    /// were found.
    pub fn is_as_stated(&self) -> bool {
        let (stated, found) = (&self.problem, &self.outcome.solutions);
        let length = match self.outcome.verdict {
            Verdict::Mate { plies, .. } => stated.plies == Some(ExpectedPlies::Mate(plies)),
            Verdict::NoMate => stated.plies == Some(ExpectedPlies::NoMate),
            Verdict::Unknown(_) => return true,
        };
        let count = match &stated.solutions {
            Some(ExpectedSolutions::Exactly(count)) => found.count == *count,
            Some(ExpectedSolutions::Several) => found.count > BigUint::from(1u32),
            None => true,
        };
        length && count
    }

    /// The numbers that the signature covers.
    fn numbers(&self) -> Vec<u64> {
        let Outcome { verdict, solutions, stats, .. } = &self.outcome;
        let verdict = match *verdict {
            Verdict::Mate { plies, .. } => [0, plies],
            Verdict::NoMate => [1, 0],
            Verdict::Unknown(_) => [2, 0],
        };
        let mut numbers = vec![verdict[0], verdict[1], stats.positions, stats.lookups];
        numbers.extend(solutions.count.iter_u64_digits());
        numbers
    }
}

impl Figures {
    /// The sum of the positions stored.
    pub fn positions(&self) -> u64 {
        self.rows.iter().map(|row| row.outcome.stats.positions).sum()
    }

    /// The sum of the look-ups.
    pub fn lookups(&self) -> u64 {
        self.rows.iter().map(|row| row.outcome.stats.lookups).sum()
    }
}

/// Solves the set with keys of a given width, each problem with one thread. The listener is called after each
/// problem, before the next one begins.
pub fn run(key_width: KeyWidth, mut listener: impl FnMut(&Row)) -> Figures {
    let rows: Vec<Row> = problems()
        .into_iter()
        .map(|problem| solve(problem, key_width))
        .inspect(|row| listener(row))
        .collect();
    let signature = Signature::of(rows.iter().flat_map(Row::numbers));
    Figures { rows, signature }
}

fn solve(problem: Problem, key_width: KeyWidth) -> Row {
    let limits = Limits { nodes: Some(NODES), memory: Some(MEMORY), ..Limits::default() };
    let attacker = default_attacker(problem.position(), problem.rule_or_default()).expect("a king");
    let options = Options { limits, threads: 1, key_width, ..Options::default() };
    let mut solver = Solver::new(problem.position(), attacker, options).expect("a legal helpmate");
    let start = Instant::now();
    loop {
        // Uses the smallest steps: the last step rebuilds the solutions and does little else.
        let before = start.elapsed();
        if let Step::Done(outcome) = solver.advance(Budget::Nodes(1)) {
            return Row {
                problem,
                outcome: *outcome,
                search_seconds: before.as_secs_f64(),
                solutions_seconds: (start.elapsed() - before).as_secs_f64(),
            };
        }
    }
}
