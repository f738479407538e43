//! Checking whether a problem is sound.

use super::extra_file::keep_graph;
use super::turn::{Turn, Work};
use crate::analysis::{COOK_NODES, CheckProgress, CookCheck, Intended, SoundnessCheck};
use crate::report::{CheckReport, CookReport, Report, Request};
use crate::serve::error::ApiError;
use crate::serve::job::progress::Far;
use crate::serve::job::request::Asked;
use crate::serve::job::shared::Job;
use crate::solve::{Budget, Options, Outcome};
use std::ops::ControlFlow;
use std::sync::Arc;

/// The check of a problem.
pub fn begin(job: &Arc<Job>, asked: &Arc<Asked>, options: Options) -> Box<dyn Work> {
    let intended = Intended {
        line: asked.question.line().to_vec(),
        plies: asked.plies,
        solutions: asked.problem.intended_solutions.clone(),
    };
    let check: Box<dyn Check> = if asked.question.rule().is_cooperative() {
        Box::new(SoundnessCheck::new(&asked.question, intended, &options, false))
    } else {
        let limits = options.limits.or_nodes(COOK_NODES);
        Box::new(CookCheck::new(&asked.question, intended, &options, limits))
    };
    Box::new(Checking { job: Arc::clone(job), asked: Arc::clone(asked), options, check, told: None })
}

struct Checking {
    job: Arc<Job>,
    asked: Arc<Asked>,
    options: Options,
    check: Box<dyn Check>,
    /// Whether the answer, once it was told, was whole.
    told: Option<bool>,
}

/// The check of a rule.
trait Check {
    /// Works for a slice of time: the answer as JSON, or how far it has come.
    fn advance(&mut self, slice: Budget, context: &Context) -> ControlFlow<String, Far>;
}

/// What an answer is made of beside what was found.
struct Context<'a> {
    job: &'a Job,
    asked: &'a Asked,
    options: &'a Options,
}

impl<'a> Context<'a> {
    fn report(&self, outcome: &'a Outcome) -> Report<'a> {
        let Asked { problem, question, .. } = self.asked;
        let request = Request::of(question.rule(), self.options);
        Report { problem, question, outcome, side_lines: &[], request }
    }
}

impl Check for SoundnessCheck {
    fn advance(&mut self, slice: Budget, context: &Context) -> ControlFlow<String, Far> {
        match SoundnessCheck::advance(self, slice).done() {
            Ok(found) => {
                let name = context.asked.problem.name();
                keep_graph(context.job, &found.outcome, &name, || self.solution_graph().cloned());
                let report = context.report(&found.outcome);
                ControlFlow::Break(CheckReport { report, examination: &found }.json())
            }
            Err(CheckProgress { ply, search }) => {
                let ply = ply.map(|played| (played + 1, self.plies() as u64));
                ControlFlow::Continue(Far { stage: "check", search, ply, ..Far::default() })
            }
        }
    }
}

impl Check for CookCheck {
    fn advance(&mut self, slice: Budget, context: &Context) -> ControlFlow<String, Far> {
        match CookCheck::advance(self, slice).done() {
            Ok(found) => {
                let report = context.report(&found.outcome);
                ControlFlow::Break(CookReport { report, examination: &found }.json())
            }
            Err((ply, search)) => {
                let ply = (ply > 0).then(|| (ply as u64, self.plies() as u64));
                ControlFlow::Continue(Far { stage: "check", search, ply, ..Far::default() })
            }
        }
    }
}

impl Work for Checking {
    fn advance(&mut self, slice: Budget) -> Result<Turn, ApiError> {
        if let Some(is_whole) = self.told {
            return Ok(Turn::Done { is_whole });
        }
        let context = Context { job: &self.job, asked: &self.asked, options: &self.options };
        Ok(match self.check.advance(slice, &context) {
            ControlFlow::Continue(far) => Turn::Progress(far),
            ControlFlow::Break(text) => {
                let is_partial = self.options.stop.is_set();
                self.told = Some(!is_partial);
                Turn::Answer { text, is_partial }
            }
        })
    }
}
