//! What requests, jobs and connections may take. docs/security.md lists these.

use crate::problem::Rule;
use crate::solve::least_memory;
use std::time::Duration;

/// The largest body of a request.
pub const BODY_BYTES: usize = 1 << 20;
/// The most of a larger one that is read before it is refused.
pub const THROWN_AWAY: u64 = 64 << 20;
/// Bodies up to this size are read without waiting for others to be done.
pub const SMALL_BODY: u64 = 64 << 10;
/// Larger bodies that are read and answered at the same time.
pub const LARGE_BODIES: usize = 4;
/// Requests that are worked on at the same time, jobs apart.
pub const WORKERS: usize = 4;
/// Connections at the same time; further ones are closed at once.
pub const CONNECTIONS: usize = 512;
/// Event streams at the same time.
pub const STREAMS: usize = 256;
/// The time for the head of a request, and for its body.
pub const REQUEST_TIME: Duration = Duration::from_secs(10);
/// A connection on which nothing moved for so long is closed.
pub const IDLE_TIME: Duration = Duration::from_secs(60);
/// The time between two signs of life of an event stream.
pub const HEARTBEAT: Duration = Duration::from_secs(15);

/// Jobs that wait.
pub const QUEUE: usize = 64;
/// Jobs that are kept, in every state.
pub const KEPT_JOBS: usize = 1000;
/// Bytes of the requests of all jobs together.
pub const KEPT_REQUESTS: usize = 8 << 20;
/// The largest request of a job.
pub const JOB_REQUEST: usize = 512 << 10;
/// Bytes of the answers of a job.
pub const ANSWERS: usize = 8 << 20;
/// Bytes of a certificate or of a graph.
pub const EXTRA_FILE: usize = 8 << 20;
/// The most solutions that are listed.
pub const SOLUTIONS: u64 = 1000;
/// The longest time of a job that names one, in seconds: a year.
pub const SECONDS: f64 = 366.0 * 86_400.0;
/// The time between two events of progress of a job.
pub const PROGRESS_INTERVAL: Duration = Duration::from_millis(200);

/// Quick jobs: positions of each search, seconds of the job, and bytes.
pub const QUICK_NODES: u64 = 200_000;
pub const QUICK_SECONDS: f64 = 2.0;
pub const QUICK_MEMORY: u64 = least_memory(Rule::Helpmate) - (8 << 20);
/// Quick jobs at the same time, and those that are kept for a while after their end.
pub const QUICK_JOBS: usize = 4;
pub const QUICK_KEPT: usize = 64;

/// The least memory of a server: below, not one search has room beside a quick one.
pub const LEAST_MEMORY: u64 = 128 << 20;

/// What all jobs share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Bytes of the jobs of the queue.
    pub memory: u64,
    /// Threads of the jobs of the queue.
    pub threads: usize,
    /// Quick jobs at the same time, for which bytes were set aside.
    pub quick: usize,
}

impl Budget {
    /// Shares out the bytes of searches: up to a quarter for quick jobs, the rest for the queue.
    pub fn of(memory: u64, threads: usize) -> Budget {
        let quick = (memory / 4 / QUICK_MEMORY).clamp(1, QUICK_JOBS as u64);
        Budget {
            memory: memory.saturating_sub(quick * QUICK_MEMORY).max(QUICK_MEMORY),
            threads: threads.max(1),
            quick: quick as usize,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_quick_jobs_take_is_part_of_the_whole() {
        for memory in [LEAST_MEMORY, 256 << 20, 1 << 30, 1 << 40] {
            let budget = Budget::of(memory, 2);
            assert_eq!(budget.memory + budget.quick as u64 * QUICK_MEMORY, memory);
            assert!((1..=QUICK_JOBS).contains(&budget.quick) && budget.memory >= memory / 2);
        }
        assert_eq!(Budget::of(0, 0), Budget { memory: QUICK_MEMORY, threads: 1, quick: 1 });
    }
}
