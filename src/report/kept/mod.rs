//! The state of unfinished work as JSON, for a run that resumes it: making of problems, and checks.

mod check;
mod lines;
mod made;
mod outcome;
mod probe;

pub use check::{check_note, cook_state_json, probes_json, read_cook_state, read_probes};
pub use made::{
    extend_state_json, read_extend_state, read_extension, read_repair_state, read_summary, repair_state_json,
    summary_json,
};
