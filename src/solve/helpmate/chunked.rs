//! A growing sequence in chunks of fixed size: elements are never moved, and only the last chunk may be partly
//! filled.

/// A growing sequence, in chunks of `CHUNK` elements.
pub(super) struct Chunked<T, const CHUNK: usize> {
    /// All are full, except the last one and the freed ones, which are empty.
    chunks: Vec<Vec<T>>,
    /// The number of chunks freed, counted from the first one.
    freed: usize,
}

impl<T, const CHUNK: usize> Default for Chunked<T, CHUNK> {
    fn default() -> Self {
        Chunked { chunks: Vec::new(), freed: 0 }
    }
}

impl<T, const CHUNK: usize> Chunked<T, CHUNK> {
    #[inline(always)]
    pub fn push(&mut self, element: T) {
        if self.chunks.last().is_none_or(|chunk| chunk.len() == CHUNK) {
            self.open_chunk();
        }
        let last = self.chunks.len() - 1;
        self.chunks[last].push(element);
    }

    /// Appends some elements.
    #[inline(always)]
    pub fn push_all<const N: usize>(&mut self, elements: [T; N]) {
        match self.chunks.last_mut() {
            Some(chunk) if chunk.len() + N <= CHUNK => chunk.extend(elements),
            _ => elements.into_iter().for_each(|element| self.push(element)),
        }
    }

    #[cold]
    fn open_chunk(&mut self) {
        self.chunks.push(Vec::with_capacity(CHUNK));
    }

    pub fn len(&self) -> usize {
        self.chunks.last().map_or(0, |last| (self.chunks.len() - 1) * CHUNK + last.len())
    }

    /// Drops all elements after the first `len`.
    pub fn truncate(&mut self, len: usize) {
        self.chunks.truncate(len.div_ceil(CHUNK).max(1));
        self.freed = self.freed.min(self.chunks.len());
        if let Some(last) = self.chunks.last_mut() {
            last.truncate(len.saturating_sub(len.div_ceil(CHUNK).saturating_sub(1) * CHUNK));
        }
    }

    /// Empties the sequence and frees its memory, except that of one chunk.
    pub fn clear(&mut self) {
        self.chunks.drain(..self.freed);
        self.freed = 0;
        self.chunks.truncate(1);
        self.chunks.iter_mut().for_each(Vec::clear);
    }

    /// Frees the chunks that lie entirely before an index, but never the last chunk. Their elements must not be
    /// accessed any more.
    pub fn free_before(&mut self, index: usize) {
        let end = (index / CHUNK).min(self.chunks.len().saturating_sub(1));
        while self.freed < end {
            self.chunks[self.freed] = Vec::new();
            self.freed += 1;
        }
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        ((self.chunks.len() - self.freed) * CHUNK * size_of::<T>()) as u64
    }

    /// The element at an index below [`Chunked::len`].
    #[inline]
    pub fn get(&self, index: usize) -> &T {
        &self.chunks[index / CHUNK][index % CHUNK]
    }

    pub fn iter(&self) -> impl Iterator<Item = &T> + Clone + '_ {
        debug_assert_eq!(self.freed, 0);
        self.chunks.iter().flatten()
    }

    /// The elements from index `from` up to, but not including, index `to`, in pieces.
    pub fn slices(&self, from: usize, to: usize) -> impl Iterator<Item = &[T]> + '_ {
        debug_assert!(self.freed * CHUNK <= from);
        let pieces = self.chunks.iter().enumerate().skip(from / CHUNK);
        pieces.take_while(move |(number, _)| number * CHUNK < to).map(move |(number, chunk)| {
            let start = number * CHUNK;
            &chunk[from.saturating_sub(start).min(chunk.len())..(to - start).min(chunk.len())]
        })
    }

    /// Takes the elements out, beginning with the first; chunks are freed once they have been read.
    pub fn drain(self) -> Drain<T> {
        debug_assert_eq!(self.freed, 0);
        Drain { chunks: self.chunks.into_iter(), chunk: Vec::new(), at: 0, stop: 0, left: 0 }
    }
}

