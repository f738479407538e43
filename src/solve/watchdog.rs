//! A guard of debug builds and tests: a search that works on when its limit of time is passed, or when it was told to stop, is a defect and
//! ends the process.
//!
//! What counts is the processor time of the watched thread from then on, not wall time: a thread that the machine does not let run is not
//! at fault, nor is one that sleeps because nobody pulls its solver. It is read from Linux's `/proc`; elsewhere, and in release builds, nothing is
//! watched.

use super::limits::{Limits, StopFlag};
use std::time::Instant;

/// When the threads of a search have to end.
#[derive(Clone, Debug)]
#[cfg_attr(not(all(debug_assertions, target_os = "linux")), expect(dead_code, reason = "nothing is watched"))]
pub(super) struct Watchdog {
    end: Option<Instant>,
    stop: StopFlag,
}

impl Watchdog {
    /// For a search that has begun at `started`.
    pub fn new(limits: Limits, stop: &StopFlag, started: Instant) -> Watchdog {
        let end = limits.time.and_then(|time| started.checked_add(time));
        Watchdog { end, stop: stop.clone() }
    }

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
    use super::Watchdog;
    use std::fs::{read_link, read_to_string};
    use std::path::PathBuf;
    use std::sync::{Mutex, MutexGuard, Once, PoisonError};
    use std::thread::{Builder, sleep};
    use std::time::{Duration, Instant};

    /// Processor time that a search may still use.
    const GRACE: Duration = Duration::from_millis(50);
    const PERIOD: Duration = Duration::from_millis(10);

    struct Thread {
        number: u64,
        /// The file that says how long it has run.
        clock: PathBuf,
        watchdog: Watchdog,
        /// How long it had run when it was first seen past its end.
        ran: Option<Duration>,
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

    pub fn register(watchdog: Watchdog) -> u64 {
        WATCHER.call_once(|| {
            // Without a thread for it nothing is watched.
            let _ = Builder::new().name("watchdog".to_owned()).spawn(watch);
        });
        // Empty where there is no such folder: then nothing is read there.
        let clock = read_link("/proc/thread-self").unwrap_or_default();
        let clock = PathBuf::from("/proc").join(clock).join("schedstat");
        let mut threads = threads();
        threads.registered += 1;
        let number = threads.registered;
        threads.all.push(Thread { number, clock, watchdog, ran: None });
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

    impl Thread {
        fn look(&mut self) {
            let Watchdog { end, stop } = &self.watchdog;
            let is_past = stop.is_set() || end.is_some_and(|end| Instant::now() >= end);
            let Some(ran) = is_past.then(|| self.ran_for()).flatten() else { return };
            let since = ran.saturating_sub(*self.ran.get_or_insert(ran));
            if since > GRACE {
                eprintln!("a search worked on for {since:?} after it had to end");
                std::process::abort();
            }
        }

        /// The processor time of the thread so far.
        fn ran_for(&self) -> Option<Duration> {
            let text = read_to_string(&self.clock).ok()?;
            text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
        }
    }
}
