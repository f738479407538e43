//! The policy for futile interpositions (無駄合): which interpositions count as a defence.
//!
//! `docs/futile-interpositions.md` contains the definition, with diagrams that the tests solve.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Which interpositions (合駒) count in a tsume.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Futile {
    /// Every legal interposition counts: plain minimax.
    None,
    /// A drop onto the line of check does not count when the attacker can capture it with check in such a way
    /// that, with the piece given back, the mate takes no longer than after the other replies. The drop and
    /// its capture are then not counted in the length.
    #[default]
    Official,
}

/// The error of text that is not the name of a policy.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{0}` is not a policy for futile interpositions, expected official or none")]
pub struct ParseFutileError(pub String);

impl Futile {
    /// Both policies.
    pub const ALL: [Futile; 2] = [Futile::None, Futile::Official];

    /// The name in files, in JSON and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Futile::None => "none",
            Futile::Official => "official",
        }
    }

    /// The wording of Japanese records about futile interpositions (無駄合): that they are counted, or that they
    /// are not.
    pub const fn japanese(self) -> &'static str {
        match self {
            Futile::None => "数える",
            Futile::Official => "数えない",
        }
    }
}

impl fmt::Display for Futile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Futile {
    type Err = ParseFutileError;

    fn from_str(text: &str) -> Result<Futile, ParseFutileError> {
        let named = Futile::ALL.into_iter().find(|policy| policy.name() == text);
        named.ok_or_else(|| ParseFutileError(text.to_owned()))
    }
}
