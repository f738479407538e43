//! A random problem, and what the plain oracle says of it.

use crate::answer::{Answer, Found};
use crate::helpmate_problem;
use crate::mailbox::board::{Board, Kind, Side};
use crate::mailbox::condition::Told;
use crate::mailbox::random::Rng;
use crate::mailbox::search::{self, Limits};
use crate::mailbox::tsume::{Oracle, Value};
use crate::mailbox::{rules, sfen};
use crate::tsume_problem;
use std::fmt;
use tsumugi::position::{Conditions, Position, Rule};
use tsumugi::types::Color;

/// What is asked about a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    Helpmate,
    /// A tsume; whether futile interpositions are left out.
    Tsume {
        official: bool,
    },
    /// The same questions, with all other pieces in the defender's hand.
    HelpmateWithRest,
    TsumeWithRest,
    Helpselfmate,
}

impl Question {
    /// All of them, each with its share of the problems in percent.
    pub const ALL: [(Question, usize); 6] = [
        (Question::Helpmate, 30),
        (Question::Tsume { official: true }, 20),
        (Question::Tsume { official: false }, 20),
        (Question::HelpmateWithRest, 5),
        (Question::TsumeWithRest, 5),
        (Question::Helpselfmate, 20),
    ];

    pub fn is_tsume(self) -> bool {
        matches!(self, Question::Tsume { .. } | Question::TsumeWithRest)
    }

    pub fn has_rest(self) -> bool {
        matches!(self, Question::HelpmateWithRest | Question::TsumeWithRest)
    }

    /// Whether futile interpositions are left out.
    pub fn is_official(self) -> bool {
        self != Question::Tsume { official: false }
    }

    pub fn rule(self) -> Rule {
        match self {
            Question::Helpmate | Question::HelpmateWithRest => Rule::Helpmate,
            Question::Tsume { .. } | Question::TsumeWithRest => Rule::Tsume,
            Question::Helpselfmate => Rule::Helpselfmate,
        }
    }
}

/// What the oracle may spend: positions that take more are passed over.
const HELPMATE: Limits = Limits { plies: 200, positions: 600, listed: LISTED };
const TSUME_NODES: usize = 3_000;
const TSUME_PLIES: u32 = 9;
/// Solutions that are listed.
pub const LISTED: usize = 50;

/// What the oracle says.
#[derive(Debug)]
enum Truth {
    /// Of a helpmate or helpselfmate.
    Helpmate(search::Verdict),
    Tsume(Value),
}

/// A problem.
pub struct Case {
    question: Question,
    /// As it is set up, without the rest of the pieces.
    pub bare: Board,
    board: Board,
    pub attacker: Side,
    /// On captures; none of a tsume.
    pub conditions: Conditions,
    truth: Truth,
}

impl Case {
    /// Draws problems until the oracle solves one.
    pub fn draw(question: Question, rng: &mut Rng) -> Case {
        loop {
            if let Some(case) = Case::try_draw(question, rng) {
                return case;
            }
        }
    }

    fn try_draw(question: Question, rng: &mut Rng) -> Option<Case> {
        let (bare, attacker) = match question.rule() {
            Rule::Tsume => {
                let problem = tsume_problem::Problem::draw(rng)?;
                (problem.board, problem.attacker)
            }
            Rule::Helpmate => {
                let problem = helpmate_problem::Problem::draw(rng)?;
                (problem.board, problem.attacker)
            }
            Rule::Helpselfmate => {
                let problem = helpmate_problem::Problem::draw_selfmate(rng);
                (problem.board, problem.attacker)
            }
        };
        let mut board = bare.clone();
        if question.has_rest() {
            give_rest(&mut board, attacker.other())?;
        }
        let conditions = draw_conditions(question, rng);
        let truth = if question.is_tsume() {
            let value =
                Oracle::new(attacker, question.is_official(), true, TSUME_NODES).value(&board, TSUME_PLIES);
            Truth::Tsume(Some(value).filter(|value| *value != Value::Undecided)?)
        } else {
            let problem = helpmate_problem::Problem {
                board: board.clone(),
                attacker,
                rule: question.rule(),
                conditions,
            };
            let verdict = problem.expected(HELPMATE);
            Truth::Helpmate(Some(verdict).filter(|verdict| *verdict != search::Verdict::Unknown)?)
        };
        let case = Case { question, bare, board, attacker, conditions, truth };
        let (position, color) = case.position();
        position.problem_defects(question.rule(), color).is_empty().then_some(case)
    }

    /// The position that is asked about, and the attacker, for the library.
    pub fn position(&self) -> (Position, Color) {
        (Position::from_sfen(&sfen::write(&self.board)).expect("a legal position"), self.color())
    }

    fn color(&self) -> Color {
        if self.attacker == Side::Black { Color::Black } else { Color::White }
    }

