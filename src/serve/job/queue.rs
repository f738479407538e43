//! All jobs of a server: which ones wait, which ones run, and the memory and threads that they use together.
//!
//! Jobs begin in the order in which they were added, each as soon as its share of the budget is free. Quick jobs
//! bypass the queue and have a reserved share of memory.

use super::folder::DataFolder;
use super::live::StopCause;
use super::request::Request;
use super::run::run;
use super::shared::Job;
use super::state::State;
use crate::serve::error::{ApiError, internal, no_such_job};
use crate::serve::limits::{Budget, KEPT_JOBS, KEPT_REQUESTS, QUEUE, QUICK_KEPT, SMALL_BODY};
use crate::serve::random::hex;
use crate::store::thread_builder;
use serde_json::Value;
use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The number of random bytes in the id of a job.
const ID_BYTES: usize = 8;
/// The stack size of a job's thread. Solvers use threads of their own for deep recursion.
const STACK: usize = 16 << 20;
/// How long work may take to stop and to be stored when the server ends: a checkpoint may have gigabytes.
const CLOSING_TIME: Duration = Duration::from_secs(120);
/// The number of seconds after which there may be room in a full queue, and among the quick jobs.
const QUEUE_SECONDS: u32 = 5;
const QUICK_SECONDS: u32 = 1;

/// The jobs of a server.
pub struct Jobs {
    data: DataFolder,
    budget: Budget,
    /// The time between two checkpoints.
    every: Duration,
    inner: Mutex<Inner>,
    /// Notified whenever the work on a job has ended.
    ended: Condvar,
}

#[derive(Default)]
struct Inner {
    /// The stored jobs, in the order in which they were added.
    kept: Vec<Arc<Job>>,
    quick: VecDeque<Arc<Job>>,
    waiting: VecDeque<Arc<Job>>,
    memory: u64,
    threads: usize,
    /// The number of jobs that are running.
    running: usize,
    /// The number of quick jobs among them.
    quick_running: usize,
    is_closing: bool,
}

impl Jobs {
    /// Loads the jobs of a folder; unfinished jobs are queued again.
    ///
    /// # Errors
    /// An I/O error. A folder that is not that of a job is left unchanged.
    pub fn open(data: DataFolder, budget: Budget, every: Duration) -> io::Result<Arc<Jobs>> {
        let mut inner = Inner::default();
        for id in data.jobs()? {
            match Job::restored(id.clone(), data.job(&id)) {
                Ok(job) => inner.kept.push(Arc::new(job)),
                Err(error) => log::warn!(
                    "{}: is left out, because it is not the folder of a job any more: {error}",
                    data.job(&id).display()
                ),
            }
        }
        inner.kept.sort_by_key(|job| job.created);
        inner.waiting = inner.kept.iter().filter(|job| job.state() == State::Queued).cloned().collect();
        let jobs = Jobs { data, budget, every, inner: Mutex::new(inner), ended: Condvar::new() };
        let jobs = Arc::new(jobs);
        jobs.start_waiting();
        Ok(jobs)
    }

    /// The memory and threads that all jobs share.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// The number of jobs that wait or run.
    pub fn open_count(&self) -> usize {
        let inner = self.lock();
        inner.waiting.len() + inner.running
    }

    /// Adds a job for a client.
    ///
    /// # Errors
    /// The request is not valid, or there is no room for it.
    pub fn add(self: &Arc<Self>, json: Value) -> Result<Arc<Job>, ApiError> {
        let id = hex::<ID_BYTES>().map_err(|error| internal(&error.to_string()))?;
        let request = Request::read(json, &id, &self.budget)?;
        if request.is_quick { self.add_quick(id, request) } else { self.add_kept(id, request) }
    }

    fn add_kept(self: &Arc<Self>, id: String, request: Request) -> Result<Arc<Job>, ApiError> {
        self.room_to_wait()?;
        self.room_to_keep(request.json.get().len())?;
        let path = self.data.job(&id);
        // Its files are written before the lock is taken, so that other requests do not wait for the disk.
        let job = Arc::new(Job::new(id, request, Some(path))?);
        {
            let mut inner = self.lock();
            inner.kept.push(Arc::clone(&job));
            inner.waiting.push_back(Arc::clone(&job));
        }
        self.start_waiting();
        Ok(job)
    }

