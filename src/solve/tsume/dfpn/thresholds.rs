//! Proof and disproof numbers: how a node's numbers follow from those of its children, which child is the
//! most-proving one, and which thresholds it is searched with.
//!
//! With the attacker to move (OR node), the node's proof number is the smallest of its children's, and its
//! disproof number combines all of theirs, see [`CombinedNumber`]. With the defender to move (AND node) it is the
//! other way round. So of the two numbers of a child, one is minimized (δ in Nagai's notation) and the other is
//! combined (φ).

/// The proof number of a refuted position, and the disproof number of a proved one.
pub const INFINITE: u32 = 1 << 24;

/// The thresholds of a visit. The visit ends as soon as one of the numbers reaches its threshold.
#[derive(Clone, Copy, Debug)]
pub struct Thresholds {
    pub pn: u32,
    pub dn: u32,
}

impl Thresholds {
    /// No thresholds: the visit ends only when the value is decided.
    pub const NONE: Thresholds = Thresholds { pn: INFINITE, dn: INFINITE };

    /// Whether there are none. That is so at the root, and after the moves from there as long as each is the only
    /// undecided one: the numbers of such a node are those of the root.
    #[inline(always)]
    pub fn are_none(self) -> bool {
        self.pn >= INFINITE && self.dn >= INFINITE
    }
}

/// A quarter above a sibling's number, plus one; see [`Law::margin`].
pub fn a_quarter_above(sibling: u32) -> u32 {
    above(sibling, 8)
}

/// This many thirty-seconds above a sibling's number, plus one.
#[inline(always)]
fn above(sibling: u32, margin: u32) -> u32 {
    sibling + 1 + sibling * margin / 32
}

/// How the nodes of one side combine the numbers of their children.
#[derive(Clone, Copy)]
pub struct Law {
    /// How much each child adds to the combined number.
    pub weight: Weight,
    /// How far the minimized number of a child may rise above that of its best sibling before the search switches
    /// to the sibling, in thirty-seconds of the sibling's number (the 1 + ε trick). It prevents the search from
    /// alternating between the two at every step.
    pub margin: u32,
}

/// How much an open child that does not have the largest number adds to a [combined](CombinedNumber) number. (If
/// each added 1, these would be weak proof numbers.)
#[derive(Clone, Copy)]
pub enum Weight {
    /// Its whole number, as usual, up to 64, and eight times the square root above that: a position that is
    /// reached in two ways counts twice, which adds up on long lines.
    Capped,
    /// The square root of its number.
    Root,
    /// The number of its binary digits: about as much as the square root up to 20, and far less above. On a long
    /// line, where the siblings of every move lead back to the line, the square roots would add up to more than
    /// the number of the line itself.
    Digits,
}

impl Weight {
    #[inline(always)]
    fn of(self, child: u32) -> u32 {
        match self {
            Weight::Capped => child.min(8 * root(child)),
            Weight::Root => root(child),
            Weight::Digits => u32::BITS - child.leading_zeros(),
        }
    }
}

/// The combined number of open children that must all be proved (or all refuted): the largest number, plus the
/// weight of each other child.
#[derive(Clone, Copy)]
struct CombinedNumber {
    weight: Weight,
    largest: u32,
    /// The sum of the weights of all children.
    weights: u32,
}

impl CombinedNumber {
    fn new(weight: Weight) -> CombinedNumber {
        CombinedNumber { weight, largest: 0, weights: 0 }
    }

    /// Adds a child.
    #[inline(always)]
    fn add(&mut self, child: u32) {
        self.largest = self.largest.max(child);
        self.weights += self.weight.of(child);
    }

    /// The combined number.
    fn value(&self) -> u32 {
        (self.largest + self.weights - self.weight.of(self.largest)).min(INFINITE - 1)
    }

    /// The threshold for one of these children, given the threshold of the node. It is always above the child's
    /// own number, so that each visit changes something.
    fn threshold(&self, node: u32, child: u32) -> u32 {
        node.saturating_sub(self.weights - self.weight.of(child)).max(child + 1)
    }
}

/// The most-proving child of a node, with the data from which its thresholds are computed.
#[derive(Clone, Copy)]
pub struct MostProving {
    /// Its index among the children.
    pub at: usize,
    /// The smallest minimized number of the other children.
    next_best: u32,
    /// The combined number of the child.
    own_combined: u32,
    /// The combined numbers of all open children.
    combined: CombinedNumber,
    /// See [`Law::margin`].
    margin: u32,
}

