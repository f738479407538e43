//! Values derived from the results of games.

/// The value that corresponds to a winning chance of 1/(1 + 1/e), in hundredths of a pawn: the usual scale of
/// shogi programs.
const SCALE: f64 = 600.0;

/// The value that corresponds to these numbers, or shares, of games won and lost.
pub(super) fn value_of(won: f64, lost: f64) -> i32 {
    (SCALE * (won / lost).ln()).round() as i32
}

/// The share of games that are won at a value.
fn share_of(value: f64) -> f64 {
    1.0 / (1.0 + (-value / SCALE).exp())
}

/// The value of all games together, from two values with their numbers of games, which must not be 0. The
/// shares of games won are averaged, not the values, because a value far from 0 means hardly more wins than
/// one half as far.
pub(super) fn mean_value(one: (i32, u64), other: (i32, u64)) -> i32 {
    let both = [one, other];
    let [won, lost] = [1.0, -1.0].map(|side| {
        both.iter().map(|&(value, games)| games as f64 * share_of(side * f64::from(value))).sum::<f64>()
    });
    // Clamped because rounding errors are large when a share is close to 0.
    value_of(won, lost).clamp(one.0.min(other.0), one.0.max(other.0))
}
