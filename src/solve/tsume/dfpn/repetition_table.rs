//! Refutations by repetition, each with the positions that must be on the path for it to hold.
//!
//! If every check of the attacker leads back to positions that are on the path already, or if he has no check,
//! there is no mate on this path. This holds on every path with these positions, whatever else is on it and in
//! whatever order. So such a refutation is stored together with the set of these positions.

use super::path::Path;
use super::repeated_sets::{RepeatedSet, RepeatedSets};
use crate::store::TableKey;

/// The number of refutations in a bucket.
const WAYS: usize = 4;
/// The bytes that a table takes at most for each refutation for which it has room: of the refutation, of the filter, and
/// of the [sets](RepeatedSets), which are as many.
const BYTES: u64 = (size_of::<Refutation>() + 1 + RepeatedSets::BYTES) as u64;
/// The least and the largest number of refutations for which a table has room.
const ROOM: (u64, u64) = (1 << 10, 1 << 18);

/// A refutation of a board; it holds for this and every smaller hand.
#[derive(Clone, Copy)]
struct Refutation {
    board: u128,
    hand: u32,
    repeated: RepeatedSet,
}

const EMPTY: Refutation = Refutation { board: 0, hand: 0, repeated: RepeatedSet::UNKNOWN };

/// The refutations by repetition of one search.
pub struct RepetitionTable {
    pub sets: RepeatedSets,
    /// The number of refutations for which there is room, a power of two.
    room: usize,
    refutations: Vec<Refutation>,
    /// A filter: one bit, chosen by a hash, is set for each board that has a refutation.
    filter: Vec<u64>,
    /// The place in a full bucket that was overwritten last.
    next: usize,
}

/// A refutation that holds on the present path.
pub struct RepetitionHit {
    /// The largest hand for which it holds.
    pub hand: u32,
    pub repeated: RepeatedSet,
    /// The number of the step nearest to the root that is repeated.
    pub reach: u32,
}

impl RepetitionTable {
    /// A table of at most `bytes` bytes, unless that is less than the smallest table needs, which has room for 1,024
    /// refutations. Memory is allocated with the first one.
    pub fn in_bytes(bytes: u64) -> RepetitionTable {
        let (least, most) = ROOM;
        let room = (bytes / BYTES).clamp(least, most);
        RepetitionTable::with_room(1 << room.ilog2())
    }

    /// An empty table with as much room as this one.
    pub fn of_the_same_size(&self) -> RepetitionTable {
        RepetitionTable::with_room(self.room)
    }

    /// The bytes that it takes at most.
    #[cfg(test)]
    pub fn most_bytes(&self) -> u64 {
        self.room as u64 * BYTES
    }

    fn with_room(room: usize) -> RepetitionTable {
        RepetitionTable {
            sets: RepeatedSets::new(room - 1),
            room,
            refutations: Vec::new(),
            filter: Vec::new(),
            next: 0,
        }
    }

    /// Stores a refutation, unless the positions on which it depends are not known. Returns whether it was
    /// stored.
    pub fn store(&mut self, table_key: TableKey, repeated: RepeatedSet) -> bool {
        if self.sets.step_hashes(repeated).is_none() {
            return false;
        }
        if self.refutations.is_empty() {
            self.refutations.resize(self.room, EMPTY);
            self.filter.resize(self.room / 8, 0);
        }
        let TableKey { board, hand } = table_key;
        let (word, bit) = self.bit(board);
        self.filter[word] |= bit;
        let start = self.bucket(board);
        let bucket = &mut self.refutations[start..start + WAYS];
        let same = bucket.iter().position(|known| known.board == board && known.repeated == repeated);
        let at =
            same.or_else(|| bucket.iter().position(|known| self.sets.step_hashes(known.repeated).is_none()));
        let at = at.unwrap_or_else(|| {
            self.next = (self.next + 1) % WAYS;
            self.next
        });
        bucket[at] = Refutation { board, hand, repeated };
        true
    }

    /// A refutation of a position that holds on the given path.
    #[inline]
    pub fn probe(&self, table_key: TableKey, path: &Path) -> Option<RepetitionHit> {
        let (word, bit) = self.bit(table_key.board);
        if self.filter.get(word)? & bit == 0 {
            return None;
        }
        let start = self.bucket(table_key.board);
        self.refutations[start..start + WAYS].iter().find_map(|known| {
            let Refutation { board, hand, repeated } = *known;
            if board != table_key.board || !TableKey::holds(hand, table_key.hand) {
                return None;
            }
            let steps = self.sets.step_hashes(repeated)?.iter().map(|&hash| path.step_with_hash(hash));
            let reach = steps.reduce(|a, b| Some(a?.min(b?)))??;
            Some(RepetitionHit { hand, repeated, reach })
        })
    }

    /// The index at which the bucket of a board begins.
    fn bucket(&self, board: u128) -> usize {
        (board >> 80) as usize % self.room / WAYS * WAYS
    }

    /// The filter's word for a board, and the bit in that word.
    fn bit(&self, board: u128) -> (usize, u64) {
        let bit = (board >> 64) as usize % (8 * self.room);
        (bit / 64, 1 << (bit % 64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::tsume::dfpn::path::PathStep;

    fn board(n: u128) -> TableKey {
        TableKey { board: n.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835), hand: 3 }
    }

    fn path_of(steps: &[u128]) -> Path {
        let mut path = Path::new();
        steps.iter().for_each(|&n| path.push(PathStep { table_key: board(n), bound: 9, by_pair: false }));
        path
    }

    #[test]
    fn a_refutation_holds_where_all_that_it_repeats_is_on_the_path() {
        let path = path_of(&[1, 2, 3]);
        let mut table = RepetitionTable::in_bytes(1 << 20);
        let repeated = [1, 3].map(|step| table.sets.one(path.step_hash(step)));
        let repeated = table.sets.union(repeated[0], repeated[1]);
        assert!(table.store(board(9), repeated));
        assert!(!table.store(board(8), RepeatedSet::UNKNOWN));
        let reach = |steps: &[u128]| table.probe(board(9), &path_of(steps)).map(|known| known.reach);
        assert_eq!(reach(&[1, 2, 3]), Some(1));
        assert_eq!(reach(&[5, 3, 7, 1, 4]), Some(2), "in any order");
        assert_eq!((reach(&[1, 2]), reach(&[3, 2]), reach(&[])), (None, None, None));
        let with = |hand| table.probe(TableKey { hand, ..board(9) }, &path).map(|known| known.hand);
        assert_eq!((with(2), with(3), with(4)), (Some(3), Some(3), None));
        assert!(table.probe(board(8), &path).is_none());
    }

    #[test]
    fn what_is_full_goes_on() {
        let path = path_of(&(0..200).collect::<Vec<_>>());
        let mut table = RepetitionTable::in_bytes(1);
        for n in 0..5_000 {
            let repeated = [n, n * n + 1].map(|step| table.sets.one(path.step_hash(step as u32 % 200 + 1)));
            let repeated = table.sets.union(repeated[0], repeated[1]);
            assert!(table.store(board(1_000 + n), repeated));
            let known = table.probe(board(1_000 + n), &path).expect("it was just stored");
            assert_eq!(u128::from(known.reach), (n % 200).min((n * n + 1) % 200) + 1);
        }
    }
}