    /// Returns an error if no further job may wait.
    fn room_to_wait(&self) -> Result<(), ApiError> {
        let inner = self.lock();
        if inner.is_closing {
            return Err(closing());
        }
        if inner.waiting.len() < QUEUE {
            return Ok(());
        }
        Err(ApiError::new(
            429,
            "queue-full",
            format!("{QUEUE} jobs wait already: try again later, or cancel some"),
            format!("{QUEUE}個のジョブが待っています: 後でもう一度試すか、取り消してください"),
        )
        .retry_after(QUEUE_SECONDS))
    }

    /// Returns an error if no further job, with a request of `bytes` bytes, may be stored.
    fn room_to_keep(&self, bytes: usize) -> Result<(), ApiError> {
        let inner = self.lock();
        let count = inner.kept.len();
        let all: usize = inner.kept.iter().map(|job| job.request_bytes).sum();
        if count < KEPT_JOBS && all + bytes <= KEPT_REQUESTS {
            return Ok(());
        }
        Err(ApiError::new(
            429,
            "too-many-jobs",
            format!("{count} jobs are kept: delete some that have ended"),
            format!("{count}個のジョブが保存されています: 終わったものを削除してください"),
        )
        .retry_after(QUEUE_SECONDS))
    }

    fn add_quick(self: &Arc<Self>, id: String, request: Request) -> Result<Arc<Job>, ApiError> {
        let job = Arc::new(Job::new(id, request, None)?);
        {
            let mut inner = self.lock();
            if inner.is_closing {
                return Err(closing());
            }
            inner.cancel_quick_of(job.request.client.as_deref());
            // A job that was told to stop will soon make room.
            let going_on =
                inner.quick.iter().filter(|job| !job.state().is_end() && job.why().is_none()).count();
            if going_on >= self.budget.quick || inner.quick_running >= 2 * self.budget.quick {
                return Err(ApiError::new(
                    429,
                    "busy",
                    "too many quick jobs at a time: try again",
                    "小さなジョブが多すぎます: もう一度試してください",
                )
                .retry_after(QUICK_SECONDS));
            }
            inner.quick.push_back(Arc::clone(&job));
            while inner.quick.len() > QUICK_KEPT {
                let Some(ended) = inner.quick.iter().position(|job| job.state().is_end()) else { break };
                inner.quick.remove(ended);
            }
            inner.running += 1;
            inner.quick_running += 1;
        }
        self.start(Arc::clone(&job), (0, 0));
        Ok(job)
    }

    /// Starts the waiting jobs for which there is room.
    fn start_waiting(self: &Arc<Self>) {
        loop {
            let (job, share) = {
                let mut inner = self.lock();
                if inner.is_closing {
                    return;
                }
                inner.waiting.retain(|job| job.state() == State::Queued);
                let Some(job) = inner.waiting.front() else { return };
                let share = job.request.share(&self.budget);
                let has_room = inner.memory + share.0 <= self.budget.memory
                    && inner.threads + share.1 <= self.budget.threads;
                if !has_room {
                    return;
                }
                let Some(job) = inner.waiting.pop_front() else { return };
                inner.memory += share.0;
                inner.threads += share.1;
                inner.running += 1;
                (job, share)
            };
            self.start(job, share);
        }
    }

    /// Runs a job in its own thread; afterwards its share becomes free.
    fn start(self: &Arc<Self>, job: Arc<Job>, share: (u64, usize)) {
        let (jobs, shared) = (Arc::clone(self), Arc::clone(&job));
        let work = move || {
            run(&shared, &jobs.budget, jobs.every);
            jobs.release(&shared, share);
            jobs.start_waiting();
        };
        let thread =
            thread_builder(STACK).and_then(|thread| thread.name(format!("job {}", job.id)).spawn(work));
        if let Err(error) = thread {
            job.end(Err(internal(&error.to_string())));
            self.release(&job, share);
        }
    }

