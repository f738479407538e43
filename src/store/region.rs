//! A large array of zeroed words whose pages are committed only when they are touched.

use super::reserve::{fallible, note_refusal};
use super::threads::{SMALL_STACK, thread_builder};
use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ops::{Deref, DerefMut, Range};
use std::ptr::NonNull;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
#[cfg(target_os = "linux")]
use std::sync::mpsc;
use std::thread::JoinHandle;

/// A fixed-size array of `[u64; 8]` cache lines, all zero at first, aligned to 64 bytes; a large one to a huge page.
///
/// The whole length is reserved at once, but the operating system backs a page with memory only when it is first
/// written: a table can grow inside its region without ever being copied.
pub struct Region {
    lines: NonNull<CacheLine>,
    len: usize,
    allocation: NonNull<u8>,
    layout: Layout,
    /// Threads that commit pages; they must end before the lines are freed.
    committing: Vec<JoinHandle<()>>,
    /// Tells these threads to end.
    is_freed: Arc<AtomicBool>,
}

/// One cache line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(C, align(64))]
pub struct CacheLine(pub [u64; 8]);

/// A type as which a cache line may be viewed.
///
/// # Safety
/// The type consists only of integers, without padding, and has 64 bytes.
pub(super) unsafe trait View: Sized {}

impl CacheLine {
    /// The line viewed as another type.
    #[inline(always)]
    pub(super) fn view<V: View>(&self) -> &V {
        const { assert!(size_of::<V>() == LINE && align_of::<V>() <= LINE) };
        // SAFETY: any bytes are a valid value of a view, which has the size of a line and at most its alignment.
        unsafe { &*std::ptr::from_ref(self).cast() }
    }

    /// The line viewed as another type, mutably.
    #[inline(always)]
    pub(super) fn view_mut<V: View>(&mut self) -> &mut V {
        const { assert!(size_of::<V>() == LINE && align_of::<V>() <= LINE) };
        // SAFETY: as in `view`, and any value of a view is valid as the words of a line.
        unsafe { &mut *std::ptr::from_mut(self).cast() }
    }
}

const LINE: usize = size_of::<CacheLine>();
/// The number of lines in a page.
const SMALLEST: usize = SMALLEST_PAGE / LINE;
const SMALLEST_PAGE: usize = 1 << 12;
/// The size of a huge page on most processors.
const HUGE_PAGE: usize = 1 << 21;

impl Region {
    /// Reserves `len` lines. If the system refuses that, reserves fewer: at most half of what it would grant, so
    /// that at least as much is left for everything else.
    ///
    /// # Panics
    /// When not even one page is granted.
    pub fn reserve(len: usize) -> Region {
        let len = len.max(SMALLEST);
        if let Some(region) = fallible(|| Region::try_reserve(len)) {
            return region;
        }
        note_refusal();
        let halves = std::iter::successors(Some(len / 2), |len| Some(len / 2));
        let granted = halves
            .take_while(|&len| len >= SMALLEST)
            .find(|&len| fallible(|| Region::try_reserve(len)).is_some());
        let len = granted.map_or(SMALLEST, |len| (len / 2).max(SMALLEST));
        Region::try_reserve(len).expect("out of memory: not a page for a table")
    }

    /// The address of the lines, and their number, for a view of them as another type.
    #[inline(always)]
    pub(super) fn raw_parts(&self) -> (NonNull<CacheLine>, usize) {
        (self.lines, self.len)
    }

    /// Asks the system to back the lines with huge pages, so that fewer look-ups miss the processor's TLB. This
    /// is a hint that does not change what is stored; when any part of a huge page is touched, the whole page is
    /// committed.
    pub(super) fn prefer_huge_pages(&self) {
        // Advise all pages in one call: in pieces, a huge page across the end of a piece would not be covered.
        #[cfg(target_os = "linux")]
        if self.len * LINE >= HUGE_PAGE {
            let bytes = self.len * LINE / HUGE_PAGE * HUGE_PAGE;
            // SAFETY: the pages lie within the allocation, and the advice changes nothing that they hold.
            unsafe { libc::madvise(self.lines.as_ptr().cast(), bytes, libc::MADV_HUGEPAGE) };
        }
    }

    /// Makes the system commit some lines now, to which nothing has been written yet.
    pub(super) fn commit(&mut self, lines: Range<usize>) {
        for line in self[lines].iter_mut().step_by(SMALLEST_PAGE / LINE) {
            // SAFETY: the reference is exclusive. Volatile, because the write serves to commit the page and must
            // not be removed.
            unsafe { std::ptr::write_volatile(line, CacheLine::default()) };
        }
    }

