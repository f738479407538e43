//! What the text of a problem states in addition to its question. Answers repeat this data, and it may have changed
//! since an answer was written.

use crate::problem::{ExpectedPlies, Problem, Question};
use crate::report::{STATED_KEYS, stated_keys};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What the text of a problem states, as keys of its answer. Empty for a game: reviews do not repeat anything.
#[derive(Default)]
pub struct StatedKeys {
    keys: Map<String, Value>,
    /// The length that the text states.
    plies: Option<Value>,
}

/// The keys of an answer that come from the text of the problem, in addition to the author's statements.
const OTHER_KEYS: [&str; 3] = ["rest", "rule_from", "warnings"];

impl StatedKeys {
    /// What the text of a problem states that results of `verify` repeat. They do not say how it was read.
    pub fn of_verified(problem: &Problem, question: &Question) -> StatedKeys {
        let mut keys = stated_keys(problem);
        keys.insert("rule_from".to_owned(), question.rule_from().name().into());
        StatedKeys { keys, plies: None }
    }

    /// What the text of a problem states.
    pub fn of(problem: &Problem, question: &Question) -> StatedKeys {
        let StatedKeys { mut keys, .. } = StatedKeys::of_verified(problem, question);
        keys.extend(problem.rest.map(|color| ("rest".to_owned(), color.to_string().into())));
        if !problem.warnings.is_empty() {
            let warnings = problem.warnings.iter().map(|warning| Value::from(warning.name())).collect();
            keys.insert("warnings".to_owned(), warnings);
        }
        let plies = problem.plies.and_then(|plies| match plies {
            ExpectedPlies::Mate(plies) => Some(plies.into()),
            ExpectedPlies::NoMate => Some(Value::Null),
            ExpectedPlies::AtMost(_) => None,
        });
        StatedKeys { keys, plies }
    }
}

/// An answer, rewritten for the problem with this name and these statements; `None` if it needs no change.
pub(super) fn retold(line: &str, name: &str, told: &StatedKeys) -> Option<String> {
    #[derive(Serialize, Deserialize)]
    struct Named {
        schema: u64,
        id: String,
        #[serde(flatten)]
        others: Map<String, Value>,
    }
    let mut named: Named = serde_json::from_str(line).ok()?;
    let own_keys = STATED_KEYS.into_iter().chain(OTHER_KEYS);
    let before: Map<String, Value> = own_keys.filter_map(|key| named.others.remove_entry(key)).collect();
    // The difference to the stated length cannot be computed here for another stated length.
    let recorded = named.others.get("recorded").map(|recorded| recorded["plies"].clone());
    let is_same_problem = named.id == name;
    let is_recorded = is_same_problem && recorded == told.plies;
    if is_same_problem && before == told.keys && (recorded.is_none() || is_recorded) {
        return None;
    }
    if !is_recorded {
        named.others.remove("recorded");
    }
    named.id = name.to_owned();
    named.others.extend(told.keys.clone());
    Some(serde_json::to_string(&named).ok()? + "\n")
}
