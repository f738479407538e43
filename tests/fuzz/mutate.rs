//! Inputs made of others by chance, the same for the same seed.

use proptest::prelude::Rng as _;
use proptest::test_runner::{RngAlgorithm, TestRng};
use std::fs;
use std::path::Path;

/// The same numbers for the same seed.
pub struct Rng(TestRng);

impl Rng {
    pub fn new(seed: u64) -> Rng {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        Rng(TestRng::from_seed(RngAlgorithm::ChaCha, &bytes))
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.0.next_u64() % bound as u64) as usize
    }
}

/// Words that mean something to a reader.
pub struct Words(Vec<Vec<u8>>);

impl Words {
    /// Reads a dictionary of libFuzzer: a word in quotes a line, with `\xNN` for bytes.
    pub fn read(file: &Path) -> Words {
        let text = fs::read_to_string(file).expect("a dictionary");
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let words: Vec<Vec<u8>> = lines.map(|line| unquoted(line).expect(line)).collect();
        assert!(words.len() > 50, "{} words", words.len());
        Words(words)
    }
}

fn unquoted(line: &str) -> Option<Vec<u8>> {
    let mut bytes = line.strip_prefix('"')?.strip_suffix('"')?.bytes();
    let mut word = Vec::new();
    while let Some(byte) = bytes.next() {
        word.push(match byte {
            b'\\' => match bytes.next()? {
                b'x' => u8::from_str_radix(str::from_utf8(&[bytes.next()?, bytes.next()?]).ok()?, 16).ok()?,
                quoted @ (b'\\' | b'"') => quoted,
                _ => return None,
            },
            _ => byte,
        });
    }
    Some(word)
}

/// Changes an input at one place.
pub fn mutate(rng: &mut Rng, input: &mut Vec<u8>, other: &[u8], words: Option<&Words>) {
    let at = rng.below(input.len() + 1);
    let end = (at + rng.below(40)).min(input.len());
    match rng.below(7) {
        0 => input.truncate(at),
        1 if at < input.len() => input[at] = rng.below(256) as u8,
        2 => drop(input.drain(at..end)),
        3 => {
            let part = input[at..end].to_vec();
            let to = rng.below(input.len() + 1);
            input.splice(to..to, part).for_each(drop);
        }
        4 if !other.is_empty() => {
            let from = rng.below(other.len());
            input.truncate(at);
            input.extend_from_slice(&other[from..]);
        }
        5 if at < input.len() => input[at] ^= 1 << rng.below(8),
        _ => match words {
            Some(Words(words)) => {
                input.splice(at..at, words[rng.below(words.len())].iter().copied()).for_each(drop);
            }
            None => {
                let bytes: Vec<u8> = (0..rng.below(9)).map(|_| rng.below(256) as u8).collect();
                input.splice(at..at, bytes).for_each(drop);
            }
        },
    }
}
