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
    /// Threads that have pages backed with memory; ended before the lines are freed.
    committing: Vec<JoinHandle<()>>,
    /// They are to end.
    is_freed: Arc<AtomicBool>,
}

/// One cache line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(C, align(64))]
pub struct CacheLine(pub [u64; 8]);

/// What a line may be looked at as.
///
/// # Safety
/// Integers only, without padding, of 64 bytes together.
pub(super) unsafe trait View: Sized {}

impl CacheLine {
    /// The line as something else.
    #[inline(always)]
    pub(super) fn view<V: View>(&self) -> &V {
        const { assert!(size_of::<V>() == LINE && align_of::<V>() <= LINE) };
        // SAFETY: any bytes are a value of a view, which is as large as a line and aligned like it.
        unsafe { &*std::ptr::from_ref(self).cast() }
    }

    /// The line as something else, to be changed.
    #[inline(always)]
    pub(super) fn view_mut<V: View>(&mut self) -> &mut V {
        const { assert!(size_of::<V>() == LINE && align_of::<V>() <= LINE) };
        // SAFETY: as in `view`, and all bytes of a view are bytes of words.
        unsafe { &mut *std::ptr::from_mut(self).cast() }
    }
}

const LINE: usize = size_of::<CacheLine>();
/// The lines of a page.
const SMALLEST: usize = SMALLEST_PAGE / LINE;
const SMALLEST_PAGE: usize = 1 << 12;
/// A huge page of most processors.
const HUGE_PAGE: usize = 1 << 21;

impl Region {
    /// Reserves `len` lines, or where the system does not grant them as many as leave at least as much to everything
    /// else.
    ///
    /// # Panics
    /// When not even one page can be had.
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

    /// Where the lines are, and how many: for a view of them as something else.
    #[inline(always)]
    pub(super) fn raw_parts(&self) -> (NonNull<CacheLine>, usize) {
        (self.lines, self.len)
    }

    /// Asks the system to back the lines with huge pages: fewer look-ups then miss the processor's table of addresses.
    /// A hint without effect on what is stored; a page of which anything is touched is committed as a whole.
    pub(super) fn prefer_huge_pages(&self) {
        // For all at once: advice in pieces would end where no huge page does.
        #[cfg(target_os = "linux")]
        if self.len * LINE >= HUGE_PAGE {
            let bytes = self.len * LINE / HUGE_PAGE * HUGE_PAGE;
            // SAFETY: the pages lie within the allocation, and the advice changes nothing that they hold.
            unsafe { libc::madvise(self.lines.as_ptr().cast(), bytes, libc::MADV_HUGEPAGE) };
        }
    }

    /// Makes the system back some of the lines, which nothing was written to yet, with memory now.
    pub(super) fn commit(&mut self, lines: Range<usize>) {
        for line in self[lines].iter_mut().step_by(SMALLEST_PAGE / LINE) {
            // SAFETY: an exclusive reference; volatile, for the page is wanted and not the zero in it.
            unsafe { std::ptr::write_volatile(line, CacheLine::default()) };
        }
    }

    /// Lets another thread make the system back some of the lines, where it can, and goes on meanwhile: what they hold
    /// stays as it is, and they may be used. `on_committed` is told now and then before which line all are backed, those
    /// of earlier calls among them; and the end of the lines where the system cannot do that and backs them when they are
    /// touched. Where it has no memory for them, it is told nothing of the rest.
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
            // As numbers, for pointers stay with their thread.
            let pieces = self[lines.clone()]
                .chunks(HUGE_PAGE / LINE)
                .map(|piece| (piece.as_ptr() as usize, size_of_val(piece)));
            let pieces: Vec<(usize, usize)> = pieces.collect();
            let is_freed = Arc::clone(&self.is_freed);
            // Handed over when the thread is there: where it cannot be started, they are still to be waited for.
            let (hand_over, before) = mpsc::channel::<Vec<JoinHandle<()>>>();
            let commit = move || {
                before.recv().into_iter().flatten().for_each(join);
                let mut committed = lines.start;
                for (address, bytes) in pieces.into_iter().take_while(|_| !is_freed.load(Ordering::Relaxed)) {
                    // SAFETY: the pages lie within the allocation, which is freed after this thread has ended, and the
                    // advice changes nothing that they hold.
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

    /// Whether another thread still makes the system back lines.
    pub(super) fn is_committing(&self) -> bool {
        self.committing.iter().any(|thread| !thread.is_finished())
    }

    /// Gives the memory of some lines, which are whole pages that no other thread works on, back to the system: they are
    /// zero then. False where that cannot be done; they are as they were.
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
        // Zeroed memory with a larger alignment would be written by the allocator, and so committed; hence an
        // alignment it gives anyway and room to align by hand. Room that is not touched costs nothing.
        let bytes = len.checked_mul(LINE)?;
        let alignment = if bytes < HUGE_PAGE { LINE } else { HUGE_PAGE };
        let layout = Layout::from_size_align(bytes.checked_add(alignment)?, 16).ok()?;
        // SAFETY: the layout's size is not zero.
        let allocation = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        let padding = allocation.as_ptr().align_offset(alignment);
        // SAFETY: the padding is below the alignment, and as many bytes more than `len` lines were allocated.
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
