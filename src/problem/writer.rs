//! A problem as a line of a problem set.

use super::{KEYS, Problem};
use std::fmt;

impl fmt::Display for Problem {
    /// The line without its line end; reading it gives the same problem, except for its place. Values lose
    /// surrounding white space; line breaks in them become spaces, and empty values are omitted.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.record)?;
        for key in KEYS {
            let value = self.value(key).map(|value| escape(&value)).filter(|value| !value.is_empty());
            if let Some(value) = value {
                write!(f, " ; {key}={value}")?;
            }
        }
        Ok(())
    }
}

impl Problem {
    /// The value of one of [`KEYS`] as text; `None` when the problem does not state it.
    fn value(&self, key: &str) -> Option<String> {
        match key {
            "id" => self.id.clone(),
            "title" => self.title.clone(),
            "composer" => self.composer.clone(),
            "rule" => self.rule.map(|rule| rule.to_string()),
            "condition" => self.conditions.map(|conditions| conditions.to_string()),
            "attacker" => self.attacker.map(|color| color.to_string()),
            "policy" => self.policy.map(|policy| policy.to_string()),
            "plies" => self.plies.map(|plies| plies.to_string()),
            "solutions" => self.solutions.as_ref().map(|solutions| solutions.to_string()),
            "intended-solutions" => self.intended_solutions.as_ref().map(|count| count.to_string()),
            "twin" => self.twin.clone(),
            "source" => self.source.clone(),
            _ => self.status.clone(),
        }
    }
}

fn escape(value: &str) -> String {
    value.replace(['\r', '\n'], " ").trim().replace('\\', r"\\").replace(';', r"\;")
}
