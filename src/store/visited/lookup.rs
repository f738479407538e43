//! What look-ups find, and what is counted of them.

/// What came of an insertion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Insert {
    /// The key was not in the set.
    New,
    /// The key (or, very rarely, another with the same fingerprint) was in the set.
    Present,
}

/// What a set counted since it was made.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct LookupCounts {
    /// Look-ups.
    pub lookups: u64,
    /// Of those, the look-ups of which the false hits are known.
    pub lookups_judged: u64,
    /// False hits to be expected of these.
    pub false_hits: f64,
}
