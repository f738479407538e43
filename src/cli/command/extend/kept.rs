//! How far a run has come, as it is kept for `--resume`.

use crate::cli::exit::Tally;
use crate::compose::extend::ExtendState;
use crate::report::{extend_state_json, read_extend_state};
use serde_json::{Value, json};

/// How far a run has come.
#[derive(Clone, Debug, Default)]
pub struct RunState {
    /// Problems that are done.
    pub problem: u64,
    /// Results of these.
    pub results: u64,
    /// How far the next one has come.
    pub work: Option<ExtendState>,
    /// Which problems were read, as [`ProblemsRead::next`](crate::cli::run::problems_read::ProblemsRead::next) has it.
    pub read: Option<String>,
    /// What occurred with those that are done.
    pub tally: Tally,
}

impl RunState {
    /// As it is written down.
    pub fn value(&self) -> Value {
        json!({
            "problem": self.problem, "results": self.results, "work": self.work.as_ref().map(extend_state_json),
            "read": self.read, "occurred": self.tally.kept(),
        })
    }

    /// Reads what was written down.
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
