//! The subject of a repair: a problem that need not be legal yet.

use crate::problem::{Choices, Problem, Question, QuestionError};
use crate::types::Move;

/// An unfinished problem: like a [`Question`], but its position may still be illegal, or lack the king that
/// is to be mated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft(Question);

impl Draft {
    /// Reads a problem. When neither the choices nor the problem nor a king determine the attacker, it is the
    /// side to move.
    ///
    /// # Errors
    /// When the problem has conditions that its rule does not support.
    pub fn new(problem: &Problem, choices: &Choices) -> Result<Draft, QuestionError> {
        Question::unfinished(problem, choices).map(Draft)
    }

    /// The same draft with another intended line, which need not be playable.
    pub fn with_line(self, line: Vec<Move>) -> Draft {
        Draft(self.0.with_line(line))
    }

    /// The question, if the position is a legal problem.
    pub fn question(&self) -> Option<&Question> {
        let question = &self.0;
        let defects = question.position().problem_defects(question.rule(), question.attacker());
        defects.is_empty().then_some(question)
    }

    /// The question asked. It must not be passed to a solver, since the position may be illegal.
    pub(crate) fn asked(&self) -> &Question {
        &self.0
    }
}

impl From<&Question> for Draft {
    fn from(question: &Question) -> Draft {
        Draft(question.clone())
    }
}
