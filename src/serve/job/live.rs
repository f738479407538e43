//! The state of a job, and its changes.

use super::folder::{Kept, SCHEMA};
use super::log::Log;
use super::state::State;
use crate::solve::StopFlag;
use serde_json::Value;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Why work is stopped before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopCause {
    /// A client cancelled it.
    Cancelled,
    /// The server is closing.
    Closing,
    /// The time limit of the job has expired.
    Time,
    /// The answers of the job are too large together.
    Answers,
}

/// The state of a job in memory.
#[derive(Clone)]
pub struct Live {
    pub state: State,
    pub started: Option<u64>,
    pub ended: Option<u64>,
    pub log: Log,
    /// The last progress report, and how many reports there were.
    pub progress: Option<(u64, Value)>,
    /// The answers; `None` for a stored job that has ended, whose answers are in its folder.
    pub answers: Option<Vec<Arc<str>>>,
    pub answer_bytes: usize,
    pub error: Option<Value>,
    /// What is missing in the result of a job that is done nevertheless.
    pub warnings: Vec<Value>,
    pub why: Option<StopCause>,
    /// The limit that ended the job, if one did, as it is reported to clients.
    pub stopped: Option<String>,
    pub stop: StopFlag,
    pub files: Vec<String>,
    pub crashes: u32,
}

/// The current Unix time in seconds.
pub fn now() -> u64 {
    since_epoch().as_secs()
}

/// The current Unix time.
pub fn since_epoch() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

impl Live {
    /// A job that waits in the queue.
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

    /// A job from its stored data, with `answers` answers in its folder.
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

    /// The data to be stored.
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

    /// The end state of a job whose work was stopped; also sets `stopped`.
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

    /// Marks the job as ended.
    pub fn end(&mut self, state: State) {
        self.state = state;
        self.ended = Some(now());
        self.log.state(state);
    }

    /// Puts the job back into the queue. Of its earlier answers, the given ones are kept and reported again.
    pub fn queue_again(&mut self, answers: Vec<Arc<str>>) {
        let mut log = std::mem::take(&mut self.log);
        log.state(State::Queued);
        answers.iter().for_each(|_| log.answer());
        let answer_bytes = answers.iter().map(|answer| answer.len()).sum();
        *self = Live { log, answers: Some(answers), answer_bytes, crashes: self.crashes, ..Live::new() };
    }
}
