//! Handles the case that the system refuses memory: a program that allocates through [`WithReserve`] ends in an
//! orderly way.
//!
//! The program keeps a reserve of memory. A request that is refused gets its memory from there, and from then on
//! [`is_exhausted`] tells every search to end, which takes milliseconds. Large requests are made inside
//! [`fallible`]: such a request fails when it is refused, and the reserve stays untouched. When even the reserve
//! is used up, the program prints a message and exits, which is better than an abort.

use core::cell::Cell;
use core::hint::black_box;
use core::sync::atomic::{AtomicBool, AtomicPtr, Ordering::Relaxed};
use std::alloc::{GlobalAlloc, Layout, System};
use std::ptr;
use std::thread;
use std::time::Duration;

/// Enough for what searches on several threads allocate between two checks of their limits.
const RESERVE: Layout = match Layout::from_size_align(4 << 20, 16) {
    Ok(layout) => layout,
    Err(_) => unreachable!(),
};

/// Requests of at most this size may use the reserve even inside [`fallible`].
const SMALL: usize = 1 << 12;

/// How often a refused request is repeated.
const TRIES: u32 = 16;

/// The reserve and its state.
struct State {
    held: AtomicPtr<u8>,
    is_exhausted: AtomicBool,
    was_refused: AtomicBool,
    is_ending: AtomicBool,
}

/// The reserve of the process.
static STATE: State = State::new();

thread_local! {
    /// Whether this thread is inside [`fallible`].
    static CAN_FAIL: Cell<bool> = const { Cell::new(false) };
}

impl State {
    const fn new() -> State {
        State {
            held: AtomicPtr::new(ptr::null_mut()),
            is_exhausted: AtomicBool::new(false),
            was_refused: AtomicBool::new(false),
            is_ending: AtomicBool::new(false),
        }
    }

    /// Allocates the reserve if it is not held. Returns whether it is held now.
    fn keep(&self) -> bool {
        if !self.held.load(Relaxed).is_null() {
            return true;
        }
        // SAFETY: the layout's size is not zero.
        let memory = unsafe { System.alloc(RESERVE) };
        if memory.is_null() {
            return false;
        }
        if self.held.compare_exchange(ptr::null_mut(), memory, Relaxed, Relaxed).is_err() {
            // SAFETY: just allocated with this layout, and not shared with another thread.
            unsafe { System.dealloc(memory, RESERVE) };
        }
        self.is_exhausted.store(false, Relaxed);
        true
    }

    fn give_back(&self) {
        let held = self.held.swap(ptr::null_mut(), Relaxed);
        if !held.is_null() {
            // SAFETY: allocated by the system's allocator with this layout, and taken out of the state, so it is
            // freed only once.
            unsafe { System.dealloc(held, RESERVE) };
        }
    }
}

/// The system's allocator, with a reserve that is used when the system refuses memory.
pub struct WithReserve {
    last_words: fn() -> !,
    state: &'static State,
}

impl WithReserve {
    /// `last_words` ends the program when no memory is left. It must hardly allocate.
    pub const fn new(last_words: fn() -> !) -> WithReserve {
        WithReserve { last_words, state: &STATE }
    }

    /// Handles a request that the system refused: frees the reserve and repeats the request.
    #[cold]
    #[inline(never)]
    fn refused(&self, bytes: usize, again: impl Fn() -> *mut u8) -> *mut u8 {
        self.state.was_refused.store(true, Relaxed);
        if CAN_FAIL.get() && bytes > SMALL {
            return ptr::null_mut();
        }
        self.state.is_exhausted.store(true, Relaxed);
        self.state.give_back();
        for _ in 0..TRIES {
            let memory = again();
            if !memory.is_null() || CAN_FAIL.get() {
                return memory;
            }
            // Another thread may be about to free the reserve.
            thread::yield_now();
        }
        if self.state.is_ending.swap(true, Relaxed) {
            // Another thread is ending the program.
            thread::sleep(Duration::from_secs(1));
            return ptr::null_mut();
        }
        (self.last_words)()
    }
}

// SAFETY: every request is handed on to the system's allocator as it is.
unsafe impl GlobalAlloc for WithReserve {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller guarantees what the system's allocator requires.
        let request = || unsafe { System.alloc(layout) };
        let memory = request();
        if memory.is_null() { self.refused(layout.size(), request) } else { memory }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as in `alloc`.
        let request = || unsafe { System.alloc_zeroed(layout) };
        let memory = request();
        if memory.is_null() { self.refused(layout.size(), request) } else { memory }
    }

    #[inline]
    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as in `alloc`; memory that could not be enlarged is unchanged, so the request may be repeated.
        let request = || unsafe { System.realloc(memory, layout, size) };
        let moved = request();
        if moved.is_null() { self.refused(size, request) } else { moved }
    }

    #[inline]
    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: as in `alloc`.
        unsafe { System.dealloc(memory, layout) }
    }
}

/// Allocates the reserve if it is not held. Called when the program begins, and before each search. The pages of
/// the reserve are not touched, and so not committed.
pub fn keep_reserve() {
    STATE.keep();
}

/// Whether the reserve was used, so that all running work should end.
#[inline]
pub fn is_exhausted() -> bool {
    STATE.is_exhausted.load(Relaxed)
}

/// Before a search: allocates the reserve again if it was used. If that fails, the search ends at once.
pub fn recover() {
    if is_exhausted() {
        STATE.keep();
    }
}

/// Whether the system refused memory since the last call.
pub fn was_refused() -> bool {
    STATE.was_refused.swap(false, Relaxed)
}

/// Notes that the system refused a request that needs memory.
pub fn note_refusal() {
    STATE.was_refused.store(true, Relaxed);
}

/// Runs `ask`, in which requests for memory may fail: when the system refuses a large one, the request fails and
/// the reserve is not used.
pub fn fallible<T>(ask: impl FnOnce() -> T) -> T {
    let before = CAN_FAIL.replace(true);
    let answer = ask();
    CAN_FAIL.set(before);
    answer
}

/// Whether the system would grant `bytes` bytes in one piece now.
pub fn would_grant(bytes: usize) -> bool {
    let mut asked = Vec::<u8>::new();
    let answer = fallible(|| asked.try_reserve_exact(bytes));
    // The compiler may remove an unused allocation and assume that it succeeded.
    black_box(asked);
    answer.is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_copes_is_refused_and_what_does_not_gets_the_reserve() {
        let state: &State = Box::leak(Box::new(State::new()));
        let allocator = WithReserve { last_words: || unreachable!("the reserve is enough"), state };
        let is_exhausted = || state.is_exhausted.load(Relaxed);
        // More than any system has.
        let layout = Layout::from_size_align(1 << 62, 16).expect("a layout");
        // SAFETY: the size is not zero, and what could not be had needs not be freed.
        assert!(black_box(fallible(|| unsafe { allocator.alloc(layout) })).is_null());
        assert!(state.was_refused.load(Relaxed) && !is_exhausted());
        assert!(would_grant(1 << 10) && !would_grant(1 << 62));

        assert!(state.keep() && state.keep());
        let tries = Cell::new(0);
        let mut byte = 0u8;
        let address = &raw mut byte;
        let granted = allocator.refused(16, || {
            tries.set(tries.get() + 1);
            address
        });
        assert!(granted == address && tries.get() == 1 && is_exhausted());
        assert!(state.held.load(Relaxed).is_null());
        assert!(state.keep() && !is_exhausted());
        state.give_back();
    }
}
