//! The fit: weights under which the evaluation predicts what the games say, by logistic regression.
//!
//! A weight of a king's place and a thing seen is the sum of three: of the thing alone, of the thing by its way from the king, and of
//! the very pair. The last is drawn to zero, so that pairs which are seldom met rest on what they have in common with others.
//! All of them, the terms and the hidden layer are fitted together, by Adam (Kingma and Ba 2015) on batches, in an order that follows
//! from the seed.

use super::random::Random;
use super::samples::{SCALE, Samples};
use crate::play::eval::{
    CODES, Hidden, NO_WAY, NOWHERE, ONE, PLACES, TERMS, UNIT, UNITS, WAYS, Weights, way_of,
};

/// How to fit.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How often each position is seen.
    pub epochs: u32,
    /// Of the order.
    pub seed: u64,
    /// The pull of pairs towards zero.
    pub decay: f32,
}

/// Positions between two steps.
const BATCH: usize = 8_192;
/// The first step's length in centipawns, and the last one's as a share of it.
const STEP: f32 = 4.0;
const LAST: f32 = 0.02;
/// The first step's length for the hidden layer.
const HIDDEN_STEP: f32 = 0.01;
/// The pull of ways, and of the hidden layer, towards zero.
const COMMON_DECAY: f32 = 0.02;
const HIDDEN_DECAY: f32 = 1e-6;
/// What a unit of the hidden layer is worth is counted in so many centipawns.
const WORTH: f32 = 100.0;

/// The weights while they are fitted, one after the other: those of things, of ways, of pairs, of terms and the tempo in centipawns;
/// then the hidden layer's.
pub struct Fit {
    weights: Vec<f32>,
    momentum: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
    /// The way of each pair.
    ways: Vec<u16>,
}

const PAIRS: usize = PLACES * CODES;
const FIRST_WAY: usize = CODES;
const FIRST_PAIR: usize = FIRST_WAY + WAYS;
const FIRST_TERM: usize = FIRST_PAIR + PAIRS;
const TEMPO: usize = FIRST_TERM + TERMS;
const BIAS: usize = TEMPO + 1;
const FIRST_WORTH: usize = BIAS + UNITS;
const HIDDEN_CODES: usize = FIRST_WORTH + 2 * UNITS;
const HIDDEN_WAYS: usize = HIDDEN_CODES + CODES * UNITS;
const COUNT: usize = HIDDEN_WAYS + WAYS * UNITS;

impl Fit {
    /// Begins with material, and with a hidden layer by chance.
    pub fn new(seed: u64) -> Fit {
        let material = Weights::material();
        let mut weights = vec![0.0; COUNT];
        for (weight, &word) in weights.iter_mut().zip(material.row(NOWHERE)) {
            *weight = f32::from(word) / UNIT as f32;
        }
        let mut random = Random::new(seed);
        let mut chance = |reach: f32| reach * (random.below(1 << 20) as f32 / (1 << 19) as f32 - 1.0);
        weights[BIAS..FIRST_WORTH].fill(0.4);
        weights[FIRST_WORTH..HIDDEN_CODES].fill_with(|| chance(0.3));
        weights[HIDDEN_CODES..COUNT].fill_with(|| chance(0.08));
        weights[HIDDEN_WAYS + NO_WAY * UNITS..].fill(0.0);
        let ways = (0..PAIRS).map(|pair| way_of(pair / CODES, pair % CODES) as u16).collect();
        Fit { weights, momentum: vec![0.0; COUNT], square: vec![0.0; COUNT], steps: 0, ways }
    }

    /// Fits to samples; after each epoch `report` gets its number, and the mean loss on `samples` and on `others`, which are
    /// not learnt from.
    pub fn run(
        &mut self,
        samples: &Samples,
        others: &Samples,
        settings: &Settings,
        mut report: impl FnMut(u32, f64, f64),
    ) {
        let mut random = Random::new(settings.seed);
        let mut order: Vec<u32> = (0..samples.len() as u32).collect();
        let batches = samples.len().div_ceil(BATCH).max(1) as u32 * settings.epochs;
        let mut gradient = vec![0.0; COUNT];
        for epoch in 1..=settings.epochs {
            for index in (1..order.len()).rev() {
                order.swap(index, random.below(index + 1));
            }
            let mut loss = 0.0;
            for batch in order.chunks(BATCH) {
                let table = self.table();
                gradient.fill(0.0);
                for &index in batch {
                    loss += self.learn(samples, index as usize, &table, &mut gradient);
                }
                let progress = self.steps as f32 / batches as f32;
                self.step(&mut gradient, batch.len(), LAST.powf(progress), settings.decay);
            }
            let table = self.table();
            let known = loss / samples.len().max(1) as f64;
            let unknown = (0..others.len()).map(|index| self.predict(others, index, &table).0).sum::<f64>()
                / others.len().max(1) as f64;
            report(epoch, known, unknown);
        }
    }

