//! How far a run of `repair` has come, as `--resume` keeps it.

use crate::cli::exit::Tally;
use crate::compose::RepairState;
use crate::report::{read_repair_state, repair_state_json};
use serde_json::{Value, json};

/// How far a run has come.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    /// Problems that are done.
    pub problem: u64,
    /// Repairs of the next one that were told.
    pub told: u64,
    /// How far that repair has come.
    pub repair: RepairState,
    /// Which problems were read, as `ProblemsRead::next` has it.
    pub read: Option<String>,
    /// What occurred with those that are done.
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
