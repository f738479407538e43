//! All jobs of a server: which wait, which are worked on, and what memory and threads they take together.
//!
//! Jobs begin in the order in which they came, each as soon as its share of the budget is free. Quick jobs stand
//! beside the queue, with a share that is set aside for them.

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

/// Random bytes in the name of a job.
const ID_BYTES: usize = 8;
/// The stack of a job's thread. Solvers have threads of their own for what is deep.
const STACK: usize = 16 << 20;
/// How long work may take to stop, and to be written down, when the server ends: a checkpoint may be gigabytes.
const CLOSING_TIME: Duration = Duration::from_secs(120);
/// After so many seconds there may be room in a full queue, and among the quick jobs.
const QUEUE_SECONDS: u32 = 5;
const QUICK_SECONDS: u32 = 1;

/// The jobs of a server.
pub struct Jobs {
    data: DataFolder,
    budget: Budget,
    /// The time between two checkpoints.
    every: Duration,
    inner: Mutex<Inner>,
    /// Told whenever the work on a job has ended.
    ended: Condvar,
}

#[derive(Default)]
struct Inner {
    /// In the order in which they came.
    kept: Vec<Arc<Job>>,
    quick: VecDeque<Arc<Job>>,
    waiting: VecDeque<Arc<Job>>,
    memory: u64,
    threads: usize,
    /// Jobs that are worked on.
    running: usize,
    /// Quick ones among them.
    quick_running: usize,
    is_closing: bool,
}

impl Jobs {
    /// The jobs of a folder; those that were left are begun again.
    ///
    /// # Errors
    /// What the system says. A folder that is not that of a job is left as it is.
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

    /// What all jobs share.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// How many wait or are worked on.
    pub fn open_count(&self) -> usize {
        let inner = self.lock();
        inner.waiting.len() + inner.running
    }

    /// Adds a job that a client asks for.
    ///
    /// # Errors
    /// What is wrong with the request; no room for it.
    pub fn add(self: &Arc<Self>, json: Value) -> Result<Arc<Job>, ApiError> {
        let id = hex::<ID_BYTES>().map_err(|error| internal(&error.to_string()))?;
        let request = Request::read(json, &id, &self.budget)?;
        if request.is_quick { self.add_quick(id, request) } else { self.add_kept(id, request) }
    }

    fn add_kept(self: &Arc<Self>, id: String, request: Request) -> Result<Arc<Job>, ApiError> {
        self.room_to_wait()?;
        self.room_to_keep(request.json.get().len())?;
        let path = self.data.job(&id);
        // Its files are written before others are made to wait.
        let job = Arc::new(Job::new(id, request, Some(path))?);
        {
            let mut inner = self.lock();
            inner.kept.push(Arc::clone(&job));
            inner.waiting.push_back(Arc::clone(&job));
        }
        self.start_waiting();
        Ok(job)
    }

    /// Whether another job may wait.
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

    /// Whether another job, with a request of so many bytes, may be kept.
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
            // One that was stopped makes room in a moment.
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

    /// Begins those jobs that wait and have room.
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

    /// Works on a job in a thread of its own, and gives its share back in the end.
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

    /// A job.
    ///
    /// # Errors
    /// There is none of this name.
    pub fn get(&self, id: &str) -> Result<Arc<Job>, ApiError> {
        let inner = self.lock();
        let found = inner.kept.iter().chain(&inner.quick).find(|job| job.id == id);
        found.cloned().ok_or_else(no_such_job)
    }

    /// Whether the list of all jobs is large as JSON, by an estimate.
    pub fn are_large(&self) -> bool {
        /// Bytes of a job in it beside those of the request, about.
        const BESIDE: usize = 512;
        let bytes: usize = self.lock().kept.iter().map(|job| job.request_bytes + BESIDE).sum();
        bytes as u64 > SMALL_BODY
    }

    /// All jobs that are kept, the newest first.
    pub fn list(&self) -> Vec<Arc<Job>> {
        self.lock().kept.iter().rev().cloned().collect()
    }

    /// Cancels a job; false for one that has ended, which stays as it is.
    ///
    /// # Errors
    /// There is none of this name.
    pub fn cancel(self: &Arc<Self>, id: &str) -> Result<bool, ApiError> {
        let job = self.get(id)?;
        let goes_on = !job.state().is_end();
        if goes_on {
            job.cancel();
            self.start_waiting();
        }
        Ok(goes_on)
    }

    /// Cancels a job, or forgets one that has ended; whether it is forgotten.
    ///
    /// # Errors
    /// There is none of this name, or its files cannot be removed.
    pub fn delete(self: &Arc<Self>, id: &str) -> Result<bool, ApiError> {
        let job = self.get(id)?;
        while !self.cancel(id)? {
            // Somebody may have it go on meanwhile.
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

    /// Has a job that was stopped go on.
    ///
    /// # Errors
    /// There is none of this name, it has not been stopped, or there is no room.
    pub fn resume(self: &Arc<Self>, id: &str) -> Result<Arc<Job>, ApiError> {
        let job = self.get(id)?;
        self.room_to_wait()?;
        job.queue_again()?;
        self.lock().waiting.push_back(Arc::clone(&job));
        self.start_waiting();
        Ok(job)
    }

    /// Stops all work, and waits until it has been written down. No job begins after that. Work that does not stop in
    /// time is left as it is: the next server finds it as one that was worked on when this one died.
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
    /// Cancels what a page asked for before.
    fn cancel_quick_of(&self, client: Option<&str>) {
        let Some(client) = client else { return };
        let same = |job: &&Arc<Job>| job.request.client.as_deref() == Some(client) && !job.state().is_end();
        self.quick.iter().filter(same).for_each(|job| job.cancel());
    }
}

fn closing() -> ApiError {
    ApiError::new(503, "closing", "the server is about to end", "サーバーは終了するところです")
}
