//! What can go wrong.

use crate::program::Nobody;
use crate::rng::Rng;
use crate::round::Truth;
use std::time::Duration;

/// How an output is an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Alias {
    Name,
    SymbolicLink,
    HardLink,
}

/// A misfortune.
#[derive(Debug, Clone)]
pub enum Harm {
    /// SIGKILL after so long.
    Kill(Duration),
    /// SIGINT after so long.
    Interrupt(Duration),
    /// No file can have more bytes.
    FullDisk(u64),
    /// Nothing can be written.
    ReadOnly(Nobody),
    /// The folder is removed after so long.
    Vanish(Duration),
    /// Another process does the same, so much later.
    Twice(Duration),
    /// The output is the input.
    Alias(Alias),
}

impl Harm {
    /// Draws one that can befall a job.
    pub fn draw(truth: &Truth, nobody: Option<&Nobody>, random: &mut Rng) -> Harm {
        let moment = |random: &mut Rng| {
            let span = truth.duration + truth.duration / 4;
            Duration::from_micros(random.below(span.as_micros() as usize + 1) as u64)
        };
        loop {
            match random.below(10) {
                0..=2 => return Harm::Kill(moment(random)),
                3 => return Harm::Interrupt(moment(random)),
                4 | 5 => {
                    return Harm::FullDisk(
                        random.below((truth.largest + truth.largest / 4 + 2) as usize) as u64
                    );
                }
                6 => {
                    if let Some(&nobody) = nobody {
                        return Harm::ReadOnly(nobody);
                    }
                }
                7 => return Harm::Vanish(moment(random)),
                8 => return Harm::Twice(moment(random)),
                _ if truth.job.aliased.is_some() => {
                    return Harm::Alias(
                        random.pick(&[Alias::Name, Alias::SymbolicLink, Alias::HardLink]).expect("three"),
                    );
                }
                _ => {}
            }
        }
    }
}
