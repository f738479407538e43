//! The result of an insertion, and the counts of look-ups.

/// The result of an insertion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Insert {
    /// The key was not in the set.
    New,
    /// The key (or, very rarely, another with the same fingerprint) was in the set.
    Present,
}

/// The terms from which a bound on the expected number of false hits is computed.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct FalseHitTerms {
    /// The expected number among the look-ups already judged, when the lines are dense; otherwise 0.
    pub judged: f64,
    /// The number of the other look-ups.
    pub lookups: u64,
    /// The number of entries that each of these look-ups may confuse with its own.
    pub entries: u64,
    /// The probability that it confuses one given entry.
    pub agree: f64,
}

impl FalseHitTerms {
    /// A bound for several sets among which the keys are divided. It also holds if the bits that choose the set
    /// are among those that the sets store. As long as no set is dense, it depends on the keys alone and not on
    /// the number of sets.
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
    /// The number of look-ups.
    pub lookups: u64,
    /// The number of look-ups for which the expected number of false hits was computed ("judged").
    pub lookups_judged: u64,
    /// The expected number of false hits among these.
    pub false_hits: f64,
}
