//! The question to be solved: the interpretation of a problem that all front ends and solvers share.

use super::{Futile, Problem, Rule, default_attacker};
use crate::position::{Conditions, Defect, Position};
use crate::record::Record;
use crate::types::{Color, Move};
use num_bigint::BigUint;
use thiserror::Error;

/// The user's choices, which override the problem's statements; `None` means that the problem decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    /// The rule.
    pub rule: Option<Rule>,
    /// Conditions on captures, for rules under which both sides cooperate; `Some` of no conditions removes
    /// those of the problem.
    pub conditions: Option<Conditions>,
    /// The attacker.
    pub attacker: Option<Color>,
    /// The policy on futile interpositions, for rules under which the defender resists.
    pub policy: Option<Futile>,
    /// Whether the defender gets the pieces of the piece box (玉方持駒は残り全部).
    pub rest: bool,
}

/// The source of a question's rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleFrom {
    /// The user, by an option or a command.
    Option,
    /// The problem itself.
    Problem,
    /// A default: another rule may have been meant.
    Default,
}

/// A position, and what is to be found out about it. The position is legal as a problem under its rule and
/// for its attacker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    position: Position,
    rule: Rule,
    rule_from: RuleFrom,
    conditions: Conditions,
    attacker: Color,
    policy: Futile,
    line: Vec<Move>,
    intended_solutions: Option<BigUint>,
}

/// The reason why a problem does not give a question.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum QuestionError {
    /// There is no king.
    #[error("no king on the board, nobody can be mated")]
    NoKing,
    /// There are conditions on captures, although under this rule the defender resists.
    #[error("a {rule} has no conditions, but {conditions} is given")]
    Conditions {
        /// The rule.
        rule: Rule,
        /// The conditions.
        conditions: Conditions,
    },
    /// The position is illegal, or not a problem under this rule and for this attacker; with all its defects.
    #[error("not a legal {}: {} defects", .rule, .defects.len())]
    Illegal {
        /// The rule.
        rule: Rule,
        /// The defects.
        defects: Vec<Defect>,
    },
}

impl RuleFrom {
    /// The name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            RuleFrom::Option => "option",
            RuleFrom::Problem => "problem",
            RuleFrom::Default => "default",
        }
    }
}

impl Choices {
    /// The rule of a problem, and its source.
    pub fn rule_of(&self, problem: &Problem) -> (Rule, RuleFrom) {
        match (self.rule, problem.rule) {
            (Some(rule), _) => (rule, RuleFrom::Option),
            (None, Some(rule)) => (rule, RuleFrom::Problem),
            (None, None) => (problem.rule_or_default(), RuleFrom::Default),
        }
    }
}

impl Question {
    /// Reads a problem. It is not checked whether its intended line can be played.
    ///
    /// # Errors
    /// The reason why the problem does not give a question.
    ///
    /// ```
    /// use tsumugi::problem::{Choices, Question, Reader, Rule};
    ///
    /// let mut problems = Reader::new("8k/9/8G/9/9/9/9/9/9 b G 1 ; rule=helpmate".as_bytes(), "example");
    /// let problem = problems.next().expect("a problem").expect("one that can be read");
    /// let question = Question::new(&problem, &Choices::default()).expect("a legal problem");
    /// assert_eq!(question.rule(), Rule::Helpmate);
    /// ```
    pub fn new(problem: &Problem, choices: &Choices) -> Result<Question, QuestionError> {
        let question = Question::read(problem, choices, None)?;
        let Question { rule, attacker, .. } = question;
        let defects = question.position.problem_defects(rule, attacker);
        if defects.is_empty() { Ok(question) } else { Err(QuestionError::Illegal { rule, defects }) }
    }

    /// Reads a problem whose position need not be legal; the result must not be given to a solver. When
    /// neither a statement nor a king determines the attacker, it is the side to move.
    ///
    /// # Errors
    /// When the problem has conditions that its rule does not support.
    pub(crate) fn unfinished(problem: &Problem, choices: &Choices) -> Result<Question, QuestionError> {
        Question::read(problem, choices, Some(problem.position().side_to_move()))
    }

    /// Reads a problem, legal or not. `or_else` is the attacker if nothing determines one.
    fn read(problem: &Problem, choices: &Choices, or_else: Option<Color>) -> Result<Question, QuestionError> {
        let (rule, rule_from) = choices.rule_of(problem);
        let conditions = choices.conditions.or(problem.conditions).unwrap_or_default();
        if !conditions.is_empty() && !rule.is_cooperative() {
            return Err(QuestionError::Conditions { rule, conditions });
        }
        let mut position = problem.position().clone();
        let attacker = choices.attacker.or(problem.attacker).or_else(|| default_attacker(&position, rule));
        let attacker = attacker.or(or_else).ok_or(QuestionError::NoKing)?;
        if choices.rest {
            position.give_rest(!attacker);
        }
        let policy = choices.policy.unwrap_or(problem.policy_or_default());
        let line = problem.record.moves.clone();
        let intended_solutions = problem.intended_solutions.clone();
        Ok(Question { position, rule, rule_from, conditions, attacker, policy, line, intended_solutions })
    }

