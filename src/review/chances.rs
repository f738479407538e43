//! Conversion of values in centipawns to chances of winning.

use crate::play::Score;

/// The scale of the logistic function, in centipawns: fitted to the engine's own games, as `docs/analyse.md`
/// explains.
pub const SCALE: f64 = 600.0;

/// The chance of winning, from 0 to 1, of the side whose score it is; a draw counts as half a win.
pub fn winning_chance(score: Score) -> f64 {
    match score {
        Score::Centipawns(value) => 1.0 / (1.0 + (-f64::from(value) / SCALE).exp()),
        Score::Mate(plies) => f64::from(u8::from(plies > 0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_grow_with_the_value() {
        let values = [-30_000, -900, -1, 0, 1, 300, 2_000];
        let chances = values.map(|value| winning_chance(Score::Centipawns(value)));
        assert!(chances.is_sorted() && chances[3] == 0.5, "{chances:?}");
        assert_eq!([5, -4, 0].map(|plies| winning_chance(Score::Mate(plies))), [1.0, 0.0, 0.0]);
    }
}
