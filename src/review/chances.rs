//! From a value in centipawns to the chance of winning.

use crate::play::Score;

/// Centipawns on the logistic scale: fitted to the engine's own games, `docs/analyse.md` says how.
pub const SCALE: f64 = 600.0;

/// The chance of winning of the side that a score is for, from 0 to 1, draws halved.
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
