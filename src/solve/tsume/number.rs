//! Proof and disproof numbers of a position under a question, with what is proved of its value.

use super::path::Repetition;
use crate::store::Fact;

/// The longest mate that can be asked for.
pub(super) const LONGEST: u16 = u16::MAX - 3;
/// The number of what is refuted or proved.
pub(super) const INFINITE: u32 = 1 << 24;
/// No repetition was used.
pub(super) const FREE: u32 = u32::MAX;

/// The bound after one more ply.
#[inline(always)]
pub(super) fn shorter(bound: u16) -> u16 {
    bound - 1
}

/// One ply more than a value; no mate stays no mate.
#[inline(always)]
pub(super) fn longer(value: u16) -> u16 {
    if value > LONGEST { value } else { value + 1 }
}

/// What is known of a position that is asked about with some bound. A question is answered when a number is 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number {
    /// Proof number: 0 when there is a mate within the bound.
    pub pn: u32,
    /// Disproof number: 0 when there is none.
    pub dn: u32,
    /// Bounds of the value, as far as they are known, and what limits them.
    pub fact: Fact,
    /// The place on the path of the highest position that the refutation repeats, [`FREE`] without any: it holds on this
    /// path only.
    pub reach: u32,
}

impl Number {
    /// A question answered with yes.
    pub fn proved(upper: u16) -> Number {
        Number { pn: 0, dn: INFINITE, fact: Fact { upper, ..Fact::NOTHING }, reach: FREE }
    }

    /// A question answered with no.
    pub fn refuted(lower: u16) -> Number {
        Number { pn: INFINITE, dn: 0, fact: Fact { lower, ..Fact::NOTHING }, reach: FREE }
    }

    /// A question answered with no on this path, because it repeats a position on it: that is no way to any mate.
    pub fn repeated(reach: u32) -> Number {
        Number { reach, ..Number::refuted(Fact::NO_MATE) }
    }

    /// A question answered with no on this path, as it is remembered.
    pub fn recalled(refutation: Repetition) -> Number {
        let Repetition { reach, lower, lower_hand_only } = refutation;
        let fact = Fact { lower, lower_hand_only, ..Fact::NOTHING };
        Number { fact, reach, ..Number::refuted(lower) }
    }

    /// The answer no on this path, to remember it.
    pub fn repetition(&self) -> Repetition {
        let Number { reach, fact: Fact { lower, lower_hand_only, .. }, .. } = *self;
        Repetition { reach, lower, lower_hand_only }
    }

    /// An open question.
    pub fn open(pn: u32, dn: u32) -> Number {
        Number { pn, dn, fact: Fact::NOTHING, reach: FREE }
    }

    /// What a table's entry says about a question; `None` when it says nothing.
    #[inline]
    pub fn of(fact: Fact, bound: u16) -> Option<Number> {
        if fact.upper <= bound {
            return Some(Number { pn: 0, dn: INFINITE, fact, reach: FREE });
        }
        if fact.lower > bound {
            return Some(Number { pn: INFINITE, dn: 0, fact, reach: FREE });
        }
        let pn = u32::from(fact.pn).max(1);
        fact.is_searched.then(|| Number { pn, dn: u32::from(fact.dn).max(1), fact, reach: FREE })
    }

    /// Whether a visit with these thresholds ends with it.
    pub fn reaches(&self, thresholds: Thresholds) -> bool {
        self.pn >= thresholds.pn || self.dn >= thresholds.dn
    }

    /// Whether the answer is known.
    pub fn is_answered(&self) -> bool {
        self.pn == 0 || self.dn == 0
    }
}

/// When a visit ends: as soon as a number reaches its threshold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Thresholds {
    pub pn: u32,
    pub dn: u32,
}

impl Thresholds {
    /// Only with an answer.
    pub const NONE: Thresholds = Thresholds { pn: INFINITE, dn: INFINITE };
}

/// The threshold of a child whose best sibling has some number: a little more than it, so that the search does not leap
/// between the two at every step.
pub(super) fn beyond(second: u32) -> u32 {
    second + 1 + second / 4
}

/// From which proof number of the promoting twin on a check without promotion is tried beside it: to refute the twin may take
/// longer than the mate, as when only the weaker piece avoids mate by a pawn drop (打歩詰).
pub(super) const UNPROMISING: u32 = 10;

/// The number of a node from the numbers of its open children that have to be proved (or refuted) all: the largest, and the
/// square root of each other. (With 1 for each other these are weak proof numbers, with the numbers themselves the usual
/// ones, which count transpositions many times.)
#[derive(Clone, Copy, Default)]
pub(super) struct Combined {
    largest: u32,
    roots: u32,
}

impl Combined {
    /// Takes one more child into account.
    pub fn add(&mut self, child: u32) {
        self.largest = self.largest.max(child);
        self.roots += root(child);
    }

    /// Whether no child is open.
    pub fn is_none(&self) -> bool {
        self.largest == 0
    }

    /// The node's number.
    pub fn number(&self) -> u32 {
        (self.largest + self.roots - root(self.largest)).min(INFINITE - 1)
    }

    /// The threshold of one of these children under one of the node. It is above the child's number, so that a visit of it changes
    /// something.
    pub fn threshold(&self, node: u32, child: u32) -> u32 {
        node.saturating_sub(self.roots - root(child)).max(child + 1)
    }
}

/// Which child of a node is to be visited, and what its thresholds depend on.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    /// Where it stands.
    pub at: usize,
    /// The second smallest of the numbers of which the child has the smallest.
    pub second: u32,
    /// The other number of all open children.
    pub all: Combined,
}

/// The square root, rounded down: `isqrt`, which takes many instructions. Exact, for a float of 64 bits tells the root of a
/// square of 32 bits from that of the number below.
#[inline(always)]
fn root(n: u32) -> u32 {
    f64::from(n).sqrt() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_are_exact() {
        let squares = (0..=u32::from(u16::MAX)).map(|n| n * n);
        for n in squares.flat_map(|n| [n.saturating_sub(1), n, n + 1]).chain([u32::MAX]) {
            assert_eq!(root(n), n.isqrt(), "{n}");
        }
    }

    #[test]
    fn a_threshold_leaves_room_for_the_others() {
        let mut combined = Combined::default();
        combined.add(100);
        assert_eq!((combined.number(), combined.threshold(200, 100)), (100, 200));
        combined.add(49);
        assert_eq!((combined.number(), combined.threshold(200, 100)), (107, 193));
        assert_eq!(combined.threshold(5, 100), 101, "a visit below which nothing changes");
    }
}