    /// The weights of pairs as the evaluation has them.
    fn table(&self) -> Vec<f32> {
        let mut table = self.weights[FIRST_PAIR..FIRST_TERM].to_vec();
        for (place, row) in table.chunks_exact_mut(CODES).enumerate() {
            for (code, weight) in row.iter_mut().enumerate() {
                *weight += self.weights[code];
                *weight += self.weights[FIRST_WAY + usize::from(self.ways[place * CODES + code])];
            }
        }
        table
    }

    /// The cross-entropy of a sample beyond that of its target, the error of the prediction, and the sums of the hidden units of
    /// both kings.
    fn predict(&self, samples: &Samples, index: usize, table: &[f32]) -> (f64, f32, [[f32; UNITS]; 2]) {
        let quiet = samples.get(index);
        let mut value = self.weights[TEMPO];
        let mut hidden = [[0.0; UNITS]; 2];
        for (side, sign) in [1.0, -1.0].into_iter().enumerate() {
            let first = quiet.places[side] * CODES;
            let (row, ways) = (&table[first..][..CODES], &self.ways[first..][..CODES]);
            let sums = &mut hidden[side];
            sums.copy_from_slice(&self.weights[BIAS..FIRST_WORTH]);
            for &code in quiet.codes[side] {
                let code = usize::from(code);
                value += sign * row[code];
                add(sums, &self.weights[HIDDEN_CODES + code * UNITS..]);
                add(sums, &self.weights[HIDDEN_WAYS + usize::from(ways[code]) * UNITS..]);
            }
            let worth = &self.weights[FIRST_WORTH + side * UNITS..][..UNITS];
            value += WORTH * sums.iter().zip(worth).map(|(&sum, worth)| squared(sum) * worth).sum::<f32>();
        }
        let terms = &self.weights[FIRST_TERM..TEMPO];
        value += quiet.terms.iter().zip(terms).map(|(&term, weight)| f32::from(term) * weight).sum::<f32>();
        let expected = 1.0 / (1.0 + (-value / SCALE).exp());
        let entropy = |p: f32, q: f32| f64::from(p) * f64::from(q.clamp(1e-6, 1.0 - 1e-6)).ln();
        let (p, q) = (quiet.target, expected);
        let loss = entropy(p, p) + entropy(1.0 - p, 1.0 - p) - entropy(p, q) - entropy(1.0 - p, 1.0 - q);
        (loss, expected - quiet.target, hidden)
    }

    /// Adds a sample's gradient of the pairs, the terms and the hidden layer.
    fn learn(&self, samples: &Samples, index: usize, table: &[f32], gradient: &mut [f32]) -> f64 {
        let (loss, error, hidden) = self.predict(samples, index, table);
        let quiet = samples.get(index);
        for (side, signed) in [error, -error].into_iter().enumerate() {
            let first = quiet.places[side] * CODES;
            let mut slopes = [0.0; UNITS];
            for unit in 0..UNITS {
                let (sum, worth) = (hidden[side][unit], FIRST_WORTH + side * UNITS + unit);
                gradient[worth] += error * squared(sum) * (WORTH / SCALE);
                let open = sum > 0.0 && sum < 1.0;
                slopes[unit] =
                    if open { error * self.weights[worth] * 2.0 * sum * (WORTH / SCALE) } else { 0.0 };
            }
            let into = |gradient: &mut [f32], at: usize| {
                for (gradient, slope) in gradient[at..][..UNITS].iter_mut().zip(&slopes) {
                    *gradient += slope;
                }
            };
            into(gradient, BIAS);
            for &code in quiet.codes[side] {
                let code = usize::from(code);
                gradient[FIRST_PAIR + first + code] += signed;
                into(gradient, HIDDEN_CODES + code * UNITS);
                into(gradient, HIDDEN_WAYS + usize::from(self.ways[first + code]) * UNITS);
            }
        }
        for (gradient, &term) in gradient[FIRST_TERM..TEMPO].iter_mut().zip(quiet.terms) {
            *gradient += error * f32::from(term);
        }
        gradient[TEMPO] += error;
        loss
    }

