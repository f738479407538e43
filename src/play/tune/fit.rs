//! Fitting the weights of the evaluation to the results and values of games, by logistic regression.
//!
//! The linear weight of a pair of king bucket and feature is factorised while it is fitted: it is the sum of a weight
//! of the feature, one of its relative feature, and one of the pair itself. Weight decay pulls the last towards zero,
//! so that rare pairs rely on what they share with others. All of them, the terms and the hidden layer are fitted
//! together by Adam (Kingma and Ba 2015) on batches, in an order that follows from the seed.

use super::random::Random;
use super::samples::{SCALE, Samples};
use crate::play::eval::{
    FEATURES, HiddenLayer, KING_BUCKETS, NO_KING, NO_RELATIVE, ONE, RELATIVES, TERMS, UNIT, UNITS, Weights,
    relative_of,
};

/// How to fit.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How often each sample is used.
    pub epochs: u32,
    /// Seed of the order of the samples.
    pub seed: u64,
    /// Weight decay of the pairs.
    pub decay: f32,
}

/// Samples per step.
const BATCH: usize = 8_192;
/// The learning rate in centipawns, and that of the last step as a share of it.
const STEP: f32 = 4.0;
const LAST: f32 = 0.02;
/// The learning rate of the hidden layer.
const HIDDEN_STEP: f32 = 0.01;
/// Weight decay of the relative features, and of the hidden layer.
const COMMON_DECAY: f32 = 0.02;
const HIDDEN_DECAY: f32 = 1e-6;
/// The unit of the hidden layer's output weights, in centipawns.
const OUTPUT_UNIT: f32 = 100.0;

/// The weights while they are fitted, in one vector: those of features, relative features, pairs, terms and the tempo,
/// in centipawns; then the hidden layer's. The constants below say where each part begins.
pub struct Fit {
    weights: Vec<f32>,
    momentum: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
    /// The relative feature of each pair.
    relatives: Vec<u16>,
}

const PAIRS: usize = KING_BUCKETS * FEATURES;
const FIRST_RELATIVE: usize = FEATURES;
const FIRST_PAIR: usize = FIRST_RELATIVE + RELATIVES;
const FIRST_TERM: usize = FIRST_PAIR + PAIRS;
const TEMPO: usize = FIRST_TERM + TERMS;
const BIAS: usize = TEMPO + 1;
const FIRST_OUTPUT: usize = BIAS + UNITS;
const HIDDEN_FEATURES: usize = FIRST_OUTPUT + 2 * UNITS;
const HIDDEN_RELATIVES: usize = HIDDEN_FEATURES + FEATURES * UNITS;
const COUNT: usize = HIDDEN_RELATIVES + RELATIVES * UNITS;

impl Fit {
    /// Starts with material and a random hidden layer.
    pub fn new(seed: u64) -> Fit {
        let material = Weights::material();
        let mut weights = vec![0.0; COUNT];
        for (weight, &word) in weights.iter_mut().zip(material.row(NO_KING)) {
            *weight = f32::from(word) / UNIT as f32;
        }
        let mut random = Random::new(seed);
        let mut uniform = |reach: f32| reach * (random.below(1 << 20) as f32 / (1 << 19) as f32 - 1.0);
        weights[BIAS..FIRST_OUTPUT].fill(0.4);
        weights[FIRST_OUTPUT..HIDDEN_FEATURES].fill_with(|| uniform(0.3));
        weights[HIDDEN_FEATURES..COUNT].fill_with(|| uniform(0.08));
        weights[HIDDEN_RELATIVES + NO_RELATIVE * UNITS..].fill(0.0);
        let relatives = (0..PAIRS).map(|pair| relative_of(pair / FEATURES, pair % FEATURES) as u16).collect();
        Fit { weights, momentum: vec![0.0; COUNT], square: vec![0.0; COUNT], steps: 0, relatives }
    }

