//! Training samples: positions as features, with a target.

use crate::play::eval::{Perspective, TERMS, count_terms, output_bucket};
use crate::position::Position;

/// The difference in centipawns that multiplies the odds of winning by e.
pub const SCALE: f32 = 600.0;

/// The chance of winning that corresponds to a value in centipawns.
pub fn expected(value: f32) -> f32 {
    1.0 / (1.0 + (-value / SCALE).exp())
}
/// The samples of many positions.
#[derive(Default)]
pub struct Samples {
    all: Vec<Row>,
    features: Vec<u16>,
    terms: Vec<i16>,
}

#[derive(Clone, Copy)]
struct Row {
    /// The index at which its features begin, for each perspective.
    features: [u32; 2],
    king_buckets: [u8; 2],
    bucket: u8,
    target: f32,
}

/// One training sample: the features of a position from both perspectives (the side to move first), its
/// terms, and the target, that is, the chance of winning to be predicted.
pub struct Sample<'a> {
    /// The king buckets.
    pub king_buckets: [usize; 2],
    /// The indices of the features.
    pub features: [&'a [u16]; 2],
    /// The bucket of the output weights.
    pub bucket: usize,
    /// The terms.
    pub terms: &'a [i16],
    /// The chance of winning to be predicted, between 0 and 1, for the side to move.
    pub target: f32,
}

impl Samples {
    /// The number of samples.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there are no samples.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The sample with this number.
    pub fn get(&self, index: usize) -> Sample<'_> {
        let Row { features: [first, second], king_buckets, bucket, target } = self.all[index];
        let end = self.all.get(index + 1).map_or(self.features.len(), |next| next.features[0] as usize);
        let (first, second) = (first as usize, second as usize);
        Sample {
            king_buckets: king_buckets.map(usize::from),
            features: [&self.features[first..second], &self.features[second..end]],
            bucket: bucket.into(),
            terms: &self.terms[index * TERMS..][..TERMS],
            target,
        }
    }

    /// Adds a position; `target` is the chance of winning of the side to move.
    pub fn add(&mut self, position: &Position, target: f32) {
        let us = position.side_to_move();
        let bucket = output_bucket(position) as u8;
        let mut row = Row { features: [0; 2], king_buckets: [0; 2], bucket, target };
        for (index, color) in [us, !us].into_iter().enumerate() {
            let perspective = Perspective::new(color, position.king(color));
            row.features[index] = self.features.len() as u32;
            row.king_buckets[index] = perspective.king_bucket as u8;
            perspective.for_each_feature(position, |feature| self.features.push(feature.index as u16));
        }
        self.terms.extend_from_slice(&count_terms(position));
        self.all.push(row);
    }
}
