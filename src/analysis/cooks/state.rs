//! How far a check of a tsume has come: what its searches came to, one after another. Everything else follows from that.

use crate::solve::Outcome;

/// How far a check of a tsume has come.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CookState {
    /// The searches that have ended of themselves, in their order.
    pub searches: Vec<Searched>,
}

/// What a search of a check came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Searched {
    /// What it found.
    pub outcome: Outcome,
    /// Whether the reply that it was made for is futile.
    pub futile: Futility,
}

/// Whether a reply is a futile interposition (無駄合).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Futility {
    /// That makes no difference.
    #[default]
    NotAsked,
    /// It is.
    Futile,
    /// It is none.
    Counts,
    /// The limits did not suffice to tell.
    Unknown,
}

impl Futility {
    /// All of them.
    pub const ALL: [Futility; 4] =
        [Futility::NotAsked, Futility::Futile, Futility::Counts, Futility::Unknown];

    /// The word used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Futility::NotAsked => "not-asked",
            Futility::Futile => "futile",
            Futility::Counts => "counts",
            Futility::Unknown => "unknown",
        }
    }
}
