//! The keys of a problem in the JSON of commands that do not solve it, or do not show its answer.

use crate::problem::{Choices, Problem, Question};
use crate::report::stated_keys;
use serde_json::{Map, Value};

/// The question about a problem and what the problem states, so that the JSON line can be read as the same problem.
pub fn problem_keys(problem: &Problem, choices: &Choices) -> impl Iterator<Item = (String, Value)> {
    let expected = expected_keys(problem);
    let expected = (!expected.is_empty()).then(|| ("stated".to_owned(), expected.into()));
    asked_keys(problem, choices).into_iter().chain(stated_keys(problem)).chain(expected)
}

/// What a problem states about its solutions, under the keys of problem sets, so that the JSON line can be read as a
/// problem with the same statements.
fn expected_keys(problem: &Problem) -> Map<String, Value> {
    let moves = &problem.record.moves;
    let line = || moves.iter().map(|mv| Value::from(mv.to_string())).collect();
    let values = [
        ("plies", problem.plies.map(|plies| plies.to_string().into())),
        ("solutions", problem.solutions.as_ref().map(|solutions| solutions.to_string().into())),
        ("line", (!moves.is_empty()).then(line)),
    ];
    values.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))).collect()
}

/// The question about a problem, so that the JSON line can be read as the same problem. A problem that was not solved
/// may be illegal.
fn asked_keys(problem: &Problem, choices: &Choices) -> Map<String, Value> {
    let (rule, rule_from) = choices.rule_of(problem);
    let conditions = choices.conditions.or(problem.conditions).unwrap_or_default();
    // There is no question for a tsume with conditions.
    let question = Question::unfinished(problem, choices).ok();
    let position = question.as_ref().map_or(problem.position(), Question::position);
    let policy = question.as_ref().filter(|_| !rule.is_cooperative()).map(Question::policy);
    let mut keys = Map::new();
    keys.insert("sfen".to_owned(), position.sfen().into());
    keys.insert("rule".to_owned(), rule.name().into());
    keys.insert("rule_from".to_owned(), rule_from.name().into());
    if !conditions.is_empty() {
        keys.insert("condition".to_owned(), conditions.to_string().into());
    }
    keys.insert("attacker".to_owned(), question.map(|question| question.attacker().to_string()).into());
    keys.insert("policy".to_owned(), policy.map(|policy| policy.name()).into());
    keys
}
