//! What a piece of work takes: bytes asked for, the most held at a time, and time of the processor.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::fs;

thread_local! {
    static HELD: Cell<usize> = const { Cell::new(0) };
    static PEAK: Cell<usize> = const { Cell::new(0) };
    static ALLOCATED: Cell<u64> = const { Cell::new(0) };
}

/// The system's allocator, counting for each thread.
struct Counting;

#[global_allocator]
static COUNTING: Counting = Counting;

fn note(freed: usize, asked: usize) {
    // A thread that ends has no counters any more.
    let _ = HELD.try_with(|held| {
        let now = held.get().saturating_sub(freed) + asked;
        held.set(now);
        PEAK.with(|peak| peak.set(peak.get().max(now)));
        ALLOCATED.with(|allocated| allocated.set(allocated.get() + asked as u64));
    });
}

// SAFETY: everything is left to the system's allocator; the counters do not allocate.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(0, layout.size());
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        note(layout.size(), 0);
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        note(layout.size(), size);
        // SAFETY: the caller's promise.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

/// Counts from a moment on.
pub struct Meter {
    held: usize,
    allocated: u64,
    nanoseconds: u64,
}

/// What was counted.
#[derive(Clone, Copy)]
pub struct Spent {
    /// The most bytes held at a time.
    pub peak: usize,
    /// All bytes asked for: work that copies what it has read shows here.
    pub allocated: u64,
    /// Time of the processor, 0 where the system does not tell.
    pub nanoseconds: u64,
}

impl Meter {
    pub fn start() -> Meter {
        let nanoseconds = processor_time();
        let held = HELD.get();
        PEAK.set(held);
        Meter { held, allocated: ALLOCATED.get(), nanoseconds }
    }

    pub fn stop(self) -> Spent {
        Spent {
            peak: PEAK.get().saturating_sub(self.held),
            allocated: ALLOCATED.get() - self.allocated,
            nanoseconds: processor_time() - self.nanoseconds,
        }
    }
}

/// The nanoseconds that this thread has run.
fn processor_time() -> u64 {
    let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split_whitespace().next().and_then(|word| word.parse().ok()).unwrap_or_default()
}
