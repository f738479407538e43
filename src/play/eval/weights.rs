//! The weights of the evaluation, and their file format. The tuned weights are in `weights.bin` in this
//! folder.

use super::features::{FEATURES, FeatureKind, KING_BUCKETS};
use super::hidden::{BUCKETS, HiddenLayer};
use super::piece_values::{board_value, hand_value};
use super::terms::TERMS;
use std::sync::LazyLock;

/// The number of weight units in a centipawn.
pub const UNIT: i32 = 16;

/// All weights of an evaluation.
#[derive(Clone, PartialEq, Eq)]
pub struct Weights {
    /// The linear part: for each king bucket, [`FEATURES`] weights.
    linear: Vec<i16>,
    /// The weights of the hand-written terms.
    #[doc(hidden)]
    pub terms: [i16; TERMS],
    /// A bonus for the side to move, by output bucket.
    #[doc(hidden)]
    pub tempo: [i16; BUCKETS],
    /// The hidden layer.
    pub hidden: HiddenLayer,
}

/// The first bytes of stored weights.
const MAGIC: &[u8; 8] = b"tsgmKH03";
const WORDS: usize = KING_BUCKETS * FEATURES + TERMS + BUCKETS + HiddenLayer::WORDS;

/// The error of bytes that cannot be read as weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// They have another length, or do not begin with the magic bytes.
    #[error(
        "not weights of this evaluation: {found} bytes where {expected} are needed, or another kind of file"
    )]
    Form {
        /// The number of bytes.
        found: usize,
        /// The length of stored weights.
        expected: usize,
    },
    /// Their checksum does not match.
    #[error("the weights are damaged: checksum {found:08x}, stated {stated:08x}")]
    Damaged {
        /// The checksum of the bytes.
        found: u32,
        /// The checksum stored in them.
        stated: u32,
    },
}

static TUNED: LazyLock<Weights> = LazyLock::new(|| match Weights::read(include_bytes!("weights.bin")) {
    Ok(weights) => weights,
    Err(error) => panic!("{error}"),
});

impl Weights {
    /// The program's own weights, which are part of the binary.
    pub fn tuned() -> &'static Weights {
        &TUNED
    }

    /// Weights that count material only. Tuning starts from them unless other weights are given, and an
    /// engine that uses them is a weak opponent for tests, see
    /// [`Engine::with_weights`](crate::play::Engine::with_weights).
    pub fn material() -> Weights {
        let mut row = vec![0; FEATURES];
        for (index, weight) in row.iter_mut().enumerate() {
            // Each feature gets half of the value, because every piece is a feature in both perspectives.
            let (foe, value) = match FeatureKind::from_index(index) {
                FeatureKind::Piece { foe, kind } => (foe, board_value(kind)),
                FeatureKind::Hand { foe, kind, count } => (foe, hand_value(kind) * count as i32),
            };
            let half = (value * UNIT / 2).min(i32::from(i16::MAX)) as i16;
            *weight = if foe { -half } else { half };
        }
        let linear = row.repeat(KING_BUCKETS);
        Weights { linear, terms: [0; TERMS], tempo: [0; BUCKETS], hidden: HiddenLayer::zero() }
    }

    /// Weights from their parts; `linear` has `FEATURES` weights for each of `KING_BUCKETS`.
    ///
    /// # Panics
    /// When `linear` has another length.
    #[doc(hidden)]
    pub fn from_parts(
        linear: Vec<i16>,
        terms: [i16; TERMS],
        tempo: [i16; BUCKETS],
        hidden: HiddenLayer,
    ) -> Weights {
        assert_eq!(linear.len(), KING_BUCKETS * FEATURES);
        Weights { linear, terms, tempo, hidden }
    }

    /// The linear weights by feature for a king bucket.
    #[doc(hidden)]
    #[inline(always)]
    pub fn row(&self, king_bucket: usize) -> &[i16; FEATURES] {
        let row = self.linear[king_bucket * FEATURES..].first_chunk();
        row.unwrap_or_else(|| unreachable!())
    }

    /// The weights as bytes: magic bytes, 16-bit words (little endian), and a CRC-32 of these.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let words = self.linear.iter().chain(&self.terms).chain(&self.tempo).chain(self.hidden.words());
        for word in words {
            bytes.extend_from_slice(&word.to_le_bytes());
        }
        let checksum = crc32fast::hash(&bytes);
        bytes.extend_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// The inverse of [`to_bytes`](Weights::to_bytes).
    ///
    /// # Errors
    /// When the bytes do not have the format of stored weights, or their checksum does not match.
    pub fn read(bytes: &[u8]) -> Result<Weights, WeightsError> {
        let expected = MAGIC.len() + 2 * WORDS + 4;
        let form = WeightsError::Form { found: bytes.len(), expected };
        let Some((body, stated)) = bytes.split_last_chunk::<4>() else { return Err(form) };
        if bytes.len() != expected || !body.starts_with(MAGIC) {
            return Err(form);
        }
        let (found, stated) = (crc32fast::hash(body), u32::from_le_bytes(*stated));
        if found != stated {
            return Err(WeightsError::Damaged { found, stated });
        }
        let mut words =
            body[MAGIC.len()..].chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let linear = words.by_ref().take(KING_BUCKETS * FEATURES).collect();
        let terms = std::array::from_fn(|_| words.next().unwrap_or(0));
        let tempo = std::array::from_fn(|_| words.next().unwrap_or(0));
        Ok(Weights { linear, terms, tempo, hidden: HiddenLayer::from_words(&mut words) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_read_back_and_damage_is_seen() {
        let weights = Weights::material();
        let mut bytes = weights.to_bytes();
        assert!(Weights::read(&bytes) == Ok(weights));
        bytes[5_000] ^= 1;
        assert!(matches!(Weights::read(&bytes), Err(WeightsError::Damaged { .. })));
        bytes.pop();
        assert!(matches!(Weights::read(&bytes), Err(WeightsError::Form { .. })));
    }

    #[test]
    fn the_tuned_weights_are_whole() {
        assert!(Weights::read(&Weights::tuned().to_bytes()).as_ref() == Ok(Weights::tuned()));
    }
}