impl MostProving {
    /// The thresholds for the child, given those of a node with the attacker to move.
    #[inline(always)]
    pub fn below_attacker(&self, node: Thresholds) -> Thresholds {
        Thresholds {
            pn: node.pn.min(above(self.next_best, self.margin)),
            dn: self.combined.threshold(node.dn, self.own_combined),
        }
    }

    /// The thresholds for the child, given those of a node with the defender to move.
    #[inline(always)]
    pub fn below_defender(&self, node: Thresholds) -> Thresholds {
        Thresholds {
            pn: self.combined.threshold(node.pn, self.own_combined),
            dn: node.dn.min(above(self.next_best, self.margin)),
        }
    }
}

/// Accumulates the numbers of a node and determines its most-proving child, from its open children.
pub struct Tally {
    /// The smallest minimized number.
    least: u32,
    /// The second smallest minimized number.
    next_best: u32,
    /// The index of the child with the smallest minimized number, and its combined number.
    at: usize,
    own_combined: u32,
    /// The combined number of all children.
    combined: CombinedNumber,
    /// See [`Law::margin`].
    margin: u32,
}

impl Tally {
    /// A tally without any child.
    #[inline(always)]
    pub fn new(law: Law) -> Tally {
        let combined = CombinedNumber::new(law.weight);
        Tally { least: INFINITE, next_best: INFINITE, at: 0, own_combined: 0, combined, margin: law.margin }
    }

    /// Adds an open child.
    #[inline(always)]
    pub fn add(&mut self, at: usize, minimized: u32, combined: u32) {
        self.combined.add(combined);
        if minimized < self.least {
            (self.next_best, self.least, self.at, self.own_combined) = (self.least, minimized, at, combined);
        } else {
            self.next_best = self.next_best.min(minimized);
        }
    }

    /// Notes a child that is held back until the minimized numbers of the others have risen to `bound`.
    #[inline(always)]
    pub fn hold_back(&mut self, bound: u32) {
        self.next_best = self.next_best.min(bound);
    }

    /// Whether no child is open.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.least == INFINITE
    }

    /// The minimized and the combined number of the node.
    #[inline(always)]
    pub fn numbers(&self) -> (u32, u32) {
        (self.least, self.combined.value())
    }

    /// The most-proving child.
    #[inline(always)]
    pub fn most_proving(&self) -> MostProving {
        MostProving {
            at: self.at,
            next_best: self.next_best,
            own_combined: self.own_combined,
            combined: self.combined,
            margin: self.margin,
        }
    }
}

/// The square root, rounded down, in fewer instructions than `u32::isqrt`. It is exact, because an `f64`
/// distinguishes the square root of a 32-bit square number from that of the number below it.
#[inline(always)]
pub fn root(n: u32) -> u32 {
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
        let mut combined = CombinedNumber::new(Weight::Root);
        combined.add(100);
        assert_eq!((combined.value(), combined.threshold(200, 100)), (100, 200));
        combined.add(49);
        assert_eq!((combined.value(), combined.threshold(200, 100)), (107, 193));
        assert_eq!(combined.threshold(5, 100), 101, "a visit below which nothing changes");
    }

    #[test]
    fn small_numbers_may_count_in_full() {
        let mut combined = CombinedNumber::new(Weight::Capped);
        [101, 49, 1, 100].into_iter().for_each(|child| combined.add(child));
        assert_eq!((combined.value(), combined.threshold(300, 49)), (101 + 49 + 1 + 80, 300 - 80 - 1 - 80));
    }

    #[test]
    fn a_child_is_left_when_it_is_so_much_worse() {
        for (margin, threshold) in [(16, 61), (4, 46), (8, 51)] {
            let mut tally = Tally::new(Law { weight: Weight::Root, margin });
            tally.add(0, 30, 7);
            tally.add(1, 40, 9);
            let choice = tally.most_proving();
            assert_eq!(choice.at, 0);
            assert_eq!(choice.below_attacker(Thresholds::NONE).pn, threshold);
            assert_eq!(choice.below_defender(Thresholds::NONE).dn, threshold);
        }
    }

    #[test]
    fn a_child_may_count_by_its_digits() {
        let mut combined = CombinedNumber::new(Weight::Digits);
        [100, 49, 0, 1].into_iter().for_each(|child| combined.add(child));
        assert_eq!((combined.value(), combined.threshold(200, 100)), (107, 193));
        assert_eq!(combined.threshold(200, 1), 187);
    }
}
