//! What a fit starts from: material alone, or weights that have learnt from other games.

use super::Fit;
use super::adam::Adam;
use super::gradient::OUTPUT_UNIT;
use super::layout::{BIAS, COUNT, FIRST_OUTPUT, HIDDEN_FEATURES, HIDDEN_RELATIVES, PAIRS};
use crate::play::eval::{
    BUCKETS, FEATURES, HiddenLayer, KING_BUCKETS, NO_KING, NO_RELATIVE, ONE, RELATIVES, Sums, UNIT, UNITS,
    Weights, relative_of,
};
use crate::play::tune::random::Random;

impl Fit {
    /// Starts with material and a random hidden layer.
    pub fn new(seed: u64) -> Fit {
        let material = Weights::material();
        let mut weights = vec![0.0; COUNT];
        for (weight, word) in weights.iter_mut().zip(material.row(NO_KING)) {
            *weight = centipawns(word);
        }
        let mut random = Random::new(seed);
        let mut uniform = |reach: f32| reach * (random.below(1 << 20) as f32 / (1 << 19) as f32 - 1.0);
        weights[BIAS..FIRST_OUTPUT].fill(0.4);
        // All buckets begin alike.
        let output: Vec<f32> = (0..2 * UNITS).map(|_| uniform(0.3)).collect();
        weights[FIRST_OUTPUT..HIDDEN_FEATURES].copy_from_slice(&output.repeat(BUCKETS));
        weights[HIDDEN_FEATURES..COUNT].fill_with(|| uniform(0.08));
        weights[HIDDEN_RELATIVES + NO_RELATIVE * UNITS..].fill(0.0);
        Fit::with(weights)
    }

    /// Starts with weights of the evaluation: what they learnt from need not be learnt again.
    pub fn from_weights(start: &Weights) -> Fit {
        let mut weights = linear_factors(start).concat();
        weights.extend(start.terms.iter().chain(&start.tempo).map(centipawns));
        let HiddenLayer { bias, output, features, relatives } = &start.hidden;
        let mut add = |rows: &[Sums], unit: f32| {
            let words = rows.iter().flat_map(|row| &row.0);
            weights.extend(words.map(|&word| f32::from(word) / unit));
        };
        add(&[*bias], ONE.into());
        add(output.as_flattened(), OUTPUT_UNIT * UNIT as f32);
        add(features, ONE.into());
        add(relatives, ONE.into());
        Fit::with(weights)
    }

    fn with(weights: Vec<f32>) -> Fit {
        let mut start = crc32fast::Hasher::new();
        weights.iter().for_each(|weight: &f32| start.update(&weight.to_le_bytes()));
        Fit { weights, adam: Adam::new(), epoch: 0, relatives: relatives(), start: start.finalize() }
    }
}

/// The relative feature of each pair.
fn relatives() -> Vec<u16> {
    (0..PAIRS).map(|pair| relative_of(pair / FEATURES, pair % FEATURES) as u16).collect()
}

/// The factors of the linear weights of pairs: the mean of each feature, the mean over each relative feature of what is
/// left, and the rest.
fn linear_factors(start: &Weights) -> [Vec<f32>; 3] {
    let of_pair = relatives();
    let words = (0..KING_BUCKETS).flat_map(|bucket| start.row(bucket));
    let mut rest: Vec<f32> = words.map(centipawns).collect();
    let features = means(&rest, FEATURES, |pair| pair % FEATURES);
    rest.iter_mut().enumerate().for_each(|(pair, weight)| *weight -= features[pair % FEATURES]);
    let relative = |pair: usize| usize::from(of_pair[pair]);
    let mut relatives = means(&rest, RELATIVES, relative);
    // Features without an offset have no relative weight.
    relatives[NO_RELATIVE] = 0.0;
    rest.iter_mut().enumerate().for_each(|(pair, weight)| *weight -= relatives[relative(pair)]);
    [features, relatives, rest]
}

/// A linear weight of the evaluation.
fn centipawns(word: &i16) -> f32 {
    f32::from(*word) / UNIT as f32
}

/// The means of values by group; 0 for a group without any.
fn means(values: &[f32], groups: usize, group: impl Fn(usize) -> usize) -> Vec<f32> {
    let mut sums = vec![(0.0, 0.0_f32); groups];
    for (index, value) in values.iter().enumerate() {
        let (sum, count) = &mut sums[group(index)];
        (*sum, *count) = (*sum + value, *count + 1.0);
    }
    sums.into_iter().map(|(sum, count)| sum / count.max(1.0)).collect()
}
