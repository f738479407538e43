//! The progress of a run of `repair`, as it is stored for `--resume`.

use crate::cli::exit::Tally;
use crate::compose::RepairState;
use crate::report::{read_repair_state, repair_state_json};
use serde_json::{Value, json};

/// The progress of a run.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    /// The number of problems that are done.
    pub problem: u64,
    /// The number of repairs of the next problem that were written.
    pub told: u64,
    /// The progress of the repair of that problem.
    pub repair: RepairState,
    /// Which problems were read, in the form of `ProblemsRead::next`.
    pub read: Option<String>,
    /// What occurred with the problems that are done.
    pub tally: Tally,
}

impl State {
    pub fn value(&self) -> Value {
        json!({
            "problem": self.problem, "told": self.told, "repair": repair_state_json(&self.repair), "read": self.read,
            "occurred": self.tally.kept(),
        })
    }

    pub fn read(value: &Value) -> Option<State> {
        let number = |key: &str| value.get(key)?.as_u64();
        let repair = read_repair_state(value.get("repair")?)?;
        let read = value.get("read").and_then(Value::as_str).map(str::to_owned);
        let tally = Tally::read(value.get("occurred"));
        Some(State { problem: number("problem")?, told: number("told")?, repair, read, tally })
    }
}
