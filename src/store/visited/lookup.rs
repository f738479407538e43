//! The result of an insertion, and the counts of look-ups.

/// The result of an insertion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Insert {
    /// The key was not in the set.
    New,
    /// The key (or, very rarely, another with the same fingerprint) was in the set.
    Present,
}

/// The counts of a set since it was made.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct LookupCounts {
    /// Look-ups.
    pub lookups: u64,
    /// Look-ups for which the expected false hits were computed.
    pub lookups_judged: u64,
    /// The expected number of false hits among these.
    pub false_hits: f64,
}
