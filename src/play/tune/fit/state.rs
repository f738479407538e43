//! The state of a fit between two epochs as bytes, so that an interrupted fit can be resumed.

use super::layout::COUNT;
use super::{Fit, Settings};
use crate::play::tune::corpus::Target;

const MAGIC: &[u8; 8] = b"tsgmFT03";
/// The bytes before the weights: magic bytes, owner checksum, epochs completed, steps made.
const HEAD: usize = 8 + 4 + 4 + 4;

/// Reasons why bytes cannot be used as the state of a fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateError {
    /// They are not a state of this version of the program, or damaged.
    Damaged,
    /// They belong to a fit with other games, other starting weights or other settings.
    Other,
}

impl Fit {
    /// The state: all weights and running means, with a CRC-32. `corpus` is the checksum of the games.
    pub fn state(&self, settings: &Settings, corpus: u32) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for word in [self.owner(settings, corpus), self.epoch, self.adam.steps] {
            bytes.extend_from_slice(&word.to_le_bytes());
        }
        for values in [&self.weights, &self.adam.momentum, &self.adam.square] {
            values.iter().for_each(|value| bytes.extend_from_slice(&value.to_le_bytes()));
        }
        let checksum = crc32fast::hash(&bytes);
        bytes.extend_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Resumes from a state.
    ///
    /// # Errors
    /// When the state is damaged or belongs to another fit; `self` stays unchanged then.
    pub fn go_on(&mut self, bytes: &[u8], settings: &Settings, corpus: u32) -> Result<(), StateError> {
        let (body, stated) = bytes.split_last_chunk().ok_or(StateError::Damaged)?;
        let whole = bytes.len() == HEAD + 3 * 4 * COUNT + 4 && body.starts_with(MAGIC);
        if !whole || crc32fast::hash(body) != u32::from_le_bytes(*stated) {
            return Err(StateError::Damaged);
        }
        let mut words = body[MAGIC.len()..].as_chunks().0.iter().copied();
        let mut word = || words.next().map_or(0, u32::from_le_bytes);
        if word() != self.owner(settings, corpus) {
            return Err(StateError::Other);
        }
        (self.epoch, self.adam.steps) = (word(), word());
        for values in [&mut self.weights, &mut self.adam.momentum, &mut self.adam.square] {
            values
                .iter_mut()
                .zip(words.by_ref())
                .for_each(|(value, bytes)| *value = f32::from_le_bytes(bytes));
        }
        Ok(())
    }

    /// Identifies the fit that a state belongs to: a checksum of the settings, the corpus and the starting
    /// weights.
    fn owner(&self, settings: &Settings, corpus: u32) -> u32 {
        let Settings { epochs, seed, decay, rate, target: Target { result, lambda } } = settings;
        let mut bytes = Vec::new();
        bytes.extend_from_slice(&epochs.to_le_bytes());
        bytes.extend_from_slice(&seed.to_le_bytes());
        for share in [decay, rate, result, lambda] {
            bytes.extend_from_slice(&share.to_le_bytes());
        }
        bytes.extend_from_slice(&corpus.to_le_bytes());
        bytes.extend_from_slice(&self.start_checksum.to_le_bytes());
        crc32fast::hash(&bytes)
    }
}
