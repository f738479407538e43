//! A problem known to be sound.

use crate::analysis::Intended;
use crate::position::Position;
use crate::problem::{Question, Rule};
use crate::types::Move;

/// A sound problem and its solution.
#[derive(Clone, Debug)]
pub(super) struct Sound {
    pub question: Question,
    pub line: Vec<Move>,
    /// The approximate number of positions that its own search takes.
    pub positions: u64,
}

impl Sound {
    /// The question of this problem, asked about another position.
    pub fn question_of(&self, position: &Position) -> Question {
        self.question.about(position.clone()).expect("a move taken back leaves a legal problem")
    }
}

/// Whether the candidates before a problem are judged by one shared search. That search supports only the
/// helpmate rule without conditions, and assumes a single intended solution.
pub(super) fn shares_search(question: &Question) -> bool {
    question.rule() == Rule::Helpmate && question.conditions().is_empty() && !question.intends_several()
}

/// The intended solutions of a question: this line, and as many solutions as the author states.
pub(super) fn intended(question: &Question, line: Vec<Move>) -> Intended {
    Intended { line, plies: None, solutions: question.intended_solutions().cloned() }
}
