//! The values of the search within a bound: what is proved of the length, as the table keeps it.

use crate::solve::tsume::dfpn::{FREE, Proved, Repetition, Value, longer};
use crate::store::Fact;

/// Proof and disproof number of a question, with what is proved of the length of the mate.
pub type Number = Value<Fact>;

impl Proved for Fact {
    const NOTHING: Fact = Fact::NOTHING;
}

impl Number {
    /// A mate within so many plies.
    pub fn mate(upper: u16) -> Number {
        Number::proved_by(Fact { upper, ..Fact::NOTHING })
    }

    /// No mate within fewer plies than these.
    pub fn none_before(lower: u16) -> Number {
        Number::refuted_by(Fact { lower, ..Fact::NOTHING }, FREE)
    }

    /// A question answered with no on this path, because it repeats a position on it: that is no way to any mate.
    pub fn repeated(reach: u32) -> Number {
        Number { reach, ..Number::none_before(Fact::NO_MATE) }
    }

    /// A question answered with no on this path, as it is remembered.
    pub fn recalled(refutation: Repetition) -> Number {
        let Repetition { reach, lower, lower_hand_only } = refutation;
        Number::refuted_by(Fact { lower, lower_hand_only, ..Fact::NOTHING }, reach)
    }

    /// The answer no on this path, to remember it.
    pub fn repetition(&self) -> Repetition {
        let Number { reach, fact: Fact { lower, lower_hand_only, .. }, .. } = *self;
        Repetition { reach, lower, lower_hand_only }
    }

    /// What a table's entry says about a question; `None` when it says nothing.
    #[inline]
    pub fn of(fact: Fact, bound: u16) -> Option<Number> {
        if fact.upper <= bound {
            return Some(Number::proved_by(fact));
        }
        if fact.lower > bound {
            return Some(Number::refuted_by(fact, FREE));
        }
        let (pn, dn) = (u32::from(fact.pn).max(1), u32::from(fact.dn).max(1));
        fact.is_searched.then_some(Number { pn, dn, fact, reach: FREE })
    }

    /// The number of a node with the attacker to move of which this check mates.
    pub fn before_mating_check(&self) -> Number {
        let upper = longer(self.fact.upper);
        Number::proved_by(Fact { upper, lower: 0, lower_hand_only: false, ..self.fact })
    }

    /// The number of a node with the defender to move of which this reply escapes.
    pub fn before_escape(&self) -> Number {
        let Fact { lower, lower_hand_only, .. } = self.fact;
        Number::refuted_by(Fact { lower: longer(lower), lower_hand_only, ..Fact::NOTHING }, self.reach)
    }

    /// The number of a node with the attacker to move of which all checks are refuted.
    pub fn before_refuted_checks(checks: impl Iterator<Item = Number>) -> Number {
        let (mut lower, mut lower_hand_only, mut reach) = (Fact::NO_MATE, false, FREE);
        for check in checks {
            lower = lower.min(longer(check.fact.lower));
            lower_hand_only |= check.fact.lower_hand_only;
            reach = reach.min(check.reach);
        }
        Number::refuted_by(Fact { lower, lower_hand_only, ..Fact::NOTHING }, reach)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lower bound and the reach behind checks that are refuted with these lower bounds, or by a repetition.
    fn weighed(lowers: &[Option<u16>]) -> (u16, u32) {
        let check = |&lower: &Option<u16>| {
            lower.map_or(Number::repeated(1), |lower| Number { reach: 1, ..Number::none_before(lower) })
        };
        let number = Number::before_refuted_checks(lowers.iter().map(check));
        (number.fact.lower, number.reach)
    }

    #[test]
    fn a_repetition_is_no_way_to_a_mate_but_what_rests_on_one_has_its_own_bound() {
        assert_eq!(weighed(&[None, None]).0, Fact::NO_MATE);
        assert_eq!(weighed(&[None, Some(8)]), (9, 1));
        assert_eq!(weighed(&[Some(12), None, Some(8)]).0, 9);
        assert_eq!(weighed(&[Some(Fact::NO_MATE), None]).0, Fact::NO_MATE);
    }
}
