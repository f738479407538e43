//! How a job stands, and how that changes.

use super::folder::{Kept, SCHEMA};
use super::log::Log;
use super::state::State;
use crate::solve::StopFlag;
use serde_json::Value;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Why work is stopped before its own end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopCause {
    /// A client cancels it.
    Cancelled,
    /// The server ends.
    Closing,
    /// The time of the job is over.
    Time,
    /// Its answers take too much room.
    Answers,
}

/// How a job stands.
#[derive(Clone)]
pub struct Live {
    pub state: State,
    pub started: Option<u64>,
    pub ended: Option<u64>,
    pub log: Log,
    /// The last progress, and how many there were.
    pub progress: Option<(u64, Value)>,
    /// The answers; of a job that is kept and has ended they are in its folder.
    pub answers: Option<Vec<Arc<str>>>,
    pub answer_bytes: usize,
    pub error: Option<Value>,
    /// What is missing in a job that is done all the same.
    pub warnings: Vec<Value>,
    pub why: Option<StopCause>,
    /// `why`, as clients are told it once the job has ended.
    pub stopped: Option<String>,
    pub stop: StopFlag,
    pub files: Vec<String>,
    pub crashes: u32,
}

/// Now, in seconds of Unix.
pub fn now() -> u64 {
    since_epoch().as_secs()
}

/// The time of Unix.
pub fn since_epoch() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

impl Live {
    /// A job that waits for its turn.
    pub fn new() -> Live {
        Live {
            state: State::Queued,
            started: None,
            ended: None,
            log: Log::new(),
            progress: None,
            answers: Some(Vec::new()),
            answer_bytes: 0,
            error: None,
            warnings: Vec::new(),
            why: None,
            stopped: None,
            stop: StopFlag::new(),
            files: Vec::new(),
            crashes: 0,
        }
    }

    /// A job as it was kept, with so many answers in its folder.
    pub fn restored(kept: Kept, answers: usize) -> Live {
        Live {
            state: kept.state,
            started: kept.started,
            ended: kept.ended,
            log: Log::restored(&kept.events, answers),
            answers: None,
            error: kept.error,
            warnings: kept.warnings,
            stopped: kept.stopped,
            files: kept.files,
            crashes: kept.crashes,
            ..Live::new()
        }
    }

    /// What is kept of it.
    pub fn kept(&self, created: Duration) -> Kept {
        Kept {
            schema: SCHEMA,
            created: created.as_secs(),
            created_micros: created.subsec_micros(),
            state: self.state,
            started: self.started,
            ended: self.ended,
            events: self.log.marks(),
            error: self.error.clone(),
            warnings: self.warnings.clone(),
            stopped: self.stopped.clone(),
            files: self.files.clone(),
            crashes: self.crashes,
        }
    }

    /// The state of a job whose work was stopped.
    pub fn stopped_state(&mut self) -> State {
        let (limit, state) = match self.why {
            Some(StopCause::Cancelled) => (None, State::Cancelled),
            Some(StopCause::Closing) => (None, State::Interrupted),
            Some(StopCause::Time) => (Some("time"), State::Done),
            Some(StopCause::Answers) => (Some("answers"), State::Done),
            None => (None, State::Done),
        };
        self.stopped = limit.map(str::to_owned);
        state
    }

    /// The job has ended.
    pub fn end(&mut self, state: State) {
        self.state = state;
        self.ended = Some(now());
        self.log.state(state);
    }

    /// The job waits for its turn again. Of its earlier answers those that are given here stay, and are told again.
    pub fn queue_again(&mut self, answers: Vec<Arc<str>>) {
        let mut log = std::mem::take(&mut self.log);
        log.state(State::Queued);
        answers.iter().for_each(|_| log.answer());
        let answer_bytes = answers.iter().map(|answer| answer.len()).sum();
        *self = Live { log, answers: Some(answers), answer_bytes, crashes: self.crashes, ..Live::new() };
    }
}
