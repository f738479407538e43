//! The hidden layer: units that capture the value of combinations of pieces. The input of a unit is the sum
//! of its weights over the features of a king's perspective; its output is that sum clamped to between 0 and
//! 1, then squared (squared clipped ReLU). The value is a weighted sum of the outputs from both perspectives;
//! each bucket has its own output weights.

use super::features::{FEATURES, Feature, RELATIVES};
use crate::position::Position;
use crate::types::Color;

/// The number of units.
pub const UNITS: usize = 128;
/// The number of sets of output weights.
pub const BUCKETS: usize = 8;
/// The fixed-point representation of 1 in a unit's input.
pub const ONE: i16 = 512;
/// The left shift that scales [`ONE`] to 2^14, so that the upper half of its 32-bit square is
/// 2^[`OUTPUT_BITS`].
const INPUT_SHIFT: u32 = 5;
/// The fixed-point bits of a unit's output.
const OUTPUT_BITS: u32 = 12;
/// The number of units summed up at a time: as many as fit in the vector registers together with the operands
/// added.
const BLOCK: usize = 64;

/// The units' inputs for one perspective, or the weights that a feature adds to them.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(align(64))]
pub struct Sums(pub [i16; UNITS]);

/// The weights of the layer.
#[derive(Clone, PartialEq, Eq)]
pub struct HiddenLayer {
    /// The inputs of a position without any feature.
    pub bias: Sums,
    /// Output weights by bucket: for the perspective of the side to move, and for the other.
    pub output: [[Sums; 2]; BUCKETS],
    /// Input weights by [`Feature::index`].
    pub features: Vec<Sums>,
    /// Input weights by [`Feature::relative`], added to those by index.
    pub relatives: Vec<Sums>,
}

/// The bucket of a position, by the number of pieces in both hands: more pieces in hand mean a later and
/// sharper phase of the game.
#[inline]
pub fn output_bucket(position: &Position) -> usize {
    let held: u32 = Color::ALL.iter().map(|&color| position.hand(color).total()).sum();
    (held as usize / 2).min(BUCKETS - 1)
}

impl Sums {
    const ZERO: Sums = Sums([0; UNITS]);

    /// The sum of the units' outputs, each multiplied by its weight; the sum has [`OUTPUT_BITS`] more
    /// fraction bits than the weights.
    #[inline]
    fn weighted(&self, weights: &Sums) -> i32 {
        let mut total = 0_i32;
        for (&sum, &weight) in self.0.iter().zip(&weights.0) {
            let clipped = (sum.clamp(0, ONE) as u16) << INPUT_SHIFT;
            let squared = (u32::from(clipped) * u32::from(clipped)) >> 16;
            total = total.wrapping_add(squared as i32 * i32::from(weight));
        }
        total
    }
}

impl HiddenLayer {
    /// The number of 16-bit words in which the layer is stored.
    pub const WORDS: usize = (1 + 2 * BUCKETS + FEATURES + RELATIVES) * UNITS;

    /// A layer whose weights are all zero.
    pub fn zero() -> HiddenLayer {
        let none = Sums::ZERO;
        let (features, relatives) = (vec![none; FEATURES], vec![none; RELATIVES]);
        HiddenLayer { bias: none, output: [[none; 2]; BUCKETS], features, relatives }
    }

    /// All weights in the order in which they are stored.
    pub fn words(&self) -> impl Iterator<Item = &i16> {
        let rows = [&self.bias].into_iter().chain(self.output.as_flattened());
        rows.chain(&self.features).chain(&self.relatives).flat_map(|row| &row.0)
    }

    /// The inverse of [`words`](HiddenLayer::words); missing words are read as zero.
    pub fn from_words(words: &mut impl Iterator<Item = i16>) -> HiddenLayer {
        let mut row = || Sums(std::array::from_fn(|_| words.next().unwrap_or(0)));
        let (bias, output) = (row(), std::array::from_fn(|_| [row(), row()]));
        let features = (0..FEATURES).map(|_| row()).collect();
        HiddenLayer { bias, output, features, relatives: (0..RELATIVES).map(|_| row()).collect() }
    }

    /// The inputs after some features were added and others removed. Additions wrap, because positions that
    /// no game reaches may overflow; thanks to the wrapping, removing a feature always restores the sums
    /// before it was added.
    #[inline]
    pub fn changed(&self, from: &Sums, added: &[Feature], removed: &[Feature]) -> Sums {
        let mut to = Sums::ZERO;
        for first in (0..UNITS).step_by(BLOCK) {
            // A block of its own, so that the compiler keeps it in vector registers.
            let mut block = [0; BLOCK];
            block.copy_from_slice(&from.0[first..][..BLOCK]);
            for &feature in added {
                let [row, relative] = self.rows(feature, first);
                for ((sum, weight), relative) in block.iter_mut().zip(row).zip(relative) {
                    *sum = sum.wrapping_add(*weight).wrapping_add(*relative);
                }
            }
            for &feature in removed {
                let [row, relative] = self.rows(feature, first);
                for ((sum, weight), relative) in block.iter_mut().zip(row).zip(relative) {
                    *sum = sum.wrapping_sub(*weight).wrapping_sub(*relative);
                }
            }
            to.0[first..][..BLOCK].copy_from_slice(&block);
        }
        to
    }

    /// A block of the two rows of weights of a feature.
    #[inline(always)]
    fn rows(&self, feature: Feature, first: usize) -> [&[i16; BLOCK]; 2] {
        [&self.features[feature.index], &self.relatives[feature.relative]]
            .map(|row| row.0[first..].first_chunk().unwrap_or_else(|| unreachable!()))
    }

    /// The layer's value from the inputs of both perspectives: first the side to move's, then the other.
    #[inline]
    pub fn value(&self, bucket: usize, own: &Sums, other: &Sums) -> i32 {
        let [own_weights, other_weights] = &self.output[bucket];
        own.weighted(own_weights).wrapping_add(other.weighted(other_weights)) >> OUTPUT_BITS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sums(make: impl Fn(usize) -> i16) -> Sums {
        Sums(std::array::from_fn(make))
    }

    #[test]
    fn rows_come_and_go() {
        let [first, second, third] = [7, 11, 13].map(|factor| sums(|unit| (unit * factor * 97) as i16));
        let mut layer = HiddenLayer::zero();
        (layer.features[5], layer.relatives[7]) = (second, third);
        let features = [Feature { index: 5, relative: 7 }, Feature { index: 6, relative: 7 }];
        let both = layer.changed(&first, &features, &[]);
        let sum = |unit: usize| {
            let twice = third.0[unit].wrapping_mul(2);
            first.0[unit].wrapping_add(second.0[unit]).wrapping_add(twice)
        };
        assert!(both == sums(sum));
        assert!(layer.changed(&both, &[], &features) == first);
    }

    #[test]
    fn outputs_are_squares_of_what_is_clamped() {
        let mut layer = HiddenLayer::zero();
        layer.output[3] = [sums(|_| 1_600), sums(|_| -1_600)];
        let at = |input: i16| layer.value(3, &sums(|unit| if unit == 5 { input } else { 0 }), &sums(|_| -9));
        assert_eq!([-3, 0, ONE / 4, ONE / 2, ONE, 5 * ONE].map(at), [0, 0, 100, 400, 1_600, 1_600]);
        assert_eq!(layer.value(3, &sums(|_| 0), &sums(|_| ONE)), -1_600 * UNITS as i32);
        assert_eq!(layer.value(2, &sums(|_| 100), &sums(|_| 0)), 0);
    }
}
