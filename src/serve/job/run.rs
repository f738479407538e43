//! A job from its beginning to its end, on a thread of its own.

use super::live::Why;
use super::progress::Reporter;
use super::request::Kind;
use super::shared::Job;
use super::work::{self, Turn};
use crate::serve::error::ApiError;
use crate::serve::limits::Budget;
use crate::solve;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long the work goes on between two looks at the clock.
const SLICE: Duration = Duration::from_millis(50);

/// Works on a job until it has ended. `every`: the time between two checkpoints.
pub fn run(job: &Arc<Job>, budget: &Budget, every: Duration) {
    let Some(stop) = job.begin() else { return };
    let ended = work_on(job, job.request.options(budget, &stop), every);
    job.end(ended);
}

fn work_on(job: &Arc<Job>, options: solve::Options, every: Duration) -> Result<bool, ApiError> {
    let due = job.request.seconds.map(|seconds| Instant::now() + Duration::from_secs_f64(seconds));
    // A search that has the same limit of its own ends first, and its answer says so.
    let due = due.map(|due| due + 2 * SLICE);
    let mut reporter = Reporter::new(&job.request);
    let mut work = work::begin(job, options, every)?;
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
            }
            Turn::Answer { text, is_partial } => {
                if is_partial {
                    job.keep_work(work.state());
                    told_partial = true;
                }
                // What a server leaves undone when it ends is done by the next one.
                if !(is_partial && job.why() == Some(Why::Closing)) {
                    job.answer(&text);
                }
            }
            Turn::Done { is_whole } => {
                if is_whole || job.why() == Some(Why::Answers) {
                    job.keep_work(None);
                } else if !told_partial {
                    job.keep_work(work.state());
                }
                return Ok(is_whole);
            }
        }
        if is_of_no_use(job) {
            job.keep_work(work.state());
            return Ok(false);
        }
        if due.is_some_and(|due| Instant::now() >= due) {
            job.stop(Why::Time);
        }
    }
}

/// Whether nobody wants what a job that is stopped could still tell: a check of a hundred moves takes a while to say
/// of each that it is unknown.
fn is_of_no_use(job: &Job) -> bool {
    match job.why() {
        Some(Why::Cancelled) => job.request.is_quick,
        // What a check would still tell is worth less than how far it has come.
        Some(Why::Closing) => job.request.kind == Kind::Check,
        Some(Why::Time | Why::Answers) | None => false,
    }
}
