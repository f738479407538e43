//! What the table's lines have no room for: very little.

use super::super::lookup::Insert;
use hashbrown::HashMap;

/// Entries, by the bucket or the line where they belong.
pub(super) struct Overflow<E> {
    places: HashMap<usize, Vec<E>>,
    len: usize,
}

impl<E: Copy + PartialEq> Overflow<E> {
    pub fn new() -> Self {
        Overflow { places: HashMap::new(), len: 0 }
    }

    /// Bytes of memory in use, about.
    pub fn bytes(&self) -> usize {
        self.len * 64
    }

    /// Whether an entry of a place is there.
    pub fn has(&self, place: usize, entry: E) -> bool {
        self.places.get(&place).is_some_and(|entries| entries.contains(&entry))
    }

    /// Adds an entry of a place, if it is not there.
    #[cold]
    pub fn insert(&mut self, place: usize, entry: E) -> Insert {
        let entries = self.places.entry(place).or_default();
        if entries.contains(&entry) {
            return Insert::Present;
        }
        entries.push(entry);
        self.len += 1;
        Insert::New
    }

    /// Takes out what belongs to a place.
    #[inline(always)]
    pub fn take(&mut self, place: usize) -> Vec<E> {
        if self.len == 0 {
            return Vec::new();
        }
        let taken = self.places.remove(&place).unwrap_or_default();
        self.len -= taken.len();
        taken
    }

    /// Takes out what belongs to certain places, each entry with its place.
    pub fn take_all(&mut self, wanted: impl Fn(usize) -> bool) -> Vec<(usize, E)> {
        let taken = self.places.extract_if(|&place, _| wanted(place));
        let taken: Vec<_> =
            taken.flat_map(|(place, entries)| entries.into_iter().map(move |entry| (place, entry))).collect();
        self.len -= taken.len();
        taken
    }
}
