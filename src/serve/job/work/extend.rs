//! The work of a job that puts moves before a problem; results are reported as they are found.

use super::turn::{Turn, Work};
use crate::compose::extend::{Extend, ExtendOptions, ExtendProgress, ExtendStep};
use crate::report::{ExtendedReport, Made, extend_state_json, read_extend_state, read_extension};
use crate::serve::error::ApiError;
use crate::serve::job::progress::JobProgress;
use crate::serve::job::request::AskedProblem;
use crate::serve::job::shared::Job;
use crate::solve::{Budget, Options, StopFlag};
use serde_json::Value;
use std::sync::Arc;

/// Begins the work of a job, or continues it where another server left it.
pub fn begin(job: &Job, asked: &Arc<AskedProblem>, options: &Options) -> Box<dyn Work> {
    let stop = options.stop.clone();
    let question = &asked.question;
    let extend = job.go_on_or(
        || Extend::new(question.clone(), question.line().to_vec(), wanted(asked, options)),
        |state, answers| {
            let results = answers.iter().map(|answer| read_extension(answer)).collect::<Option<_>>()?;
            Extend::go_on(question.clone(), wanted(asked, options), read_extend_state(state)?, results)
        },
    );
    Box::new(Extending { asked: Arc::clone(asked), extend, stop, told: None })
}

fn wanted(asked: &AskedProblem, options: &Options) -> ExtendOptions {
    let (steps, beam, search) = (asked.steps, asked.beam, options.clone());
    ExtendOptions { steps, beam, search, intended_plies: asked.plies, ..ExtendOptions::default() }
}

struct Extending {
    asked: Arc<AskedProblem>,
    extend: Extend,
    stop: StopFlag,
    /// Whether the summary was complete; `None` before it was reported.
    told: Option<bool>,
}

impl Work for Extending {
    fn state(&mut self) -> Option<Value> {
        self.extend.state().map(extend_state_json)
    }

    fn advance(&mut self, slice: Budget) -> Result<Turn, ApiError> {
        if let Some(is_whole) = self.told {
            return Ok(Turn::Done { is_whole });
        }
        let problem = &self.asked.problem;
        Ok(match self.extend.advance(slice) {
            ExtendStep::Found(extension) => {
                let made = Made::by_extension(&extension, problem, self.extend.question());
                Turn::Answer { text: made.json(), is_partial: false }
            }
            ExtendStep::Progress(progress) => Turn::Progress(far(&progress)),
            ExtendStep::Done(extended) => {
                let is_partial = extended.is_interrupted || self.stop.is_set();
                self.told = Some(!is_partial);
                let text = ExtendedReport { name: &problem.name(), extended: &extended }.json();
                Turn::Answer { text, is_partial }
            }
        })
    }
}

fn far(progress: &ExtendProgress) -> JobProgress {
    let ExtendProgress { step, problems: (done, all), found, search, part } = *progress;
    let nodes = search.nodes;
    JobProgress {
        stage: if step == 0 { "check" } else { "extend" },
        search,
        fraction: Some(part),
        words: Some((
            format!("step {step}: {done} of {all} problems, {found} found, {nodes} nodes"),
            format!("{step}段目: {all}題中{done}題、{found}題発見、{nodes}ノード"),
        )),
        ..JobProgress::default()
    }
}
