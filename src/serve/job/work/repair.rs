//! The work of a job that repairs a problem; repairs are reported as they are found.

use super::turn::{Turn, Work};
use crate::compose::{ComposeStep, Draft, Repair, Tally};
use crate::report::{Lang, Made, needs_no_repair, read_repair_state, repair_state_json};
use crate::serve::error::ApiError;
use crate::serve::job::progress::JobProgress;
use crate::serve::job::request::AskedProblem;
use crate::serve::job::shared::Job;
use crate::solve::{Budget, Options};
use serde_json::Value;
use std::sync::Arc;

/// The work of a job, continued where another server left it. The problem is checked first.
pub fn begin(job: &Arc<Job>, asked: &Arc<AskedProblem>, options: Options) -> Box<dyn Work> {
    Box::new(Repairing { job: Arc::clone(job), asked: Arc::clone(asked), options, repair: None, found: 0 })
}

struct Repairing {
    job: Arc<Job>,
    asked: Arc<AskedProblem>,
    options: Options,
    /// The repair; `None` until the problem has been checked.
    repair: Option<Repair>,
    found: u64,
}

impl Work for Repairing {
    fn state(&mut self) -> Option<Value> {
        self.repair.as_ref().map(|repair| repair_state_json(repair.state()))
    }

    fn advance(&mut self, slice: Budget) -> Result<Turn, ApiError> {
        let AskedProblem { problem, question, changes, .. } = &*self.asked;
        let Some(repair) = &mut self.repair else {
            let draft = Draft::from(question);
            let begin = || Repair::new(&draft, self.asked.repaired_plies(), *changes, &self.options);
            let (repair, found) = self.job.go_on_or(
                || (begin(), 0),
                |state, answers| {
                    let mut repair = begin();
                    repair.go_on(read_repair_state(state)?).then_some((repair, answers.len() as u64))
                },
            );
            self.found = found;
            let diagnosis = repair.diagnosis();
            if diagnosis.is_sound {
                let text = |lang| needs_no_repair(question, diagnosis, lang);
                let english = format!("the problem {}", text(Lang::En));
                return Err(ApiError::new(409, "is-sound", english, text(Lang::Ja)));
            }
            self.repair = Some(repair);
            return Ok(Turn::Progress(JobProgress::counted("repair", 0, 0)));
        };
        Ok(match repair.advance(slice) {
            ComposeStep::Found(repaired) => {
                self.found += 1;
                let text = Made::by_repair(&repaired, self.found, problem, question).json();
                Turn::Answer { text, is_partial: false }
            }
            ComposeStep::Progress(tally) => {
                Turn::Progress(JobProgress::counted("repair", Tally::all(&tally), self.found))
            }
            ComposeStep::Done(_) => Turn::Done { is_whole: !self.options.stop.is_set() },
        })
    }
}
