//! A problem as its author states it.

use super::{Futile, ProblemWarning, Rule, default_attacker};
use crate::position::{Conditions, Position};
use crate::record::Record;
use crate::types::Color;
use num_bigint::BigUint;
use std::fmt;

/// A problem. What the text does not state is `None`, so that a problem is written as it was read.
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
    /// The attacker, where the position alone does not tell.
    pub attacker: Option<Color>,
    /// Tsume: which interpositions count.
    pub policy: Option<Futile>,
    /// The length of the mate.
    pub plies: Option<ExpectedPlies>,
    /// The number of shortest solutions.
    pub solutions: Option<ExpectedSolutions>,
    /// The number of solutions that its author means it to have (n解); one when he does not say.
    pub intended_solutions: Option<BigUint>,
    /// The id of an earlier problem whose other diagram this is (ツイン).
    pub twin: Option<String>,
    /// Where it was published.
    pub source: Option<String>,
    /// Remarks on its soundness.
    pub status: Option<String>,
    /// The side into whose hand the reader put the piece box (駒箱), because the diagram does not list that hand, or
    /// says that it holds the rest (残り全部).
    pub rest: Option<Color>,
    /// What its text lacks, or says in words that are not known, and so may not be as it was meant.
    pub warnings: Vec<ProblemWarning>,
    /// Where it was read.
    pub place: Place,
}

/// The length that a problem states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedPlies {
    /// A mate in this number of plies.
    Mate(u64),
    /// A mate in this number of plies, perhaps a shorter one.
    AtMost(u64),
    /// There is no mate.
    NoMate,
}

impl ExpectedPlies {
    /// The number of plies, where it is that of a mate and no bound.
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
    /// The file's path, or what stands for it.
    pub file: String,
    /// The line, counted from 1.
    pub line: u64,
}

impl Problem {
    /// A position without a statement about it.
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

    /// The stated rule, else helpmate.
    pub fn rule_or_default(&self) -> Rule {
        self.rule.unwrap_or(Rule::Helpmate)
    }

    /// The stated policy for futile interpositions, else the official one.
    pub fn policy_or_default(&self) -> Futile {
        self.policy.unwrap_or_default()
    }

    /// Whether its status says that what it states is not proved (`unproved`), or takes long to prove (`heavy`).
    pub fn is_unproved_or_heavy(&self) -> bool {
        let status = self.status.as_deref().unwrap_or_default();
        status.split(|c: char| !c.is_alphanumeric()).any(|word| ["unproved", "heavy"].contains(&word))
    }

    /// The problem on the board turned by 180°, with sides exchanged, the attacker among them.
    pub fn flip(&self) -> Problem {
        let record = self.record.flip();
        let rule = self.rule_or_default();
        let attacker = self.attacker.or_else(|| {
            // With both kings the turned board by itself may mean the other attacker.
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

    /// Whether this is more than a position: its author says something about it.
    fn states_something(&self) -> bool {
        let Problem { rest, warnings, place, .. } = self.clone();
        let bare = Problem { place, rest, warnings, ..Problem::new(self.record.clone()) };
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
