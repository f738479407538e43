//! Sets of positions with the defender to move; refutations depend on the repetition of these positions.

use hashbrown::HashMap;
use std::sync::Arc;

/// The largest number of positions in a set; larger sets are not kept.
const MAX_POSITIONS: usize = 16;
/// The number of bits of the largest number of sets that are kept at a time.
const MAX_INDEX_BITS: u32 = 22;

/// Identifies a set of positions. The low bits are the index of the set; the bits above count how often all sets
/// were dropped before. No identifier is used twice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RepeatedSet(u32);

impl RepeatedSet {
    /// The empty set.
    pub const NONE: RepeatedSet = RepeatedSet(0);
    /// A set whose positions are not known, because it is not kept.
    pub const UNKNOWN: RepeatedSet = RepeatedSet(u32::MAX);
}

/// The sets of one search. When there are too many, all are dropped.
pub struct RepeatedSets {
    max_sets: usize,
    /// For each set the sorted [hashes](super::path::step_hash) of its positions; the first set is empty.
    sets: Vec<Arc<[u64]>>,
    indices: HashMap<Arc<[u64]>, u32>,
    unions: HashMap<(RepeatedSet, RepeatedSet), RepeatedSet>,
    index_bits: u32,
    dropped: u32,
    /// When all sets were dropped this often, no identifier is left, and no further set is kept.
    most_dropped: u32,
}

impl RepeatedSets {
    /// Keeps at most `max_sets` sets at a time.
    pub fn new(max_sets: usize) -> RepeatedSets {
        let max_sets = max_sets.min((1 << MAX_INDEX_BITS) - 1);
        let index_bits = usize::BITS - max_sets.leading_zeros();
        RepeatedSets {
            max_sets,
            sets: Vec::new(),
            indices: HashMap::new(),
            unions: HashMap::new(),
            index_bits,
            dropped: 0,
            // The largest value of these bits is reserved for `RepeatedSet::UNKNOWN`.
            most_dropped: u32::MAX >> index_bits,
        }
    }

    /// The sorted hashes of a set; `None` when the set is not kept.
    #[inline]
    pub fn step_hashes(&self, set: RepeatedSet) -> Option<&[u64]> {
        if set == RepeatedSet::NONE {
            return Some(&[]);
        }
        if set == RepeatedSet::UNKNOWN || set.0 >> self.index_bits != self.dropped {
            return None;
        }
        self.sets.get((set.0 & ((1 << self.index_bits) - 1)) as usize).map(|hashes| &hashes[..])
    }

    /// The set with one position.
    pub fn one(&mut self, hash: u64) -> RepeatedSet {
        self.set_of(&[hash])
    }

    /// The union of two sets.
    pub fn union(&mut self, a: RepeatedSet, b: RepeatedSet) -> RepeatedSet {
        match (a, b) {
            (a, b) if a == b || b == RepeatedSet::NONE => return a,
            (RepeatedSet::NONE, b) => return b,
            _ => {}
        }
        if let Some(&known) = self.unions.get(&(a, b)) {
            return known;
        }
        let (Some(first), Some(second)) = (self.step_hashes(a), self.step_hashes(b)) else {
            return RepeatedSet::UNKNOWN;
        };
        let mut all = [first, second].concat();
        all.sort_unstable();
        all.dedup();
        let union = self.set_of(&all);
        // If `set_of` has just dropped all sets, the identifiers of these two are no longer valid.
        if self.step_hashes(a).is_some() {
            self.unions.insert((a, b), union);
        }
        union
    }

    /// A set without one of its positions.
    pub fn without(&mut self, set: RepeatedSet, hash: u64) -> RepeatedSet {
        let Some(hashes) = self.step_hashes(set) else { return RepeatedSet::UNKNOWN };
        let rest: Vec<u64> = hashes.iter().copied().filter(|&other| other != hash).collect();
        if rest.len() == hashes.len() { set } else { self.set_of(&rest) }
    }

    /// The set with these hashes, which must be sorted.
    fn set_of(&mut self, hashes: &[u64]) -> RepeatedSet {
        if hashes.is_empty() {
            return RepeatedSet::NONE;
        }
        if hashes.len() > MAX_POSITIONS {
            return RepeatedSet::UNKNOWN;
        }
        let known = self.indices.get(hashes).copied();
        match known.or_else(|| self.add(hashes)) {
            Some(index) => RepeatedSet(self.dropped << self.index_bits | index),
            None => RepeatedSet::UNKNOWN,
        }
    }

    /// Adds a set and returns its index; `None` when no more sets are kept.
    fn add(&mut self, hashes: &[u64]) -> Option<u32> {
        if self.sets.len().max(self.unions.len()) >= self.max_sets {
            self.drop_all();
        }
        if self.dropped == self.most_dropped {
            return None;
        }
        if self.sets.is_empty() {
            self.sets.push(Arc::default());
        }
        let index = self.sets.len() as u32;
        let hashes: Arc<[u64]> = Arc::from(hashes);
        self.sets.push(Arc::clone(&hashes));
        self.indices.insert(hashes, index);
        Some(index)
    }

    fn drop_all(&mut self) {
        self.sets.clear();
        self.indices.clear();
        self.unions.clear();
        self.dropped = (self.dropped + 1).min(self.most_dropped);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_equal_by_what_they_hold() {
        let mut sets = RepeatedSets::new(100);
        let [a, b, c] = [7, 5, 9].map(|hash| sets.one(hash));
        let (ab, bc) = (sets.union(a, b), sets.union(b, c));
        assert_eq!((sets.union(b, a), sets.step_hashes(ab)), (ab, Some(&[5, 7][..])));
        let all = sets.union(ab, c);
        assert_eq!(
            (sets.union(a, bc), sets.union(all, ab), sets.step_hashes(all)),
            (all, all, Some(&[5, 7, 9][..]))
        );
        assert_eq!(
            (sets.without(all, 7), sets.without(ab, 9), sets.without(a, 7)),
            (bc, ab, RepeatedSet::NONE)
        );
        assert_eq!((sets.union(a, RepeatedSet::NONE), sets.union(RepeatedSet::NONE, a)), (a, a));
        assert_eq!(sets.union(RepeatedSet::UNKNOWN, a), RepeatedSet::UNKNOWN);
    }

    /// The identifier of a dropped set is not valid for a later set with the same index.
    #[test]
    fn too_many_sets_and_too_large_ones_are_not_kept() {
        let mut sets = RepeatedSets::new(4);
        let early: Vec<RepeatedSet> = (1..20).map(|hash| sets.one(hash)).collect();
        let kept: Vec<bool> = early.iter().map(|&set| sets.step_hashes(set).is_some()).collect();
        assert!(!kept[0] && kept[18]);
        for (set, hash) in early.into_iter().zip(1..) {
            assert!(sets.step_hashes(set).is_none_or(|hashes| hashes == [hash]));
        }
        // No set is kept when no identifier is left.
        let mut sets = RepeatedSets { most_dropped: 3, ..RepeatedSets::new(4) };
        let all: Vec<RepeatedSet> = (1..40).map(|hash| sets.one(hash)).collect();
        assert!(all.iter().all(|&set| sets.step_hashes(set).is_none()) && all[38] == RepeatedSet::UNKNOWN);
        let mut sets = RepeatedSets::new(100);
        let large = (1..20).fold(RepeatedSet::NONE, |all, hash| {
            let one = sets.one(hash);
            sets.union(all, one)
        });
        assert_eq!((large, sets.step_hashes(large)), (RepeatedSet::UNKNOWN, None));
    }
}
