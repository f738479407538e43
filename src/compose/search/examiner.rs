//! Judging one filling.

use super::template::Template;
use crate::compose::{Judge, Judgement};
use crate::position::Position;
use crate::problem::Problem;
use crate::solve::Options;
use std::sync::Arc;

/// A filling that is what was wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundProblem {
    /// The problem with its solution for the intended line.
    pub problem: Problem,
    /// Whether it is proved to be sound.
    pub is_sound: bool,
}

/// What is known about a filling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// It is what was wanted.
    Found(Box<FoundProblem>),
    /// It is sound, and its solution has not the move that was wanted.
    PassesBy,
    /// It is not what was wanted, or that is not known.
    Not(Judgement),
}

/// Judges the fillings of a template, one after the other.
pub struct Examiner {
    template: Arc<Template>,
    judge: Judge,
}

impl Examiner {
    /// An examiner of a template's fillings. The limits hold for each filling.
    pub fn new(template: Arc<Template>, options: &Options) -> Examiner {
        let judge = Judge::new(template.conditions().wanted.clone(), options);
        Examiner { template, judge }
    }

    /// Judges a filling, which is legal.
    pub fn examine(&mut self, position: &Position) -> Finding {
        let attacker = self.template.attacker();
        let solution = match self.judge.judge_legal(position, attacker) {
            Judgement::Good(solution) => solution,
            other => return Finding::Not(other),
        };
        let conditions = self.template.conditions();
        if conditions.through.is_some_and(|mv| !solution.line.contains(&mv)) {
            return Finding::PassesBy;
        }
        let problem = solution.problem(position, attacker, &conditions.wanted);
        Finding::Found(Box::new(FoundProblem { problem, is_sound: solution.is_sound }))
    }

    /// Positions met or expanded so far.
    pub fn nodes(&self) -> u64 {
        self.judge.nodes()
    }
}
