//! Sets of positions with the defender to move, on whose repetition refutations depend.

use hashbrown::HashMap;
use std::sync::Arc;

/// The most positions of a set: larger ones are not kept.
const LARGEST: usize = 16;
/// Bits of a [`Repeated`] that number the set. Those above count how often all sets were dropped.
const INDEX_BITS: u32 = 22;

/// A set by its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Repeated(u32);

impl Repeated {
    /// No position.
    pub const NONE: Repeated = Repeated(0);
    /// A set that is not kept.
    pub const UNKNOWN: Repeated = Repeated(u32::MAX);
}

/// The sets of one search. When there are too many, all are dropped.
pub struct RepeatedSets {
    most: usize,
    /// Sorted [words](super::path::word_of) of positions; the first set is empty.
    sets: Vec<Arc<[u64]>>,
    numbers: HashMap<Arc<[u64]>, u32>,
    unions: HashMap<(Repeated, Repeated), Repeated>,
    dropped: u32,
}

impl RepeatedSets {
    /// At most so many sets.
    pub fn new(most: usize) -> RepeatedSets {
        let most = most.min(1 << INDEX_BITS);
        RepeatedSets { most, sets: Vec::new(), numbers: HashMap::new(), unions: HashMap::new(), dropped: 0 }
    }

    /// The words of a set, sorted; `None` when it was not kept.
    #[inline]
    pub fn words(&self, set: Repeated) -> Option<&[u64]> {
        if set == Repeated::NONE {
            return Some(&[]);
        }
        if set == Repeated::UNKNOWN || set.0 >> INDEX_BITS != self.dropped {
            return None;
        }
        self.sets.get((set.0 & ((1 << INDEX_BITS) - 1)) as usize).map(|words| &words[..])
    }

    /// The set of one position.
    pub fn one(&mut self, word: u64) -> Repeated {
        self.of(&[word])
    }

    /// The union of two sets.
    pub fn union(&mut self, a: Repeated, b: Repeated) -> Repeated {
        match (a, b) {
            (a, b) if a == b || b == Repeated::NONE => return a,
            (Repeated::NONE, b) => return b,
            _ => {}
        }
        if let Some(&known) = self.unions.get(&(a, b)) {
            return known;
        }
        let (Some(first), Some(second)) = (self.words(a), self.words(b)) else { return Repeated::UNKNOWN };
        let mut all = [first, second].concat();
        all.sort_unstable();
        all.dedup();
        let union = self.of(&all);
        // If the sets were just dropped, both are gone.
        if self.words(a).is_some() {
            self.unions.insert((a, b), union);
        }
        union
    }

    /// A set without one of its positions.
    pub fn without(&mut self, set: Repeated, word: u64) -> Repeated {
        let Some(words) = self.words(set) else { return Repeated::UNKNOWN };
        let rest: Vec<u64> = words.iter().copied().filter(|&other| other != word).collect();
        if rest.len() == words.len() { set } else { self.of(&rest) }
    }

    /// The set with these words, which are sorted.
    fn of(&mut self, words: &[u64]) -> Repeated {
        if words.is_empty() {
            return Repeated::NONE;
        }
        if words.len() > LARGEST {
            return Repeated::UNKNOWN;
        }
        let known = self.numbers.get(words).copied();
        let number = known.unwrap_or_else(|| self.add(words));
        Repeated(self.dropped << INDEX_BITS | number)
    }

    fn add(&mut self, words: &[u64]) -> u32 {
        if self.sets.len().max(self.unions.len()) >= self.most {
            self.drop_all();
        }
        if self.sets.is_empty() {
            self.sets.push(Arc::default());
        }
        let number = self.sets.len() as u32;
        let words: Arc<[u64]> = Arc::from(words);
        self.sets.push(Arc::clone(&words));
        self.numbers.insert(words, number);
        number
    }

    fn drop_all(&mut self) {
        self.sets.clear();
        self.numbers.clear();
        self.unions.clear();
        // So that the largest number is left to what is unknown.
        self.dropped = (self.dropped + 1) % ((1 << (32 - INDEX_BITS)) - 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_equal_by_what_they_hold() {
        let mut sets = RepeatedSets::new(100);
        let [a, b, c] = [7, 5, 9].map(|word| sets.one(word));
        let (ab, bc) = (sets.union(a, b), sets.union(b, c));
        assert_eq!((sets.union(b, a), sets.words(ab)), (ab, Some(&[5, 7][..])));
        let all = sets.union(ab, c);
        assert_eq!(
            (sets.union(a, bc), sets.union(all, ab), sets.words(all)),
            (all, all, Some(&[5, 7, 9][..]))
        );
        assert_eq!((sets.without(all, 7), sets.without(ab, 9), sets.without(a, 7)), (bc, ab, Repeated::NONE));
        assert_eq!((sets.union(a, Repeated::NONE), sets.union(Repeated::NONE, a)), (a, a));
        assert_eq!(sets.union(Repeated::UNKNOWN, a), Repeated::UNKNOWN);
    }

    /// A set that was dropped is not mistaken for a later one with its number.
    #[test]
    fn too_many_sets_and_too_large_ones_are_not_kept() {
        let mut sets = RepeatedSets::new(4);
        let early: Vec<Repeated> = (1..20).map(|word| sets.one(word)).collect();
        let kept: Vec<bool> = early.iter().map(|&set| sets.words(set).is_some()).collect();
        assert!(!kept[0] && kept[18]);
        for (set, word) in early.into_iter().zip(1..) {
            assert!(sets.words(set).is_none_or(|words| words == [word]));
        }
        let mut sets = RepeatedSets::new(100);
        let large = (1..20).fold(Repeated::NONE, |all, word| {
            let one = sets.one(word);
            sets.union(all, one)
        });
        assert_eq!((large, sets.words(large)), (Repeated::UNKNOWN, None));
    }
}
