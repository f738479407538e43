//! Fitting the weights of the evaluation to the results and values of games, by logistic regression.
//!
//! The linear weight of a pair of king bucket and feature is factorised while it is fitted: it is the sum of
//! a weight of the feature, a weight of its relative feature, and a weight of the pair itself. Weight decay
//! pulls the pair's own weight towards zero, so that rare pairs rely on the weights they share with others.
//! These weights, the terms and the hidden layer are fitted together by Adam on batches, in an order that is
//! determined by the seed.

mod adam;
mod gradient;
mod layout;
mod start;
mod state;

pub use state::StateError;

use super::corpus::{Corpus, Set, Target};
use super::random::Random;
use super::samples::Samples;
use crate::play::eval::{FEATURES, HiddenLayer, NO_RELATIVE, ONE, Sums, UNIT, UNITS, Weights};
use crate::position::Position;
use adam::Adam;
use gradient::{Gradients, Model, OUTPUT_UNIT};
use layout::{
    BIAS, COUNT, FIRST_OUTPUT, FIRST_PAIR, FIRST_RELATIVE, FIRST_TERM, HIDDEN_FEATURES, HIDDEN_RELATIVES,
    PAIRS, TEMPO,
};

/// The settings of a fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How often each sample is used.
    pub epochs: u32,
    /// Seed of the order of the samples.
    pub seed: u64,
    /// Weight decay of the pairs.
    pub decay: f32,
    /// The learning rate of the first step, relative to the usual one; the rate falls to a fiftieth of it in
    /// the last step.
    pub rate: f32,
    /// The target to be predicted.
    pub target: Target,
}

/// The number of samples per step.
const BATCH: usize = 8_192;
/// The learning rate of the last step, relative to the first.
const LAST: f32 = 0.02;

/// The weights while they are fitted.
pub struct Fit {
    weights: Vec<f32>,
    adam: Adam,
    /// The number of epochs completed.
    epoch: u32,
    /// The relative feature of each pair.
    relatives: Vec<u16>,
    /// A checksum of the weights before the first epoch.
    start_checksum: u32,
}

impl Fit {
    /// Learns from the corpus for one more epoch. Returns two mean losses: on the training set during the
    /// epoch, and on the validation set after it.
    pub fn run_epoch(&mut self, corpus: &Corpus, settings: &Settings, threads: usize) -> [f64; 2] {
        let total = (corpus.positions(Set::Training) * u64::from(settings.epochs)).max(1);
        let mut seen = corpus.positions(Set::Training) * u64::from(self.epoch);
        let seed = Random::of_item(settings.seed, self.epoch.into()).next_word();
        let mut gradients = Gradients::new();
        let mut loss = 0.0;
        corpus.for_each_batch(Set::Training, seed, settings.target, BATCH, |samples, batch| {
            let table = self.table();
            let model = Model { weights: &self.weights, table: &table, relatives: &self.relatives };
            let (gradient, batch_loss) = gradients.learn(&model, samples, batch, threads);
            loss += batch_loss;
            self.share(gradient);
            let rate = settings.rate * LAST.powf(seen as f32 / total as f32);
            self.adam.step(&mut self.weights, gradient, batch.len(), rate, settings.decay);
            seen += batch.len() as u64;
        });
        self.epoch += 1;
        let mean = |loss: f64, set| loss / corpus.positions(set).max(1) as f64;
        [mean(loss, Set::Training), mean(self.loss(corpus, Set::Validation, settings), Set::Validation)]
    }

    /// The number of epochs completed.
    pub fn epoch(&self) -> u32 {
        self.epoch
    }

    /// The value of a position in centipawns for the side to move, with the weights before rounding.
    pub fn value(&self, position: &Position) -> f32 {
        let mut samples = Samples::default();
        samples.add(position, 0.5);
        let table = self.table();
        let model = Model { weights: &self.weights, table: &table, relatives: &self.relatives };
        model.value(&samples.get(0)).0
    }

    /// The loss on a set, summed over its samples.
    fn loss(&self, corpus: &Corpus, set: Set, settings: &Settings) -> f64 {
        let table = self.table();
        let model = Model { weights: &self.weights, table: &table, relatives: &self.relatives };
        let mut loss = 0.0;
        corpus.for_each_batch(set, 0, settings.target, BATCH, |samples, batch| {
            loss += model.loss(samples, batch);
        });
        loss
    }

    /// The linear weights of pairs as the evaluation uses them: the three factors added up.
    fn table(&self) -> Vec<f32> {
        let mut table = self.weights[FIRST_PAIR..FIRST_TERM].to_vec();
        for (row, relatives) in table.chunks_exact_mut(FEATURES).zip(self.relatives.chunks_exact(FEATURES)) {
            for ((weight, &relative), feature) in row.iter_mut().zip(relatives).zip(&self.weights) {
                *weight += feature + self.weights[FIRST_RELATIVE + usize::from(relative)];
            }
        }
        table
    }

    /// Adds the gradients of pairs to those of their features and relative features.
    fn share(&self, gradient: &mut [f32]) {
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
    }

    /// The weights in the evaluation's own units.
    pub fn weights(&self) -> Weights {
        let rounded = |weight: f32| rounded(weight * UNIT as f32);
        let linear = self.table().into_iter().map(rounded).collect();
        let terms = std::array::from_fn(|term| rounded(self.weights[FIRST_TERM + term]));
        let tempo = std::array::from_fn(|bucket| rounded(self.weights[TEMPO + bucket]));
        Weights::from_parts(linear, terms, tempo, self.hidden())
    }

    /// The hidden layer in the evaluation's own units.
    fn hidden(&self) -> HiddenLayer {
        let rows = |first: usize, end: usize, unit: f32| {
            let rows = self.weights[first..end].chunks_exact(UNITS);
            rows.map(move |row| Sums(std::array::from_fn(|index| rounded(row[index] * unit))))
                .collect::<Vec<_>>()
        };
        let one = f32::from(ONE);
        let output = rows(FIRST_OUTPUT, HIDDEN_FEATURES, OUTPUT_UNIT * UNIT as f32);
        HiddenLayer {
            bias: rows(BIAS, FIRST_OUTPUT, one)[0],
            output: std::array::from_fn(|bucket| [output[2 * bucket], output[2 * bucket + 1]]),
            features: rows(HIDDEN_FEATURES, HIDDEN_RELATIVES, one),
            relatives: rows(HIDDEN_RELATIVES, COUNT, one),
        }
    }
}

/// Rounds to the nearest 16-bit word.
fn rounded(weight: f32) -> i16 {
    weight.round().clamp(-32_000.0, 32_000.0) as i16
}
