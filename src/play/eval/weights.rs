//! What everything is worth: the tuned weights, kept as bytes beside this file.

use super::features::{CODES, PLACES, Seen};
use super::hidden::Hidden;
use super::piece_values::{board_value, hand_value};
use super::terms::TERMS;
use std::sync::LazyLock;

/// Weights count in sixteenths of a centipawn.
pub const UNIT: i32 = 16;

/// All weights of an evaluation.
#[derive(Clone, PartialEq, Eq)]
pub struct Weights {
    /// For each place of a king, [`CODES`] weights of what he sees.
    seen: Vec<i16>,
    /// Of each term.
    pub terms: [i16; TERMS],
    /// Of the right to move.
    pub tempo: i16,
    /// What pieces are worth together.
    pub hidden: Hidden,
}

/// The first bytes of weights.
const MAGIC: &[u8; 8] = b"tsgmKH02";
const WORDS: usize = PLACES * CODES + TERMS + 1 + Hidden::WORDS;

/// Bytes that are no weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// Of another form, or cut off.
    #[error(
        "not weights of this evaluation: {found} bytes where {expected} are needed, or another kind of file"
    )]
    Form {
        /// Bytes that are there.
        found: usize,
        /// Bytes that weights have.
        expected: usize,
    },
    /// Something in them has changed.
    #[error("the weights are damaged: checksum {found:08x}, stated {stated:08x}")]
    Damaged {
        /// The checksum of the bytes.
        found: u32,
        /// What they say themselves.
        stated: u32,
    },
}

static TUNED: LazyLock<Weights> = LazyLock::new(|| {
    if cfg!(feature = "eval-material") {
        return Weights::material();
    }
    match Weights::read(include_bytes!("weights.bin")) {
        Ok(weights) => weights,
        Err(error) => panic!("{error}"),
    }
});

impl Weights {
    /// Those of the program.
    pub fn tuned() -> &'static Weights {
        &TUNED
    }

    /// Material only: where tuning begins.
    pub fn material() -> Weights {
        let mut row = vec![0; CODES];
        for (code, weight) in row.iter_mut().enumerate() {
            // Both kings see each piece.
            let (foe, worth) = match Seen::of(code) {
                Seen::Piece { foe, kind } => (foe, board_value(kind)),
                Seen::Hand { foe, kind, count } => (foe, hand_value(kind) * count as i32),
            };
            let worth = (worth * UNIT / 2).min(i32::from(i16::MAX)) as i16;
            *weight = if foe { -worth } else { worth };
        }
        Weights { seen: row.repeat(PLACES), terms: [0; TERMS], tempo: 0, hidden: Hidden::silent() }
    }

    /// Weights of their parts: `CODES` for each of `PLACES`, the terms, the right to move, the hidden layer.
    ///
    /// # Panics
    /// When `seen` has another length.
    pub fn of(seen: Vec<i16>, terms: [i16; TERMS], tempo: i16, hidden: Hidden) -> Weights {
        assert_eq!(seen.len(), PLACES * CODES);
        Weights { seen, terms, tempo, hidden }
    }

    /// What a king at a place makes of what he sees, by its code.
    #[inline(always)]
    pub fn row(&self, place: usize) -> &[i16; CODES] {
        let row = self.seen[place * CODES..].first_chunk();
        row.unwrap_or_else(|| unreachable!())
    }

    /// The weights as bytes: a mark, 16-bit words (little endian), and a CRC-32 of all that.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let words = self.seen.iter().chain(&self.terms).chain([&self.tempo]).chain(self.hidden.words());
        for word in words {
            bytes.extend_from_slice(&word.to_le_bytes());
        }
        let checksum = crc32fast::hash(&bytes);
        bytes.extend_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Reads what [`to_bytes`](Weights::to_bytes) made.
    ///
    /// # Errors
    /// When the bytes are of another form, or their checksum is another.
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
        let seen = words.by_ref().take(PLACES * CODES).collect();
        let mut terms = [0; TERMS];
        for (term, word) in terms.iter_mut().zip(words.by_ref()) {
            *term = word;
        }
        let tempo = words.next().unwrap_or(0);
        Ok(Weights { seen, terms, tempo, hidden: Hidden::of_words(&mut words) })
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
