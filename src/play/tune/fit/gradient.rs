//! The predictions of the weights for samples, and the gradient of the loss.

use super::layout::{
    BIAS, COUNT, FIRST_OUTPUT, FIRST_PAIR, FIRST_TERM, HIDDEN_FEATURES, HIDDEN_RELATIVES, TEMPO, output,
};
use crate::play::eval::{FEATURES, UNITS};
use crate::play::tune::samples::{SCALE, Sample, Samples, expected};
use std::thread;

/// The unit of the hidden layer's output weights, in centipawns.
pub const OUTPUT_UNIT: f32 = 100.0;
/// Each batch is divided into this many parts, whose gradients are added up, so that the result does not
/// depend on the number of threads.
const PARTS: usize = 4;

/// The weights at one step of the fit.
#[derive(Clone, Copy)]
pub struct Model<'a> {
    /// In the order of [`layout`](super::layout).
    pub weights: &'a [f32],
    /// The linear weights of pairs, including the weights of their features and relative features.
    pub table: &'a [f32],
    /// The relative feature of each pair.
    pub relatives: &'a [u16],
}

/// Gradients of the parts of a batch.
pub struct Gradients {
    parts: Vec<Vec<f32>>,
}

/// The inputs of the hidden units, from both perspectives.
pub type Inputs = [[f32; UNITS]; 2];

impl Gradients {
    /// Zero gradients for all parts.
    pub fn new() -> Gradients {
        Gradients { parts: vec![vec![0.0; COUNT]; PARTS] }
    }

    /// The gradient and the loss of a batch, both summed over its samples.
    pub fn learn(
        &mut self,
        model: &Model<'_>,
        samples: &Samples,
        batch: &[u32],
        threads: usize,
    ) -> (&mut Vec<f32>, f64) {
        let size = batch.len().div_ceil(PARTS).max(1);
        let mut losses = [0.0; PARTS];
        let mut work: Vec<_> = self.parts.iter_mut().zip(&mut losses).zip(batch.chunks(size)).collect();
        let share = work.len().div_ceil(threads.max(1)).max(1);
        thread::scope(|scope| {
            for work in work.chunks_mut(share) {
                scope.spawn(move || {
                    for ((gradient, loss), batch) in work {
                        gradient.fill(0.0);
                        **loss =
                            batch.iter().map(|&index| model.learn(samples, index as usize, gradient)).sum();
                    }
                });
            }
        });
        let learnt = batch.len().div_ceil(size);
        let Some((sum, parts)) = self.parts[..learnt.max(1)].split_first_mut() else {
            unreachable!("there are parts")
        };
        for part in parts {
            for (sum, slope) in sum.iter_mut().zip(part.iter()) {
                *sum += slope;
            }
        }
        (sum, losses.iter().sum())
    }
}

impl Model<'_> {
    /// The loss of a batch, summed over its samples.
    pub fn loss(&self, samples: &Samples, batch: &[u32]) -> f64 {
        batch.iter().map(|&index| self.predict(&samples.get(index as usize)).0).sum()
    }

    /// The value of a sample in centipawns, and the inputs of the hidden units.
    pub fn value(&self, sample: &Sample<'_>) -> (f32, Inputs) {
        let mut value = self.weights[TEMPO + sample.bucket];
        let mut inputs = [[0.0; UNITS]; 2];
        for (side, sign) in [1.0, -1.0].into_iter().enumerate() {
            let first = sample.king_buckets[side] * FEATURES;
            let (row, relatives) = (&self.table[first..][..FEATURES], &self.relatives[first..][..FEATURES]);
            let sums = &mut inputs[side];
            sums.copy_from_slice(&self.weights[BIAS..FIRST_OUTPUT]);
            for &feature in sample.features[side] {
                let feature = usize::from(feature);
                value += sign * row[feature];
                let (own, relative) = self.rows(feature, usize::from(relatives[feature]));
                for ((sum, own), relative) in sums.iter_mut().zip(own).zip(relative) {
                    *sum += own + relative;
                }
            }
            let output = &self.weights[output(sample.bucket, side)..][..UNITS];
            let activated = sums.iter().zip(output).map(|(&sum, weight)| activation(sum) * weight);
            value += OUTPUT_UNIT * activated.sum::<f32>();
        }
        let terms = &self.weights[FIRST_TERM..TEMPO];
        value += sample.terms.iter().zip(terms).map(|(&term, weight)| f32::from(term) * weight).sum::<f32>();
        (value, inputs)
    }

    /// The loss of a sample (its cross-entropy minus the entropy of its target), the error of the prediction,
    /// and the inputs of the hidden units.
    fn predict(&self, sample: &Sample<'_>) -> (f64, f32, Inputs) {
        let (value, inputs) = self.value(sample);
        let entropy = |p: f32, q: f32| f64::from(p) * f64::from(q.clamp(1e-6, 1.0 - 1e-6)).ln();
        let (p, q) = (sample.target, expected(value));
        let loss = entropy(p, p) + entropy(1.0 - p, 1.0 - p) - entropy(p, q) - entropy(1.0 - p, 1.0 - q);
        (loss, q - p, inputs)
    }

    /// The hidden layer's weights of a feature and of its relative feature.
    #[inline(always)]
    fn rows(&self, feature: usize, relative: usize) -> (&[f32; UNITS], &[f32; UNITS]) {
        let row = |first: usize| self.weights[first..].first_chunk().unwrap_or_else(|| unreachable!());
        (row(HIDDEN_FEATURES + feature * UNITS), row(HIDDEN_RELATIVES + relative * UNITS))
    }

    /// Adds a sample's gradient for the pairs, the terms and the hidden layer. Returns its loss.
    fn learn(&self, samples: &Samples, index: usize, gradient: &mut [f32]) -> f64 {
        let sample = samples.get(index);
        let (loss, error, inputs) = self.predict(&sample);
        for (side, signed) in [error, -error].into_iter().enumerate() {
            let first = sample.king_buckets[side] * FEATURES;
            let mut slopes = [0.0; UNITS];
            let outputs = output(sample.bucket, side);
            for (unit, slope) in slopes.iter_mut().enumerate() {
                let sum = inputs[side][unit];
                gradient[outputs + unit] += error * activation(sum) * (OUTPUT_UNIT / SCALE);
                if sum > 0.0 && sum < 1.0 {
                    *slope = error * self.weights[outputs + unit] * 2.0 * sum * (OUTPUT_UNIT / SCALE);
                }
            }
            add(gradient, BIAS, &slopes);
            for &feature in sample.features[side] {
                let feature = usize::from(feature);
                gradient[FIRST_PAIR + first + feature] += signed;
                add(gradient, HIDDEN_FEATURES + feature * UNITS, &slopes);
                let relative = usize::from(self.relatives[first + feature]);
                add(gradient, HIDDEN_RELATIVES + relative * UNITS, &slopes);
            }
        }
        for (gradient, &term) in gradient[FIRST_TERM..TEMPO].iter_mut().zip(sample.terms) {
            *gradient += error * f32::from(term);
        }
        gradient[TEMPO + sample.bucket] += error;
        loss
    }
}

/// Adds slopes to a row of the gradient.
#[inline(always)]
fn add(gradient: &mut [f32], first: usize, slopes: &[f32; UNITS]) {
    for (gradient, slope) in gradient[first..][..UNITS].iter_mut().zip(slopes) {
        *gradient += slope;
    }
}

/// The output of a hidden unit (squared clipped ReLU).
#[inline(always)]
fn activation(sum: f32) -> f32 {
    let clipped = sum.clamp(0.0, 1.0);
    clipped * clipped
}
