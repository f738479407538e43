//! The result of an insertion, and the counts of look-ups.

/// The result of an insertion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Insert {
    /// The key was not in the set.
    New,
    /// The key (or, very rarely, another with the same fingerprint) was in the set.
    Present,
}

/// What a bound on the expected number of false hits is made of.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct FalseHitTerms {
    /// The expected number among the look-ups that it was computed for: those of a set whose lines are dense.
    pub judged: f64,
    /// The other look-ups.
    pub lookups: u64,
    /// The entries that each of them may take for its own.
    pub entries: u64,
    /// The probability that it does so with one of them.
    pub agree: f64,
}

impl FalseHitTerms {
    /// A bound for sets that share the keys among them, also when the bits that choose the set are some of those that
    /// it keeps. As long as no set is dense, it depends on the keys alone and not on how many sets there are.
    pub fn expected(sets: &[FalseHitTerms]) -> f64 {
        let agree = sets.iter().fold(0.0f64, |most, set| most.max(set.agree));
        let sum = |term: fn(&FalseHitTerms) -> u64| sets.iter().map(term).sum::<u64>() as f64;
        let judged: f64 = sets.iter().map(|set| set.judged).sum();
        judged * sets.len() as f64 + sum(|set| set.lookups) * sum(|set| set.entries) * agree
    }
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
