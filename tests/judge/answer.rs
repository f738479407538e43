//! What is compared of an answer.

use serde_json::Value;
use tsumugi::solve::{Outcome, Verdict};

/// The answer of one of the ways.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    pub found: Found,
    /// The number of solutions, where the way tells it.
    pub count: Option<String>,
    /// Lines of play.
    pub lines: Vec<Vec<String>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    /// The length, and whether it is proved.
    Mate(u64, bool),
    NoMate,
    /// A limit was reached.
    Unknown,
}

impl Found {
    /// Whether not both can be true. A length that is not proved is one that the shortest mate does not exceed.
    pub fn contradicts(self, other: Found) -> bool {
        match (self, other) {
            (Found::Mate(one, true), Found::Mate(two, true)) => one != two,
            (Found::Mate(shortest, true), Found::Mate(most, false))
            | (Found::Mate(most, false), Found::Mate(shortest, true)) => shortest > most,
            (Found::Mate(..), Found::NoMate) | (Found::NoMate, Found::Mate(..)) => true,
            _ => false,
        }
    }
}

impl Answer {
    /// Of an object that the program wrote.
    pub fn of_json(json: &Value) -> Answer {
        let found = match json["verdict"].as_str() {
            Some("mate") => {
                Found::Mate(json["plies"].as_u64().expect("plies"), json["exact"].as_bool().expect("exact"))
            }
            Some("nomate") if json["exact"] == true => Found::NoMate,
            Some("nomate" | "unknown") => Found::Unknown,
            _ => panic!("no verdict in {json}"),
        };
        let line = |line: &Value| {
            let moves = line.as_array().expect("moves").iter();
            moves.map(|mv| mv.as_str().expect("a move").to_owned()).collect()
        };
        let lines = json["solutions"]["listed"].as_array().expect("solutions").iter().map(line).collect();
        let count = json["solutions"]["count"].as_str().map(str::to_owned);
        Answer { found, count, lines }
    }

    /// Of an outcome of the library.
    pub fn of(outcome: &Outcome) -> Answer {
        let found = match outcome.verdict {
            Verdict::Mate { plies, exact } => Found::Mate(plies, exact),
            Verdict::NoMate if outcome.is_exact() => Found::NoMate,
            Verdict::NoMate | Verdict::Unknown(_) => Found::Unknown,
        };
        let solutions = &outcome.solutions;
        let line = |line: &Vec<_>| line.iter().map(ToString::to_string).collect();
        Answer {
            found,
            count: Some(solutions.count.to_string()),
            lines: solutions.listed.iter().map(line).collect(),
        }
    }
}
