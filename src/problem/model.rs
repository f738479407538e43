//! A problem as stated by its author.

use super::{Futile, IllegalSideMove, ProblemWarning, Rule, default_attacker};
use crate::position::{Conditions, Position};
use crate::record::Record;
use crate::types::Color;
use num_bigint::BigUint;
use std::fmt;

/// A problem. Statements missing in the text are `None`, so that a problem is written as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The position, and the intended line (作意) when there is one.
    pub record: Record,
    /// A short name, unique in its set.
    pub id: Option<String>,
    /// 作品名.
    pub title: Option<String>,
    /// 作者.
    pub composer: Option<String>,
    /// The rule.
    pub rule: Option<Rule>,
    /// Conditions on captures (強欲, 禁欲, 取禁).
    pub conditions: Option<Conditions>,
    /// The attacker, if the position alone does not determine it.
    pub attacker: Option<Color>,
    /// Tsume: the policy on futile interpositions.
    pub policy: Option<Futile>,
    /// The length of the mate.
    pub plies: Option<ExpectedPlies>,
    /// The number of shortest solutions.
    pub solutions: Option<ExpectedSolutions>,
    /// The number of solutions that the author intends (n解); `None` means one.
    pub intended_solutions: Option<BigUint>,
    /// The id of an earlier problem of which this is a twin (ツイン).
    pub twin: Option<String>,
    /// The place of publication.
    pub source: Option<String>,
    /// Remarks on its soundness.
    pub status: Option<String>,
    /// The side to whose hand the reader added the piece box (駒箱), because the diagram does not list that
    /// hand, or says that it holds the rest (残り全部).
    pub rest: Option<Color>,
    /// Parts that are missing in the text, or not understood, so that the problem may not have been meant as
    /// it was read.
    pub warnings: Vec<ProblemWarning>,
    /// Illegal moves in side lines of its text, in the order of the text. Each of these lines ends before that move,
    /// and the rest of it was not read.
    pub illegal_side_moves: Vec<IllegalSideMove>,
    /// The place where it was read.
    pub place: Place,
}

/// The length that a problem states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedPlies {
    /// A mate in this number of plies.
    Mate(u64),
    /// A mate in at most this number of plies.
    AtMost(u64),
    /// There is no mate.
    NoMate,
}

impl ExpectedPlies {
    /// The number of plies, if it is the exact length of a mate.
    pub fn exactly(self) -> Option<u64> {
        match self {
            ExpectedPlies::Mate(plies) => Some(plies),
            ExpectedPlies::AtMost(_) | ExpectedPlies::NoMate => None,
        }
    }
}

/// The number of solutions that a problem states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExpectedSolutions {
    /// This number.
    Exactly(BigUint),
    /// More than one.
    Several,
}

/// A line of a text.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Place {
    /// The file's path, or a substitute for it.
    pub file: String,
    /// The line, counted from 1.
    pub line: u64,
}

impl Problem {
    /// A problem that consists of a record without any statements about it.
    pub fn new(record: Record) -> Problem {
        Problem {
            record,
            id: None,
            title: None,
            composer: None,
            rule: None,
            conditions: None,
            attacker: None,
            policy: None,
            plies: None,
            solutions: None,
            intended_solutions: None,
            twin: None,
            source: None,
            status: None,
            rest: None,
            warnings: Vec::new(),
            illegal_side_moves: Vec::new(),
            place: Place::default(),
        }
    }

    /// The position to be solved.
    pub fn position(&self) -> &Position {
        &self.record.root
    }

    /// The id, or the place when the problem has none.
    pub fn name(&self) -> String {
        self.id.clone().unwrap_or_else(|| self.place.to_string())
    }

    /// The stated rule; helpmate if none is stated.
    pub fn rule_or_default(&self) -> Rule {
        self.rule.unwrap_or(Rule::Helpmate)
    }

    /// The stated policy for futile interpositions; the official one if none is stated.
    pub fn policy_or_default(&self) -> Futile {
        self.policy.unwrap_or_default()
    }

    /// The stated length in plies, if it is the exact length of a mate.
    pub fn exact_plies(&self) -> Option<u64> {
        self.plies.and_then(ExpectedPlies::exactly)
    }

    /// Whether its status says that its statements are unproved (`unproved`), or take long to prove
    /// (`heavy`).
    pub fn is_unproved_or_heavy(&self) -> bool {
        let status = self.status.as_deref().unwrap_or_default();
        status.split(|c: char| !c.is_alphanumeric()).any(|word| ["unproved", "heavy"].contains(&word))
    }

    /// The problem on the board turned by 180°, with the sides exchanged, including the attacker.
    pub fn flip(&self) -> Problem {
        let record = self.record.flip();
        let rule = self.rule_or_default();
        let attacker = self.attacker.or_else(|| {
            // With both kings on the board, the turned position may imply another attacker.
            let attacker = default_attacker(self.position(), rule)?;
            let is_implied = default_attacker(&record.root, rule) == Some(!attacker);
            if is_implied || !self.states_something() { None } else { Some(attacker) }
        });
        let rest = self.rest.map(|color| !color);
        Problem { record, attacker: attacker.map(|color| !color), rest, ..self.clone() }
    }

    /// The problem with left and right exchanged.
    pub fn mirror(&self) -> Problem {
        Problem { record: self.record.mirror(), ..self.clone() }
    }

    /// Whether there is any statement of the author besides the position.
    fn states_something(&self) -> bool {
        let Problem { rest, warnings, illegal_side_moves, place, .. } = self.clone();
        let bare = Problem { place, rest, warnings, illegal_side_moves, ..Problem::new(self.record.clone()) };
        *self != bare
    }
}

impl fmt::Display for ExpectedPlies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExpectedPlies::Mate(plies) => write!(f, "{plies}"),
            ExpectedPlies::AtMost(plies) => write!(f, "<={plies}"),
            ExpectedPlies::NoMate => f.write_str("none"),
        }
    }
}

impl fmt::Display for ExpectedSolutions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExpectedSolutions::Exactly(count) => write!(f, "{count}"),
            ExpectedSolutions::Several => f.write_str(">1"),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}
