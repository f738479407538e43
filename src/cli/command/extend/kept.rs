//! The progress of a run of `extend`, as it is stored for `--resume`.

use crate::cli::exit::Tally;
use crate::compose::extend::ExtendState;
use crate::report::{extend_state_json, read_extend_state};
use serde_json::{Value, json};

/// The progress of a run.
#[derive(Clone, Debug, Default)]
pub struct RunState {
    /// The number of problems that are done.
    pub problem: u64,
    /// The number of results of those problems.
    pub results: u64,
    /// The progress on the next problem.
    pub work: Option<ExtendState>,
    /// Which problems were read, in the form of
    /// [`ProblemsRead::next`](crate::cli::run::problems_read::ProblemsRead::next).
    pub read: Option<String>,
    /// What occurred with the problems that are done.
    pub tally: Tally,
}

impl RunState {
    /// The progress as JSON.
    pub fn value(&self) -> Value {
        json!({
            "problem": self.problem, "results": self.results, "work": self.work.as_ref().map(extend_state_json),
            "read": self.read, "occurred": self.tally.kept(),
        })
    }

    /// Reads the progress from its JSON; `None` if that is malformed.
    pub fn read(value: &Value) -> Option<RunState> {
        let work = match value.get("work")? {
            Value::Null => None,
            work => Some(read_extend_state(work)?),
        };
        Some(RunState {
            problem: value.get("problem")?.as_u64()?,
            results: value.get("results")?.as_u64()?,
            work,
            read: value.get("read").and_then(Value::as_str).map(str::to_owned),
            tally: Tally::read(value.get("occurred")),
        })
    }
}
