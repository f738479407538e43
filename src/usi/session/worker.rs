//! The search thread. It is kept from search to search: creating a thread requires address space, and may block while
//! large tables are being freed, longer than a move may take.

use super::control::TICK;
use crate::store::{SMALL_STACK, thread_builder};
use std::io;
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;

/// The stack size of the search thread; pages that are not used cost nothing.
const STACK: usize = 64 << 20;

type Job = Box<dyn FnOnce() + Send>;

/// A thread that runs one job after the other.
pub(super) struct Worker {
    jobs: Sender<Job>,
    done: Receiver<()>,
    thread: JoinHandle<()>,
}

impl Worker {
    /// Starts the thread. It ends when the worker is dropped and its job is done.
    ///
    /// # Errors
    /// The system cannot start a thread.
    pub(super) fn start() -> io::Result<Worker> {
        let (jobs, inbox) = channel::<Job>();
        let (outbox, done) = channel();
        let work = move || {
            for job in inbox {
                job();
                // The session is over, and nobody waits for the job.
                if outbox.send(()).is_err() {
                    return;
                }
            }
        };
        let thread = thread_builder(STACK)?.name("go".to_owned()).spawn(work)?;
        Ok(Worker { jobs, done, thread })
    }

    /// Begins a job; the previous one must have been waited for. If the thread has ended, [`wait`](Worker::wait)
    /// reports that.
    pub(super) fn begin(&self, job: impl FnOnce() + Send + 'static) {
        let _ = self.jobs.send(Box::new(job));
    }

    /// Waits a moment for its job to end; returns whether it is still running.
    pub(super) fn is_working(&self) -> bool {
        matches!(self.done.recv_timeout(TICK), Err(RecvTimeoutError::Timeout))
    }

    /// Waits until the job has ended, and returns the worker for the next one, unless its thread has ended.
    ///
    /// # Panics
    /// If the job panicked.
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

/// Frees tables, if there are any, in a background thread: for large tables that takes longer than a move may take.
pub(super) fn give_back(tables: Option<impl Send + 'static>) {
    if let Some(tables) = tables {
        // If no thread can be started, the tables are freed here.
        let _ = thread_builder(SMALL_STACK)
            .and_then(|thread| thread.name("forget".to_owned()).spawn(move || drop(tables)));
    }
}
