//! Proof and disproof numbers: how those of a node come from its children's, and the thresholds of a visit.

/// The number of what is refuted or proved.
pub const INFINITE: u32 = 1 << 24;

/// When a visit ends: as soon as a number reaches its threshold.
#[derive(Clone, Copy, Debug)]
pub struct Thresholds {
    pub pn: u32,
    pub dn: u32,
}

impl Thresholds {
    /// Only with an answer.
    pub const NONE: Thresholds = Thresholds { pn: INFINITE, dn: INFINITE };
}

/// The threshold of a child whose best sibling has some number: a little more than it, so that the search does not leap
/// between the two at every step.
pub fn beyond(second: u32) -> u32 {
    second + 1 + second / 4
}

/// The number of a node from the numbers of its open children that have to be proved (or refuted) all: the largest, and the
/// square root of each other. (With 1 for each other these are weak proof numbers, with the numbers themselves the usual
/// ones, which count transpositions many times.)
#[derive(Clone, Copy, Default)]
struct Combined {
    largest: u32,
    roots: u32,
}

impl Combined {
    /// Takes one more child into account.
    fn add(&mut self, child: u32) {
        self.largest = self.largest.max(child);
        self.roots += root(child);
    }

    /// The node's number.
    fn number(&self) -> u32 {
        (self.largest + self.roots - root(self.largest)).min(INFINITE - 1)
    }

    /// The threshold of one of these children under one of the node. It is above the child's number, so that a visit of it changes
    /// something.
    fn threshold(&self, node: u32, child: u32) -> u32 {
        node.saturating_sub(self.roots - root(child)).max(child + 1)
    }
}

/// Which child of a node is to be visited, and what its thresholds depend on.
#[derive(Clone, Copy)]
pub struct Choice {
    /// Where it stands.
    pub at: usize,
    /// The second smallest of the numbers of which the child has the smallest.
    second: u32,
    /// The other number of the child, and of all open children.
    other: u32,
    all: Combined,
}

impl Choice {
    /// The thresholds of the child under those of a node with the attacker to move, who needs one child only.
    #[inline(always)]
    pub fn below_attacker(&self, node: Thresholds) -> Thresholds {
        Thresholds { pn: node.pn.min(beyond(self.second)), dn: self.all.threshold(node.dn, self.other) }
    }

    /// The same with the defender to move.
    #[inline(always)]
    pub fn below_defender(&self, node: Thresholds) -> Thresholds {
        Thresholds { pn: self.all.threshold(node.pn, self.other), dn: node.dn.min(beyond(self.second)) }
    }
}

/// The open children of a node, taken into account one after the other.
pub struct Tally {
    least: u32,
    second: u32,
    at: usize,
    other: u32,
    all: Combined,
}

impl Tally {
    /// Of no child.
    #[inline(always)]
    pub fn new() -> Tally {
        Tally { least: INFINITE, second: INFINITE, at: 0, other: 0, all: Combined::default() }
    }

    /// Takes an open child into account: where it stands, the number of which the smallest counts, and the other one.
    #[inline(always)]
    pub fn add(&mut self, at: usize, number: u32, other: u32) {
        self.all.add(other);
        if number < self.least {
            (self.second, self.least, self.at, self.other) = (self.least, number, at, other);
        } else {
            self.second = self.second.min(number);
        }
    }

    /// A child that is not to be visited before the others have such a number.
    #[inline(always)]
    pub fn hold_back(&mut self, number: u32) {
        self.second = self.second.min(number);
    }

    /// Whether no child is open.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.least == INFINITE
    }

    /// The smallest of the first numbers, and the other number of all.
    #[inline(always)]
    pub fn numbers(&self) -> (u32, u32) {
        (self.least, self.all.number())
    }

    /// The child to visit.
    #[inline(always)]
    pub fn choice(&self) -> Choice {
        Choice { at: self.at, second: self.second, other: self.other, all: self.all }
    }
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
