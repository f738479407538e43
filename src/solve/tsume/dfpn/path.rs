//! The path from the root: detects repetitions, and stores refutations that hold on one path only.

use crate::store::TableKey;

/// A position with the defender to move on the path.
#[derive(Clone, Copy)]
pub struct PathStep {
    pub table_key: TableKey,
    pub bound: u16,
    /// Whether it was reached from the previous step by a pair of drop and capture, which takes no plies.
    pub by_pair: bool,
}

/// A refutation by repetition, which holds below one path only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PathRefutation {
    /// The number of the step nearest to the root that it repeats.
    pub reach: u32,
    /// A lower bound of the length of any mate.
    pub lower: u16,
    /// Whether `lower` holds for this hand only; otherwise it holds for smaller hands too.
    pub lower_hand_only: bool,
}

/// The numbers of slots in the filter and in the table of refutations.
const FILTER: usize = 1 << 12;
const REFUTATION_SLOTS: usize = 1 << 15;

/// A hash of a step; its low bits are the step's slot in the filter.
pub fn step_hash(table_key: TableKey) -> u64 {
    let slot = table_key.board as u64 % FILTER as u64;
    let rest = (table_key.key() >> 64) as u64 / FILTER as u64 * FILTER as u64;
    rest | slot
}

/// The defender's positions from the root to the present one.
pub struct Path {
    steps: Vec<PathStep>,
    /// The number of hidden steps, counted from the root, which are ignored.
    hidden: usize,
    /// For each value of a board's lowest bits, the number of steps with that value: a quick test that a board is
    /// not on the path.
    filter: Box<[u16; FILTER]>,
    /// A hash of all steps with their numbers, since the reach of a refutation depends on their order.
    key: u128,
    /// Refutations by repetition, each with a hash of its position and path.
    refutations: Vec<(u128, PathRefutation)>,
}

fn mixed(key: u128) -> u128 {
    key.wrapping_mul(0xda94_2042_e4dd_58b5_94d0_49bb_1331_11eb).rotate_left(59)
}

impl Path {
    /// The bytes of memory that a path takes, without its steps.
    pub const BYTES: usize =
        size_of::<[u16; FILTER]>() + REFUTATION_SLOTS * size_of::<(u128, PathRefutation)>();

    pub fn new() -> Path {
        Path { steps: Vec::new(), hidden: 0, filter: Box::new([0; FILTER]), key: 0, refutations: Vec::new() }
    }

    /// The number of steps.
    pub fn len(&self) -> u32 {
        self.steps.len() as u32
    }

    /// The positions of all steps, including hidden ones.
    pub fn table_keys(&self) -> Vec<TableKey> {
        self.steps.iter().map(|step| step.table_key).collect()
    }

    pub fn push(&mut self, step: PathStep) {
        self.filter[step.table_key.board as usize % FILTER] += 1;
        self.key ^= self.key_of_next(step.table_key);
        self.steps.push(step);
    }

    pub fn pop(&mut self) {
        if let Some(step) = self.steps.pop() {
            self.filter[step.table_key.board as usize % FILTER] -= 1;
            self.key ^= self.key_of_next(step.table_key);
        }
    }

    /// Hides all steps. Returns the previous state, for [`show`](Path::show).
    pub fn hide(&mut self) -> (usize, u128) {
        let before = (self.hidden, self.key);
        (self.hidden, self.key) = (self.steps.len(), 0);
        before
    }

    /// Restores the state before [`hide`](Path::hide).
    pub fn show(&mut self, before: (usize, u128)) {
        (self.hidden, self.key) = before;
    }

    /// The value by which the path's hash changes when a position becomes the next step.
    fn key_of_next(&self, table_key: TableKey) -> u128 {
        mixed(table_key.key().wrapping_add(mixed(self.steps.len() as u128)))
    }

    /// The number, counted from 1, of the step that a position repeats: the last step with the same board and at
    /// least as much in the attacker's hand.
    #[inline]
    pub fn repeats(&self, table_key: TableKey) -> Option<u32> {
        self.last(table_key.board as usize, |step| {
            step.board == table_key.board && TableKey::holds(step.hand, table_key.hand)
        })
    }

    /// The number, counted from 1, of the last step with the same position.
    #[inline]
    pub fn returns_to(&self, table_key: TableKey) -> Option<u32> {
        self.last(table_key.board as usize, |step| step == table_key)
    }

