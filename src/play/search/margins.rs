//! How much may be cut off and reduced: the numbers of the selective search. Set by hand.

use crate::play::value::Value;
use std::sync::LazyLock;

/// A position worth so much more than beta that no quiet answer is going to change it (reverse futility).
pub const REVERSE_FUTILITY_DEPTH: i32 = 8;
/// At low depth a position this far below alpha is given to the quiescence search (razoring).
pub const RAZORING_DEPTH: i32 = 3;
/// Quiet moves are tried only as far as they can still reach alpha (futility).
pub const FUTILITY_DEPTH: i32 = 8;
/// Null moves.
pub const NULL_MOVE_DEPTH: i32 = 3;
/// From this depth on a move that alone is good is searched deeper (singular extension, Anantharaman et al. 1988).
pub const SINGULAR_DEPTH: i32 = 7;

/// See [`REVERSE_FUTILITY_DEPTH`].
#[inline(always)]
pub fn reverse_futility(depth: i32, improving: bool) -> Value {
    100 * (depth - i32::from(improving))
}

/// See [`RAZORING_DEPTH`].
#[inline(always)]
pub fn razoring(depth: i32) -> Value {
    250 + 220 * depth * depth
}

/// See [`FUTILITY_DEPTH`].
#[inline(always)]
pub fn futility(depth: i32) -> Value {
    130 + 120 * depth
}

/// Quiet moves tried before the rest is left out (late-move pruning).
#[inline(always)]
pub fn late_moves(depth: i32, improving: bool) -> usize {
    let moves = 5 + depth * depth;
    (if improving { moves } else { moves * 2 / 3 }) as usize
}

/// Plies that a null move saves.
#[inline(always)]
pub fn null_move_reduction(depth: i32, surplus: Value) -> i32 {
    5 + depth / 3 + (surplus / 250).min(3)
}

/// What a cut-off at a depth adds to a move's history.
#[inline(always)]
pub fn bonus(depth: i32) -> i32 {
    (180 * depth - 100).min(1_700)
}

/// Plies by which a late move's search is reduced, times 1024, by depth and number of the move.
#[inline(always)]
pub fn late_move_reduction(depth: i32, count: usize) -> i32 {
    static TABLE: LazyLock<Vec<i32>> = LazyLock::new(|| {
        // Natural logarithms in 1/1024, by integers only so that every machine reduces alike.
        let log = |n: u32| (u64::from((n.max(1) as u64 * n.max(1) as u64).ilog2()) * 363) as i32;
        let smooth = |n: u32| (log(n) + log(n * 5 / 4) + log(n * 3 / 2) + log(n * 7 / 4)) / 4;
        (0..64u32 * 64).map(|index| smooth(index / 64) * smooth(index % 64) / 1024).collect()
    });
    let index = depth.clamp(0, 63) as usize * 64 + count.min(63);
    600 + TABLE[index] * 10 / 23
}
