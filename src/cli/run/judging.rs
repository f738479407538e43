//! Options of the judges in commands that judge many positions.

use super::options::search_memory;
use crate::cli::args::{JudgingFlags, QuestionFlags};
use crate::compose::Judge;
use crate::problem::{Futile, Rule};
use crate::solve::{Limits, Options, StopFlag};
use crate::types::Color;
use serde_json::{Value, json};

/// The options of each judge, when `flags.jobs` of them work at the same time.
pub fn options(flags: &JudgingFlags, rule: Rule, stop: StopFlag) -> Options {
    let share = search_memory(flags.memory, rule) / u64::from(flags.jobs);
    let memory = match (rule, flags.memory) {
        (Rule::Tsume, None) => share.min(Judge::TSUME_MEMORY),
        _ => share,
    };
    let limits = Limits { time: flags.time, nodes: flags.nodes, plies: None, memory: Some(memory) };
    Options { limits, stop, ..Options::default() }
}

/// Adds the question to `task`, the data that the results of a command depend on. Without a condition on captures
/// there is no key for it, so that files from before such conditions existed still match.
pub fn add_question(task: &mut Value, question: &QuestionFlags) {
    task["rule"] = json!(question.rule.map(Rule::name));
    task["attacker"] = json!(question.attacker.map(|color| Color::from(color).to_string()));
    task["futile"] = json!(question.futile.map(Futile::name));
    if let Some(condition) = question.condition {
        task["condition"] = json!(condition.to_string());
    }
}
