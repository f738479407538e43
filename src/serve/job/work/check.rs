//! The work of a job that checks whether a problem is sound.

use super::checkpoint::{Checkpoint, fresh_folder, tell_failure, tell_foreign};
use super::extra_file::keep_graph;
use super::turn::{Turn, Work};
use crate::analysis::{COOK_NODES, CheckProgress, Intended, SoundnessCheck, TsumeCheck};
use crate::report::{
    CheckReport, CookReport, Report, Request, check_note, cook_state_json, probes_json, read_cook_state,
    read_probes,
};
use crate::serve::error::ApiError;
use crate::serve::job::progress::JobProgress;
use crate::serve::job::request::AskedProblem;
use crate::serve::job::shared::Job;
use crate::solve::{Budget, CheckpointError, Options, Outcome};
use crate::store::{DiskFolder, Folder};
use serde_json::Value;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Begins the check of a problem, or continues it where another server left it.
///
/// # Errors
/// No checkpoint can be kept.
pub fn begin(
    job: &Arc<Job>,
    asked: &Arc<AskedProblem>,
    options: Options,
    every: Duration,
) -> Result<Box<dyn Work>, ApiError> {
    let question = &asked.question;
    let intended = Intended {
        line: question.line().to_vec(),
        plies: asked.plies,
        solutions: asked.problem.intended_solutions.clone(),
    };
    let note = check_note(question, &intended, &options, false);
    let mut check: Box<dyn Check> = if question.rule().is_cooperative() {
        let begin = || SoundnessCheck::new(question, intended.clone(), &options, false);
        let go_on = |state: &Value, _: &[String]| begin().go_on(read_probes(state, &note)?);
        Box::new(job.go_on_or(begin, go_on))
    } else {
        let limits = options.limits.or_nodes(COOK_NODES);
        let stated = asked.problem.exact_plies();
        let with_stated = Options { stated, ..options.clone() };
        let begin = || TsumeCheck::new(question, intended.clone(), &with_stated, limits);
        let go_on = |state: &Value, _: &[String]| begin().go_on(read_cook_state(state, &note)?);
        Box::new(job.go_on_or(begin, go_on))
    };
    let checkpoint = match job.checkpoint() {
        None => None,
        Some(path) => {
            keep(&mut *check, &path, &note)?;
            Some(Checkpoint::new(path, every))
        }
    };
    let (job, asked) = (Arc::clone(job), Arc::clone(asked));
    Ok(Box::new(Checking { job, asked, options, check, note, checkpoint, told: None }))
}

/// Makes a check store its searches in a folder, and continue from the usable data in it.
fn keep(check: &mut dyn Check, path: &Path, note: &Value) -> Result<(), ApiError> {
    if let Ok(folder) = DiskFolder::open(path) {
        match check.keep_searches(Box::new(folder), note.clone()) {
            Ok(()) => return Ok(()),
            Err(error) => tell_foreign(path, &error),
        }
    }
    let kept = check.keep_searches(fresh_folder(path)?, note.clone());
    kept.map_err(|error| ApiError::because("no-checkpoint", &error))
}

struct Checking {
    job: Arc<Job>,
    asked: Arc<AskedProblem>,
    options: Options,
    check: Box<dyn Check>,
    /// Identifies this check, to recognise its stored data.
    note: Value,
    checkpoint: Option<Checkpoint>,
    /// Whether the answer was complete; `None` before it was reported.
    told: Option<bool>,
}

/// A check under one kind of rules.
trait Check {
    /// Works for a time slice: returns the answer as JSON, or the progress.
    fn advance(&mut self, slice: Budget, context: &Context) -> ControlFlow<String, JobProgress>;

    /// The progress of the check that `note` identifies.
    fn state(&self, note: &Value) -> Value;

    /// Makes its searches store their data in a folder.
    fn keep_searches(&mut self, folder: Box<dyn Folder>, note: Value) -> Result<(), CheckpointError>;

    /// Stores the data of its searches, or a part of it within about this time. Returns whether all of it is stored.
    fn save_searches(&mut self, time: Option<Duration>) -> Result<bool, CheckpointError>;
}

