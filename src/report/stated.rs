//! What a problem's author says of it, in JSON: what an answer hands on, so that it asks what the problem asked.

use crate::problem::Problem;
use serde_json::{Map, Value};

/// The keys.
pub const STATED_KEYS: [&str; 6] = ["title", "composer", "source", "status", "twin", "intended_solutions"];

/// The keys of what is stated, with their values.
pub fn stated_keys(problem: &Problem) -> Map<String, Value> {
    let Problem { title, composer, source, status, twin, intended_solutions, .. } = problem;
    let count = intended_solutions.as_ref().map(ToString::to_string);
    let values = [title, composer, source, status, twin, &count];
    let stated = STATED_KEYS.into_iter().zip(values);
    stated.filter_map(|(key, value)| Some((key.to_owned(), value.clone()?.into()))).collect()
}
