//! The thread that searches. It stays from search to search: making a thread needs the address space for itself, and
//! waits for large tables that are being given back, longer than a move may take.

use super::control::TICK;
use crate::store::{SMALL_STACK, thread_builder};
use std::io;
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;

/// Address space for the stack of a search; pages that are not reached cost nothing.
const STACK: usize = 64 << 20;

type Job = Box<dyn FnOnce() + Send>;

/// A thread that does one job after the other.
pub(super) struct Worker {
    jobs: Sender<Job>,
    done: Receiver<()>,
    thread: JoinHandle<()>,
}

impl Worker {
    /// Starts the thread. It ends when the worker is dropped and its job is done.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub(super) fn start() -> io::Result<Worker> {
        let (jobs, inbox) = channel::<Job>();
        let (outbox, done) = channel();
        let work = move || {
            for job in inbox {
                job();
                // Nobody waits any more: the session is over.
                if outbox.send(()).is_err() {
                    return;
                }
            }
        };
        let thread = thread_builder(STACK)?.name("go".to_owned()).spawn(work)?;
        Ok(Worker { jobs, done, thread })
    }

    /// Begins a job; the one before must have been waited for. If the thread is gone, waiting tells.
    pub(super) fn begin(&self, job: impl FnOnce() + Send + 'static) {
        let _ = self.jobs.send(Box::new(job));
    }

    /// Waits a moment for the end of its only job. Whether it goes on.
    pub(super) fn is_working(&self) -> bool {
        matches!(self.done.recv_timeout(TICK), Err(RecvTimeoutError::Timeout))
    }

    /// Waits for the job's end and returns the worker for the next one, unless its thread has ended.
    ///
    /// # Panics
    /// As the job did.
    pub(super) fn wait(self) -> Option<Worker> {
        if self.done.recv().is_ok() {
            return Some(self);
        }
        match self.thread.join() {
            Err(panic) => resume_unwind(panic),
            Ok(()) => None,
        }
    }
}

/// Gives tables back to the system, if there are any, in a background thread: for large ones it takes longer than a
/// move may take.
pub(super) fn give_back(tables: Option<impl Send + 'static>) {
    if let Some(tables) = tables {
        // Without a thread it is done here.
        let _ = thread_builder(SMALL_STACK)
            .and_then(|thread| thread.name("forget".to_owned()).spawn(move || drop(tables)));
    }
}
