//! Nanoseconds of the move generators: all moves, checks, evasions, the mate test, double moves.
//!
//! Every generator yields its moves one by one, and they are counted and summed, which is the least work that
//! a solver does. The sums form the signature, which depends neither on the order of moves nor on the
//! machine.

use super::positions::Positions;
use super::signature::Signature;
use crate::movegen::{DoubleMoves, MoveSet, for_each_check, for_each_evasion, for_each_legal, is_mate};
use crate::position::Position;
use crate::types::Move;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// The default number of passes: enough for stable figures; they take a second or two.
pub const PASSES: usize = 201;

/// The results of one generator in a pass over its positions, with its speed.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The name of the generator: `legal moves`, `checks`, `evasions`, `mate test` or `double moves`.
    pub name: &'static str,
    /// The number of positions, each of which is one call.
    pub calls: u64,
    /// The number of moves generated; 0 for the mate test.
    pub moves: u64,
    /// Nanoseconds of a call, in the median of all passes.
    pub median: f64,
    /// Nanoseconds of a call, in the fastest pass: more accurate when other programs are running.
    pub fastest: f64,
}

impl Row {
    /// Nanoseconds per move generated, in the median of all passes; `None` when there were no moves.
    pub fn median_a_move(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.median * self.calls as f64 / self.moves as f64)
    }
}

/// The results of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
    /// A row for each generator.
    pub rows: Vec<Row>,
    /// The signature of the numbers of positions and moves, and of the moves themselves.
    pub signature: Signature,
}

/// Measures all generators: checks in positions with a king to be checked; evasions, mate test and double
/// moves in positions in check; legal moves in all positions. Each makes `passes` passes over its positions,
/// but at least one.
pub fn run(positions: &Positions, passes: usize) -> Figures {
    let Positions { attacks, defences, .. } = positions;
    let all = [attacks.as_slice(), defences.as_slice()].concat();
    let mut double_moves = DoubleMoves::default();
    let measured = [
        measure("legal moves", &all, passes, |position, moves| {
            let _ = for_each_legal(position, |set| moves.add_set(set));
        }),
        measure("checks", attacks, passes, |position, moves| {
            let _ = for_each_check(position, |set| moves.add_set(set));
        }),
        measure("evasions", defences, passes, |position, moves| {
            let _ = for_each_evasion(position, |set| moves.add_set(set));
        }),
        measure("mate test", defences, passes, |position, moves| moves.sum += u64::from(is_mate(position))),
        measure("double moves", defences, passes, |position, moves| {
            double_moves.for_each(position, |double| {
                moves.add(u64::from(double.reply.to_bits()) << 16 | number(double.check));
            });
        }),
    ];
    let numbers = measured.iter().flat_map(|(row, moves)| [row.calls, moves.number, moves.sum]);
    Figures { signature: Signature::of(numbers), rows: measured.iter().map(|(row, _)| row.clone()).collect() }
}

/// The number and the sum of the moves generated, independent of their order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Moves {
    number: u64,
    sum: u64,
}

impl Moves {
    #[inline(always)]
    fn add(&mut self, number: u64) {
        self.number += 1;
        self.sum = self.sum.wrapping_add(number);
    }

    #[inline(always)]
    fn add_set(&mut self, set: MoveSet) -> ControlFlow<()> {
        set.try_for_each(|mv| {
            self.add(number(mv));
            ControlFlow::Continue(())
        })
    }
}

#[inline(always)]
fn number(mv: Move) -> u64 {
    mv.to_bits().into()
}

/// Measures one generator. A pass goes over all positions in turn, so that no branch predictor learns
/// them by heart.
fn measure(
    name: &'static str,
    positions: &[Position],
    passes: usize,
    mut generate: impl FnMut(&mut Position, &mut Moves),
) -> (Row, Moves) {
    let mut positions = positions.to_vec();
    let mut pass = || {
        let mut moves = Moves::default();
        for position in &mut positions {
            generate(black_box(position), &mut moves);
        }
        black_box(moves)
    };
    // The first pass warms up the caches.
    let moves = pass();
    let mut times: Vec<Duration> = (0..passes.max(1))
        .map(|_| {
            let start = Instant::now();
            pass();
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    let calls = positions.len() as u64;
    let a_call = |time: Duration| time.as_secs_f64() * 1e9 / calls.max(1) as f64;
    let (median, fastest) = (a_call(times[times.len() / 2]), a_call(times[0]));
    (Row { name, calls, moves: moves.number, median, fastest }, moves)
}
