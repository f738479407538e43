//! The state of the work, from which it can be resumed.

use super::extension::{Change, Extension};
use super::fate::ExtendTally;
use crate::movegen::play_line;
use crate::position::Position;
use crate::types::Move;
use std::collections::VecDeque;

/// The state of the work: together with the results it is all that another run needs to resume the work.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExtendState {
    /// The solution of the problem itself.
    pub line: Vec<Move>,
    /// The approximate number of positions that the search for this solution took.
    pub positions: u64,
    /// The step, from 1.
    pub step: u32,
    /// The number of problems that the step extends.
    pub width: usize,
    /// The problems still to be extended in this step: numbers of results, `None` for the original problem.
    pub queue: VecDeque<Option<usize>>,
    /// The number of candidates of the first queued problem that have been judged.
    pub judged: usize,
    /// For each step, the numbers of its results that were not extended.
    pub left: Vec<Vec<usize>>,
    /// The counts so far.
    pub tally: ExtendTally,
}

impl ExtendState {
    /// Whether `results` can be the results so far of work on this problem in this state.
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

/// Whether the moves put before lead to the position that was extended, and the result's solution is these
/// moves followed by that position's solution.
fn leads(result: &Extension, position: &Position, line: &[Move]) -> bool {
    let way: Vec<Move> = result.changes.iter().map(|change: &Change| change.mv).collect();
    let mut end = result.position.clone();
    result.line == [way.as_slice(), line].concat()
        && !way.is_empty()
        && play_line(&mut end, &way).is_ok()
        && end.key() == position.key()
}
