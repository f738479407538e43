//! The work of a job that fills the gaps of a diagram; results are reported as they are found.

use super::turn::{Turn, Work};
use crate::compose::{ComposeStep, Search, Template};
use crate::report::{Made, read_summary, summary_json};
use crate::serve::error::ApiError;
use crate::serve::job::progress::JobProgress;
use crate::serve::job::shared::Job;
use crate::solve::{Budget, Options, StopFlag};
use crate::types::Color;
use serde_json::Value;
use std::sync::Arc;

/// Begins the work of a job, or continues it where another server left it.
pub fn begin(job: &Job, template: &Arc<Template>, options: &Options) -> Box<dyn Work> {
    let search = job.go_on_or(
        || Search::new(Arc::clone(template), options),
        |state, _| {
            let done = state.get("fillings")?.as_u64()?;
            Some(Search::go_on(Arc::clone(template), options, done, read_summary(state, template)?))
        },
    );
    Box::new(Searching { search, attacker: template.attacker(), stop: options.stop.clone() })
}

struct Searching {
    search: Search,
    attacker: Color,
    stop: StopFlag,
}

impl Work for Searching {
    fn advance(&mut self, slice: Budget) -> Result<Turn, ApiError> {
        Ok(match self.search.advance(slice) {
            ComposeStep::Found(found) => {
                let text = Made::by_search(&found, None, self.search.state().1.found(), self.attacker).json();
                Turn::Answer { text, is_partial: false }
            }
            ComposeStep::Progress(summary) => {
                let far = JobProgress::counted("search", summary.judged(), summary.found());
                Turn::Progress(JobProgress { fraction: Some(self.search.part()), ..far })
            }
            ComposeStep::Done(_) => Turn::Done { is_whole: !self.stop.is_set() },
        })
    }

    fn state(&mut self) -> Option<Value> {
        let (done, summary) = self.search.state();
        let mut state = summary_json(summary);
        state["fillings"] = done.into();
        Some(state)
    }
}