/// Data for an answer, in addition to the result of the check.
struct Context<'a> {
    job: &'a Job,
    asked: &'a AskedProblem,
    options: &'a Options,
}

impl<'a> Context<'a> {
    fn report(&self, outcome: &'a Outcome) -> Report<'a> {
        let AskedProblem { problem, question, .. } = self.asked;
        let request = Request::of(question.rule(), self.options);
        Report { problem, question, outcome, side_lines: &[], request }
    }
}

impl Check for SoundnessCheck {
    fn advance(&mut self, slice: Budget, context: &Context) -> ControlFlow<String, JobProgress> {
        match SoundnessCheck::advance(self, slice).done() {
            Ok(found) => {
                let name = context.asked.problem.name();
                keep_graph(context.job, &found.outcome, &name, || self.solution_graph().cloned());
                let report = context.report(&found.outcome);
                ControlFlow::Break(CheckReport { report, examination: &found }.json())
            }
            Err(CheckProgress { ply, search }) => {
                let ply = ply.map(|played| (played + 1, self.plies() as u64));
                ControlFlow::Continue(JobProgress { stage: "check", search, ply, ..JobProgress::default() })
            }
        }
    }

    fn state(&self, note: &Value) -> Value {
        probes_json(self.probes(), note)
    }

    fn keep_searches(&mut self, folder: Box<dyn Folder>, note: Value) -> Result<(), CheckpointError> {
        SoundnessCheck::keep_searches(self, folder, note)
    }

    fn save_searches(&mut self, time: Option<Duration>) -> Result<bool, CheckpointError> {
        SoundnessCheck::save_searches(self, time)
    }
}

impl Check for TsumeCheck {
    fn advance(&mut self, slice: Budget, context: &Context) -> ControlFlow<String, JobProgress> {
        match TsumeCheck::advance(self, slice).done() {
            Ok(found) => {
                let report = context.report(&found.outcome);
                ControlFlow::Break(CookReport { report, examination: &found }.json())
            }
            Err((ply, search)) => {
                let ply = (ply > 0).then(|| (ply as u64, self.plies() as u64));
                ControlFlow::Continue(JobProgress { stage: "check", search, ply, ..JobProgress::default() })
            }
        }
    }

    fn state(&self, note: &Value) -> Value {
        cook_state_json(&self.state(), note)
    }

    fn keep_searches(&mut self, folder: Box<dyn Folder>, note: Value) -> Result<(), CheckpointError> {
        TsumeCheck::keep_searches(self, folder, note)
    }

    fn save_searches(&mut self, time: Option<Duration>) -> Result<bool, CheckpointError> {
        TsumeCheck::save_searches(self, time)
    }
}

impl Work for Checking {
    fn advance(&mut self, slice: Budget) -> Result<Turn, ApiError> {
        if let Some(is_whole) = self.told {
            return Ok(Turn::Done { is_whole });
        }
        let context = Context { job: &self.job, asked: &self.asked, options: &self.options };
        Ok(match self.check.advance(slice, &context) {
            ControlFlow::Continue(far) => {
                if let Some(checkpoint) = &mut self.checkpoint
                    && checkpoint.save_if_due(&self.job, |part| self.check.save_searches(Some(part)))
                {
                    // The stored progress must match the checkpoint.
                    self.job.keep_work(Some(self.check.state(&self.note)));
                }
                Turn::Progress(far)
            }
            ControlFlow::Break(text) => {
                let is_partial = self.options.stop.is_set();
                self.told = Some(!is_partial);
                if let Some(checkpoint) = self.checkpoint.take_if(|_| !is_partial) {
                    checkpoint.remove();
                }
                Turn::Answer { text, is_partial }
            }
        })
    }

    fn state(&mut self) -> Option<Value> {
        // A stopped check is not asked for its state again, so everything is stored now.
        if self.options.stop.is_set() {
            tell_failure(&self.job, self.check.save_searches(None));
        }
        Some(self.check.state(&self.note))
    }
}