    /// A line of a problem set.
    pub fn line(&self) -> String {
        let condition = match self.conditions.is_empty() {
            true => String::new(),
            false => format!(" ; condition={}", self.conditions),
        };
        format!("{} ; attacker={}{condition}\n", sfen::write(&self.bare), self.color())
    }

    /// Whether the oracle knows the answer for sure.
    pub fn is_decided(&self) -> bool {
        !matches!(self.truth, Truth::Tsume(Value::NotWithin(_)))
    }

    /// What is wrong with an answer, if anything; `first` is that of the plainest way.
    pub fn fault(&self, answer: &Answer, first: &Answer) -> Option<String> {
        let fault = match &self.truth {
            Truth::Helpmate(verdict) => Self::fault_of_helpmate(answer, verdict),
            Truth::Tsume(value) => fault_of_tsume(answer, *value),
        };
        let fault = fault.or_else(|| answer.lines.iter().find_map(|line| self.fault_of_line(line)));
        fault.or_else(|| {
            answer.found.contradicts(first.found).then(|| format!("{answer:?}, but first {first:?}"))
        })
    }

    fn fault_of_helpmate(answer: &Answer, verdict: &search::Verdict) -> Option<String> {
        let is_right = match verdict {
            search::Verdict::Mate { plies, count, solutions } => {
                let are_listed = || {
                    let mut lines = answer.lines.clone();
                    lines.sort();
                    // The oracle lists the first of them in the order of their text.
                    *count > LISTED as u128 || answer.count.is_none() || lines == *solutions
                };
                answer.found == Found::Mate(*plies as u64, true)
                    && answer.count.as_ref().is_none_or(|found| *found == count.to_string())
                    && are_listed()
            }
            _ => answer.found == Found::NoMate && answer.count.as_ref().is_none_or(|found| found == "0"),
        };
        (!is_right).then(|| format!("{answer:?} is not {verdict:?}"))
    }

    /// The conditions in the words of the plain rules.
    fn told(&self) -> Told {
        helpmate_problem::Problem {
            board: self.board.clone(),
            attacker: self.attacker,
            rule: self.question.rule(),
            conditions: self.conditions,
        }
        .told()
    }

    /// What is wrong with a line by the plain rules.
    fn fault_of_line(&self, line: &[String]) -> Option<String> {
        let mut board = self.board.clone();
        let told = self.told();
        for text in line {
            let moves = rules::judged_moves(&board);
            let Some(&(mv, checks)) = moves.iter().find(|(mv, _)| mv.to_string() == *text) else {
                return Some(format!("{text} is illegal in {line:?}"));
            };
            if !self.conditions.is_empty() && !told.moves(&board).contains(&mv) {
                return Some(format!("{text} is not permitted in {line:?}"));
            }
            if board.turn == self.attacker && !checks {
                return Some(format!("{text} gives no check in {line:?}"));
            }
            board.make(mv);
        }
        // Under the policy the defender may have nothing left but futile interpositions.
        let ends = match self.question.is_tsume() {
            true => rules::in_check(&board),
            false => told.is_mate(&board),
        };
        let mated =
            if self.question == Question::Helpselfmate { self.attacker } else { self.attacker.other() };
        (!ends || board.turn != mated).then(|| format!("{line:?} does not end in mate"))
    }
}

/// Conditions for four of ten problems in which both sides work together.
fn draw_conditions(question: Question, rng: &mut Rng) -> Conditions {
    if question.is_tsume() || !rng.percent(40) {
        return Conditions::NONE;
    }
    let all: Vec<Conditions> = Conditions::all().filter(|conditions| !conditions.is_empty()).collect();
    all[rng.below(all.len())]
}

fn fault_of_tsume(answer: &Answer, value: Value) -> Option<String> {
    let is_right = match (answer.found, value) {
        (Found::Mate(plies, exact), Value::Mate(length)) => exact && plies == u64::from(length),
        (Found::Mate(plies, _), Value::NotWithin(most)) => plies > u64::from(most),
        (Found::NoMate, Value::NoMate | Value::NotWithin(_)) => true,
        (Found::Unknown, Value::NotWithin(_)) => true,
        _ => false,
    };
    let length = match answer.found {
        Found::Mate(plies, exact) => answer.lines.iter().all(|line| match exact {
            true => line.len() as u64 == plies,
            false => line.len() as u64 <= plies,
        }),
        _ => answer.lines.is_empty(),
    };
    (!is_right || !length).then(|| format!("{answer:?} is not {value:?}"))
}

/// Gives a side what is neither on the board nor in a hand. `None` with more pieces than a set.
fn give_rest(board: &mut Board, side: Side) -> Option<()> {
    for (kind, most) in Kind::IN_HAND.into_iter().zip(Kind::SET) {
        let rest = most.checked_sub(board.total(kind))?;
        *board.held(side, kind) += rest;
    }
    Some(())
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Case { question, attacker, conditions, .. } = self;
        write!(f, "{question:?}, {attacker:?} attacks, condition {conditions}: {}", sfen::write(&self.board))
    }
}