    /// A question about a position without any statements.
    ///
    /// # Errors
    /// The reason why the position does not give a question.
    pub fn of(position: Position, choices: &Choices) -> Result<Question, QuestionError> {
        Question::new(&Problem::new(Record::new(position, Vec::new())), choices)
    }

    /// The same question about the position after a legal move, without an intended line or number of
    /// solutions.
    pub fn after(&self, mv: Move) -> Question {
        let mut after = Question { line: Vec::new(), intended_solutions: None, ..self.clone() };
        after.position.do_move(mv);
        after
    }

    /// The same question with another intended line, which need not be playable.
    pub(crate) fn with_line(self, line: Vec<Move>) -> Question {
        Question { line, ..self }
    }

    /// The same question about another position, without an intended line. `None` when that is not a legal
    /// problem.
    pub fn about(&self, position: Position) -> Option<Question> {
        let is_legal = position.problem_defects(self.rule, self.attacker).is_empty();
        is_legal.then(|| Question { position, line: Vec::new(), ..self.clone() })
    }

    /// Whether another question asks the same, apart from the source of its rule, the intended line, and the
    /// number of moves played before.
    #[doc(hidden)]
    pub fn asks_as(&self, other: &Question) -> bool {
        let policy = |question: &Question| (!question.rule.is_cooperative()).then_some(question.policy);
        let asked =
            |question: &Question| (question.rule, question.conditions, question.attacker, policy(question));
        self.position.sfen_without_number() == other.position.sfen_without_number()
            && asked(self) == asked(other)
    }

    /// The position; the defender's hand includes the pieces of the box if they were given to it.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The rule.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The source of the rule.
    pub fn rule_from(&self) -> RuleFrom {
        self.rule_from
    }

    /// The conditions on captures.
    pub fn conditions(&self) -> Conditions {
        self.conditions
    }

    /// The attacker.
    pub fn attacker(&self) -> Color {
        self.attacker
    }

    /// The side whose king is to be mated.
    pub fn mated(&self) -> Color {
        self.rule.mated(self.attacker)
    }

    /// Whether the side to move is the one that mates; mates then take an odd number of plies.
    pub fn mates_first(&self) -> bool {
        self.position.side_to_move() != self.mated()
    }

    /// Whether the attacker is to move.
    pub fn attacks_first(&self) -> bool {
        self.position.side_to_move() == self.attacker
    }

    /// The policy on futile interpositions. It has no meaning if both sides cooperate.
    pub fn policy(&self) -> Futile {
        self.policy
    }

    /// The intended line (作意); empty if there is none.
    pub fn line(&self) -> &[Move] {
        &self.line
    }

    /// The number of solutions that the problem should have (n解), if the author states it.
    pub fn intended_solutions(&self) -> Option<&BigUint> {
        self.intended_solutions.as_ref()
    }

    /// Whether more than one solution is intended.
    pub fn intends_several(&self) -> bool {
        self.intended_solutions.as_ref().is_some_and(|count| *count > BigUint::from(1u8))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_asks_for_the_same_only_where_all_that_matters_is_the_same() {
        let position = |text| Position::from_sfen(text).expect("a position");
        let ask =
            |root: &Position, choices: &Choices| Question::of(root.clone(), choices).expect("a problem");
        let root = position("4k4/9/4P4/9/9/9/9/9/4K4 b G 1");
        let of_rule = |rule| Choices { rule: Some(rule), ..Choices::default() };
        let (helpmate, tsume) = (of_rule(Rule::Helpmate), of_rule(Rule::Tsume));
        let others = [
            Choices { conditions: "no-capture".parse().ok(), ..helpmate },
            Choices { attacker: Some(Color::White), ..helpmate },
            tsume,
            Choices { policy: Some(Futile::None), ..tsume },
        ];
        let all: Vec<Question> =
            [&helpmate].into_iter().chain(&others).map(|choices| ask(&root, choices)).collect();
        for (at, one) in all.iter().enumerate() {
            assert!(all.iter().enumerate().all(|(other, asked)| one.asks_as(asked) == (at == other)), "{at}");
        }
        assert!(!all[0].asks_as(&ask(&position("4k4/9/4P4/9/9/9/9/9/4K4 b S 1"), &helpmate)));
        // In a helpmate the policy does not matter.
        assert!(all[0].asks_as(&ask(&root, &Choices { policy: Some(Futile::None), ..helpmate })));
    }
}