    /// Has another thread make the system commit some lines in the background, where that is possible. The lines
    /// keep their content and may be used meanwhile. From time to time the thread calls `on_committed` with the
    /// line before which all lines are committed, including those of earlier calls. If the system cannot commit
    /// in the background, and commits lines when they are touched, it is called with the end of the lines. If the
    /// system has no memory for the rest, it is not called for that.
    pub(super) fn commit_aside(
        &mut self,
        lines: Range<usize>,
        on_committed: impl Fn(usize) + Send + Sync + 'static,
    ) {
        self.committing.retain(|thread| !thread.is_finished());
        let end = lines.end;
        #[cfg(target_os = "linux")]
        {
            let on_committed = Arc::new(on_committed);
            let tell = Arc::clone(&on_committed);
            // Pass addresses as numbers, since pointers cannot be sent to another thread.
            let pieces = self[lines.clone()]
                .chunks(HUGE_PAGE / LINE)
                .map(|piece| (piece.as_ptr() as usize, size_of_val(piece)));
            let pieces: Vec<(usize, usize)> = pieces.collect();
            let is_freed = Arc::clone(&self.is_freed);
            // The handles of earlier threads are sent only after the new thread has started: if it cannot be
            // started, they must still be joined here.
            let (hand_over, before) = mpsc::channel::<Vec<JoinHandle<()>>>();
            let commit = move || {
                before.recv().into_iter().flatten().for_each(join);
                let mut committed = lines.start;
                for (address, bytes) in pieces.into_iter().take_while(|_| !is_freed.load(Ordering::Relaxed)) {
                    // SAFETY: the pages lie within the allocation, which is freed only after this thread has
                    // ended, and the advice does not change their content.
                    let refused = unsafe {
                        libc::madvise(address as *mut libc::c_void, bytes, libc::MADV_POPULATE_WRITE) != 0
                    };
                    if refused && std::io::Error::last_os_error().raw_os_error() == Some(libc::ENOMEM) {
                        return;
                    }
                    committed = if refused { end } else { committed + bytes / LINE };
                    tell(committed);
                }
            };
            match thread_builder(SMALL_STACK).and_then(|builder| builder.spawn(commit)) {
                Ok(thread) => {
                    let before = std::mem::replace(&mut self.committing, vec![thread]);
                    hand_over.send(before).expect("the thread takes them first of all");
                }
                Err(_) => on_committed(end),
            }
        }
        #[cfg(not(target_os = "linux"))]
        on_committed(end);
    }

    /// Whether another thread is still committing lines.
    pub(super) fn is_committing(&self) -> bool {
        self.committing.iter().any(|thread| !thread.is_finished())
    }

    /// Returns the memory of some lines to the system; afterwards they are zero. The lines must be whole pages on
    /// which no other thread works. Returns false if the system cannot do that; the lines are then unchanged.
    pub(super) fn release(&mut self, lines: Range<usize>) -> bool {
        #[cfg(target_os = "linux")]
        {
            let lines = &mut self[lines];
            let bytes = size_of_val(lines);
            // SAFETY: an exclusive reference to whole pages of private anonymous memory, which reads as zero afterwards.
            unsafe { libc::madvise(lines.as_mut_ptr().cast(), bytes, libc::MADV_DONTNEED) == 0 }
        }
        #[cfg(not(target_os = "linux"))]
        {
            let _ = lines;
            false
        }
    }

    fn try_reserve(len: usize) -> Option<Region> {
        // For a larger alignment the allocator would zero the memory by writing to it, and so commit it. Hence
        // request an alignment that it provides anyway, with room to align by hand; room that is not touched
        // costs nothing.
        let bytes = len.checked_mul(LINE)?;
        let alignment = if bytes < HUGE_PAGE { LINE } else { HUGE_PAGE };
        let layout = Layout::from_size_align(bytes.checked_add(alignment)?, 16).ok()?;
        // SAFETY: the layout's size is not zero.
        let allocation = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        let padding = allocation.as_ptr().align_offset(alignment);
        // SAFETY: the padding is less than the alignment, and that many bytes were allocated in addition to `len`
        // lines.
        let lines = unsafe { allocation.add(padding) }.cast::<CacheLine>();
        Some(Region { lines, len, allocation, layout, committing: Vec::new(), is_freed: Arc::default() })
    }
}

fn join(thread: JoinHandle<()>) {
    thread.join().expect("advice cannot panic");
}

impl Deref for Region {
    type Target = [CacheLine];

    #[inline(always)]
    fn deref(&self) -> &[CacheLine] {
        // SAFETY: `len` aligned lines were allocated and zeroed, and zeroed lines are valid; they live as long as
        // `self`.
        unsafe { std::slice::from_raw_parts(self.lines.as_ptr(), self.len) }
    }
}

impl DerefMut for Region {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [CacheLine] {
        // SAFETY: as in `deref`; the borrow of `self` is exclusive.
        unsafe { std::slice::from_raw_parts_mut(self.lines.as_ptr(), self.len) }
    }
}

impl Drop for Region {
    fn drop(&mut self) {
        self.is_freed.store(true, Ordering::Relaxed);
        self.committing.drain(..).for_each(join);
        // SAFETY: allocated by `alloc_zeroed` with this layout and not freed before.
        unsafe { dealloc(self.allocation.as_ptr(), self.layout) }
    }
}

// SAFETY: a region owns its memory like a `Box<[CacheLine]>`.
unsafe impl Send for Region {}
// SAFETY: shared access is read-only.
unsafe impl Sync for Region {}

/// Asks the processor to fetch the cache line that holds `item`; a hint without effect on the result.
#[inline(always)]
pub fn prefetch<T>(item: &T) {
    prefetch_address(std::ptr::from_ref(item).cast());
}

/// Asks the processor to fetch the cache line at an address; a hint without effect on the result.
#[inline(always)]
pub fn prefetch_address(address: *const u8) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: prefetching has no effect on memory, and SSE is part of x86-64.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(address.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
}
