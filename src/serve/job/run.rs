//! Runs a job from its beginning to its end, on its own thread.

use super::live::StopCause;
use super::progress::Reporter;
use super::request::Kind;
use super::shared::Job;
use super::work::{self, Turn, Work};
use crate::serve::error::{ApiError, internal};
use crate::serve::limits::Budget;
use crate::solve;
use crate::store::{SMALL_STACK, thread_builder};
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The time slice of the work, after which its progress is checked.
const SLICE: Duration = Duration::from_millis(50);
/// A search that has the time limit of the job as its own limit ends by itself, and its answer says so. This is the
/// additional time that it may take on a busy machine before it is stopped.
const OWN_END: Duration = Duration::from_secs(1);

/// Runs a job until it has ended. `every`: the time between two checkpoints.
pub fn run(job: &Arc<Job>, budget: &Budget, every: Duration) {
    let Some(stop) = job.begin() else { return };
    let ended = work_on(job, job.request.options(budget, &stop), every);
    job.end(ended);
}

fn work_on(job: &Arc<Job>, options: solve::Options, every: Duration) -> Result<bool, ApiError> {
    let due = job.request.seconds.map(|seconds| Instant::now() + Duration::from_secs_f64(seconds));
    let leeway = options.limits.time.map_or(Duration::ZERO, |_| OWN_END);
    let work = || pull(job, work::begin(job, options, every)?, every);
    match due {
        Some(due) => until(due + leeway, job, work),
        None => work(),
    }
}

/// Runs the work, and stops it when its time is over. A separate thread watches the time, because a single slice of
/// the work, such as the check of a problem to be repaired, may take any time.
fn until<T>(due: Instant, job: &Job, work: impl FnOnce() -> Result<T, ApiError>) -> Result<T, ApiError> {
    let (working, ended) = channel::<()>();
    thread::scope(|scope| {
        let wait = move || {
            let left = due.saturating_duration_since(Instant::now());
            if ended.recv_timeout(left) == Err(RecvTimeoutError::Timeout) {
                job.stop(StopCause::Time);
            }
        };
        thread_builder(SMALL_STACK)
            .and_then(|thread| thread.name("time".to_owned()).spawn_scoped(scope, wait))
            .map_err(|error| internal(&error.to_string()))?;
        let result = work();
        drop(working);
        result
    })
}

/// Advances the work in slices until it has ended, or the rest of its answers is not needed. Returns whether all of
/// it was done.
fn pull(job: &Job, mut work: Box<dyn Work>, every: Duration) -> Result<bool, ApiError> {
    let mut reporter = Reporter::new(&job.request);
    let mut kept = Instant::now();
    let mut told_partial = false;
    loop {
        match work.advance(solve::Budget::Time(SLICE))? {
            Turn::Progress(far) => {
                if let Some(event) = reporter.event(&far) {
                    job.tell(event);
                }
                if kept.elapsed() >= every
                    && let Some(state) = work.state()
                {
                    job.keep_work(Some(state));
                    kept = Instant::now();
                }
                if is_of_no_use(job) {
                    job.keep_work(work.state());
                    return Ok(false);
                }
            }
            Turn::Answer { text, is_partial } => {
                if is_partial {
                    job.keep_work(work.state());
                    told_partial = true;
                }
                // A partial answer of a closing server is dropped, since the next server continues the work.
                if !(is_partial && job.why() == Some(StopCause::Closing)) {
                    job.answer(&text);
                }
            }
            Turn::Done { is_whole } => {
                if is_whole || job.why() == Some(StopCause::Answers) {
                    job.keep_work(None);
                } else if !told_partial {
                    job.keep_work(work.state());
                }
                return Ok(is_whole);
            }
        }
    }
}

/// Whether the remaining answers of a stopped job are not needed: a check of a hundred moves would take a while to
/// report each of them as unknown.
fn is_of_no_use(job: &Job) -> bool {
    match job.why() {
        Some(StopCause::Cancelled) => job.request.is_quick,
        // The stored progress of a check is worth more than its remaining answers.
        Some(StopCause::Closing) => job.request.kind == Kind::Check,
        Some(StopCause::Time | StopCause::Answers) | None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::serve::job::progress::JobProgress;
    use crate::serve::job::request::Request;
    use serde_json::json;

    /// A check that a closing server stops when it has its answer, or earlier.
    struct Closed {
        job: Arc<Job>,
        turns: std::vec::IntoIter<Turn>,
    }

    impl Work for Closed {
        fn advance(&mut self, _: solve::Budget) -> Result<Turn, ApiError> {
            self.job.stop(StopCause::Closing);
            Ok(self.turns.next().expect("a turn"))
        }
    }

    fn is_whole(turns: Vec<Turn>) -> bool {
        let budget = Budget::of(1 << 28, 1);
        let request = json!({ "kind": "check", "sfen": "8k/9/8G/9/9/9/9/9/9 b G 1", "rule": "helpmate" });
        let request = Request::read(request, "a", &budget).expect("a request");
        let job = Arc::new(Job::new("a".to_owned(), request, None).expect("a job"));
        let work = Closed { job: Arc::clone(&job), turns: turns.into_iter() };
        pull(&job, Box::new(work), Duration::MAX).expect("no error")
    }

    #[test]
    fn a_check_that_is_answered_when_the_server_closes_is_done() {
        let answer = || Turn::Answer { text: "{}".to_owned(), is_partial: false };
        assert!(is_whole(vec![answer(), Turn::Done { is_whole: true }]));
        assert!(!is_whole(vec![Turn::Progress(JobProgress::default())]));
    }
}
