//! A problem that is known to be sound.

use crate::position::Position;
use crate::problem::{Choices, Question};
use crate::types::Move;

/// A sound problem and its solution.
#[derive(Clone, Debug)]
pub(super) struct Sound {
    pub question: Question,
    pub line: Vec<Move>,
    /// About how many positions its own search takes.
    pub positions: u64,
}

impl Sound {
    /// The question about another position that was about this problem.
    pub fn question_of(&self, position: &Position) -> Question {
        let question = &self.question;
        let choices = Choices {
            rule: Some(question.rule()),
            attacker: Some(question.attacker()),
            policy: Some(question.policy()),
            ..Choices::default()
        };
        Question::of(position.clone(), &choices).expect("a move taken back leaves a legal problem")
    }
}
