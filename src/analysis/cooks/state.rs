//! The state of a check of a tsume: the results of its searches in order, from which everything else follows.

use crate::solve::Outcome;

/// The state of a check of a tsume.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CookState {
    /// The searches that ended by themselves, in their order.
    pub searches: Vec<Searched>,
}

/// The result of a search of a check.
#[derive(Clone, Debug, PartialEq)]
pub struct Searched {
    /// The outcome of the search.
    pub outcome: Outcome,
    /// Whether the reply for which it was made is futile.
    pub futile: Futility,
}

/// Whether a reply is a futile interposition (無駄合).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Futility {
    /// The answer makes no difference.
    #[default]
    NotAsked,
    /// It is futile.
    Futile,
    /// It is not futile.
    Counts,
    /// The limits did not suffice to decide.
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
