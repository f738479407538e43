//! The author's statements about a problem in JSON. An answer contains them, so that it asks the same
//! question as the problem.

use crate::problem::Problem;
use serde_json::{Map, Value};

/// The keys of these statements.
pub const STATED_KEYS: [&str; 6] = ["title", "composer", "source", "status", "twin", "intended_solutions"];

/// The keys of the statements that are present, with their values.
pub fn stated_keys(problem: &Problem) -> Map<String, Value> {
    let Problem { title, composer, source, status, twin, intended_solutions, .. } = problem;
    let count = intended_solutions.as_ref().map(ToString::to_string);
    let values = [title, composer, source, status, twin, &count];
    let stated = STATED_KEYS.into_iter().zip(values);
    stated.filter_map(|(key, value)| Some((key.to_owned(), value.clone()?.into()))).collect()
}
