//! A guard of debug builds and tests: a search that works on when its limit of time is passed, or when it was told to
//! stop, is a defect and ends the process.
//!
//! What counts is the processor time of the watched thread from then on, not wall time: a thread that the machine does
//! not let run is not at fault, nor is one that sleeps because nobody pulls its solver. It is read from Linux's
//! `/proc`; elsewhere, in release builds, and where the process may have little memory, nothing is watched.

use super::limits::EndSignal;

impl EndSignal {
    /// Watches the calling thread as long as the answer lives.
    pub fn watch(&self) -> Watched {
        Watched {
            #[cfg(all(debug_assertions, target_os = "linux"))]
            number: linux::register(self.clone()),
        }
    }
}

/// A thread is watched.
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

    /// Processor time that a search may still use.
    const GRACE: Duration = Duration::from_millis(50);
    const PERIOD: Duration = Duration::from_millis(10);

    struct Thread {
        number: u64,
        /// The file that says how long it has run.
        clock: PathBuf,
        end: EndSignal,
        /// How long it had run when it was last seen past its end.
        ran: Option<Duration>,
        /// How much of that was after the end.
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
            // A thread that begins takes memory, which the searches need where there is little.
            if memory::allowed_bytes().is_some() {
                return;
            }
            // Without a thread for it nothing is watched.
            let _ = thread_builder(SMALL_STACK)
                .and_then(|thread| thread.name("watchdog".to_owned()).spawn(watch));
        });
        // Empty where there is no such folder: then nothing is read there.
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

    /// Ends the process, not just the thread that panics.
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
            // At most a period for each look: where the processor of a virtual machine stands still, because its host
            // has yet to back a page with memory, say, the clock of the thread does not, and jumps.
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
