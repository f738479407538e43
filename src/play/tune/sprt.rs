//! Statistics of a match: the difference in strength between two players.

/// Results of pairs of games, each pair played from one opening with sides exchanged, as points of the first
/// player.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    /// How many games the first player won, drew and lost.
    pub games: [u32; 3],
    /// The number of pairs that gave the first player 0, 1/2, 1, 3/2 and 2 points.
    pairs: [u32; 5],
}

/// The outcome of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The upper of the two hypothetical differences is the more likely one.
    Accepted,
    /// The lower of the two hypothetical differences is the more likely one.
    Rejected,
}

/// The variance of a player's share of the points in a pair, between equal players who never draw.
const EQUAL: f64 = 0.125;
/// The probability of either error of a sequential test.
const ERROR: f64 = 0.05;

impl Results {
    /// Adds a pair of games. For each game: 2 for a win of the first player, 1 for a draw, 0 for a loss.
    pub fn add(&mut self, points: [u8; 2]) {
        for points in points {
            self.games[2 - usize::from(points)] += 1;
        }
        self.pairs[usize::from(points[0] + points[1])] += 1;
    }

    /// The number of pairs, the mean share of the points (0 to 1), and the variance of the share. The
    /// variance includes one additional pair, as far from the mean as a pair of equal players is; without it
    /// a few equal results would look like certainty.
    fn moments(&self) -> (f64, f64, f64) {
        let count: u32 = self.pairs.iter().sum();
        let count = f64::from(count);
        let mean_of = |f: &dyn Fn(f64) -> f64| {
            let sum: f64 =
                self.pairs.iter().enumerate().map(|(points, &n)| f64::from(n) * f(points as f64 / 4.0)).sum();
            sum / count.max(1.0)
        };
        let mean = mean_of(&|share| share);
        let variance = count * mean_of(&|share| (share - mean).powi(2));
        (count, mean, (variance + EQUAL) / (count + 1.0))
    }

    /// The first player's share of the points.
    pub fn score(&self) -> f64 {
        self.moments().1
    }

    /// The difference in Elo, and the bounds of its 95 % confidence interval; `None` without a game.
    pub fn elo(&self) -> Option<[f64; 3]> {
        let (count, mean, variance) = self.moments();
        let error = 1.96 * (variance / count).sqrt();
        (count > 0.0).then(|| [mean, mean - error, mean + error].map(elo_of))
    }

    /// The logarithm of the likelihood ratio between differences of `bounds[1]` and `bounds[0]` Elo. The
    /// results of pairs are assumed to be normally distributed (generalised sequential probability ratio
    /// test).
    pub fn log_likelihood_ratio(&self, bounds: [f64; 2]) -> f64 {
        let (count, mean, variance) = self.moments();
        let [low, high] = bounds.map(share_of);
        count * (high - low) * (2.0 * mean - low - high) / (2.0 * variance)
    }

    /// The decision of the sequential test (Wald 1945) between two differences in Elo; `None` while the test
    /// must go on.
    pub fn decision(&self, bounds: [f64; 2]) -> Option<Decision> {
        let ratio = self.log_likelihood_ratio(bounds);
        let limit = ((1.0 - ERROR) / ERROR).ln();
        if ratio >= limit {
            Some(Decision::Accepted)
        } else if ratio <= -limit {
            Some(Decision::Rejected)
        } else {
            None
        }
    }
}

/// The expected share of the points at a difference in Elo.
fn share_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

fn elo_of(share: f64) -> f64 {
    let share = share.clamp(1e-4, 1.0 - 1e-4);
    -400.0 * (1.0 / share - 1.0).log10()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::tune::random::Random;

    /// Plays a pair of games of a player who wins `wins` games out of a thousand.
    fn play(random: &mut Random, wins: usize, results: &mut Results) {
        let mut game = || 2 * u8::from(random.below(1_000) < wins);
        let pair = [game(), game()];
        results.add(pair);
    }

    #[test]
    fn a_test_errs_as_seldom_as_it_says() {
        // A share of 50 % corresponds to 0 Elo, 52.9 % to about 20.
        for (wins, right) in [(500, Decision::Rejected), (529, Decision::Accepted)] {
            let mut errors = 0;
            for seed in 0..200 {
                let (mut random, mut results) = (Random::new(seed), Results::default());
                let decision = loop {
                    play(&mut random, wins, &mut results);
                    if results.games.iter().sum::<u32>() >= 20
                        && let Some(decision) = results.decision([0.0, 20.0])
                    {
                        break decision;
                    }
                };
                errors += u32::from(decision != right);
            }
            assert!((1..=25).contains(&errors), "{errors} of 200 with {wins} wins of 1,000");
        }
    }

    /// Neither a clean sweep nor a match without any difference is taken for certain at once, and both tests
    /// end.
    #[test]
    fn equal_results_are_judged() {
        for (pair, right) in [([2, 2], Decision::Accepted), ([2, 0], Decision::Rejected)] {
            let mut results = Results::default();
            assert_eq!((results.elo(), results.decision([0.0, 10.0])), (None, None));
            results.add(pair);
            let [_, low, high] = results.elo().expect("games");
            assert!(results.decision([0.0, 10.0]).is_none() && high - low > 300.0, "{low} {high}");
            let more = (0..100).position(|_| {
                results.add(pair);
                results.decision([0.0, 10.0]) == Some(right)
            });
            assert!(more.is_some_and(|pairs| pairs >= 4), "{pair:?}: {more:?}");
        }
    }

    #[test]
    fn points_are_turned_into_elo() {
        let mut results = Results::default();
        for pair in [[2, 2], [2, 0], [2, 1], [1, 2], [2, 2], [2, 1], [0, 2], [2, 2]] {
            results.add(pair);
        }
        assert_eq!(results.games, [11, 3, 2]);
        let [elo, low, high] = results.elo().expect("games");
        assert!((results.score() - 0.78125).abs() < 1e-9);
        assert!((elo - 221.1).abs() < 0.1 && low < elo && elo < high, "{low} {elo} {high}");
    }
}
