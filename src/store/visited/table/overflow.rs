//! A map for the few entries for which a part of the table has no room.

use super::super::lookup::Insert;
use hashbrown::HashMap;

/// Entries, by the part of the table to which they belong.
pub(super) struct Overflow<E> {
    parts: HashMap<usize, Vec<E>>,
    len: usize,
}

impl<E: Copy + PartialEq> Overflow<E> {
    pub fn new() -> Self {
        Overflow { parts: HashMap::new(), len: 0 }
    }

    /// The approximate number of bytes of memory in use.
    pub fn bytes(&self) -> usize {
        self.parts.len() * 96 + self.len * 2 * size_of::<E>()
    }

    /// Whether there is memory for another entry.
    pub fn has_room(&mut self) -> bool {
        self.parts.try_reserve(1).is_ok()
    }

    /// Whether the map holds an entry.
    #[inline(always)]
    pub fn has(&self, part: usize, entry: E) -> bool {
        self.len > 0 && self.parts.get(&part).is_some_and(|entries| entries.contains(&entry))
    }

    /// Adds an entry, and returns whether it was new.
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

    /// Removes and returns all entries of a part.
    #[inline(always)]
    pub fn take(&mut self, part: usize) -> Vec<E> {
        if self.len == 0 {
            return Vec::new();
        }
        let taken = self.parts.remove(&part).unwrap_or_default();
        self.len -= taken.len();
        taken
    }

    /// Removes and returns all entries of certain parts, each with its part.
    pub fn take_all(&mut self, wanted: impl Fn(usize) -> bool) -> Vec<(usize, E)> {
        let taken = self.parts.extract_if(|&part, _| wanted(part));
        let taken: Vec<_> =
            taken.flat_map(|(part, entries)| entries.into_iter().map(move |entry| (part, entry))).collect();
        self.len -= taken.len();
        taken
    }
}
