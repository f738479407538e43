//! Tuning margins by games: simultaneous perturbation stochastic approximation (SPSA, Spall 1992). In each
//! step pairs of games are played between two players. Each margin is moved up by a small amount for one
//! player and down by the same amount for the other; which of them gets the higher value is chosen at random.
//! The margins are then moved towards those of the winner.

use super::random::Random;
use crate::play::{Margin, Margins};

/// The exponents of the step size and of the perturbation (Spall 1998), and the constant that damps the first
/// steps, as a share of the number of steps.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
const DAMPING: f64 = 0.1;
/// The perturbation in the last step, as a share of a margin's range; and the change of a margin by a won
/// pair in the last step, as a share of that perturbation.
const LAST_PERTURBATION: f64 = 0.05;
const LAST_STEP: f64 = 0.01;

/// The parameters of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Course {
    /// The number of steps of the run.
    pub steps: u64,
    /// The number of trials in a step; each trial is a pair of games.
    pub pairs: u64,
    /// The seed of the perturbations.
    pub seed: u64,
    /// The number of nodes searched for each move; the best margins depend on it.
    pub nodes: u64,
}

/// The margins while they are tuned.
#[derive(Clone, Debug, PartialEq)]
pub struct Spsa {
    /// The values in the order of [`Margins::ALL`].
    values: Vec<f64>,
    /// The number of steps completed.
    done: u64,
    course: Course,
}

/// Two players to be compared by a pair of games.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// The margins of both players.
    pub margins: [Margins; 2],
    /// For each margin: 1 if the first player's is the higher one, else −1.
    signs: Vec<f64>,
    /// For each margin: the distance of either player's value from the middle.
    perturbations: Vec<f64>,
}

impl Spsa {
    /// A run that starts from the margins in use.
    pub fn new(course: Course) -> Spsa {
        let mut tuned = Margins::TUNED;
        let values = Margins::ALL.iter().map(|margin| f64::from(*(margin.field)(&mut tuned))).collect();
        Spsa { values, done: 0, course }
    }

    /// The parameters of the run.
    pub fn course(&self) -> Course {
        self.course
    }

    /// The number of steps completed.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// Whether all steps are done.
    pub fn is_over(&self) -> bool {
        self.done >= self.course.steps
    }

    /// The current margins.
    pub fn margins(&self) -> Margins {
        margins(&self.values, |value| value.round())
    }

    /// A trial of the next step; it is determined by the seed, the step and the number of the trial.
    pub fn trial(&self, number: u64) -> Trial {
        let mut random = Random::of_item(self.course.seed ^ number.rotate_left(32), self.done);
        let decay = ((self.course.steps.max(1) as f64) / (self.done + 1) as f64).powf(GAMMA);
        let perturbations: Vec<f64> = Margins::ALL
            .iter()
            .map(|Margin { range: [low, high], .. }| LAST_PERTURBATION * f64::from(high - low) * decay)
            .collect();
        let signs: Vec<f64> =
            perturbations.iter().map(|_| if random.below(2) == 0 { 1.0 } else { -1.0 }).collect();
        let mut player = |side: f64| {
            let moved = self.values.iter().zip(&signs).zip(&perturbations);
            let moved: Vec<f64> =
                moved.map(|((value, sign), perturbation)| value + side * sign * perturbation).collect();
            // Rounded up or down at random, so that fractions have an effect too.
            margins(&moved, |value| (value + random.below(1 << 20) as f64 / f64::from(1 << 20)).floor())
        };
        Trial { margins: [player(1.0), player(-1.0)], signs, perturbations }
    }

    /// Completes a step, given its trials with the points of the first player (0 to 4 for a pair of games, 2
    /// for each game won).
    pub fn learn(&mut self, trials: &[(Trial, u8)]) {
        let total = self.course.steps as f64;
        let damping = DAMPING * total;
        let rate = ((damping + total) / (damping + (self.done + 1) as f64)).powf(ALPHA);
        for (Trial { signs, perturbations, .. }, points) in trials {
            let result = (f64::from(*points) - 2.0) / 2.0;
            for (index, Margin { range: [low, high], .. }) in Margins::ALL.iter().enumerate() {
                let last = LAST_PERTURBATION * f64::from(high - low);
                // The slope along a perturbation is the result divided by the size of the perturbation.
                let slope = result * signs[index] / perturbations[index];
                let value = self.values[index] + rate * LAST_STEP * last * last * slope;
                self.values[index] = value.clamp(f64::from(*low), f64::from(*high));
            }
        }
        self.done += 1;
    }

