//! Sets of positions with the defender to move; refutations depend on the repetition of these positions.

use hashbrown::{DefaultHashBuilder, HashMap, HashTable};
use std::hash::BuildHasher;

/// The largest number of positions in a set; larger sets are not kept.
const MAX_POSITIONS: usize = 16;
/// All sets together have at most this many times as many positions as there may be sets.
const MEAN_POSITIONS: usize = 8;
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

/// The sets of one search. When there are too many, or their positions are too many, all are dropped.
pub struct RepeatedSets {
    max_sets: usize,
    /// The sorted [hashes](super::path::step_hash) of the positions of all sets, one set after the other.
    hashes: Vec<u64>,
    /// For each set the index in `hashes` at which it ends; the first set is empty.
    ends: Vec<u32>,
    /// The indices of the sets, found by their hashes.
    indices: HashTable<u32>,
    hasher: DefaultHashBuilder,
    /// The unions of some pairs.
    unions: HashMap<(RepeatedSet, RepeatedSet), RepeatedSet>,
    index_bits: u32,
    dropped: u32,
    /// When all sets were dropped this often, no identifier is left, and no further set is kept.
    most_dropped: u32,
}

impl RepeatedSets {
    /// The bytes of memory for each set that may be kept, if their number is one less than a power of two: its positions,
    /// its end, and an entry in each hash table. The hash tables may be half full, and half as much again is needed while
    /// they grow.
    pub const BYTES: usize = 8 * MEAN_POSITIONS + 4 + (5 + 13) * 3;

    /// Keeps at most `max_sets` sets at a time.
    pub fn new(max_sets: usize) -> RepeatedSets {
        let max_sets = max_sets.min((1 << MAX_INDEX_BITS) - 1);
        let index_bits = usize::BITS - max_sets.leading_zeros();
        RepeatedSets {
            max_sets,
            hashes: Vec::new(),
            ends: Vec::new(),
            indices: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
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
        let index = set.0 & ((1 << self.index_bits) - 1);
        ((index as usize) < self.ends.len()).then(|| self.hashes_at(index))
    }

    /// The sorted hashes of the set with an index.
    #[inline]
    fn hashes_at(&self, index: u32) -> &[u64] {
        hashes_at(&self.hashes, &self.ends, index)
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
            if self.unions.len() >= self.max_sets {
                self.unions.clear();
            }
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
        let hash = self.hasher.hash_one(hashes);
        let known = self.indices.find(hash, |&index| self.hashes_at(index) == hashes).copied();
        match known.or_else(|| self.add(hash, hashes)) {
            Some(index) => RepeatedSet(self.dropped << self.index_bits | index),
            None => RepeatedSet::UNKNOWN,
        }
    }

    /// Adds a set and returns its index; `None` when no more sets are kept. `hash`: that of the hashes.
    fn add(&mut self, hash: u64, positions: &[u64]) -> Option<u32> {
        let max_hashes = MEAN_POSITIONS * self.max_sets;
        if self.ends.len() >= self.max_sets || self.hashes.len() + MAX_POSITIONS > max_hashes {
            self.drop_all();
        }
        if self.dropped == self.most_dropped {
            return None;
        }
        if self.ends.is_empty() {
            self.ends.push(0);
        }
        let index = self.ends.len() as u32;
        // So the capacity grows by powers of two.
        self.hashes.reserve(MAX_POSITIONS);
        self.hashes.extend_from_slice(positions);
        self.ends.push(self.hashes.len() as u32);
        let RepeatedSets { hashes, ends, indices, hasher, .. } = self;
        indices.insert_unique(hash, index, |&index| hasher.hash_one(hashes_at(hashes, ends, index)));
        Some(index)
    }

    fn drop_all(&mut self) {
        self.hashes.clear();
        self.ends.clear();
        self.indices.clear();
        self.unions.clear();
        self.dropped = (self.dropped + 1).min(self.most_dropped);
    }
}

/// The part of `hashes` that belongs to the set with an index.
#[inline]
fn hashes_at<'a>(hashes: &'a [u64], ends: &[u32], index: u32) -> &'a [u64] {
    let start = (index as usize).checked_sub(1).map_or(0, |before| ends[before]);
    &hashes[start as usize..ends[index as usize] as usize]
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

    /// Sets of many positions are dropped before there are as many sets as are allowed. The memory stays as small as
    /// [`RepeatedSets::BYTES`] says, and what is kept is still right.
    #[test]
    fn the_memory_of_large_sets_is_bounded() {
        let max_sets = (1 << 10) - 1;
        let mut sets = RepeatedSets::new(max_sets);
        for first in 0..20_000u64 {
            let positions: Vec<u64> = (first..first + 16).collect();
            let set = positions.iter().fold(RepeatedSet::NONE, |all, &hash| {
                let one = sets.one(hash);
                sets.union(all, one)
            });
            assert!(sets.step_hashes(set).is_none_or(|hashes| hashes == positions));
            assert!(bytes(&sets) <= RepeatedSets::BYTES * 1024 + 100, "{}", bytes(&sets));
        }
        assert!(sets.dropped > 100, "{}", sets.dropped);
    }

    /// The bytes of memory of all that is kept, and half of the hash tables', which their growth needs.
    fn bytes(sets: &RepeatedSets) -> usize {
        let tables = sets.indices.allocation_size() + sets.unions.allocation_size();
        8 * sets.hashes.capacity() + 4 * sets.ends.capacity() + tables * 3 / 2
    }

    /// The unions of more pairs than are remembered are still right, and still the same sets.
    #[test]
    fn unions_that_are_forgotten_are_found_again() {
        let mut sets = RepeatedSets::new((1 << 10) - 1);
        let one: Vec<RepeatedSet> = (1..=40).map(|hash| sets.one(hash)).collect();
        let mut first = Vec::new();
        for round in 0..3 {
            let mut unions = Vec::new();
            for (a, &left) in (1..).zip(&one) {
                for (b, &right) in (1..).zip(&one) {
                    let union = sets.union(left, right);
                    let expected = if a == b { vec![a] } else { vec![a.min(b), a.max(b)] };
                    assert_eq!(sets.step_hashes(union), Some(&expected[..]));
                    assert!(
                        sets.unions.len() <= sets.max_sets
                            && bytes(&sets) <= RepeatedSets::BYTES * 1024 + 100
                    );
                    unions.push(union);
                }
            }
            if round == 0 {
                first.clone_from(&unions);
            }
            assert_eq!(unions, first);
        }
        assert_eq!(sets.dropped, 0);
    }
}
