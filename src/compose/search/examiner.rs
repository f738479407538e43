//! Judging one filling.

use super::assignments::is_filling_mirrored;
use super::template::{Conditions, Template};
use crate::compose::{Judge, Judgement};
use crate::position::{Position, mirror_line};
use crate::problem::Problem;
use crate::solve::Options;
use std::sync::Arc;

/// A filling that meets the requirements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundProblem {
    /// The problem with its solution for the intended line.
    pub problem: Problem,
    /// Whether it is proved sound.
    pub is_sound: bool,
}

/// The result of judging a filling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The filling meets the requirements.
    Found(Box<FoundProblem>),
    /// It is sound, but its solution does not contain the wanted move, or the wanted line is not a mate of
    /// it.
    PassesBy,
    /// It does not meet the requirements, or that could not be decided.
    Not(Judgement),
}

/// Judges the fillings of a template one after the other.
pub struct Examiner {
    template: Arc<Template>,
    judge: Judge,
}

impl Examiner {
    /// An examiner of a template's fillings. The limits apply to each filling.
    pub fn new(template: Arc<Template>, options: &Options) -> Examiner {
        let Conditions { wanted, line, .. } = template.conditions();
        let judge = Judge::new(wanted.clone(), options).meaning(line.clone());
        Examiner { template, judge }
    }

    /// Judges a filling, which must be legal.
    pub fn examine(&mut self, position: &Position) -> Finding {
        if self.template.conditions().line.is_empty() {
            return self.judge(position);
        }
        // The filling represents its mirror image too. By the rules alone, the line may be a mate of both.
        let mirror = position.mirror();
        let mut finding = Finding::PassesBy;
        for (image, is_mirror) in [(position, false), (&mirror, true)] {
            // Most fillings fail the first test, which is cheap.
            if !self.has_line(image) || is_mirror && !is_filling_mirrored(&self.template, position) {
                continue;
            }
            match self.judge(image) {
                found @ Finding::Found(_) => return found,
                unknown @ Finding::Not(Judgement::Unknown(_)) => finding = unknown,
                other if finding == Finding::PassesBy => finding = other,
                _ => {}
            }
        }
        finding
    }

    /// Whether the wanted line is a mate of a filling.
    fn has_line(&self, position: &Position) -> bool {
        self.judge.is_mate(position, self.template.attacker(), &self.template.conditions().line)
    }

    fn judge(&mut self, position: &Position) -> Finding {
        let attacker = self.template.attacker();
        let mut solution = match self.judge.judge_legal(position, attacker) {
            Judgement::Good(solution) => solution,
            other => return Finding::Not(other),
        };
        let conditions = self.template.conditions();
        let mut mirror = None;
        if let Some(mv) = conditions.through
            && !solution.line.contains(&mv)
        {
            // The filling represents its mirror image too, whose solution may contain the move.
            let line = mirror_line(&solution.line);
            if !line.contains(&mv) || !is_filling_mirrored(&self.template, position) {
                return Finding::PassesBy;
            }
            solution.line = line;
            mirror = Some(position.mirror());
        }
        let problem = solution.problem(mirror.as_ref().unwrap_or(position), attacker, &conditions.wanted);
        Finding::Found(Box::new(FoundProblem { problem, is_sound: solution.is_sound }))
    }

    /// The number of positions met or expanded so far.
    pub fn nodes(&self) -> u64 {
        self.judge.nodes()
    }
}
