//! The tsume solver on a fixed, fast set of problems.

use super::problems::tsume_problems;
use super::signature::Signature;
use crate::problem::{ExpectedPlies, Problem, default_attacker};
use crate::solve::tsume::{Options, Solver};
use crate::solve::{Budget, Limits, Outcome, Step, Verdict};

/// The node limit for a problem. Long problems are cut off by it.
const NODES: u64 = 200_000;
/// The memory limit of a search in bytes, the same on every machine.
const MEMORY: u64 = 128 << 20;

/// One problem of the set, solved.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The problem.
    pub problem: Problem,
    /// What the solver answered, with its counts.
    pub outcome: Outcome,
}

/// The set, solved.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
    /// A row for each problem.
    pub rows: Vec<Row>,
    /// The signature of verdicts, bounds and nodes. It changes with every change of the search.
    pub signature: Signature,
}

impl Row {
    /// Whether the length agrees with the one that the problem states, as far as it is proved.
    pub fn is_as_stated(&self) -> bool {
        match self.outcome.verdict {
            Verdict::Mate { plies, exact: true } => self.problem.plies == Some(ExpectedPlies::Mate(plies)),
            Verdict::NoMate => self.problem.plies == Some(ExpectedPlies::NoMate),
            Verdict::Mate { exact: false, .. } | Verdict::Unknown(_) => match self.problem.plies {
                Some(ExpectedPlies::Mate(plies)) => self.outcome.bounds.lower <= plies,
                _ => true,
            },
        }
    }

    /// What a signature covers.
    fn numbers(&self) -> [u64; 4] {
        let Outcome { verdict, bounds, stats, .. } = &self.outcome;
        let verdict = match verdict {
            Verdict::Mate { .. } => 0,
            Verdict::NoMate => 1,
            Verdict::Unknown(_) => 2,
        };
        [verdict, bounds.lower, bounds.upper.unwrap_or(0), stats.nodes]
    }
}

impl Figures {
    /// The sum of the nodes.
    pub fn nodes(&self) -> u64 {
        self.rows.iter().map(|row| row.outcome.stats.nodes).sum()
    }

    /// The sum of the wall seconds.
    pub fn seconds(&self) -> f64 {
        self.rows.iter().map(|row| row.outcome.stats.seconds).sum()
    }
}

/// Solves the set, each problem with one thread and a table of its own. The listener is called after each problem.
pub fn run(mut listener: impl FnMut(&Row)) -> Figures {
    let rows: Vec<Row> = tsume_problems().into_iter().map(solve).inspect(|row| listener(row)).collect();
    let signature = Signature::of(rows.iter().flat_map(Row::numbers));
    Figures { rows, signature }
}

fn solve(problem: Problem) -> Row {
    let limits = Limits { nodes: Some(NODES), memory: Some(MEMORY), ..Limits::default() };
    let attacker = default_attacker(problem.position(), problem.rule_or_default()).expect("a king");
    let options = Options { limits, threads: 1, ..Options::default() };
    let mut solver = Solver::new(problem.position(), attacker, options).expect("a legal tsume");
    loop {
        if let Step::Done(outcome) = solver.advance(Budget::Unlimited) {
            return Row { problem, outcome: *outcome };
        }
    }
}
