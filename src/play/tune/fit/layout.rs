//! The layout of the vector that holds all weights while they are fitted: the index at which each part
//! begins.

use crate::play::eval::{BUCKETS, FEATURES, KING_BUCKETS, RELATIVES, TERMS, UNITS};

/// The number of pairs of a king bucket and a feature.
pub const PAIRS: usize = KING_BUCKETS * FEATURES;
/// Weights of relative features, in centipawns; the weights of features come before them, from index 0.
pub const FIRST_RELATIVE: usize = FEATURES;
/// Weights of pairs, in centipawns.
pub const FIRST_PAIR: usize = FIRST_RELATIVE + RELATIVES;
/// Weights of the hand-written terms, in centipawns.
pub const FIRST_TERM: usize = FIRST_PAIR + PAIRS;
/// Bonuses for the side to move by bucket, in centipawns.
pub const TEMPO: usize = FIRST_TERM + TERMS;
/// Biases of the hidden layer, which has its own units, as do all parts from here on.
pub const BIAS: usize = TEMPO + BUCKETS;
/// The output weights: by bucket, perspective and unit.
pub const FIRST_OUTPUT: usize = BIAS + UNITS;
/// The hidden layer's input weights, by feature and unit.
pub const HIDDEN_FEATURES: usize = FIRST_OUTPUT + BUCKETS * 2 * UNITS;
/// The hidden layer's input weights, by relative feature and unit.
pub const HIDDEN_RELATIVES: usize = HIDDEN_FEATURES + FEATURES * UNITS;
/// The number of weights.
pub const COUNT: usize = HIDDEN_RELATIVES + RELATIVES * UNITS;

/// The index at which the output weights of a bucket and a perspective (0: the side to move) begin.
pub const fn output(bucket: usize, side: usize) -> usize {
    FIRST_OUTPUT + (2 * bucket + side) * UNITS
}