    /// The number, counted from 1, of the last step that satisfies a condition; `lowest`: the lowest bits of its
    /// board.
    #[inline]
    fn last(&self, lowest: usize, is_it: impl Fn(TableKey) -> bool) -> Option<u32> {
        if self.filter[lowest % FILTER] == 0 {
            return None;
        }
        let at = self.steps[self.hidden..].iter().rposition(|step| is_it(step.table_key))?;
        Some((self.hidden + at) as u32 + 1)
    }

    /// The number, counted from 1, of the step with the same position and bound, if only pairs lie between: since
    /// these take no plies, the search could repeat them for ever.
    #[inline]
    pub fn shuttles(&self, table_key: TableKey, bound: u16, by_pair: bool) -> Option<u32> {
        if !by_pair || self.filter[table_key.board as usize % FILTER] == 0 {
            return None;
        }
        let mut linked = by_pair;
        for (at, step) in self.steps.iter().enumerate().skip(self.hidden).rev() {
            if !linked {
                break;
            }
            if step.table_key == table_key && step.bound == bound {
                return Some(at as u32 + 1);
            }
            linked = step.by_pair;
        }
        None
    }

    /// The [hash](step_hash) of the step with this number.
    pub fn step_hash(&self, number: u32) -> u64 {
        self.steps.get(number as usize - 1).map_or(0, |step| step_hash(step.table_key))
    }

    /// The number of the last step with this [hash](step_hash).
    pub fn step_with_hash(&self, hash: u64) -> Option<u32> {
        self.last(hash as usize, |step| step_hash(step) == hash)
    }

    fn slot(key: u128) -> usize {
        (key >> 96) as usize % REFUTATION_SLOTS
    }

    /// The key under which a refutation of a position that holds only below this path is stored.
    fn refutation_key(&self, table_key: TableKey) -> u128 {
        mixed(table_key.key()).rotate_left(17) ^ self.key
    }

    /// The stored refutation of a position below this path, if it suffices for a bound.
    #[inline]
    pub fn probe_refutation(&self, table_key: TableKey, bound: u16) -> Option<PathRefutation> {
        let key = self.refutation_key(table_key);
        let &(stored, refutation) = self.refutations.get(Self::slot(key))?;
        (stored == key && refutation.lower > bound).then_some(refutation)
    }

    /// Stores a refutation of a position that holds below this path.
    pub fn store_refutation(&mut self, table_key: TableKey, refutation: PathRefutation) {
        if self.refutations.is_empty() {
            let none = PathRefutation { reach: 0, lower: 0, lower_hand_only: false };
            self.refutations.resize(REFUTATION_SLOTS, (0, none));
        }
        let key = self.refutation_key(table_key);
        let slot = Self::slot(key);
        self.refutations[slot] = (key, refutation);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No mate is shorter than this.
    const LOWER: u16 = 999;

    /// The reach of a refutation depends on the order of the steps on the path.
    #[test]
    fn a_refutation_of_a_path_holds_for_the_order_of_its_steps() {
        let [first, second, below] = [1, 2, 3].map(|board| TableKey { board, hand: 0 });
        let mut path = Path::new();
        let refutation = PathRefutation { reach: 2, lower: LOWER, lower_hand_only: false };
        for steps in [[first, second], [second, first]] {
            for table_key in steps {
                path.push(PathStep { table_key, bound: 9, by_pair: false });
            }
            let expected = (steps == [first, second]).then_some(refutation);
            if expected.is_some() {
                path.store_refutation(below, refutation);
            }
            assert_eq!(path.probe_refutation(below, 5), expected);
            path.pop();
            path.pop();
        }
    }

    /// A search that ignores the path neither detects repetitions of hidden steps nor finds refutations that
    /// depend on them.
    #[test]
    fn steps_that_are_hidden_are_not_repeated() {
        let [above, below] = [1, 2].map(|board| TableKey { board, hand: 0 });
        let mut path = Path::new();
        path.push(PathStep { table_key: above, bound: 9, by_pair: false });
        let refutation = PathRefutation { reach: 1, lower: LOWER, lower_hand_only: false };
        path.store_refutation(below, refutation);
        assert_eq!((path.returns_to(above), path.probe_refutation(below, 5)), (Some(1), Some(refutation)));
        let before = path.hide();
        assert_eq!(
            (path.returns_to(above), path.repeats(above), path.probe_refutation(below, 5)),
            (None, None, None)
        );
        path.push(PathStep { table_key: below, bound: 7, by_pair: false });
        assert_eq!(path.returns_to(below), Some(2), "a step that is not hidden keeps its number");
        path.pop();
        path.show(before);
        assert_eq!((path.returns_to(above), path.probe_refutation(below, 5)), (Some(1), Some(refutation)));
    }
}
