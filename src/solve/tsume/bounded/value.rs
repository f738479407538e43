//! The values in the bounded search: proof and disproof numbers, with bounds on the length of the mate.

use crate::solve::tsume::dfpn::{FREE, PathRefutation, Proved, Value, longer};
use crate::store::Fact;

/// Proof and disproof number of a position under a bound, with the proved bounds on the length of the mate.
pub type BoundedValue = Value<Fact>;

impl Proved for Fact {
    const NOTHING: Fact = Fact::NOTHING;
}

impl BoundedValue {
    /// A mate within `upper` plies.
    pub fn mate(upper: u16) -> BoundedValue {
        BoundedValue::proved_by(Fact { upper, ..Fact::NOTHING })
    }

    /// No mate in fewer than `lower` plies.
    pub fn none_before(lower: u16) -> BoundedValue {
        BoundedValue::refuted_by(Fact { lower, ..Fact::NOTHING }, FREE)
    }

    /// A refutation on this path, because the position repeats one on it.
    pub fn repeated(reach: u32) -> BoundedValue {
        BoundedValue { reach, ..BoundedValue::none_before(Fact::NO_MATE) }
    }

    /// A stored refutation that holds on this path.
    pub fn from_path_refutation(refutation: PathRefutation) -> BoundedValue {
        let PathRefutation { reach, lower, lower_hand_only } = refutation;
        BoundedValue::refuted_by(Fact { lower, lower_hand_only, ..Fact::NOTHING }, reach)
    }

    /// This refutation in the form in which the path stores it.
    pub fn to_path_refutation(self) -> PathRefutation {
        let BoundedValue { reach, fact: Fact { lower, lower_hand_only, .. }, .. } = self;
        PathRefutation { reach, lower, lower_hand_only }
    }

    /// The value for a bound that follows from a table entry; `None` when the entry says nothing about the bound.
    #[inline]
    pub fn of(fact: Fact, bound: u16) -> Option<BoundedValue> {
        if fact.upper <= bound {
            return Some(BoundedValue::proved_by(fact));
        }
        if fact.lower > bound {
            return Some(BoundedValue::refuted_by(fact, FREE));
        }
        let (pn, dn) = (u32::from(fact.pn).max(1), u32::from(fact.dn).max(1));
        fact.is_searched.then_some(BoundedValue { pn, dn, fact, reach: FREE })
    }

    /// The value of an attacker's node with a check that mates, whose value this is.
    pub fn before_mating_check(&self) -> BoundedValue {
        let upper = longer(self.fact.upper);
        BoundedValue::proved_by(Fact { upper, lower: 0, lower_hand_only: false, ..self.fact })
    }

    /// The value of a defender's node with a reply that escapes, whose value this is.
    pub fn before_escape(&self) -> BoundedValue {
        let Fact { lower, lower_hand_only, .. } = self.fact;
        BoundedValue::refuted_by(Fact { lower: longer(lower), lower_hand_only, ..Fact::NOTHING }, self.reach)
    }

    /// The value of an attacker's node from the values of its checks, all of which are refuted.
    pub fn before_refuted_checks(checks: impl Iterator<Item = BoundedValue>) -> BoundedValue {
        let (mut lower, mut lower_hand_only, mut reach) = (Fact::NO_MATE, false, FREE);
        for check in checks {
            lower = lower.min(longer(check.fact.lower));
            lower_hand_only |= check.fact.lower_hand_only;
            reach = reach.min(check.reach);
        }
        BoundedValue::refuted_by(Fact { lower, lower_hand_only, ..Fact::NOTHING }, reach)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lower bound and the reach of a node whose checks are refuted with these lower bounds or, for `None`,
    /// by a repetition.
    fn weighed(lowers: &[Option<u16>]) -> (u16, u32) {
        let check = |&lower: &Option<u16>| {
            lower.map_or(BoundedValue::repeated(1), |lower| BoundedValue {
                reach: 1,
                ..BoundedValue::none_before(lower)
            })
        };
        let value = BoundedValue::before_refuted_checks(lowers.iter().map(check));
        (value.fact.lower, value.reach)
    }

    #[test]
    fn a_repetition_is_no_way_to_a_mate_but_what_rests_on_one_has_its_own_bound() {
        assert_eq!(weighed(&[None, None]).0, Fact::NO_MATE);
        assert_eq!(weighed(&[None, Some(8)]), (9, 1));
        assert_eq!(weighed(&[Some(12), None, Some(8)]).0, 9);
        assert_eq!(weighed(&[Some(Fact::NO_MATE), None]).0, Fact::NO_MATE);
    }
}
