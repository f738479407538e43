//! Answers of `analyse` in a file of `--resume`: their questions, and what they state.

use super::proof::SCHEMA;
use super::statement::{Stated, Statement};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;

/// A game, and how it is analysed: with other limits the answer is different.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct GameQuestion {
    /// The first position.
    pub sfen: String,
    /// The moves that are analysed, in USI notation.
    pub moves: Vec<String>,
    /// The ply of the illegal move that follows them, if one does.
    pub illegal_ply: Option<u64>,
    /// How the game ended: the losing side determines which move is the losing one.
    pub ending: Option<String>,
    /// The limits, as they appear in the answer.
    pub limits: String,
}

/// An answer of `analyse`.
#[derive(Debug, Clone)]
pub struct Reviewed {
    /// Whether all positions were analysed that the limits allow.
    is_whole: bool,
    /// Whether a limit on the whole game left positions out.
    leaves_out: bool,
}

/// The keys of `docs/json.md` that state the question of an answer.
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