/// The elements taken out of a [`Chunked`]. [`end_after`](Drain::end_after) sets how many are returned.
pub(super) struct Drain<T> {
    chunks: std::vec::IntoIter<Vec<T>>,
    chunk: Vec<T>,
    /// Within the chunk, the index of the next element, and the end of the elements that may be returned.
    at: usize,
    stop: usize,
    /// The number of elements that may be returned from later chunks.
    left: usize,
}

impl<T> Drain<T> {
    /// Ends the iteration after `count` more elements.
    pub fn end_after(&mut self, count: usize) {
        let here = count.min(self.chunk.len() - self.at);
        (self.stop, self.left) = (self.at + here, count - here);
    }

    #[cold]
    fn next_chunk(&mut self) -> bool {
        if self.left == 0 {
            return false;
        }
        let Some(chunk) = self.chunks.next() else { return false };
        self.stop = self.left.min(chunk.len());
        self.left -= self.stop;
        (self.chunk, self.at) = (chunk, 0);
        self.stop > 0
    }
}

impl<T: Copy> Iterator for Drain<T> {
    type Item = T;

    #[inline(always)]
    fn next(&mut self) -> Option<T> {
        if self.at == self.stop && !self.next_chunk() {
            return None;
        }
        let element = self.chunk[self.at];
        self.at += 1;
        Some(element)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn copy(plain: &[u32]) -> Chunked<u32, 8> {
        let mut chunked = Chunked::default();
        plain.iter().for_each(|&element| chunked.push(element));
        chunked
    }

    #[test]
    fn it_is_what_a_vector_is() {
        let mut chunked = Chunked::<u32, 8>::default();
        let mut plain = Vec::new();
        for element in 0..100u32 {
            for (from, to) in [(0, plain.len()), (plain.len() / 3, plain.len() / 2)] {
                let slices: Vec<_> = chunked.slices(from, to).flatten().copied().collect();
                assert_eq!(slices, plain[from..to]);
            }
            assert_eq!((chunked.len(), chunked.bytes()), (plain.len(), 32 * plain.len().div_ceil(8) as u64));
            assert!(chunked.iter().eq(&plain));
            chunked.push(element * element);
            plain.push(element * element);
            assert_eq!(chunked.get(element as usize), &plain[element as usize]);
        }
        for (first, second) in [(0, 100), (3, 5), (8, 24), (60, 1000)] {
            let mut drain = copy(&plain).drain();
            drain.end_after(first);
            assert!(drain.by_ref().eq(plain[..first].iter().copied()));
            drain.end_after(second);
            assert!(drain.eq(plain.iter().copied().skip(first).take(second)));
        }
        let mut chunked = Chunked::<u32, 8>::default();
        (0..33).for_each(|n| chunked.push_all([3 * n, 3 * n + 1, 3 * n + 2]));
        assert!(chunked.iter().copied().eq(0..99));
        let mut chunked = Chunked::<u32, 8>::default();
        chunked.push(1);
        chunked.clear();
        assert_eq!((chunked.len(), chunked.bytes()), (0, 32));
        assert_eq!(chunked.iter().count() + chunked.slices(0, 0).flatten().count(), 0);
    }

    #[test]
    fn freed_chunks_take_no_memory_and_the_rest_stays() {
        let plain: Vec<u32> = (0..100).collect();
        let mut chunked = copy(&plain);
        for (index, freed) in [(0, 0), (7, 0), (8, 1), (50, 6), (20, 6), (99, 12), (1000, 12)] {
            chunked.free_before(index);
            assert_eq!((chunked.len(), chunked.bytes()), (100, 32 * (13 - freed)));
            assert!((8 * freed as usize..100).all(|index| *chunked.get(index) == index as u32));
        }
        chunked.push(100);
        assert_eq!((chunked.len(), *chunked.get(100)), (101, 100));
        chunked.clear();
        assert_eq!((chunked.len(), chunked.bytes()), (0, 32));
        (0..20).for_each(|element| chunked.push(element));
        assert!(chunked.iter().copied().eq(0..20));
        let mut empty = Chunked::<u32, 8>::default();
        empty.free_before(9);
        assert_eq!(empty.len(), 0);
    }
}
