//! The threads that searches run on. A thread is kept for the next search when its own was short: in a batch of short
//! problems, starting and ending threads would take more time than the searches.

use super::stack::{Stack, StackLimit};
use crate::store::{memory, thread_builder};
use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

/// A thread is kept after at most this many nodes: it has reached little of its stack, which stays in memory.
const SHORT: u64 = 10_000;
/// At most this many threads are kept.
const MOST: usize = 64;

/// The thread of a search, to wait for.
pub struct SearchThread {
    /// Without a sender once the search has ended.
    ended: Receiver<()>,
    /// The thread, if it is not kept: the next search may need the memory of its stack.
    unkept: Option<JoinHandle<()>>,
}

impl SearchThread {
    /// Starts a search that uses `threads` threads: on the thread that was kept, or on a new one.
    ///
    /// # Errors
    /// The system refuses a thread.
    pub fn start(threads: usize, search: impl FnOnce(Place) + Send + 'static) -> io::Result<SearchThread> {
        // Where memory is limited, it is left to the searches.
        SearchThread::start_where(memory::allowed_bytes().is_none(), threads, search)
    }

    /// `may_keep`: whether threads are kept for later searches.
    fn start_where(
        may_keep: bool,
        threads: usize,
        search: impl FnOnce(Place) + Send + 'static,
    ) -> io::Result<SearchThread> {
        let (ends, ended) = channel();
        let mut job = Job { search: Box::new(search), ends };
        while let Some(kept) = take_kept(threads) {
            match kept.jobs.send(job) {
                Ok(()) => return Ok(SearchThread { ended, unkept: None }),
                // The thread has ended by a panic.
                Err(unsent) => job = unsent.0,
            }
        }
        let stack = Stack::for_one_of(threads);
        let work = move || run(may_keep, threads, stack, job);
        let thread = thread_builder(stack.bytes())?.name("tsume".to_owned()).spawn(work)?;
        Ok(SearchThread { ended, unkept: (!may_keep).then_some(thread) })
    }

    /// Waits until the search has ended, and has released what it held.
    pub fn wait(self) {
        // Nothing is ever sent.
        let _ = self.ended.recv();
        if let Some(thread) = self.unkept {
            let _ = thread.join();
        }
    }
}

/// Where a search runs.
pub struct Place {
    /// The limit of the stack.
    pub stack: StackLimit,
    may_keep: bool,
    threads: usize,
    jobs: Sender<Job>,
}

impl Place {
    /// Keeps the thread for the next search if this one was short; must be called at the end of the search.
    pub fn keep_after(self, nodes: u64) {
        if nodes <= SHORT && self.may_keep {
            let mut all = all_kept();
            if all.len() < MOST {
                all.push(Kept { threads: self.threads, jobs: self.jobs });
            }
        }
    }
}

struct Job {
    search: Box<dyn FnOnce(Place) + Send>,
    /// Dropped after the search; see [`SearchThread`].
    ends: Sender<()>,
}

/// A thread that waits for a search.
struct Kept {
    /// The number of threads of its searches, on which the size of the stack depends.
    threads: usize,
    jobs: Sender<Job>,
}

static KEPT: Mutex<Vec<Kept>> = Mutex::new(Vec::new());

fn all_kept() -> MutexGuard<'static, Vec<Kept>> {
    KEPT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes a kept thread for a search with this many threads.
fn take_kept(threads: usize) -> Option<Kept> {
    let mut all = all_kept();
    let at = all.iter().rposition(|kept| kept.threads == threads)?;
    Some(all.swap_remove(at))
}

/// Runs a search, and further ones as long as the thread is kept for them.
fn run(may_keep: bool, threads: usize, stack: Stack, first: Job) {
    let stack = stack.limit();
    let mut next = Some(first);
    while let Some(Job { search, ends }) = next {
        let (jobs, inbox) = channel();
        search(Place { stack, may_keep, threads, jobs });
        drop(ends);
        // Unless the thread is kept, its channel has no sender left.
        next = inbox.recv().ok();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;
    use std::sync::{Arc, atomic};
    use std::thread::{ThreadId, current, sleep};
    use std::time::Duration;

    /// The thread on which a search of so many nodes runs. (No other test has searches with 61 threads.)
    fn thread_of(nodes: u64) -> ThreadId {
        let (sender, receiver) = channel();
        let search = move |place: Place| {
            sender.send(current().id()).expect("it is received");
            place.keep_after(nodes);
        };
        SearchThread::start(61, search).expect("a thread").wait();
        receiver.recv().expect("the thread's id")
    }

    #[test]
    fn a_thread_is_kept_after_a_short_search_only() {
        if memory::allowed_bytes().is_some() {
            return;
        }
        let first = thread_of(SHORT);
        assert_eq!(thread_of(SHORT), first);
        assert_eq!(thread_of(SHORT + 1), first);
        let second = thread_of(SHORT + 1);
        assert_ne!(second, first);
        assert_ne!(thread_of(SHORT), second);
    }

    #[test]
    fn a_thread_that_is_not_kept_is_over_after_the_wait() {
        /// Dropped at the end of its thread.
        struct Last(Arc<atomic::AtomicBool>);

        impl Drop for Last {
            fn drop(&mut self) {
                sleep(Duration::from_millis(50));
                self.0.store(true, atomic::Ordering::Relaxed);
            }
        }

        thread_local! {
            static LAST: RefCell<Option<Last>> = const { RefCell::new(None) };
        }

        let is_over = Arc::new(atomic::AtomicBool::new(false));
        let last = Last(Arc::clone(&is_over));
        let search = move |place: Place| {
            LAST.set(Some(last));
            place.keep_after(0);
        };
        SearchThread::start_where(false, 60, search).expect("a thread").wait();
        assert!(is_over.load(atomic::Ordering::Relaxed));
    }

    #[test]
    fn a_search_that_panics_ends_and_the_next_one_runs() {
        let ran = Arc::new(atomic::AtomicU32::new(0));
        for is_kept in [true, false, true] {
            let search = move |place: Place| {
                if is_kept {
                    place.keep_after(0);
                }
                panic!("a fault, as the test wants");
            };
            SearchThread::start(62, search).expect("a thread").wait();
            let ran = Arc::clone(&ran);
            let search = move |_: Place| _ = ran.fetch_add(1, atomic::Ordering::Relaxed);
            SearchThread::start(62, search).expect("a thread").wait();
        }
        assert_eq!(ran.load(atomic::Ordering::Relaxed), 3);
    }
}