    fn release(&self, job: &Job, (memory, threads): (u64, usize)) {
        let mut inner = self.lock();
        inner.memory -= memory;
        inner.threads -= threads;
        inner.running -= 1;
        if job.request.is_quick {
            inner.quick_running -= 1;
        }
        drop(inner);
        self.ended.notify_all();
    }

    /// The job with an id.
    ///
    /// # Errors
    /// There is no job with this id.
    pub fn get(&self, id: &str) -> Result<Arc<Job>, ApiError> {
        let inner = self.lock();
        let found = inner.kept.iter().chain(&inner.quick).find(|job| job.id == id);
        found.cloned().ok_or_else(no_such_job)
    }

    /// Whether the JSON list of all jobs is large, by an estimate.
    pub fn are_large(&self) -> bool {
        /// The approximate bytes of a job in the list, in addition to its request.
        const BESIDE: usize = 512;
        let bytes: usize = self.lock().kept.iter().map(|job| job.request_bytes + BESIDE).sum();
        bytes as u64 > SMALL_BODY
    }

    /// All stored jobs, newest first.
    pub fn list(&self) -> Vec<Arc<Job>> {
        self.lock().kept.iter().rev().cloned().collect()
    }

    /// Cancels a job; returns `false` if it has ended already, and then changes nothing.
    ///
    /// # Errors
    /// There is no job with this id.
    pub fn cancel(self: &Arc<Self>, id: &str) -> Result<bool, ApiError> {
        let job = self.get(id)?;
        let goes_on = !job.state().is_end();
        if goes_on {
            job.cancel();
            self.start_waiting();
        }
        Ok(goes_on)
    }

    /// Cancels a job, or removes one that has ended; returns whether it was removed.
    ///
    /// # Errors
    /// There is no job with this id, or its files cannot be removed.
    pub fn delete(self: &Arc<Self>, id: &str) -> Result<bool, ApiError> {
        let job = self.get(id)?;
        while !self.cancel(id)? {
            // Another client may resume it meanwhile.
            if job.forget().map_err(|error| internal(&error.to_string()))? {
                self.leave_out(id);
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn leave_out(&self, id: &str) {
        let mut inner = self.lock();
        inner.kept.retain(|kept| kept.id != id);
        inner.quick.retain(|quick| quick.id != id);
    }

    /// Resumes a job that was stopped.
    ///
    /// # Errors
    /// There is no job with this id, it was not stopped, or there is no room.
    pub fn resume(self: &Arc<Self>, id: &str) -> Result<Arc<Job>, ApiError> {
        let job = self.get(id)?;
        self.room_to_wait()?;
        job.queue_again()?;
        self.lock().waiting.push_back(Arc::clone(&job));
        self.start_waiting();
        Ok(job)
    }

    /// Stops all work, and waits until it is stored. No job begins after that. Work that does not stop in time is
    /// given up: the next server treats it as a job during which this server died.
    pub fn close(&self) {
        let mut inner = self.lock();
        inner.is_closing = true;
        let open = inner.kept.iter().chain(&inner.quick).filter(|job| !job.state().is_end());
        open.for_each(|job| job.stop(StopCause::Closing));
        let ended = self.ended.wait_timeout_while(inner, CLOSING_TIME, |inner| inner.running > 0);
        let (inner, waited) = ended.unwrap_or_else(PoisonError::into_inner);
        if waited.timed_out() {
            log::warn!("{} jobs did not stop in time", inner.running);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    /// Cancels the earlier quick jobs of the same page.
    fn cancel_quick_of(&self, client: Option<&str>) {
        let Some(client) = client else { return };
        let same = |job: &&Arc<Job>| job.request.client.as_deref() == Some(client) && !job.state().is_end();
        self.quick.iter().filter(same).for_each(|job| job.cancel());
    }
}

fn closing() -> ApiError {
    ApiError::new(503, "closing", "the server is shutting down", "サーバーは終了するところです")
}
