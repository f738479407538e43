//! The limits of requests, jobs and connections; docs/security.md lists them.

use std::time::Duration;

/// The largest request body, in bytes.
pub const BODY_BYTES: usize = 1 << 20;
/// The bytes of a larger body that are read before it is refused.
pub const THROWN_AWAY: u64 = 64 << 20;
/// Bodies up to this size, in bytes, are read without waiting for a permit.
pub const SMALL_BODY: u64 = 64 << 10;
/// Larger bodies that are read and answered at the same time.
pub const LARGE_BODIES: usize = 4;
/// Requests, other than jobs, that are processed at the same time.
pub const WORKERS: usize = 4;
/// Simultaneous connections; further ones are closed at once.
pub const CONNECTIONS: usize = 512;
/// Simultaneous event streams.
pub const STREAMS: usize = 256;
/// The time limit for the head of a request, and for its body.
pub const REQUEST_TIME: Duration = Duration::from_secs(10);
/// A connection that is idle for this time is closed.
pub const IDLE_TIME: Duration = Duration::from_secs(60);
/// The time between two heartbeats of an event stream.
pub const HEARTBEAT: Duration = Duration::from_secs(15);

/// Jobs that wait in the queue.
pub const QUEUE: usize = 64;
/// Jobs that are stored, in any state.
pub const KEPT_JOBS: usize = 1000;
/// Bytes of the stored requests of all jobs together.
pub const KEPT_REQUESTS: usize = 8 << 20;
/// Bytes of the request of one job.
pub const JOB_REQUEST: usize = 512 << 10;
/// Bytes of the answers of one job.
pub const ANSWERS: usize = 8 << 20;
/// Bytes of a certificate or of a graph.
pub const EXTRA_FILE: usize = 8 << 20;
/// The greatest number of solutions that are listed.
pub const SOLUTIONS: u64 = 1000;
/// The greatest time limit that a job may state, in seconds: a year.
pub const SECONDS: f64 = 366.0 * 86_400.0;
/// The least time between two progress events of a job.
pub const PROGRESS_INTERVAL: Duration = Duration::from_millis(200);

/// Quick jobs: nodes of each search, seconds of the whole job, and bytes of memory.
pub const QUICK_NODES: u64 = 200_000;
pub const QUICK_SECONDS: f64 = 2.0;
pub const QUICK_MEMORY: u64 = 24 << 20;
/// Simultaneous quick jobs, and quick jobs that are kept in memory for a while after their end.
pub const QUICK_JOBS: usize = 4;
pub const QUICK_KEPT: usize = 64;

/// The least memory of a server in bytes: with less, a search could not run at the same time as a quick job.
pub const LEAST_MEMORY: u64 = 128 << 20;

/// The memory and threads that all jobs share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Memory of the jobs in the queue, in bytes.
    pub memory: u64,
    /// Threads of the jobs in the queue.
    pub threads: usize,
    /// Simultaneous quick jobs, for which memory is reserved in addition.
    pub quick: usize,
}

impl Budget {
    /// Divides the memory of searches: up to a quarter for quick jobs, the rest for the jobs in the queue.
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
