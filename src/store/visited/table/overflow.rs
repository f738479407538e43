//! What buckets have no room for: very little.

use super::super::lines::Width;
use super::super::lookup::Insert;
use super::places::LooseEntry;
use hashbrown::HashMap;

/// Entries, by their buckets.
pub(super) struct Overflow<W: Width> {
    buckets: HashMap<usize, Vec<LooseEntry<W>>>,
    len: usize,
}

impl<W: Width> Overflow<W> {
    pub fn new() -> Self {
        Overflow { buckets: HashMap::new(), len: 0 }
    }

    /// Bytes of memory in use, about.
    pub fn bytes(&self) -> usize {
        self.len * 64
    }

    /// Adds an entry of a bucket, if it is not there.
    #[cold]
    pub fn insert(&mut self, bucket: usize, entry: LooseEntry<W>) -> Insert {
        let entries = self.buckets.entry(bucket).or_default();
        if entries.contains(&entry) {
            return Insert::Present;
        }
        entries.push(entry);
        self.len += 1;
        Insert::New
    }

    /// Takes out what belongs to a bucket.
    #[inline(always)]
    pub fn take(&mut self, bucket: usize) -> Vec<LooseEntry<W>> {
        if self.len == 0 {
            return Vec::new();
        }
        let taken = self.buckets.remove(&bucket).unwrap_or_default();
        self.len -= taken.len();
        taken
    }

    /// Takes out what belongs to certain buckets, each entry with its bucket.
    pub fn take_all(&mut self, wanted: impl Fn(usize) -> bool) -> Vec<(usize, LooseEntry<W>)> {
        let taken = self.buckets.extract_if(|&bucket, _| wanted(bucket));
        let taken: Vec<_> = taken
            .flat_map(|(bucket, entries)| entries.into_iter().map(move |entry| (bucket, entry)))
            .collect();
        self.len -= taken.len();
        taken
    }
}
