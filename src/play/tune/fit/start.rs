//! The starting weights of a fit: material alone, or weights that were fitted to other games.

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
        for (weight, &word) in weights.iter_mut().zip(material.row(NO_KING)) {
            *weight = centipawns(word);
        }
        let mut random = Random::new(seed);
        let mut uniform = |reach: f32| reach * (random.below(1 << 20) as f32 / (1 << 19) as f32 - 1.0);
        weights[BIAS..FIRST_OUTPUT].fill(0.4);
        // All buckets start with the same weights.
        let output: Vec<f32> = (0..2 * UNITS).map(|_| uniform(0.3)).collect();
        weights[FIRST_OUTPUT..HIDDEN_FEATURES].copy_from_slice(&output.repeat(BUCKETS));
        weights[HIDDEN_FEATURES..COUNT].fill_with(|| uniform(0.08));
        weights[HIDDEN_RELATIVES + NO_RELATIVE * UNITS..].fill(0.0);
        Fit::of(weights, relatives_of_pairs())
    }

    /// Starts with weights of the evaluation that were fitted to other games. The weight of each pair is
    /// split into its factors again: the weight of a pair that does not occur in the new games decays towards
    /// the mean of its feature and relative feature.
    pub fn from_weights(start: &Weights) -> Fit {
        let relatives = relatives_of_pairs();
        let mut weights = linear_factors(start, &relatives).concat();
        weights.extend(start.terms.into_iter().chain(start.tempo).map(centipawns));
        let HiddenLayer { bias, output, features, relatives: offsets } = &start.hidden;
        let mut add = |rows: &[Sums], unit: f32| {
            let words = rows.iter().flat_map(|row| row.0);
            weights.extend(words.map(|word| f32::from(word) / unit));
        };
        add(&[*bias], ONE.into());
        add(output.as_flattened(), OUTPUT_UNIT * UNIT as f32);
        add(features, ONE.into());
        add(offsets, ONE.into());
        Fit::of(weights, relatives)
    }

    /// A fit before its first epoch; `weights` have the order of [`layout`](super::layout).
    fn of(weights: Vec<f32>, relatives: Vec<u16>) -> Fit {
        debug_assert_eq!(weights.len(), COUNT);
        let mut checksum = crc32fast::Hasher::new();
        for weight in &weights {
            checksum.update(&weight.to_le_bytes());
        }
        Fit { start_checksum: checksum.finalize(), weights, adam: Adam::new(), epoch: 0, relatives }
    }
}

/// The relative feature of each pair.
fn relatives_of_pairs() -> Vec<u16> {
    (0..PAIRS).map(|pair| relative_of(pair / FEATURES, pair % FEATURES) as u16).collect()
}

/// The factors of the linear weights of pairs: the mean of each feature, then the mean of the remainder over
/// each relative feature, then what remains for each pair.
fn linear_factors(start: &Weights, relatives: &[u16]) -> [Vec<f32>; 3] {
    let relative = |pair: usize| usize::from(relatives[pair]);
    let words = (0..KING_BUCKETS).flat_map(|bucket| start.row(bucket));
    let mut rest: Vec<f32> = words.copied().map(centipawns).collect();
    let of_features = means(&rest, FEATURES, |pair| pair % FEATURES);
    for (pair, weight) in rest.iter_mut().enumerate() {
        *weight -= of_features[pair % FEATURES];
    }
    let mut of_relatives = means(&rest, RELATIVES, relative);
    // Features without an offset have no relative weight.
    of_relatives[NO_RELATIVE] = 0.0;
    for (pair, weight) in rest.iter_mut().enumerate() {
        *weight -= of_relatives[relative(pair)];
    }
    [of_features, of_relatives, rest]
}

/// Converts a linear weight of the evaluation to centipawns.
fn centipawns(word: i16) -> f32 {
    f32::from(word) / UNIT as f32
}

/// The means of values by group; 0 for an empty group.
fn means(values: &[f32], groups: usize, group: impl Fn(usize) -> usize) -> Vec<f32> {
    let mut sums = vec![(0.0, 0.0_f32); groups];
    for (index, value) in values.iter().enumerate() {
        let (sum, count) = &mut sums[group(index)];
        *sum += value;
        *count += 1.0;
    }
    sums.into_iter().map(|(sum, count)| sum / count.max(1.0)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_split_into_what_features_share_and_the_rest() {
        let relatives = relatives_of_pairs();
        let material = Weights::material();
        let [features, shared, rest] = linear_factors(&material, &relatives);
        assert_eq!(features, material.row(NO_KING).map(centipawns));
        assert!(shared.iter().chain(&rest).all(|&weight| weight == 0.0));

        // All pairs with one offset from the king get 8 more, and one of these pairs another 4.
        let (one, offset) = relatives
            .iter()
            .enumerate()
            .find(|&(_, &relative)| usize::from(relative) != NO_RELATIVE)
            .expect("a pair");
        let mut linear: Vec<i16> = (0..KING_BUCKETS).flat_map(|bucket| *material.row(bucket)).collect();
        for (weight, relative) in linear.iter_mut().zip(&relatives) {
            *weight += if relative == offset { 8 * UNIT as i16 } else { 0 };
        }
        linear[one] += 4 * UNIT as i16;
        let weights = Weights::from_parts(linear, material.terms, material.tempo, HiddenLayer::zero());
        let [_, shared, rest] = linear_factors(&weights, &relatives);
        let greatest = |values: &[f32]| (0..values.len()).max_by(|&a, &b| values[a].total_cmp(&values[b]));
        assert_eq!(greatest(&shared), Some(usize::from(*offset)));
        assert_eq!(greatest(&rest), Some(one));
    }
}
