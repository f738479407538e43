//! A large array of words that threads read and write together, committed page by page like a [`Region`].

use super::region::{Region, prefetch_address};
use std::ops::{Deref, Range};
use std::sync::atomic::AtomicU64;

/// A fixed-size array of cache lines of eight atomic words, all zero at first, backed by memory only where written.
pub struct SharedRegion(Region);

/// One cache line.
#[derive(Debug)]
#[repr(C, align(64))]
pub struct SharedCacheLine(pub [AtomicU64; 8]);

impl SharedRegion {
    /// Reserves `len` lines, or fewer; see [`Region::reserve`].
    pub fn reserve(len: usize) -> SharedRegion {
        SharedRegion(Region::reserve(len))
    }

    /// Asks the system to back the lines with huge pages; see [`Region`].
    pub fn prefer_huge_pages(&self) {
        self.0.prefer_huge_pages();
    }

    /// Has another thread commit some lines, and reports the line before which all are committed; see [`Region`].
    pub fn commit_aside(
        &mut self,
        lines: Range<usize>,
        on_committed: impl Fn(usize) + Send + Sync + 'static,
    ) {
        self.0.commit_aside(lines, on_committed);
    }

    /// Whether such a thread is still committing lines.
    pub fn is_committing(&self) -> bool {
        self.0.is_committing()
    }

    /// Returns the memory of some lines to the system; see [`Region`].
    pub fn release(&mut self, lines: Range<usize>) -> bool {
        self.0.release(lines)
    }

    /// Starts fetching a line that will be accessed soon.
    #[inline(always)]
    pub fn prefetch(&self, line: usize) {
        if let Some(line) = self.get(line) {
            prefetch_address(std::ptr::from_ref(line).cast());
        }
    }
}

impl Deref for SharedRegion {
    type Target = [SharedCacheLine];

    #[inline(always)]
    fn deref(&self) -> &[SharedCacheLine] {
        let (lines, len) = self.0.raw_parts();
        // SAFETY: a line of atomic words has the size and alignment of a line of plain ones, and zero is valid for
        // both. The plain region is private to this type and never borrowed as such, so all access is atomic.
        unsafe { std::slice::from_raw_parts(lines.cast::<SharedCacheLine>().as_ptr(), len) }
    }
}
