//! How far the work has come, to go on from later.

use super::extension::{Change, Extension};
use super::fate::ExtendTally;
use crate::movegen::play_line;
use crate::position::Position;
use crate::types::Move;
use std::collections::VecDeque;

/// How far the work has come: with its results, all that another run needs to go on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExtendState {
    /// The solution of the problem itself.
    pub line: Vec<Move>,
    /// About how many positions the search for it took.
    pub positions: u64,
    /// The step, from 1.
    pub step: u32,
    /// How many problems it extends.
    pub width: usize,
    /// The problems that are still to be extended in it: numbers of results, `None` for the problem itself.
    pub queue: VecDeque<Option<usize>>,
    /// Candidates of the first of them that are judged.
    pub judged: usize,
    /// By step, the numbers of results that were not extended.
    pub left: Vec<Vec<usize>>,
    /// What was counted.
    pub tally: ExtendTally,
}

impl ExtendState {
    /// Whether these can be the results so far, of work on this problem.
    pub(super) fn fits(&self, problem: &Position, results: &[Extension]) -> bool {
        let is_result = |number: usize| (1..=results.len()).contains(&number);
        let queued = self.queue.iter().flatten();
        let solves = play_line(&mut problem.clone(), &self.line).is_ok();
        let is_numbered = |(place, result): (usize, &Extension)| {
            let of = match result.from {
                Some(number) if number <= place && number > 0 => {
                    let of = &results[number - 1];
                    Some((&of.position, &of.line, of.step + 1))
                }
                Some(_) => None,
                None => Some((problem, &self.line, 1)),
            };
            let follows = |(position, line, step): (&Position, &Vec<Move>, u32)| {
                result.step == step && leads(result, position, line)
            };
            result.number == place + 1 && of.is_some_and(follows)
        };
        solves
            && queued.chain(self.left.iter().flatten()).all(|&number| is_result(number))
            && results.iter().enumerate().all(is_numbered)
    }
}

/// Whether the moves put before lead to what was extended, with its line behind them.
fn leads(result: &Extension, position: &Position, line: &[Move]) -> bool {
    let way: Vec<Move> = result.changes.iter().map(|change: &Change| change.mv).collect();
    let mut end = result.position.clone();
    result.line == [way.as_slice(), line].concat()
        && !way.is_empty()
        && play_line(&mut end, &way).is_ok()
        && end.key() == position.key()
}
