//! The hidden layer: one layer of units that capture what pieces are worth together. The input of a unit is the sum of
//! its weights over the features of a king's perspective; its output is the square of that sum, clamped to between 0
//! and 1 (squared clipped ReLU).

use super::features::{FEATURES, Feature, RELATIVES};

/// The number of units.
pub const UNITS: usize = 32;
/// The fixed-point representation of 1 in a unit's input.
pub const ONE: i16 = 512;
const ONE_BITS: i32 = 9;

/// The units' inputs for one perspective.
pub type Sums = [i16; UNITS];

/// The weights of the layer.
#[derive(Clone, PartialEq, Eq)]
pub struct HiddenLayer {
    /// The inputs without any feature.
    pub bias: Sums,
    /// Input weights by [`Feature::index`].
    pub features: Vec<Sums>,
    /// Input weights by [`Feature::relative`], added to those by index.
    pub relatives: Vec<Sums>,
    /// Output weights: for the perspective of the side to move, and for the other.
    pub output: [Sums; 2],
}

impl HiddenLayer {
    /// The number of 16-bit words.
    pub const WORDS: usize = (3 + FEATURES + RELATIVES) * UNITS;

    /// A layer whose weights are all zero.
    pub fn zero() -> HiddenLayer {
        let none = [0; UNITS];
        let (features, relatives) = (vec![none; FEATURES], vec![none; RELATIVES]);
        HiddenLayer { bias: none, features, relatives, output: [none; 2] }
    }

    /// All weights in the order in which they are stored.
    pub fn words(&self) -> impl Iterator<Item = &i16> {
        let rows = [&self.bias, &self.output[0], &self.output[1]];
        rows.into_iter().chain(&self.features).chain(&self.relatives).flatten()
    }

    /// The inverse of [`words`](HiddenLayer::words); missing words are read as zero.
    pub fn from_words(words: &mut impl Iterator<Item = i16>) -> HiddenLayer {
        let mut row = || std::array::from_fn(|_| words.next().unwrap_or(0));
        let (bias, output) = (row(), [row(), row()]);
        let features = (0..FEATURES).map(|_| row()).collect();
        HiddenLayer { bias, output, features, relatives: (0..RELATIVES).map(|_| row()).collect() }
    }

    /// The inputs after a feature was added. Additions wrap, because diagrams far outside a game may overflow: so
    /// [`removed`] always restores what was there before.
    ///
    /// [`removed`]: HiddenLayer::removed
    #[inline(always)]
    pub fn added(&self, sums: Sums, feature: Feature) -> Sums {
        // Passed by value so that the compiler keeps all units in vector registers.
        let (row, relative) = (self.features[feature.index], self.relatives[feature.relative]);
        std::array::from_fn(|unit| sums[unit].wrapping_add(row[unit]).wrapping_add(relative[unit]))
    }

    /// The inputs after a feature was removed.
    #[inline(always)]
    pub fn removed(&self, sums: Sums, feature: Feature) -> Sums {
        let (row, relative) = (self.features[feature.index], self.relatives[feature.relative]);
        std::array::from_fn(|unit| sums[unit].wrapping_sub(row[unit]).wrapping_sub(relative[unit]))
    }

    /// The layer's output from the inputs of the side to move's perspective and of the other.
    #[inline(always)]
    pub fn value(&self, own: &Sums, other: &Sums) -> i32 {
        let mut value = 0;
        for (sums, weights) in [(own, &self.output[0]), (other, &self.output[1])] {
            for (&sum, &weight) in sums.iter().zip(weights) {
                let clipped = i32::from(sum.clamp(0, ONE));
                value += ((clipped * clipped) >> ONE_BITS) * i32::from(weight);
            }
        }
        value >> ONE_BITS
    }
}
