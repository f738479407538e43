//! Values of results: what games won and lost say of a move.

/// The value of a chance of 1 − 1/(1 + e) of winning, in hundredths of a pawn: the scale that shogi programs use for
/// winning chances.
const SCALE: f64 = 600.0;

/// The value of so many games won and lost, or of these shares of them.
pub(super) fn value_of(won: f64, lost: f64) -> i32 {
    (SCALE * (won / lost).ln()).round() as i32
}

/// The share of games that are won at a value.
fn share_of(value: f64) -> f64 {
    1.0 / (1.0 + (-value / SCALE).exp())
}

/// The value of all games together, of two values with the number of games of each, which are not 0. Shares are what is
/// averaged: a value far from 0 tells hardly more than one that is half as far.
pub(super) fn mean_value(one: (i32, u64), other: (i32, u64)) -> i32 {
    let both = [one, other];
    let [won, lost] = [1.0, -1.0].map(|side| {
        both.iter().map(|&(value, games)| games as f64 * share_of(side * f64::from(value))).sum::<f64>()
    });
    // Between the two, whatever is rounded where a share is next to nothing.
    value_of(won, lost).clamp(one.0.min(other.0), one.0.max(other.0))
}
