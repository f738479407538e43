//! What a part of the table has no room for: very little.

use super::super::lookup::Insert;
use hashbrown::HashMap;

/// Entries, by the part of the table that they belong to.
pub(super) struct Overflow<E> {
    parts: HashMap<usize, Vec<E>>,
    len: usize,
}

impl<E: Copy + PartialEq> Overflow<E> {
    pub fn new() -> Self {
        Overflow { parts: HashMap::new(), len: 0 }
    }

    /// Bytes of memory in use, about.
    pub fn bytes(&self) -> usize {
        self.parts.len() * 96 + self.len * 2 * size_of::<E>()
    }

    /// Whether there is memory for another entry.
    pub fn has_room(&mut self) -> bool {
        self.parts.try_reserve(1).is_ok()
    }

    /// Whether an entry is there.
    #[inline(always)]
    pub fn has(&self, part: usize, entry: E) -> bool {
        self.len > 0 && self.parts.get(&part).is_some_and(|entries| entries.contains(&entry))
    }

    /// Adds an entry, if it is not there.
    #[cold]
    pub fn insert(&mut self, part: usize, entry: E) -> Insert {
        let entries = self.parts.entry(part).or_default();
        if entries.contains(&entry) {
            return Insert::Present;
        }
        entries.push(entry);
        self.len += 1;
        Insert::New
    }

    /// Takes out what belongs to a part.
    #[inline(always)]
    pub fn take(&mut self, part: usize) -> Vec<E> {
        if self.len == 0 {
            return Vec::new();
        }
        let taken = self.parts.remove(&part).unwrap_or_default();
        self.len -= taken.len();
        taken
    }

    /// Takes out what belongs to certain parts, each entry with its part.
    pub fn take_all(&mut self, wanted: impl Fn(usize) -> bool) -> Vec<(usize, E)> {
        let taken = self.parts.extract_if(|&part, _| wanted(part));
        let taken: Vec<_> =
            taken.flat_map(|(part, entries)| entries.into_iter().map(move |entry| (part, entry))).collect();
        self.len -= taken.len();
        taken
    }
}