    /// Fits to samples; after each epoch `report` gets its number, and the mean loss on `samples` and on `others`, a
    /// validation set that is not trained on.
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
            let training_loss = loss / samples.len().max(1) as f64;
            let validation_loss =
                (0..others.len()).map(|index| self.predict(others, index, &table).0).sum::<f64>()
                    / others.len().max(1) as f64;
            report(epoch, training_loss, validation_loss);
        }
    }

    /// The linear weights of pairs as the evaluation uses them: the three factors added up.
    fn table(&self) -> Vec<f32> {
        let mut table = self.weights[FIRST_PAIR..FIRST_TERM].to_vec();
        for (king_bucket, row) in table.chunks_exact_mut(FEATURES).enumerate() {
            for (feature, weight) in row.iter_mut().enumerate() {
                let relative = usize::from(self.relatives[king_bucket * FEATURES + feature]);
                *weight += self.weights[feature];
                *weight += self.weights[FIRST_RELATIVE + relative];
            }
        }
        table
    }

    /// The cross-entropy of a sample beyond that of its target, the error of the prediction, and the inputs of the
    /// hidden units from both perspectives.
    fn predict(&self, samples: &Samples, index: usize, table: &[f32]) -> (f64, f32, [[f32; UNITS]; 2]) {
        let sample = samples.get(index);
        let mut value = self.weights[TEMPO];
        let mut hidden = [[0.0; UNITS]; 2];
        for (side, sign) in [1.0, -1.0].into_iter().enumerate() {
            let first = sample.king_buckets[side] * FEATURES;
            let (row, relatives) = (&table[first..][..FEATURES], &self.relatives[first..][..FEATURES]);
            let sums = &mut hidden[side];
            sums.copy_from_slice(&self.weights[BIAS..FIRST_OUTPUT]);
            for &feature in sample.features[side] {
                let feature = usize::from(feature);
                value += sign * row[feature];
                add(sums, &self.weights[HIDDEN_FEATURES + feature * UNITS..]);
                add(sums, &self.weights[HIDDEN_RELATIVES + usize::from(relatives[feature]) * UNITS..]);
            }
            let output = &self.weights[FIRST_OUTPUT + side * UNITS..][..UNITS];
            let activated = sums.iter().zip(output).map(|(&sum, weight)| activation(sum) * weight);
            value += OUTPUT_UNIT * activated.sum::<f32>();
        }
        let terms = &self.weights[FIRST_TERM..TEMPO];
        value += sample.terms.iter().zip(terms).map(|(&term, weight)| f32::from(term) * weight).sum::<f32>();
        let expected = 1.0 / (1.0 + (-value / SCALE).exp());
        let entropy = |p: f32, q: f32| f64::from(p) * f64::from(q.clamp(1e-6, 1.0 - 1e-6)).ln();
        let (p, q) = (sample.target, expected);
        let loss = entropy(p, p) + entropy(1.0 - p, 1.0 - p) - entropy(p, q) - entropy(1.0 - p, 1.0 - q);
        (loss, expected - sample.target, hidden)
    }

    /// Adds a sample's gradient of the pairs, the terms and the hidden layer; its loss.
    fn learn(&self, samples: &Samples, index: usize, table: &[f32], gradient: &mut [f32]) -> f64 {
        let (loss, error, hidden) = self.predict(samples, index, table);
        let sample = samples.get(index);
        for (side, signed) in [error, -error].into_iter().enumerate() {
            let first = sample.king_buckets[side] * FEATURES;
            let mut slopes = [0.0; UNITS];
            for unit in 0..UNITS {
                let (sum, output) = (hidden[side][unit], FIRST_OUTPUT + side * UNITS + unit);
                gradient[output] += error * activation(sum) * (OUTPUT_UNIT / SCALE);
                let open = sum > 0.0 && sum < 1.0;
                slopes[unit] =
                    if open { error * self.weights[output] * 2.0 * sum * (OUTPUT_UNIT / SCALE) } else { 0.0 };
            }
            let add_slopes = |gradient: &mut [f32], at: usize| {
                for (gradient, slope) in gradient[at..][..UNITS].iter_mut().zip(&slopes) {
                    *gradient += slope;
                }
            };
            add_slopes(gradient, BIAS);
            for &feature in sample.features[side] {
                let feature = usize::from(feature);
                gradient[FIRST_PAIR + first + feature] += signed;
                add_slopes(gradient, HIDDEN_FEATURES + feature * UNITS);
                add_slopes(gradient, HIDDEN_RELATIVES + usize::from(self.relatives[first + feature]) * UNITS);
            }
        }
        for (gradient, &term) in gradient[FIRST_TERM..TEMPO].iter_mut().zip(sample.terms) {
            *gradient += error * f32::from(term);
        }
        gradient[TEMPO] += error;
        loss
    }

    /// One step of Adam; the gradients of features and relative features are summed up from those of the pairs.
    fn step(&mut self, gradient: &mut [f32], samples: usize, length: f32, decay: f32) {
        const MOMENTUM: f32 = 0.9;
        const SQUARE: f32 = 0.999;
        for pair in 0..PAIRS {
            let slope = gradient[FIRST_PAIR + pair];
            if slope != 0.0 {
                gradient[pair % FEATURES] += slope;
                gradient[FIRST_RELATIVE + usize::from(self.relatives[pair])] += slope;
            }
        }
        // Features without an offset have no relative weight.
        gradient[FIRST_RELATIVE + NO_RELATIVE] = 0.0;
        gradient[HIDDEN_RELATIVES + NO_RELATIVE * UNITS..].fill(0.0);
        self.steps += 1;
        let bias = |rate: f32| 1.0 - rate.powi(self.steps);
        let (momentum_bias, square_bias) = (bias(MOMENTUM), bias(SQUARE));
        let share = 1.0 / samples as f32;
        for (index, gradient) in gradient.iter().enumerate() {
            let (pull, step) = match index {
                FIRST_RELATIVE..FIRST_PAIR => (COMMON_DECAY / (SCALE * SCALE), STEP),
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
        let linear = self.table().into_iter().map(rounded).collect();
        let mut terms = [0; TERMS];
        for (term, &weight) in terms.iter_mut().zip(&self.weights[FIRST_TERM..TEMPO]) {
            *term = rounded(weight);
        }
        Weights::from_parts(linear, terms, rounded(self.weights[TEMPO]), self.hidden())
    }

    /// The hidden layer in the evaluation's own units.
    fn hidden(&self) -> HiddenLayer {
        let scaled = |weight: f32, unit: f32| (weight * unit).round().clamp(-32_000.0, 32_000.0) as i16;
        let rows = |first: usize, end: usize, unit: f32| {
            let rows = self.weights[first..end].chunks_exact(UNITS);
            rows.map(|row| std::array::from_fn(|index| scaled(row[index], unit))).collect::<Vec<_>>()
        };
        let one = f32::from(ONE);
        let output = rows(FIRST_OUTPUT, HIDDEN_FEATURES, OUTPUT_UNIT * UNIT as f32);
        HiddenLayer {
            bias: rows(BIAS, FIRST_OUTPUT, one)[0],
            output: [output[0], output[1]],
            features: rows(HIDDEN_FEATURES, HIDDEN_RELATIVES, one),
            relatives: rows(HIDDEN_RELATIVES, COUNT, one),
        }
    }
}

/// Adds the first weights of a slice to the inputs of the units.
#[inline(always)]
fn add(sums: &mut [f32; UNITS], row: &[f32]) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum += weight;
    }
}

/// The output of a hidden unit (squared clipped ReLU).
#[inline(always)]
fn activation(sum: f32) -> f32 {
    let count = sum.clamp(0.0, 1.0);
    count * count
}
