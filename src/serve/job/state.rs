//! The states of a job.

/// The state of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// It waits for memory and threads.
    Queued,
    /// It is running.
    Running,
    /// It has finished; its answer may be that a limit was reached.
    Done,
    /// It was cancelled.
    Cancelled,
    /// The server ended or died while it was running.
    Interrupted,
    /// It failed.
    Failed,
}

impl State {
    /// The name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            State::Queued => "queued",
            State::Running => "running",
            State::Done => "done",
            State::Cancelled => "cancelled",
            State::Interrupted => "interrupted",
            State::Failed => "failed",
        }
    }

    /// Whether this is an end state.
    pub const fn is_end(self) -> bool {
        !matches!(self, State::Queued | State::Running)
    }
}