    /// The state as text: a line with the steps done and the parameters of the run, then one margin on each
    /// line.
    pub fn to_text(&self) -> String {
        let Spsa { values, done, course: Course { steps, pairs, seed, nodes } } = self;
        let margins =
            Margins::ALL.iter().zip(values).map(|(margin, value)| format!("{} {value}\n", margin.name));
        let margins: String = margins.collect();
        format!("step {done} of {steps}, pairs {pairs}, seed {seed}, nodes {nodes}\n{margins}")
    }

    /// The inverse of [`to_text`](Spsa::to_text); `None` for text in another format, or with the margins of
    /// another version.
    pub fn from_text(text: &str) -> Option<Spsa> {
        let mut lines = text.lines();
        let mut head = lines.next()?.strip_prefix("step ")?.split([' ', ',']).filter(|word| !word.is_empty());
        let done = head.next()?.parse().ok()?;
        let steps = head.nth(1)?.parse().ok()?;
        let pairs = head.nth(1)?.parse().ok()?;
        let seed = head.nth(1)?.parse().ok()?;
        let nodes = head.nth(1)?.parse().ok()?;
        let read = |margin: &Margin| {
            let (name, value) = lines.next()?.split_once(' ')?;
            value.parse().ok().filter(|value: &f64| name == margin.name && value.is_finite())
        };
        let values = Margins::ALL.iter().map(read).collect::<Option<_>>()?;
        let course = Course { steps, pairs, seed, nodes };
        Some(Spsa { values, done, course }).filter(|_| lines.next().is_none())
    }
}

/// Margins from values, each rounded by `whole` and clamped to its range.
fn margins(values: &[f64], mut whole: impl FnMut(f64) -> f64) -> Margins {
    let mut margins = Margins::TUNED;
    for (Margin { range: [low, high], field, .. }, &value) in Margins::ALL.iter().zip(values) {
        *field(&mut margins) = (whole(value) as i32).clamp(*low, *high);
    }
    margins
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hill_is_climbed() {
        // The player whose first margins are nearer to a goal wins.
        let goal = [150, 400, 300];
        let distance = |margins: &Margins| {
            let mut margins = *margins;
            let parts =
                Margins::ALL.iter().zip(goal).map(|(Margin { range: [low, high], field, .. }, goal)| {
                    (f64::from(*field(&mut margins) - goal) / f64::from(high - low)).powi(2)
                });
            parts.sum::<f64>()
        };
        let mut spsa = Spsa::new(Course { steps: 2_000, pairs: 4, seed: 7, nodes: 0 });
        let before = distance(&spsa.margins());
        while !spsa.is_over() {
            let play = |number| {
                let trial = spsa.trial(number);
                let [first, second] = trial.margins.each_ref().map(distance);
                (trial, if first < second { 4 } else { 0 })
            };
            let trials: Vec<_> = (0..4).map(play).collect();
            spsa.learn(&trials);
        }
        let after = distance(&spsa.margins());
        assert!(after < 0.05 * before, "{before} {after}");
        // Margins that have no effect stay near their start.
        let (mut tuned, mut moved) = (Margins::TUNED, spsa.margins());
        for Margin { name, range: [low, high], field } in &Margins::ALL[3..] {
            let [before, after] = [*field(&mut tuned), *field(&mut moved)];
            assert!(3 * (after - before).abs() <= high - low, "{name}: {before} {after}");
        }
    }

    #[test]
    fn a_state_is_read_back() {
        let course = Course { steps: 10, pairs: 3, seed: 3, nodes: 30 };
        let mut spsa = Spsa::new(course);
        let trials: Vec<_> = (0..3).map(|number| (spsa.trial(number), number as u8 + 2)).collect();
        assert_eq!(trials[1].0, spsa.trial(1));
        spsa.learn(&trials);
        let text = spsa.to_text();
        assert_eq!(Spsa::from_text(&text).as_ref(), Some(&spsa));
        assert_eq!(Spsa::from_text(&text).map(|read| read.course()), Some(course));
        for other in [
            "",
            "step 1",
            &text[..text.len() / 2],
            &text.replace("delta", "epsilon"),
            &text.replace(", nodes 30", ""),
            &format!("{text}x 1\n"),
        ] {
            assert_eq!(Spsa::from_text(other), None, "{other}");
        }
    }
}
