//! A guard in debug builds and tests. It is a defect if a search continues after its time limit has passed or
//! after it was told to stop; the guard then ends the process.
//!
//! It measures the processor time that the watched thread uses from then on, not wall time: a thread that does
//! not get a processor is not at fault, nor is one that sleeps because nobody calls its solver. The time is read
//! from Linux's `/proc`. On other systems, in release builds, and if the memory of the process is limited,
//! nothing is watched.

use super::limits::EndSignal;

impl EndSignal {
    /// Watches the calling thread until the result is dropped.
    pub fn watch(&self) -> Watched {
        Watched {
            #[cfg(all(debug_assertions, target_os = "linux"))]
            number: linux::register(self.clone()),
        }
    }
}

/// Keeps a thread watched until it is dropped.
#[must_use]
pub(super) struct Watched {
    #[cfg(all(debug_assertions, target_os = "linux"))]
    number: u64,
}

#[cfg(all(debug_assertions, target_os = "linux"))]
impl Drop for Watched {
    fn drop(&mut self) {
        linux::unregister(self.number);
    }
}

#[cfg(all(debug_assertions, target_os = "linux"))]
mod linux {
    use super::EndSignal;
    use crate::store::{SMALL_STACK, memory, thread_builder};
    use std::fs::{read_link, read_to_string};
    use std::path::PathBuf;
    use std::sync::{Mutex, MutexGuard, Once, PoisonError};
    use std::thread::sleep;
    use std::time::Duration;

    /// The processor time that a search may use after it has to end.
    const GRACE: Duration = Duration::from_millis(50);
    const PERIOD: Duration = Duration::from_millis(10);

    struct Thread {
        number: u64,
        /// The file that reports the processor time of the thread.
        clock: PathBuf,
        end: EndSignal,
        /// The processor time of the thread when it was last seen after its end.
        ran: Option<Duration>,
        /// The processor time that it used after its end.
        worked_on: Duration,
    }

    #[derive(Default)]
    struct Threads {
        all: Vec<Thread>,
        registered: u64,
    }

    static THREADS: Mutex<Threads> = Mutex::new(Threads { all: Vec::new(), registered: 0 });
    static WATCHER: Once = Once::new();

    fn threads() -> MutexGuard<'static, Threads> {
        THREADS.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn register(end: EndSignal) -> u64 {
        WATCHER.call_once(|| {
            // A watchdog thread needs memory, which must be left to the searches where it is limited.
            if memory::allowed_bytes().is_some() {
                return;
            }
            // If the thread cannot be started, nothing is watched.
            let _ = thread_builder(SMALL_STACK)
                .and_then(|thread| thread.name("watchdog".to_owned()).spawn(watch));
        });
        // Empty if there is no such file; then reading the clock fails, and the thread is not watched.
        let clock = read_link("/proc/thread-self").unwrap_or_default();
        let clock = PathBuf::from("/proc").join(clock).join("schedstat");
        let mut threads = threads();
        threads.registered += 1;
        let number = threads.registered;
        threads.all.push(Thread { number, clock, end, ran: None, worked_on: Duration::ZERO });
        number
    }

    pub fn unregister(number: u64) {
        threads().all.retain(|thread| thread.number != number);
    }

    fn watch() {
        loop {
            sleep(PERIOD);
            for thread in &mut threads().all {
                thread.look();
            }
        }
    }

    /// Ends the whole process, not just the panicking thread.
    struct Abort;

    impl Drop for Abort {
        fn drop(&mut self) {
            std::process::abort();
        }
    }

    impl Thread {
        fn look(&mut self) {
            let Some(ran) = self.end.is_due().then(|| self.ran_for()).flatten() else { return };
            let since = ran.saturating_sub(self.ran.replace(ran).unwrap_or(ran));
            // Count at most one period per look. When the processor of a virtual machine is suspended, for
            // example because its host has yet to back a page with memory, the thread's clock keeps running and
            // jumps.
            self.worked_on += since.min(PERIOD);
            if self.worked_on > GRACE {
                let _abort = Abort;
                panic!("a search worked on for {:?} after it had to end", self.worked_on);
            }
        }

        /// The processor time of the thread so far.
        fn ran_for(&self) -> Option<Duration> {
            let text = read_to_string(&self.clock).ok()?;
            text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
        }
    }
}
