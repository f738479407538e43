//! The margins and depths of pruning, reductions and extensions. Set by hand.

use crate::play::value::Value;
use std::sync::LazyLock;

/// Largest depth of reverse futility pruning: a node whose evaluation is far enough above beta fails high.
pub const REVERSE_FUTILITY_DEPTH: i32 = 8;
/// Largest depth of razoring: a node whose evaluation is far enough below alpha is left to the quiescence search.
pub const RAZORING_DEPTH: i32 = 3;
/// Largest depth of futility pruning: quiet moves that cannot raise the evaluation to alpha are skipped.
pub const FUTILITY_DEPTH: i32 = 8;
/// Smallest depth of null-move pruning.
pub const NULL_MOVE_DEPTH: i32 = 3;
/// Smallest depth of singular extensions (Anantharaman et al. 1988).
pub const SINGULAR_DEPTH: i32 = 7;

/// The margin of reverse futility pruning.
#[inline(always)]
pub fn reverse_futility(depth: i32, improving: bool) -> Value {
    100 * (depth - i32::from(improving))
}

/// The margin of razoring.
#[inline(always)]
pub fn razoring(depth: i32) -> Value {
    250 + 220 * depth * depth
}

/// The margin of futility pruning.
#[inline(always)]
pub fn futility(depth: i32) -> Value {
    130 + 120 * depth
}

/// Late-move pruning: the number of moves after which quiet ones are skipped.
#[inline(always)]
pub fn late_move_count(depth: i32, improving: bool) -> usize {
    let moves = 5 + depth * depth;
    (if improving { moves } else { moves * 2 / 3 }) as usize
}

/// The depth reduction of a null-move search.
#[inline(always)]
pub fn null_move_reduction(depth: i32, surplus: Value) -> i32 {
    5 + depth / 3 + (surplus / 250).min(3)
}

/// The history bonus of a cut-off at a depth.
#[inline(always)]
pub fn bonus(depth: i32) -> i32 {
    (180 * depth - 100).min(1_700)
}

/// The base of late-move reductions, in 1/1024 plies, by depth and number of the move.
#[inline(always)]
pub fn late_move_reduction(depth: i32, count: usize) -> i32 {
    static TABLE: LazyLock<Vec<i32>> = LazyLock::new(|| {
        // Natural logarithms in 1/1024, by integers only so that every machine reduces alike.
        let log = |n: u32| (u64::from(u64::from(n.max(1)).pow(2).ilog2()) * 363) as i32;
        let smooth = |n: u32| (log(n) + log(n * 5 / 4) + log(n * 3 / 2) + log(n * 7 / 4)) / 4;
        (0..64u32 * 64).map(|index| smooth(index / 64) * smooth(index % 64) / 1024).collect()
    });
    let index = depth.clamp(0, 63) as usize * 64 + count.min(63);
    600 + TABLE[index] * 10 / 23
}
