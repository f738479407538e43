//! Where each part of the weights stands while they are fitted: all are in one vector.

use crate::play::eval::{BUCKETS, FEATURES, KING_BUCKETS, RELATIVES, TERMS, UNITS};

/// The pairs of a king bucket and a feature.
pub const PAIRS: usize = KING_BUCKETS * FEATURES;
/// In centipawns, after the weights of features: those of relative features.
pub const FIRST_RELATIVE: usize = FEATURES;
/// In centipawns: those of pairs.
pub const FIRST_PAIR: usize = FIRST_RELATIVE + RELATIVES;
/// In centipawns: those of terms.
pub const FIRST_TERM: usize = FIRST_PAIR + PAIRS;
/// In centipawns: the bonus for the side to move, by bucket.
pub const TEMPO: usize = FIRST_TERM + TERMS;
/// The hidden layer's biases, as all that follows in units of its own.
pub const BIAS: usize = TEMPO + BUCKETS;
/// The output weights: by bucket, perspective and unit.
pub const FIRST_OUTPUT: usize = BIAS + UNITS;
/// The hidden layer's input weights, by feature and unit.
pub const HIDDEN_FEATURES: usize = FIRST_OUTPUT + BUCKETS * 2 * UNITS;
/// The hidden layer's input weights, by relative feature and unit.
pub const HIDDEN_RELATIVES: usize = HIDDEN_FEATURES + FEATURES * UNITS;
/// The number of weights.
pub const COUNT: usize = HIDDEN_RELATIVES + RELATIVES * UNITS;

/// Where the output weights of a bucket and a perspective (0: the side to move) begin.
pub const fn output(bucket: usize, side: usize) -> usize {
    FIRST_OUTPUT + (2 * bucket + side) * UNITS
}