    /// One step of Adam, with the gradients of things and ways gathered from those of pairs.
    fn step(&mut self, gradient: &mut [f32], samples: usize, length: f32, decay: f32) {
        const MOMENTUM: f32 = 0.9;
        const SQUARE: f32 = 0.999;
        for pair in 0..PAIRS {
            let slope = gradient[FIRST_PAIR + pair];
            if slope != 0.0 {
                gradient[pair % CODES] += slope;
                gradient[FIRST_WAY + usize::from(self.ways[pair])] += slope;
            }
        }
        // What has no way stays without weight.
        gradient[FIRST_WAY + NO_WAY] = 0.0;
        gradient[HIDDEN_WAYS + NO_WAY * UNITS..].fill(0.0);
        self.steps += 1;
        let bias = |rate: f32| 1.0 - rate.powi(self.steps);
        let (momentum_bias, square_bias) = (bias(MOMENTUM), bias(SQUARE));
        let share = 1.0 / samples as f32;
        for (index, gradient) in gradient.iter().enumerate() {
            let (pull, step) = match index {
                FIRST_WAY..FIRST_PAIR => (COMMON_DECAY / (SCALE * SCALE), STEP),
                FIRST_PAIR..FIRST_TERM => (decay / (SCALE * SCALE), STEP),
                BIAS.. => (HIDDEN_DECAY, HIDDEN_STEP),
                _ => (0.0, STEP),
            };
            let slope = gradient * share + pull * self.weights[index];
            let momentum = &mut self.momentum[index];
            *momentum = MOMENTUM * *momentum + (1.0 - MOMENTUM) * slope;
            let square = &mut self.square[index];
            *square = SQUARE * *square + (1.0 - SQUARE) * slope * slope;
            let direction = *momentum / momentum_bias / ((*square / square_bias).sqrt() + 1e-6);
            self.weights[index] -= length * step * direction;
        }
    }

    /// The weights in the evaluation's own units.
    pub fn weights(&self) -> Weights {
        let rounded = |weight: f32| (weight * UNIT as f32).round().clamp(-32_000.0, 32_000.0) as i16;
        let seen = self.table().into_iter().map(rounded).collect();
        let mut terms = [0; TERMS];
        for (term, &weight) in terms.iter_mut().zip(&self.weights[FIRST_TERM..TEMPO]) {
            *term = rounded(weight);
        }
        Weights::of(seen, terms, rounded(self.weights[TEMPO]), self.hidden())
    }

    /// The hidden layer in the evaluation's own units.
    fn hidden(&self) -> Hidden {
        let scaled = |weight: f32, unit: f32| (weight * unit).round().clamp(-32_000.0, 32_000.0) as i16;
        let rows = |first: usize, end: usize, unit: f32| {
            let rows = self.weights[first..end].chunks_exact(UNITS);
            rows.map(|row| std::array::from_fn(|index| scaled(row[index], unit))).collect::<Vec<_>>()
        };
        let one = f32::from(ONE);
        let worth = rows(FIRST_WORTH, HIDDEN_CODES, WORTH * UNIT as f32);
        Hidden {
            bias: rows(BIAS, FIRST_WORTH, one)[0],
            worth: [worth[0], worth[1]],
            codes: rows(HIDDEN_CODES, HIDDEN_WAYS, one),
            ways: rows(HIDDEN_WAYS, COUNT, one),
        }
    }
}

/// Adds the first of a slice to sums.
#[inline(always)]
fn add(sums: &mut [f32; UNITS], row: &[f32]) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum += weight;
    }
}

/// What a hidden unit counts.
#[inline(always)]
fn squared(sum: f32) -> f32 {
    let count = sum.clamp(0.0, 1.0);
    count * count
}
