//! Games that were looked at: what an answer of `analyse` is about.

use super::proof::SCHEMA;
use super::statement::{Stated, Statement};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;

/// A game, and how it is looked at: within other limits the answer is another one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct GameQuestion {
    /// The first position.
    pub sfen: String,
    /// The moves that are looked at, in USI form.
    pub moves: Vec<String>,
    /// The ply of the illegal move that follows them, if one does.
    pub illegal_ply: Option<u64>,
    /// How the game ended: who lost decides which move is the losing one.
    pub ending: Option<String>,
    /// The limits as the answer has them.
    pub limits: String,
}

/// An answer of `analyse`.
#[derive(Debug, Clone)]
pub struct Reviewed {
    /// Whether all positions were looked at that the limits allow.
    is_whole: bool,
    /// Whether a limit of the whole game left positions out.
    leaves_out: bool,
}

/// The keys of `docs/json.md` that say what an answer is about.
#[derive(Deserialize)]
struct Answer {
    schema: u64,
    id: String,
    sfen: String,
    moves: Vec<String>,
    illegal_ply: Option<u64>,
    ending: Option<String>,
    limits: Value,
    interrupted: bool,
    left_out: Option<IgnoredAny>,
}

impl Statement for Reviewed {
    type Question = GameQuestion;
    type Wanted = ();
    const COMMAND: &'static str = "analyse";

    fn read(line: &[u8]) -> Option<Stated<Reviewed>> {
        let answer: Answer = serde_json::from_slice(line).ok()?;
        let Answer { schema, id, sfen, moves, illegal_ply, ending, limits, interrupted, left_out } = answer;
        let question = GameQuestion { sfen, moves, illegal_ply, ending, limits: limits.to_string() };
        let statement = Reviewed { is_whole: !interrupted, leaves_out: left_out.is_some() };
        (schema == SCHEMA).then_some(Stated { question, name: id, statement })
    }

    fn is_unknown(&self) -> bool {
        self.leaves_out
    }

    fn is_enough(&self, (): &()) -> bool {
        self.is_whole
    }

    fn covers(&self, other: &Reviewed) -> bool {
        self.is_whole || !other.is_whole
    }
}
